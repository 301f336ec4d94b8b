"""Stop does not wait for those who are still starting."""

import threading

import pytest

from belieflab.experiments.waiting import taken_until_stopped
from belieflab.iteration import StopFlag, Stopped, stop_scope

PATIENCE = 30.0


def test_without_a_stop_everything_comes_and_errors_too():
    def make():
        yield 1
        yield 2
        raise ValueError("broken")

    for flag in (None, StopFlag()):
        with stop_scope(flag):
            found = taken_until_stopped(make)
            assert [next(found), next(found)] == [1, 2]
            with pytest.raises(ValueError, match="broken"):
                next(found)


def test_a_stop_keeps_what_has_come_and_leaves_the_rest_to_its_own_end():
    starting, came, ended = (threading.Event() for _ in range(3))
    flag = StopFlag()

    def make():
        yield 1
        came.set()
        assert starting.wait(PATIENCE)
        yield 2
        ended.set()

    with stop_scope(flag):
        found = taken_until_stopped(make)
        assert next(found) == 1
        assert came.wait(PATIENCE)
        flag.set()
        with pytest.raises(Stopped):
            next(found)
    assert not ended.is_set()
    starting.set()
    assert ended.wait(PATIENCE)


def test_who_leaves_early_has_it_closed():
    closed = threading.Event()

    def make():
        try:
            while True:
                yield 1
        finally:
            closed.set()

    with stop_scope(StopFlag()):
        found = taken_until_stopped(make)
        next(found)
        found.close()
    assert closed.is_set()
