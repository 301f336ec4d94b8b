"""What the packaging tests share: copies of the project's own files in a folder of their own."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture
def copied(tmp_path: Path) -> Callable[..., Path]:
    """A factory of projects that hold only the named files and folders of this one."""

    def copy(*names: str) -> Path:
        project = tmp_path / "project"
        for name in names:
            target = project / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(ROOT / name, target)
        return project

    return copy
