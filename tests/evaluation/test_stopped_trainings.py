"""Held-out beliefs and cross-validation stop while a classifier that reads no flag is trained."""

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from belieflab import MassTable
from belieflab.evaluation import cross_validation
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.held_out import HoldingOut, nothing_yet
from belieflab.evaluation.plan import Plan
from belieflab.iteration import StopFlag, count_left, until_stopped

X = np.arange(20.0)[:, None]
LABELS = MassTable.from_hard(np.arange(20) % 2, [0, 1])


@pytest.fixture
def endless():
    go_on = threading.Event()
    yield replace(CLASSIFIERS.find("forest"), fit=lambda *_, **more: go_on.wait())
    go_on.set()
    while count_left():
        time.sleep(0.01)


def seconds_to_stop(steps, flag: StopFlag) -> float:
    threading.Timer(0.1, flag.set).start()
    begun = time.perf_counter()
    assert list(until_stopped(steps, flag)) == []
    return time.perf_counter() - begun


def test_held_out_beliefs(endless):
    found = nothing_yet(LABELS)
    steps = HoldingOut(endless).iterate(X, LABELS, found)
    assert seconds_to_stop(steps, StopFlag()) < 1.0
    assert not found.done.any()


def test_cross_validation(endless, monkeypatch):
    monkeypatch.setattr(cross_validation.CLASSIFIERS, "find", lambda key: endless)
    found = Evaluation(Plan(("forest",)), X, LABELS)
    assert seconds_to_stop(found.iterate(), StopFlag()) < 1.0
    assert not found.parts and not found.failed
