"""So many runs at a time: further ones wait, say for how many, and can be stopped meanwhile."""

import gc
import threading

import pytest
import streamlit as st

from belieflab.ui.method import run_queue, runs
from belieflab.ui.method.run_panel import describe
from belieflab.ui.method.run_queue import RunQueue
from belieflab.ui.method.runs import Run


@pytest.fixture
def queue(monkeypatch):
    queue = RunQueue(per_session=1, in_all=2)
    monkeypatch.setattr(runs, "QUEUE", queue)
    return queue


def gated(owner: object) -> tuple[Run, threading.Event]:
    """A run of that session that works until its gate is opened or it is stopped."""
    gate = threading.Event()

    def steps():
        while not gate.wait(0.01):
            yield 0
        yield 1

    run = Run(steps)
    run.owner = owner
    return run, gate


def await_state(condition) -> None:
    pause = threading.Event()
    for _ in range(1000):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("it did not come to that")


def test_further_runs_wait_and_begin_when_others_end(queue):
    (first, gate), (second, other), (third, last) = (gated(owner) for owner in "aab")
    for run in (first, second, third):
        run.start()
    await_state(lambda: first.steps and third.steps and second.waiting_for)
    assert second.waiting_for == 1 and not second.steps and second.running
    assert describe(second) == "waiting for 1 other run"
    assert second.elapsed == 0.0
    gate.set()
    await_state(lambda: second.steps)
    assert second.waiting_for == 0
    for each in (other, last):
        each.set()
    for run in (first, second, third):
        run.join(10)
        assert run.finished


def test_the_server_has_a_limit_too(queue):
    made = [gated(owner) for owner in "abcd"]
    for run, _ in made:
        run.start()
    await_state(lambda: made[3][0].waiting_for == 3)
    assert describe(made[3][0]) == "waiting for 3 other runs"
    assert sum(bool(run.steps) for run, _ in made) <= 2
    for _, gate in made:
        gate.set()
    for run, _ in made:
        run.join(10)
        assert run.finished


def test_a_waiting_run_is_stopped_at_once_and_can_go_on(queue):
    (first, gate), (second, other) = gated("a"), gated("a")
    first.start()
    await_state(lambda: first.steps)
    second.start()
    await_state(lambda: second.waiting_for)
    second.stop()
    second.join(5)
    assert second.stopped and not second.steps
    gate.set()
    other.set()
    second.start()
    second.join(10)
    assert second.finished


def test_runs_end_when_their_session_is_dropped(monkeypatch, queue):
    session: dict = {}
    monkeypatch.setattr(st, "session_state", session)
    run, _ = gated(None)
    runs.adopt("page.run", run, queued=True)
    await_state(lambda: run.steps)
    session.clear()
    gc.collect()
    run.join(5)
    assert not run.working and run.stopped


def test_the_limits_are_what_the_pages_say():
    assert run_queue.MAX_RUNS_PER_SESSION >= 1
    assert run_queue.MAX_RUNS >= run_queue.MAX_RUNS_PER_SESSION
