"""Small sweeps that take a moment."""

import pytest

from belieflab.experiments import Assessment, DataChoice, LawChoice, MethodChoice, Sweep


def make_sweep(**changes):
    parts = {
        "name": "small",
        "data": (DataChoice("gaussians", {"size": 60, "distance": 3.0}),),
        "law": LawChoice("expert-doubt", "mean", {"deviation": 0.2}),
        "levels": (0.1, 0.3),
        "methods": (MethodChoice("soft"), MethodChoice("supervised"), MethodChoice("knn")),
        "replicates": 3,
        "test": Assessment("fresh", size=100),
    }
    return Sweep(**{**parts, **changes})


@pytest.fixture
def sweep():
    return make_sweep()


@pytest.fixture
def any_sweep():
    """Makes a small sweep with some parts changed."""
    return make_sweep
