"""Every page opens on 100,000 objects of 20 features and 12 classes, in little time and memory."""

import resource
import time
from functools import cache

import numpy as np
import pytest
from opened_pages import open_page

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.ui.shell.page_table import existing_pages
from belieflab.ui.shell.workspace import Workspace

N, P, CLASSES = 100_000, 20, 12
LAWS = ("hard", "nonspecificity", "crowd")
MAX_SECONDS = 60.0
"""A page takes a few seconds; a computation that waits for nobody takes minutes."""

MAX_BYTES = 3_000_000_000


@cache
def large(law: str) -> tuple[Dataset, MassTable]:
    rng, truth = np.random.default_rng(0), np.arange(N) % CLASSES
    X = rng.standard_normal((N, P)) + 3.0 * rng.standard_normal((CLASSES, P))[truth]
    features = tuple(f"x{j}" for j in range(P))
    dataset = Dataset(X, features, truth, tuple(f"c{k}" for k in range(CLASSES)), name="large")
    return dataset, build_labels(law, dataset, seed=0)


def opened(key: str, law: str, **controls: object):
    workspace = Workspace()
    workspace.adopt_dataset(*large(law))
    return open_page(key, workspace, **controls)


@pytest.mark.slow
@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("key", [entry.key for entry in existing_pages()])
def test_a_page_opens_on_large_data_in_time_and_memory(key, law):
    large(law)
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    app = opened(key, law)
    assert time.monotonic() - began < MAX_SECONDS
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert grown < MAX_BYTES
    runs = app.session_state["shell.runs"] if "shell.runs" in app.session_state else {}
    assert not [name for name, run in runs.items() if run.running]
