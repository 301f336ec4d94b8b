"""What a killed process left in the temporary folder goes, and nothing else."""

import os
import subprocess
import sys
import tempfile

import pytest

from belieflab.temporary import folder_prefix, remove_leftovers


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def killed() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_folders_of_killed_processes_go_with_what_is_in_them(place):
    left = place / f"belieflab-upload-{killed()}-ab12cd34"
    left.mkdir()
    (left / "0").write_bytes(b"a,b\n1,2\n")
    assert remove_leftovers() == [left]
    assert not left.exists()


def test_everything_else_stays(place):
    number = killed()
    with tempfile.TemporaryDirectory(prefix=folder_prefix("upload")) as mine:
        names = [
            f"belieflab-numba-{number}-a",
            f"belieflab-upload-{number}",
            "other",
            "belieflab-x",
        ]
        for name in names:
            (place / name).mkdir()
        (place / f"belieflab-stop-{number}-file").touch()
        os.symlink(place / "other", place / f"belieflab-stop-{number}-link")
        before = sorted(place.iterdir())
        assert remove_leftovers() == []
        assert sorted(place.iterdir()) == before
        assert os.path.isdir(mine)
