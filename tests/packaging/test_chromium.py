"""Which browser the browser tests take, and the message when there is none."""

import subprocess
import sys
from pathlib import Path

import chromium
import pytest

REAL = "#!/bin/sh\necho 'Chromium 156.0.1 built on Debian'\n"
SNAP_STUB = "#!/bin/sh\necho 'Command requires the chromium snap to be installed.' >&2\nexit 1\n"


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_takes_the_first_that_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    chrome = put(tmp_path, "google-chrome", REAL.replace("Chromium", "Google Chrome"))
    assert chromium.find_on_machine() == str(chrome)
    own = put(tmp_path, "chromium", REAL)
    assert chromium.find_on_machine() == str(own)


def test_passes_over_a_snap_stub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}")
    put(tmp_path, "chromium-browser", SNAP_STUB)
    assert chromium.find_on_machine() is None


def test_installs_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([None, "/somewhere/chromium"])
    installed: list[bool] = []
    monkeypatch.setattr(chromium, "find", lambda: next(found))
    monkeypatch.setattr(chromium, "install", lambda: installed.append(True))
    assert chromium.require() == "/somewhere/chromium"
    assert installed == [True]


@pytest.mark.parametrize(
    ("debian", "user", "command"),
    [(True, 0, "apt-get"), (True, 1000, sys.executable), (False, 0, sys.executable)],
)
def test_debian_package_only_for_root_on_debian(
    debian: bool, user: int, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(arguments: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        commands.append(arguments)
        return subprocess.CompletedProcess(arguments, 0)

    monkeypatch.setattr(chromium, "is_debian", lambda: debian)
    monkeypatch.setattr(chromium.os, "geteuid", lambda: user)
    monkeypatch.setattr(chromium.subprocess, "run", run)
    monkeypatch.setattr(chromium, "find_on_machine", lambda: "/usr/bin/chromium")
    chromium.install()
    assert commands[-1][0] == command
    assert any(word.startswith("chromium") for word in commands[-1])


def test_an_older_debian_gets_the_whole_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    found = iter([None, "/usr/bin/chromium"])
    monkeypatch.setattr(chromium, "is_debian", lambda: True)
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 0)
    monkeypatch.setattr(chromium.subprocess, "run", lambda command, **_: commands.append(command))
    monkeypatch.setattr(chromium, "find_on_machine", lambda: next(found))
    chromium.install()
    installed = [command for command in commands if "install" in command]
    assert "chromium-headless-shell" in installed[0]
    assert "chromium" in installed[1]


def test_ubuntu_is_not_debian(tmp_path: Path) -> None:
    ubuntu = tmp_path / "os-release"
    ubuntu.write_text('NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n')
    assert not chromium.is_debian(ubuntu)
    ubuntu.write_text('NAME="Debian GNU/Linux"\nID=debian\n')
    assert chromium.is_debian(ubuntu)
    assert not chromium.is_debian(tmp_path / "nowhere")


def test_no_browser_is_a_failed_run_with_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chromium, "find", lambda: None)
    monkeypatch.setattr(chromium, "install", lambda: None)
    with pytest.raises(chromium.NoBrowserError, match="need Chromium") as caught:
        chromium.require()
    assert str(caught.value).count("\n") == 0
