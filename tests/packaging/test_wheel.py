"""The wheel is the whole library: it works in an empty environment, without the app's packages."""

import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from readme import example

ALONE = """
import importlib.util, pathlib
import belieflab
from belieflab.data.laws import LAWS, build_labels
from belieflab.data.samples import SAMPLES, load_sample
from belieflab.experiments.papers import PAPERS
from belieflab.experiments.stored_results import FIRST_LOOKS, find_origin

assert "site-packages" in belieflab.__file__, belieflab.__file__
assert (pathlib.Path(belieflab.__file__).parent / "py.typed").exists()
for package in ("streamlit", "plotly"):
    assert importlib.util.find_spec(package) is None, package
for key in SAMPLES:
    assert len(load_sample(key, seed=1).X) > 0, key
for name in (*PAPERS, *FIRST_LOOKS):
    assert find_origin((FIRST_LOOKS.get(name) or PAPERS[name])().file), name
labels = build_labels("hard", load_sample("iris", seed=1), seed=1)
print(len(SAMPLES), len(LAWS), len(labels))
"""


def run(*command: str | Path, cwd: Path) -> str:
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture
def wheel(copied: Callable[..., Path], tmp_path: Path) -> Path:
    project = copied("belieflab", "pyproject.toml", "README.md", "LICENSE")
    # Without --no-build-isolation: what pyproject asks for must be enough to build.
    pip = (sys.executable, "-m", "pip")
    run(*pip, "wheel", "-q", "--no-deps", "-w", tmp_path, project, cwd=tmp_path)
    (built,) = tmp_path.glob("belieflab-*.whl")
    return built


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_wheel_is_the_whole_library(wheel: Path, root: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    ours = {
        path.relative_to(root).as_posix()
        for path in (root / "belieflab").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert ours <= packed
    assert not [name for name in packed if name.startswith(("tests", "pages", "benchmarks"))]

    empty = tmp_path / "empty"
    venv.create(empty)
    python = empty / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "-q", "--no-compile", "--only-binary=:all:", wheel, cwd=tmp_path)
    assert run(python, "-I", "-c", ALONE, cwd=tmp_path)
    code, printed = example()
    assert run(python, "-I", "-c", code, cwd=tmp_path) == printed
