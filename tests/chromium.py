"""The Chromium that the browser tests drive: the machine's own, else Playwright's, else installed.

``python tests/chromium.py`` prints its path and installs one first where there is none. There is no
way to go on without: no browser is a failed run with one sentence.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

# The shell draws the same pages without a window, and opens one four times as fast.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
DEBIAN_PACKAGES = ("chromium-headless-shell", "chromium")
NO_BROWSER = (
    "The browser tests need Chromium, and none was found or could be installed: install the "
    "package chromium or Google Chrome, or run `.venv/bin/playwright install --with-deps chromium`."
)


class NoBrowserError(RuntimeError):
    """There is no Chromium on this machine and none could be installed."""


def answers(executable: str | Path) -> bool:
    """Whether this is a browser that runs (Ubuntu's package is a stub that only asks for snap)."""
    try:
        result = subprocess.run(
            [str(executable), "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0 and "Chrom" in result.stdout


def find_on_machine(names: Iterable[str] = NAMES) -> str | None:
    """The first browser of the machine that answers."""
    for name in names:
        executable = shutil.which(name)
        if executable and answers(executable):
            return executable
    return None


def find_of_playwright() -> str | None:
    """The browser that ``playwright install chromium`` put into the home folder."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        executable = playwright.chromium.executable_path
    return executable if answers(executable) else None


def find() -> str | None:
    """A browser that answers, without installing anything."""
    return find_on_machine() or find_of_playwright()


def is_debian(os_release: Path = Path("/etc/os-release")) -> bool:
    """Whether the package chromium is a real browser here (on Ubuntu it is a snap stub)."""
    if not os_release.is_file():
        return False
    return "ID=debian" in os_release.read_text(encoding="utf-8").splitlines()


def install() -> None:
    """Install a browser: Debian's packages as root on Debian, else Playwright's own."""
    if is_debian() and os.geteuid() == 0:
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-q"], env=environment, check=False)
        for browser in DEBIAN_PACKAGES:  # the first is not in every Debian
            packages = ["--no-install-recommends", browser, "fonts-dejavu-core"]
            command = ["apt-get", "install", "-q", "-y", *packages]
            subprocess.run(command, env=environment, check=False)
            if find_on_machine():
                return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def require() -> str:
    """The path of a browser that answers, installed if need be.

    Raises NoBrowserError where that fails.
    """
    executable = find()
    if executable is None:
        install()
        executable = find()
    if executable is None:
        raise NoBrowserError(NO_BROWSER)
    return executable


if __name__ == "__main__":
    try:
        sys.stdout.write(f"Chromium: {require()}\n")
    except NoBrowserError as error:
        sys.exit(str(error))
