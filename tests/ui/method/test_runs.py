"""A run goes on in its own thread, can be stopped and taken up, and tells its time."""

import gc
import os
import threading
import time
import weakref
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

from belieflab.errors import DataError
from belieflab.mixture import Landscape
from belieflab.mixture.warmup import warm_up
from belieflab.ui.method.runs import Run
from belieflab.ui.method.starts_run import StartsRun


def wait(run: Run) -> None:
    run.join(10)
    assert not run.running


def test_it_collects_every_step_in_order():
    run = Run(lambda: iter(range(5)), expected=5)
    run.start()
    wait(run)
    assert run.steps == [0, 1, 2, 3, 4]
    assert run.finished and not run.stopped
    assert run.share_done == 1.0
    assert run.seconds_left == 0.0
    assert run.error is None


def test_the_work_is_done_in_another_thread():
    seen = []

    def steps():
        seen.append(threading.current_thread())
        yield 1

    run = Run(steps)
    assert not seen and not run.running
    run.start()
    wait(run)
    assert seen[0] is not threading.current_thread()


def test_stop_keeps_what_is_there_and_start_goes_on_from_it():
    gate = threading.Semaphore(0)

    def steps():
        for number in range(6):
            gate.acquire()
            yield number

    run = Run(steps, expected=6)
    run.start()
    gate.release()
    while not run.steps:
        time.sleep(0.01)
    assert run.running
    run.stop()
    assert not run.running and run.stopped
    gate.release()
    wait(run)
    kept = list(run.steps)
    assert kept == [0, 1]
    assert run.share_done == pytest.approx(2 / 6)
    for _ in range(6):
        gate.release()
    run.start()
    wait(run)
    assert run.steps == list(range(6))
    assert run.finished


def test_a_finished_run_does_not_start_again():
    run = Run(lambda: iter([1]))
    run.start()
    wait(run)
    run.start()
    wait(run)
    assert run.steps == [1]


def test_the_time_left_follows_the_pace(monkeypatch):
    run = Run(lambda: iter(()), expected=10)
    run.steps.extend(range(4))
    monkeypatch.setattr(Run, "elapsed", property(lambda self: 8.0))
    assert run.share_done == pytest.approx(0.4)
    assert run.seconds_left == pytest.approx(12.0)


def test_work_without_counted_steps_follows_its_expected_time(monkeypatch):
    run = Run(lambda: iter(()), seconds=20.0)
    monkeypatch.setattr(Run, "elapsed", property(lambda self: 5.0))
    assert run.share_done == pytest.approx(0.25)
    assert run.seconds_left == pytest.approx(15.0)
    monkeypatch.setattr(Run, "elapsed", property(lambda self: 50.0))
    assert run.share_done < 1.0
    counted = Run(lambda: iter(()), expected=10, seconds=20.0)
    assert counted.share_done == 0.0


def test_time_is_left_before_the_first_step_and_that_time_is_not_the_pace_of_the_steps(monkeypatch):
    known: list[int | None] = [None]
    run = Run(lambda: iter(range(4)), expected=lambda _: known[0], seconds=20.0)
    monkeypatch.setattr(Run, "elapsed", property(lambda self: 15.0))
    assert run.seconds_left == pytest.approx(5.0)  # as while the best of several starts is sought
    run.start()
    run.join()
    run.finished, known[0] = False, 8  # 4 of 8 steps, which took 3 seconds after those 15
    monkeypatch.setattr(Run, "elapsed", property(lambda self: 18.0))
    assert run.seconds_left == pytest.approx(3.0)
    assert run.share_done == pytest.approx(18 / 21)


def test_without_a_count_there_is_no_share_and_no_time_left():
    run = Run(lambda: iter(()))
    assert run.share_done is None
    assert run.seconds_left is None


def test_a_pause_costs_no_time():
    run = Run(lambda: iter([1]))
    run.start()
    wait(run)
    spent = run.elapsed
    time.sleep(0.05)
    assert run.elapsed == spent


def test_bad_data_become_a_sentence():
    def steps():
        yield 1
        raise DataError("Row 3 has no label.")

    run = Run(steps)
    run.start()
    wait(run)
    assert run.error == "Row 3 has no label."
    assert run.steps == [1]
    run.raise_failure()


def test_any_other_failure_is_raised_where_the_page_looks():
    def steps():
        yield 1
        raise ZeroDivisionError("a bug")

    run = Run(steps)
    run.start()
    wait(run)
    assert run.error is None
    with pytest.raises(ZeroDivisionError, match="a bug"):
        run.raise_failure()


def test_stop_ends_work_within_a_step_though_nobody_passed_it_a_flag():
    warm_up()
    X = np.random.default_rng(0).standard_normal((100_000, 8))

    def steps():
        while True:
            yield Landscape(6, n_starts=1000, random_state=0, batch=1000).fit(X)

    run = Run(steps)
    run.start()
    time.sleep(0.3)
    run.stop()
    begun = time.monotonic()
    run.join(20)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    assert time.monotonic() - begun < max(1.0, load / (os.cpu_count() or 1))
    assert run.steps == [] and run.stopped and not run.finished
    run.raise_failure()


def test_a_finished_run_holds_what_it_found_and_not_what_it_was_made_of():
    class Data:
        """Something large that the steps work on."""

    data = Data()
    held = weakref.ref(data)

    def steps(data):
        yield np.ones(1_000)

    run = Run(partial(steps, data))
    del data
    run.start()
    wait(run)
    gc.collect()
    assert held() is None and sum(run.parts.values()) == 8_000


def test_the_starts_that_were_tried_tell_the_time_left(monkeypatch):
    """An estimate that is far too short does not keep a run at 99 % for minutes."""
    model, known = SimpleNamespace(n_init=3, starts_=[]), [None]
    run = StartsRun(lambda: iter(()), lambda _: known[0], value=model, seconds=2.0)
    elapsed = [1.0]
    monkeypatch.setattr(StartsRun, "elapsed", property(lambda _: elapsed[0]))
    assert run.share_done == pytest.approx(0.25)  # no further than the first of four rounds
    elapsed[0] = 10.0
    assert run.share_done == pytest.approx(0.25)
    model.starts_.append(1.0)
    assert run.share_done == pytest.approx(0.25) and run.seconds_left == pytest.approx(30.0)
    elapsed[0] = 15.0
    assert run.share_done == pytest.approx(0.375) and run.seconds_left == pytest.approx(25.0)
    elapsed[0] = 40.0
    assert run.share_done == pytest.approx(0.5)  # the second start has not ended yet
    model.starts_ += [1.0, 1.0]
    assert run.share_done == pytest.approx(0.75)
    elapsed[0] = 100.0
    assert run.share_done == pytest.approx(0.99)
    known[0] = 8
    run.steps += [None] * 4
    assert run.share_done == pytest.approx(0.5)
    run.finished = True
    assert run.share_done == 1.0
    single = StartsRun(lambda: iter(()), value=SimpleNamespace(n_init=1), seconds=200.0)
    assert single.share_done == pytest.approx(0.5)
