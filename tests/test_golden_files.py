"""Stored numbers state their origin, and what a script of ours made it makes again."""

import json
from pathlib import Path

import make_golden_em
import numpy as np
import pytest

HERE = Path(__file__).parent
STORED = sorted(
    path.relative_to(HERE).as_posix()
    for path in HERE.rglob("*")
    if path.is_file() and path.suffix not in {".py", ".pyc", ".md"}
)
"""Every file in tests/ that is neither code nor text."""


def origin(path: Path) -> str:
    """What is stated about a stored file: its own `source`, or the lines about it in README.md."""
    if path.suffix == ".json":
        content = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(content, dict) and "source" in content:
            return str(content["source"])
    readme = path.parent / "README.md"
    if not readme.exists():
        return ""
    parts = readme.read_text(encoding="utf-8").split("\n\n")
    return "\n".join(part for part in parts if f"`{path.name}`" in part)


def test_there_are_stored_numbers():
    assert "mixture/golden_em.json" in STORED


@pytest.mark.parametrize("name", STORED)
def test_a_stored_file_says_how_it_was_made(name):
    stated = origin(HERE / name)
    assert len(stated) > 60, f"{name} needs a `source`, or a paragraph in README.md beside it"


@pytest.mark.parametrize("key", json.loads(make_golden_em.FILE.read_text())["fits"])
def test_the_script_of_the_mixtures_numbers_makes_them_again(key):
    stored = json.loads(make_golden_em.FILE.read_text())["fits"][key]
    made = make_golden_em.make(key)
    assert made["n_iter"] == stored["n_iter"]
    assert made["loglik"] == pytest.approx(stored["loglik"], abs=1e-10)
    for name in ("pi", "mu", "S"):
        np.testing.assert_allclose(made[name], stored[name], atol=1e-12)
