"""The lower bounds that `make oldest` installs are those of pyproject.toml."""

import pytest
from oldest import lower_bounds


def test_the_bounds_are_read_from_the_project(root):
    pins = lower_bounds((root / "pyproject.toml").read_text(encoding="utf-8"))
    names = [pin.split("==")[0] for pin in pins]
    assert {"numpy", "scipy", "scikit-learn", "numba", "pandas", "plotly", "tqdm"} <= set(names)
    assert all(pin.split("==")[1] for pin in pins)


def test_upper_bounds_are_passed_over_and_a_missing_lower_one_is_said():
    text = '[project]\ndependencies = ["a>=1.2,<2", "b-c>=3"]\n[project.optional-dependencies]\n'
    assert lower_bounds(text, ()) == ["a==1.2", "b-c==3"]
    with pytest.raises(ValueError, match="'d' has no lower bound"):
        lower_bounds('[project]\ndependencies = ["d"]\n', ())
