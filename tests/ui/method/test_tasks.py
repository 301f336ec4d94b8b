"""A computation is there, runs, waits for Run, fails with a sentence, or is refused."""

import threading
from itertools import count

import numpy as np
import pytest
import streamlit as st

from belieflab.cost import QUICK_BYTES, QUICK_SECONDS, Cost
from belieflab.errors import DataError
from belieflab.iteration import Step
from belieflab.ui.method import runs, tasks
from belieflab.ui.method.run_watch import Watch
from belieflab.ui.method.tasks import (
    MAX_BYTES,
    Status,
    Task,
    begin,
    expect_steps,
    resolve,
)

QUICK, LONG = Cost(QUICK_SECONDS / 2, 1e6), Cost(QUICK_SECONDS * 10, 1e6)


@pytest.fixture(autouse=True)
def session(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})


def counting(cost, token=1, started=None, **given):
    """A task whose value is a list that its steps fill."""

    def start(stop):
        if started is not None:
            started.append(token)
        found = []

        def steps():
            for number in range(3):
                found.append(number)
                yield number

        return found, steps()

    return Task("page.fit", token, start, cost, **given)


def test_a_quick_task_is_computed_once_per_token():
    started = []
    for token in (1, 1, 2, 1):
        outcome = resolve(counting(QUICK, token, started))
        assert outcome.ready and outcome.value == [0, 1, 2]
    assert started == [1, 2]


def test_what_cannot_be_computed_is_said_before_anyone_presses_run():
    started = []
    for cost in (QUICK, LONG):
        outcome = resolve(counting(cost, 1, started, problem="There is one object."))
        assert (outcome.status, outcome.message) == (Status.FAILED, "There is one object.")
    assert not started


def test_large_results_stay_in_memory_one_at_a_time():
    started, large = [], Cost(0.1, 0.6 * QUICK_BYTES)
    for token in (1, 2, 1):
        resolve(counting(large, token, started))
    assert started == [1, 2, 1]


def test_a_long_run_for_other_data_leaves_memory_when_the_task_has_become_quick():
    begin(counting(LONG, 1)).join(10)
    assert resolve(counting(QUICK, 2)).ready
    assert runs.get("page.fit") is None


def test_only_so_many_results_stay_in_memory():
    started = []
    for token in (1, 2, 1):
        resolve(counting(QUICK, token, started, kept=1))
    assert started == [1, 2, 1]


def test_a_long_task_waits_and_the_run_keeps_its_value():
    task = counting(LONG)
    assert resolve(task).status is Status.WAITING
    run = begin(task)
    run.join(10)
    outcome = resolve(task)
    assert outcome.ready and outcome.value is run.value == [0, 1, 2]
    assert resolve(counting(LONG, token=2)).status is Status.WAITING


def test_a_task_may_begin_by_itself_and_comes_back_for_earlier_settings():
    started = []
    short = {"by_itself": False, "begins_within": LONG.seconds, "scope": "data"}

    def look(token):
        resolve(counting(LONG, token, started, **short))
        runs.get("page.fit").join(10)
        return runs.get("page.fit")

    first, second = look(1), look(2)
    assert look(1) is first and look(2) is second
    assert started == [1, 2]
    assert resolve(counting(LONG, 2, **short)).value == [0, 1, 2]
    waits = counting(LONG * 2.0, 3, started, **short)
    assert resolve(waits).outdated and started == [1, 2]


def test_a_quick_task_that_may_begin_by_itself_is_computed_once():
    started = []
    assert resolve(counting(QUICK, 1, started, begins_within=100.0)).value == [0, 1, 2]
    assert started == [1] and runs.get("page.fit") is None


def test_what_needs_much_memory_does_not_begin_by_itself():
    large = Cost(1.0, 1.1 * QUICK_BYTES)
    assert resolve(counting(large, begins_within=100.0)).status is Status.WAITING
    assert runs.get("page.fit") is None


def test_kept_runs_are_limited():
    started = []
    short = {"by_itself": False, "begins_within": LONG.seconds, "scope": "data", "kept": 2}
    for token in (1, 2, 3, 4, 1):
        resolve(counting(LONG, token, started, **short))
        runs.get("page.fit").join(10)
    assert started == [1, 2, 3, 4, 1]


def large_run(token, page="page"):
    run = runs.Run(lambda: iter([np.ones(400)]), token=token)
    runs.adopt(f"{page}.fit", run, kept=12)
    run.join(10)
    return run


def test_kept_runs_are_limited_in_bytes_and_the_oldest_leave(monkeypatch):
    monkeypatch.setattr(runs, "MAX_BYTES", 8_000)
    for token in range(5):
        large_run(token)
    assert [runs.recall("page.fit", token) is not None for token in range(4)] == [0, 0, 1, 1]


def test_ended_runs_of_other_pages_are_limited_in_bytes_and_the_oldest_leave(monkeypatch):
    monkeypatch.setattr(runs, "MAX_BYTES", 8_000)
    for page in ("a", "b", "c", "d"):
        large_run(1, page)
    large_run(1, "d")
    assert [runs.get(f"{page}.fit") is not None for page in "abcd"] == [0, 1, 1, 1]
    monkeypatch.setattr(runs, "MAX_BYTES", 0)
    runs.adopt("d.more", runs.Run(lambda: iter([])))
    assert [runs.get(f"{page}.fit") is not None for page in "abcd"] == [0, 0, 0, 1]


