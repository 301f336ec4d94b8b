"""The one-command install: made once, never half, and every failure one sentence."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

# Debian without python3-venv: the folder is made, pip is not in it, and the command fails.
WITHOUT_VENV = f"""#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
    mkdir -p "$3/bin"
    ln -s {sys.executable} "$3/bin/python"
    echo "The virtual environment was not created successfully because ensurepip is not available."
    exit 1
fi
exec {sys.executable} "$@"
"""
TOO_OLD = """#!/bin/sh
[ "$1" = "-V" ] && echo "Python 3.9.2" && exit 0
exit 1
"""


@pytest.fixture
def project(copied: Callable[..., Path]) -> Path:
    """The Makefile with nothing to install, so that only its own steps take time."""
    project = copied("Makefile", ".ci")
    (project / "requirements.txt").write_text("# nothing\n")
    return project


def make(project: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PIP_NO_INDEX": "1"} | variables
    environment.pop("MAKEFLAGS", None)
    return subprocess.run(
        ["make", *arguments], cwd=project, env=environment, capture_output=True, text=True
    )


def sentences(result: subprocess.CompletedProcess[str]) -> list[str]:
    """What a person reads, without make's own closing line."""
    lines = (result.stdout + result.stderr).splitlines()
    return [line for line in lines if not line.startswith("make")]


def executable(path: Path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("target", ["run", "test"])
def test_without_the_venv_module_one_sentence_and_nothing_left(
    project: Path, tmp_path: Path, target: str
) -> None:
    python = executable(tmp_path / "python-without-venv", WITHOUT_VENV)
    result = make(project, target, f"PYTHON={python}")
    assert result.returncode != 0
    (sentence,) = sentences(result)
    assert "apt install python3-venv" in sentence
    assert not (project / ".venv").exists()


def test_an_old_python_is_named(project: Path, tmp_path: Path) -> None:
    result = make(project, "run", f"PYTHON={executable(tmp_path / 'python-old', TOO_OLD)}")
    assert result.returncode != 0
    (sentence,) = sentences(result)
    assert "3.11 or newer" in sentence
    assert "Python 3.9.2" in sentence
    assert not (project / ".venv").exists()


def test_a_missing_python_is_named(project: Path) -> None:
    result = make(project, "run", "PYTHON=no-such-python")
    assert result.returncode != 0
    (sentence,) = sentences(result)
    assert "there is no no-such-python here" in sentence


@pytest.mark.slow
def test_installs_once_and_again_only_when_requirements_change(project: Path) -> None:
    # What a Python that has since been removed leaves behind is replaced.
    (project / ".venv" / "bin").mkdir(parents=True)
    (project / ".venv" / "bin" / "python").symlink_to("/gone/python3")
    first = make(project, "environment", f"PYTHON={sys.executable}")
    assert first.returncode == 0, first.stderr
    assert "Installing requirements.txt" in first.stdout
    second = make(project, "environment", f"PYTHON={sys.executable}")
    assert (second.returncode, sentences(second)) == (0, [])
    (project / "requirements.txt").write_text("# something else\n")
    third = make(project, "environment", f"PYTHON={sys.executable}")
    assert "Installing requirements.txt" in third.stdout
    # Which Python is called python3 does not matter while the environment stands.
    fourth = make(project, "environment", "PYTHON=no-such-python")
    assert (fourth.returncode, sentences(fourth)) == (0, [])


@pytest.mark.slow
def test_a_failed_install_is_not_taken_for_a_whole_one(project: Path) -> None:
    (project / "requirements.txt").write_text("there-is-no-such-package==1\n")
    for _ in range(2):
        result = make(project, "environment", f"PYTHON={sys.executable}")
        assert result.returncode != 0
        assert "Nothing is broken: run the same command again." in result.stderr
    (project / "requirements.txt").write_text("# mended\n")
    assert make(project, "environment", f"PYTHON={sys.executable}").returncode == 0


def test_help_lists_every_command(project: Path) -> None:
    listed = {line.split()[1] for line in sentences(make(project, "help"))}
    checks = {"test", "test-slow", "coverage", "lint", "bench", "screenshots"}
    assert {"run", "clean", "help"} | checks <= listed
