"""Every page opens in little time and memory: on many rows, a large matrix, and a large image."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from opened_pages import open_page
from scipy.spatial.distance import cdist

from belieflab.belief import MassTable
from belieflab.clustering.algorithms import ALGORITHMS
from belieflab.data.dataset import Dataset
from belieflab.data.dissimilarities import MAX_OBJECTS, from_dissimilarities
from belieflab.data.laws import build_labels
from belieflab.data.reading.limits import MAX_SQUARE
from belieflab.data.reading.pixels import MAX_PIXELS
from belieflab.ui.shell.page_table import existing_pages
from belieflab.ui.shell.workspace import Workspace

N, P, CLASSES = 100_000, 20, 12
LAWS = ("hard", "nonspecificity", "crowd")
MAX_SECONDS = 60.0
"""A page takes a few seconds; a computation that waits for nobody takes minutes."""

MAX_BYTES = 3_000_000_000
BACKGROUND = {"evaluate.run", "eknnclus.seeds"}
"""Runs that may begin by themselves in the background, where they are estimated at seconds."""


@cache
def large(law: str) -> tuple[Dataset, MassTable]:
    rng, truth = np.random.default_rng(0), np.arange(N) % CLASSES
    X = rng.standard_normal((N, P)) + 3.0 * rng.standard_normal((CLASSES, P))[truth]
    features = tuple(f"x{j}" for j in range(P))
    dataset = Dataset(X, features, truth, tuple(f"c{k}" for k in range(CLASSES)), name="large")
    return dataset, build_labels(law, dataset, seed=0)


@cache
def relational(n: int) -> tuple[Dataset, MassTable]:
    rng, truth = np.random.default_rng(0), np.arange(n) % 6
    points = rng.standard_normal((n, 5)) + 4.0 * rng.standard_normal((6, 5))[truth]
    known = {"truth": truth, "class_names": tuple("abcdef")}
    dataset, _ = from_dissimilarities(cdist(points, points), name="matrix", **known)
    return dataset, build_labels("hard", dataset, seed=0)


@cache
def image(pixels: int) -> tuple[Dataset, MassTable]:
    rng, side = np.random.default_rng(0), int(pixels**0.5)
    down, across = np.indices((side, side)).reshape(2, -1) / side
    truth = (2 * (down > 0.5) + (across > 0.5)).astype(np.int64)
    colours = rng.random((4, 3))[truth] + 0.1 * rng.standard_normal((side * side, 3))
    X = np.column_stack([np.clip(colours, 0.0, 1.0), down, across])
    names, shape = ("red", "green", "blue", "row", "column"), (side, side)
    dataset = Dataset(X, names, truth, tuple("abcd"), name="image", image_shape=shape)
    return dataset, build_labels("nonspecificity", dataset, seed=0)


def peak_bytes() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])


@contextmanager
def within_limits() -> Iterator[None]:
    """Fail where what is inside takes longer, or more memory than there was before."""
    Path("/proc/self/clear_refs").write_text("5")  # the peak is counted from here on
    before, began = peak_bytes(), time.monotonic()
    yield
    taken = time.monotonic() - began
    assert taken < MAX_SECONDS
    assert peak_bytes() - before < MAX_BYTES


def open_within_limits(key: str, data: tuple[Dataset, MassTable], **controls: object) -> None:
    workspace = Workspace()
    workspace.adopt_dataset(*data)
    with within_limits():
        app = open_page(key, workspace, **controls)
        runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
        going = {name: run for name, run in runs.items() if run.running}
        assert going.keys() <= BACKGROUND
        for run in going.values():
            run.join(MAX_SECONDS)
            assert run.finished


PAGE_KEYS = [entry.key for entry in existing_pages()]


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("key", PAGE_KEYS)
def test_a_page_opens_on_large_data_in_time_and_memory(key, law):
    open_within_limits(key, large(law))


@pytest.mark.slow
@pytest.mark.parametrize("n", [MAX_SQUARE, MAX_OBJECTS], ids=["uploaded", "by the library"])
@pytest.mark.parametrize("key", PAGE_KEYS)
def test_a_page_opens_on_a_large_matrix_in_time_and_memory(key, n):
    open_within_limits(key, relational(n))


@pytest.mark.slow
@pytest.mark.parametrize("key", PAGE_KEYS)
def test_a_page_opens_on_the_largest_image_in_time_and_memory(key):
    open_within_limits(key, image(MAX_PIXELS))


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_every_algorithm_opens_on_large_matrices_and_images(algorithm):
    for data in (relational(MAX_SQUARE), relational(MAX_OBJECTS), image(MAX_PIXELS)):
        open_within_limits("credal", data, algorithm=algorithm)


@pytest.mark.slow
@pytest.mark.parametrize("gamma", ["class", "single", "learned", "contextual", "jousselme"])
def test_every_rule_of_neighbours_opens_on_large_matrices_and_images(gamma):
    for data in (relational(MAX_SQUARE), relational(MAX_OBJECTS), image(MAX_PIXELS)):
        open_within_limits("neighbours", data, gamma=gamma)