def test_a_stored_result_is_shown_until_it_is_computed_here():
    task = counting(LONG, by_itself=False, stored=lambda: "stored")
    outcome = resolve(task)
    assert (outcome.value, outcome.stored, outcome.ready) == ("stored", True, True)
    begin(task).join(10)
    outcome = resolve(task)
    assert (outcome.value, outcome.stored) == ([0, 1, 2], False)


def test_what_always_waits_for_run_is_not_computed_by_itself():
    assert resolve(counting(QUICK, by_itself=False)).status is Status.WAITING


@pytest.mark.parametrize("cost", [Cost(1e9, 0.0), Cost(0.0, MAX_BYTES * 2)])
def test_beyond_the_limits_one_sentence_says_what_to_change(cost):
    outcome = resolve(counting(cost, advice="Take fewer objects."))
    assert outcome.status is Status.FAILED
    assert outcome.message.endswith("Take fewer objects.") and "limits" in outcome.message


@pytest.mark.parametrize("cost", [QUICK, LONG])
def test_bad_data_give_their_sentence(cost):
    def start(stop):
        def steps():
            raise DataError("Row 2 has no label.")
            yield

        return None, steps()

    task = Task("page.fit", 1, start, cost)
    if cost is LONG:
        begin(task).join(10)
    outcome = resolve(task)
    assert (outcome.status, outcome.message) == (Status.FAILED, "Row 2 has no label.")


def test_a_failed_run_leaves_a_page_with_its_own_run_button():
    def start(stop):
        def steps():
            raise DataError("Row 2 has no label.")
            yield

        return None, steps()

    task = Task("page.fit", 1, start, LONG, by_itself=False, scope="data")
    begin(task).join(10)
    assert resolve(task).status is Status.WAITING and resolve(task).run.error
    other = Task("page.fit", 2, start, LONG, scope="data")
    assert resolve(other).status is Status.WAITING


def test_stop_reaches_the_flag_and_resume_goes_on():
    inside = threading.Event()

    def numbers(found, stop):
        while not stop.is_set and len(found) < 1000:
            found.append(len(found))
            yield found[-1]
            inside.set()
            if len(found) == 5:
                while not stop.is_set:
                    pass

    def start(stop):
        found = []
        return found, numbers(found, stop)

    task = Task("page.fit", 1, start, LONG, resume=numbers)
    run = begin(task)
    assert inside.wait(10)
    run.stop()
    run.join(10)
    assert run.stopped and run.value == [0, 1, 2, 3, 4] == run.steps
    run.start()
    run.join(10)
    assert run.finished and run.value == list(range(1000))


def test_a_run_stopped_before_its_first_step_waits_again():
    def start(stop):
        def steps():
            while not stop.is_set:
                pass
            return
            yield

        return "nothing", steps()

    task = Task("page.fit", 1, start, LONG)
    run = begin(task)
    run.stop()
    run.join(10)
    assert resolve(task).status is Status.WAITING


def test_steps_to_come_follow_from_the_pace():
    height = [-100.0 * (1 + 0.5**k) for k in range(100)]
    steps = [Step(k, value, None) for k, value in zip(count(), height[:12], strict=False)]
    expected = expect_steps(steps, 1e-9, 1000)
    first = next(k for k in range(99) if height[k + 1] - height[k] < 1e-9)
    assert abs(expected - (first + 2)) <= 2
    assert expect_steps(steps[:3], 1e-9, 1000) is None
    falling = [Step(step.iteration, -step.criterion, None) for step in steps]
    assert expect_steps(falling, 1e-9, 1000) == expected


def test_steps_to_come_follow_from_the_pace_relative_to_the_criterion():
    criteria = [100.0 * (1 + 0.5**k) for k in range(60)]
    steps = [Step(k, value, None) for k, value in enumerate(criteria)]
    first = next(k for k in range(59) if (criteria[k] - criteria[k + 1]) / criteria[k] < 1e-6)
    assert abs(expect_steps(steps[:12], 1e-6, 1000, relative=True) - (first + 2)) <= 2
    assert expect_steps(steps[:3], 1e-6, 1000, relative=True) is None
    level = [Step(k, 1.0, None) for k in range(9)]
    assert expect_steps(level, 1e-6, 1000, relative=True) == 1000  # until its limit


def test_runs_of_a_session_that_is_gone_are_stopped():
    gate = threading.Event()

    def steps():
        gate.wait(10)
        yield 1

    watch = Watch()
    lost, alive = runs.Run(steps), runs.Run(steps)
    watch._sessions[lost], watch._sessions[alive] = "gone", "here"
    lost.start(), alive.start()
    for seconds in (0.0, 10.0, 29.0):
        watch.look(seconds, lambda name: name == "here")
        assert lost.running and alive.running
    watch.look(31.0, lambda name: name == "here")
    assert not lost.running and alive.running
    gate.set()


def test_without_memory_nothing_is_begun_and_what_is_there_stays(monkeypatch):
    started: list = []
    assert resolve(counting(QUICK, 1, started)).ready
    monkeypatch.setattr(tasks, "memory_refusal", lambda needed: "The memory is full.")
    assert resolve(counting(QUICK, 1, started)).ready
    outcome = resolve(counting(QUICK, 2, started))
    assert outcome.status is Status.FAILED and outcome.message == "The memory is full."
    with pytest.raises(DataError, match="full"):
        begin(counting(LONG, 3, started))
    assert resolve(counting(LONG, 3, started, begins_within=100.0)).status is Status.WAITING
    monkeypatch.undo()
    monkeypatch.setattr(st, "session_state", {})
    assert resolve(counting(QUICK, 2, started)).ready
    assert started == [1, 2]
