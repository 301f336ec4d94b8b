"""Rows in segments: in order, on all cores, also within each other, and stopped between two."""

import threading
from functools import partial
from itertools import pairwise

import pytest

from belieflab import segments
from belieflab.iteration import (
    LEFT,
    MAX_LEFT,
    MAX_LEFT_OF_ONE,
    StopFlag,
    Stopped,
    check_stop,
    count_left,
    leave_when_stopped,
    stop_scope,
)
from belieflab.segments import map_in_order, row_segments, stoppable_segments, timed_segments
from belieflab.ui.method.run_panel import describe
from belieflab.ui.method.runs import Run


def test_work_within_work_does_not_wait_for_itself():
    def inner(number):
        return sum(map_in_order(lambda other: number * other, range(20)))

    done = []

    def run():
        done.append(list(map_in_order(inner, range(20))))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(10)
    assert done == [[190 * number for number in range(20)]]


@pytest.mark.parametrize("count", [1, 40])
def test_no_item_is_begun_once_the_flag_is_set(count):
    flag, begun = StopFlag(), []

    def work(number):
        check_stop()  # the scope reaches the threads
        begun.append(number)
        flag.set()
        return number

    with pytest.raises(Stopped), stop_scope(flag):
        list(map_in_order(work, range(count)))
        check_stop()
    assert len(begun) < 20


def test_segments_end_when_the_flag_is_set():
    assert list(stoppable_segments(10, 4)) == row_segments(10, 4) == [(0, 4), (4, 8), (8, 10)]
    flag, seen = StopFlag(), []
    with pytest.raises(Stopped), stop_scope(flag):
        for segment in stoppable_segments(10, 4):
            seen.append(segment)
            flag.set()
    assert seen == [(0, 4)]


def test_a_call_that_reads_no_flag_is_left_behind():
    flag, go_on = StopFlag(), threading.Event()
    with stop_scope(flag):
        assert leave_when_stopped(lambda: 3) == 3
        with pytest.raises(ZeroDivisionError):
            leave_when_stopped(lambda: 1 // 0)
        threading.Timer(0.1, flag.set).start()
        with pytest.raises(Stopped):
            leave_when_stopped(go_on.wait)
    go_on.set()
    assert leave_when_stopped(lambda: 4) == 4


def test_no_call_begins_while_too_many_that_were_left_go_on():
    go_on, begun, stopped = threading.Event(), [], StopFlag()

    def last(flag):
        begun.append(len(begun))
        flag.set()
        go_on.wait()

    for _ in range(MAX_LEFT):
        with pytest.raises(Stopped), stop_scope(flag := StopFlag()):
            leave_when_stopped(partial(last, flag))
    assert count_left() == MAX_LEFT
    threading.Timer(0.2, stopped.set).start()  # one that waits can be stopped
    with pytest.raises(Stopped), stop_scope(stopped):
        leave_when_stopped(partial(begun.append, "stopped"))
    threading.Timer(0.2, go_on.set).start()
    with stop_scope(StopFlag()):
        leave_when_stopped(partial(begun.append, "last"))
    assert begun == [*range(MAX_LEFT), "last"] and go_on.is_set()
    for each in threading.enumerate():  # the call waited for one place, not for all
        if each.name == LEFT:
            each.join(10)
    assert count_left() == 0


def test_one_session_holds_no_other_up_and_its_own_runs_say_what_they_wait_for():
    go_on, begun = threading.Event(), []

    def work(flag):
        def steps():
            yield leave_when_stopped(lambda: (begun.append(flag), go_on.wait(5)))

        return steps

    def start(owner):
        run = Run(work(owner))
        run.owner = owner
        run.start()
        return run

    for count in range(1, MAX_LEFT_OF_ONE + 1):
        run = start("one")
        await_until(lambda count=count: len(begun) == count)
        run.stop()
        run.join(5)
    waiting, other = start("one"), start("other")
    await_until(lambda: "other" in begun and waiting.held_up)
    assert describe(waiting) == "waiting until what was stopped before has ended"
    assert not other.held_up and begun.count("one") == MAX_LEFT_OF_ONE
    go_on.set()
    for run in (waiting, other):
        run.join(5)
        assert run.finished and not run.held_up
    await_until(lambda: count_left() == 0)


def await_until(holds):
    pause = threading.Event()
    for _ in range(1_000):
        if holds():
            return
        pause.wait(0.005)
    raise AssertionError("it did not come to that")


def test_timed_segments_cover_all_rows_once_and_grow_while_they_are_quick():
    found = list(timed_segments(10_000, 4_096))
    assert found[0] == (0, 64) and found[-1][1] == 10_000
    assert all(end == begin for (_, end), (begin, _) in pairwise(found))
    assert max(end - begin for begin, end in found) <= 4_096


def test_timed_segments_of_slow_rows_stay_small_and_stop_between_two(monkeypatch):
    now = iter(range(10_000))
    monkeypatch.setattr(segments.time, "perf_counter", lambda: float(next(now)))
    flag, seen = StopFlag(), []
    with pytest.raises(Stopped), stop_scope(flag):
        for begin, end in timed_segments(10_000, 4_096):
            seen.append(end - begin)
            if len(seen) == 4:
                flag.set()
    assert seen == [64, 6, 1, 1]
