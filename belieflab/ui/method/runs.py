"""Long work that a page can start, watch, stop and take up again.

The work goes on in a thread, on plain data and without a single call of Streamlit; pages look at
the steps that are there. A run that was stopped keeps them and can go on where it stopped. A run
whose browser session is gone is stopped within a minute.
"""

import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from belieflab.answers import Answers, Parts, find_parts, oldest_beyond
from belieflab.errors import DataError
from belieflab.iteration import StopFlag, Stopped, is_held_up, stop_scope, work_for
from belieflab.memory import RESERVATIONS
from belieflab.ui.method.run_queue import QUEUE
from belieflab.ui.method.run_watch import WATCH, drop_what_begins_again
from belieflab.ui.shell.session import carry, on_arrival, on_departure, session

_KEY, _KEPT = "shell.runs", "shell.kept_runs"
carry(_KEY, _KEPT)
MAX_BYTES = 500_000_000
"""Of what the ended runs of a session have found, and of those kept for earlier settings."""

Expected = int | Callable[[Sequence[Any]], int | None] | None
"""How many steps there will be: a number, or a function of the steps so far."""


class Run:
    """The exhaustion of an iterator of steps in a thread of its own.

    Parameters
    ----------
    make_steps : called in the thread
    expected : how many steps there will be, where that is known: it gives the share done and the
        time left
    token : what the run was made for, so that a page can see when its settings have moved on
    value : what the steps work on, such as the model that is fitted
    flag : read by the kernels of the work; set by `stop`
    seconds : how long the work is expected to take: while no step has come, as before the best of
        several starts is known, and for work whose steps are not counted
    """

    ends_itself = False
    """Whether the steps end by themselves after a stop: what is under way then still comes in."""

    def __init__(
        self,
        make_steps: Callable[[], Iterator[Any]],
        expected: Expected = None,
        token: Hashable = None,
        value: Any = None,
        flag: StopFlag | None = None,
        seconds: float | None = None,
    ) -> None:
        self.steps: list[Any] = []
        self.error: str | None = None
        """The sentence of a DataError that ended the work, or why it could not begin."""
        self.finished = False
        """Whether the work came to its own end, by its last step or by an error."""
        self._expected = expected
        self.token = token
        self.scope: Hashable = None
        """While this stays the same, the result may stay on screen for other settings."""
        self.value = value
        self._flag = flag or StopFlag()
        self._seconds = seconds
        self._before = 0.0  # seconds before the first of the steps: no part of their pace
        self._make_steps = make_steps
        self._iterator: Iterator[Any] | None = None
        self._failure: Exception | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._began: float | None = None
        self._spent = 0.0
        self.parts: Parts = {}
        """What has been found, in bytes; known when the work has ended."""
        self.levels: dict[str, Any] = {}
        """Where the sliders of the page stood when it was made, by their names in the session."""
        self.begins_within = 0.0  # seconds; 0: it was asked for
        self.bytes = 0.0  # expected to be needed: set aside while it waits and works
        self.owner: Hashable = None
        """Whose run it is in the queue; None: it does not wait for others."""

    def start(self) -> None:
        """Begin the work, or go on after a stop; nothing happens while it runs or is finished."""
        if self.running or self.finished:
            return
        self.join()
        self._stop.clear()
        self._flag.clear()
        RESERVATIONS.wait(self, self.bytes)
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask the work to end at once; the steps that are complete stay."""
        self._stop.set()
        if not self.ends_itself:
            self._flag.set()

    def join(self, seconds: float | None = None) -> None:
        """Wait until the thread has ended."""
        if self._thread is not None:
            self._thread.join(seconds)

    def raise_failure(self) -> None:
        """Raise here what broke the work, unless it was a DataError: no bug passes in silence."""
        if self._failure is not None:
            raise self._failure

    @property
    def working(self) -> bool:
        """Whether steps may still come in, also after it was asked to stop."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def running(self) -> bool:
        """Whether the thread is at work and nobody has asked it to stop."""
        return self.working and not self._stop.is_set()

    @property
    def stopped(self) -> bool:
        """Whether the work was broken off and can go on."""
        return self._thread is not None and not self.running and not self.finished

    @property
    def elapsed(self) -> float:
        """Seconds of work so far, pauses left out."""
        began = self._began
        return self._spent + (0.0 if began is None else time.monotonic() - began)

    @property
    def waiting_for(self) -> int:
        """How many other runs have to end before this one begins; 0 once it has begun."""
        return QUEUE.ahead(self) if self.running else 0

    @property
    def held_up(self) -> bool:
        """Whether it waits for the end of computations that were stopped."""
        return self.running and is_held_up(self._flag)

    @property
    def share_done(self) -> float | None:
        """From 0 to 1; None where neither the number of steps nor the time is known."""
        if self.finished:
            return 1.0
        expected = self._expected(self.steps) if callable(self._expected) else self._expected
        if self._seconds and not expected:
            return min(self.elapsed / self._seconds, 0.99)
        counted = min(len(self.steps) / expected, 1.0) if expected else None
        if not counted or not self._before:
            return counted
        left = (self.elapsed - self._before) * (1.0 - counted) / counted
        return self.elapsed / (self.elapsed + left)

    @property
    def seconds_left(self) -> float | None:
        """Time left at the pace so far; None where it is not known yet."""
        share = self.share_done
        return self.elapsed * (1.0 - share) / share if share else None

    def _work(self) -> None:
        if self.owner is not None and not QUEUE.enter(self, self.owner, self._stop):
            RESERVATIONS.end(self)
            return
        self._began = time.monotonic()
        work_for(self.owner)
        try:
            self.error = RESERVATIONS.begin(self, self.bytes) or None
            if self.error:  # it may be started again
                return
            if self._iterator is None:
                self._iterator = self._make_steps()
            with stop_scope(self._flag):  # whatever the steps call reads the flag
                for step in self._iterator:
                    if not self.steps and callable(self._expected):
                        self._before = self.elapsed
                    self.steps.append(step)
                    if self._stop.is_set() and not self.ends_itself:
                        return
            if self._stop.is_set():
                self._iterator = None  # it ended because it was asked to; Go on makes a new one
            else:
                self.finished = True
        except Stopped:
            self._iterator = None
        except DataError as error:
            self.error, self.finished = str(error), True
        except Exception as error:  # raised again by raise_failure, in the page's own thread
            self._failure, self.finished = error, True
        finally:
            self._spent += time.monotonic() - self._began
            self._began = None
            QUEUE.leave(self)
            RESERVATIONS.end(self)
            if self.finished:
                self._iterator, self._make_steps = None, lambda: iter(())  # they hold the data
            self.parts = find_parts((self.steps, self.value))


