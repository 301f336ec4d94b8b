"""Reading while the page is drawn: the answer, its errors, and leaving it."""

import threading

import pytest

from belieflab import DataError
from belieflab.data.reading.process import Progress, Watch
from belieflab.data.reading.process.pool import READER
from belieflab.ui.pages.data import opening
from belieflab.ui.shell import reading_progress
from belieflab.ui.shell.reading_progress import ReadingAhead


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_progress, "TICK", 0.005)


def test_it_is_read_before_anyone_waits() -> None:
    read = threading.Event()

    def answer(watch: Watch) -> int:
        read.set()
        return 3

    ahead = ReadingAhead(answer)
    assert read.wait(5)
    assert ahead.wait(lambda now: None) == 3
    assert ahead.wait(lambda now: None) == 3


@pytest.mark.parametrize("error", [DataError("No."), TimeoutError("late")])
def test_whoever_waits_gets_the_error(error: Exception) -> None:
    def refuse(watch: Watch) -> int:
        raise error

    with pytest.raises(type(error), match=str(error)):
        ReadingAhead(refuse).wait(lambda now: None)


def test_the_progress_is_shown_and_leaving_ends_the_reading() -> None:
    begun, ended, finish = [], threading.Event(), threading.Event()

    def slow(watch: Watch) -> str:
        begun.append(1)
        try:
            while not finish.wait(0.005):
                watch(Progress(0, 1.0, 20.0))
        finally:
            ended.set()
        return "read"

    def leave(now: Progress) -> None:
        assert now.seconds == 1.0
        raise KeyboardInterrupt

    ahead = ReadingAhead(slow)
    with pytest.raises(KeyboardInterrupt):
        ahead.wait(leave)
    assert ended.wait(5)
    finish.set()
    assert ahead.wait(lambda now: None) == "read"
    assert len(begun) == 2  # the run that comes next reads anew


def test_what_replaces_a_reading_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening.st, "session_state", values := {})
    ended, begun = threading.Event(), threading.Event()

    def slow(watch: Watch) -> str:
        begun.set()
        try:
            while True:
                watch(Progress(0, 1.0, 20.0))
        finally:
            ended.set()

    opening.wait_for({"a.csv": b""}, slow)
    assert begun.wait(5) and not ended.is_set()
    opening.wait_for({"b.csv": b""}, lambda watch: "read")
    assert ended.wait(5)
    assert values[opening.WAITING][1].wait(lambda now: None) == "read"
    opening.stop_waiting()
    assert opening.WAITING not in values


def test_a_reading_knows_whose_it_is() -> None:
    assert ReadingAhead(lambda watch: READER.get(), 7).wait(lambda now: None) == 7
