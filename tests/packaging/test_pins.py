"""What is installed is pinned whole, with hashes; what CI runs is pinned by commit."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILES = {"requirements.txt": "requirements.lock", "requirements-dev.txt": "requirements-dev.lock"}
SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
WRITE_AGAIN = "run .venv/bin/python .ci/lock"


def read_pins(path: Path) -> list[Requirement]:
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    return [Requirement(line) for line in lines if line and not line.startswith("-r")]


def read_lock(path: Path) -> dict[str, list[str]]:
    """Each locked requirement with its hashes."""
    text = path.read_text("utf-8").replace(" \\\n", "")
    entries = [line.split("    ") for line in text.splitlines() if not line.startswith("#")]
    return {pin: hashes for pin, *hashes in entries}


@pytest.mark.parametrize("name", FILES)
def test_a_lock_has_the_pins_of_its_file(name: str, root: Path) -> None:
    locked = read_lock(root / FILES[name])
    assert list(locked) == [str(pin) for pin in read_pins(root / name)], WRITE_AGAIN
    for pin, hashes in locked.items():
        assert "==" in pin and hashes
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes)


def closure(names: Iterable[str], system: str, python: str) -> set[str]:
    """The packages, and all that they bring with them on a system."""
    where = {
        "sys_platform": system,
        "platform_system": SYSTEMS[system],
        "os_name": "nt" if system == "win32" else "posix",
        "python_version": python,
        "python_full_version": f"{python}.1",
    }
    found: set[tuple[str, str]] = set()
    open_ones = [(canonicalize_name(name), "") for name in names]
    while open_ones:
        name, extra = open_ones.pop()
        if (name, extra) in found:
            continue
        found.add((name, extra))
        if name == "colorama":  # needs nothing, and is not installed here
            continue
        for text in distribution(name).requires or []:
            need = Requirement(text)
            if need.marker is None or need.marker.evaluate({**where, "extra": extra}):
                open_ones += [(canonicalize_name(need.name), each) for each in ("", *need.extras)]
    return {name for name, _ in found}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_that_is_brought_along_is_pinned(system: str, python: str, root: Path) -> None:
    app = {canonicalize_name(pin.name) for pin in read_pins(root / "requirements.txt")}
    tools = {canonicalize_name(pin.name) for pin in read_pins(root / "requirements-dev.txt")}
    assert closure(app, system, python) <= app
    assert closure(app | tools, system, python) <= app | tools


def test_the_image_installs_from_the_lock(root: Path) -> None:
    lines = (root / "Dockerfile").read_text("utf-8").splitlines()
    copied = next(line for line in lines if "requirements.lock" in line and "COPY" in line)
    assert lines.index(copied) < lines.index("RUN make environment")
    assert "install --require-hashes" in (root / ".ci" / "environment").read_text("utf-8")


def test_actions_are_pinned_by_commit(root: Path) -> None:
    used = re.findall(r"uses: (\S+)", (root / ".github/workflows/test.yml").read_text("utf-8"))
    assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", each) for each in used)


def test_the_base_image_is_pinned_by_digest(root: Path) -> None:
    lines = (root / "Dockerfile").read_text("utf-8").splitlines()
    base = next(line for line in lines if line.startswith("ARG PYTHON_IMAGE="))
    assert re.search(r"@sha256:[0-9a-f]{64}$", base)
    assert [line for line in lines if line.startswith("FROM")] == ["FROM ${PYTHON_IMAGE}"]


def make_wheel(folder: Path) -> str:
    """A wheel of nothing; returns its hash."""
    path = folder / "nothing_at_all-1-py3-none-any.whl"
    files = {
        "METADATA": "Metadata-Version: 2.1\nName: nothing-at-all\nVersion: 1\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in files.items():
            wheel.writestr(f"nothing_at_all-1.dist-info/{name}", text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.slow
def test_a_file_with_another_hash_is_not_installed(
    copied: Callable[..., Path], tmp_path: Path
) -> None:
    project = copied("Makefile", ".ci")
    right = make_wheel(tmp_path)
    (project / "requirements.txt").write_text("nothing-at-all==1\n")

    def install(digest: str) -> subprocess.CompletedProcess[str]:
        lock = f"nothing-at-all==1 \\\n    --hash=sha256:{digest}\n"
        (project / "requirements.lock").write_text(lock)
        return subprocess.run(
            ["make", "environment", f"PYTHON={sys.executable}"],
            cwd=project,
            env=os.environ | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    refused = install("0" * 64)
    assert refused.returncode != 0 and "DO NOT MATCH THE HASHES" in refused.stdout + refused.stderr
    assert install(right).returncode == 0