def get(key: str) -> Run | None:
    """The run of that key in this session."""
    return _all().get(key)


def adopt(key: str, run: Run, kept: int = 0, queued: bool = False) -> None:
    """Start this run under that key; one that was there is stopped and forgotten.

    So many of those that were there are kept, for `recall`. A queued one waits while this session
    or the server has as many at work as it may.
    """
    _put_away(key, kept)
    _make_space(key.partition(".")[0])
    _all()[key] = run
    run.owner = id(_all()) if queued else None
    run.start()
    _watch_runs()


def _make_space(page: str) -> None:
    """Forget the oldest runs of other pages, where all that have ended hold too much."""
    ended = {key: run.parts for key, run in _all().items() if not run.working}
    others = {key: parts for key, parts in ended.items() if key.partition(".")[0] != page}
    here: dict[int, int] = {}
    for key in ended.keys() - others.keys():
        here |= ended[key]
    for key in list(oldest_beyond(others, here, MAX_BYTES)):
        forget(key)


@on_arrival
def _watch_runs() -> None:
    """Let the runs of this session depend on its own connection; a reload takes over some."""
    context = get_script_run_ctx()
    if context is not None and runtime.exists():
        for run in _all().values():
            WATCH.add(run, context.session_id)


def finished(key: str) -> dict[Hashable, Run]:
    """The runs of that key that came to a result, kept ones too, by what they were made for."""
    found = [*_kept().get(key, {}).values(), get(key)]
    return {run.token: run for run in found if run and run.finished and not run.error}


@on_departure
def _let_go(values: Mapping[str, Any]) -> None:
    """Drop the results for earlier settings, and what begins again for who comes back."""
    if _KEPT in values:
        values[_KEPT].clear()
    drop_what_begins_again(values.get(_KEY, {}))


def recall(key: str, token: Hashable) -> Run | None:
    """The kept run for what `token` stands for, now the run of that key again; None without."""
    kept = _kept()
    earlier: Run | None = kept.take(key, token)
    if earlier is not None:
        _put_away(key, len(kept.get(key, ())) + 1)
        _all()[key] = earlier
    return earlier


def _put_away(key: str, kept: int) -> None:
    """Stop the run of that key, and keep it where runs are kept and it has found something."""
    run = get(key)
    forget(key)
    if kept and run is not None and run.steps and not run.error:
        _kept().put(key, run.token, run, kept)
    _kept().limit(key, kept)


def _kept() -> Answers:
    kept: Answers = session().setdefault(_KEPT, Answers(MAX_BYTES))
    return kept


def forget(key: str) -> None:
    """Stop the run of that key, if there is one, and drop what it found."""
    run = _all().pop(key, None)
    if run is not None:
        run.stop()


class _Runs(dict[str, Run]):
    """The runs of a session by key; when the session is dropped, they stop."""

    def __del__(self) -> None:
        for run in self.values():
            run.stop()


def _all() -> dict[str, Run]:
    kept: dict[str, Run] = session().setdefault(_KEY, _Runs())
    return kept
