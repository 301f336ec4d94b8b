"""The life of a computation on a page, from what is asked for to a result.

A `Task` says what is to be computed, for which data and settings, and what that costs. `resolve`
answers with an `Outcome`: the result is there, it is being computed, it waits for Run, it failed
with a sentence, or it would cost more than a server should start. Nothing is computed without
passing here.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Generic, TypeVar

import numpy as np
import streamlit as st

from belieflab.cost import QUICK_BYTES, Cost, format_bytes
from belieflab.durations import format_seconds
from belieflab.errors import DataError
from belieflab.iteration import Step, StopFlag
from belieflab.memory import memory_refusal
from belieflab.ui.method import run_panel, runs
from belieflab.ui.method.context import remember
from belieflab.ui.method.runs import Expected, Run
from belieflab.ui.shell.text import plain

KEPT_BYTES = 200_000_000
"""Results of one key that stay in memory, by their estimates; the last one always does."""

MAX_SECONDS = 6 * 3600.0
MAX_BYTES = 8_000_000_000
"""Beyond these estimates a computation is refused."""

Value = TypeVar("Value")
Start = Callable[[StopFlag], tuple[Value, Iterator[Any]]]


@dataclass(frozen=True)
class Task(Generic[Value]):
    """A computation that a page asks for.

    Parameters
    ----------
    key : name in the session, `<page>.<what>`
    token : what it is computed for; it changes whenever the result would
    start : `start(stop)` returns the value, such as a model, and the steps that complete it;
        kernels look at `stop`
    cost : estimate of seconds and bytes
    expected : how many steps there will be, for the progress bar
    label, help : of the button
    about : what takes so long, for the sentence beside the button
    unit : what one step is called
    advice : what to change when it costs too much
    problem : why it cannot be computed at all, in one sentence
    by_itself : whether it follows the controls when it is quick; else it always waits for Run
    resume : `resume(value, stop)` gives the steps that are left after a stop; None: it cannot go on
    scope : while this stays the same, an earlier result stays on screen when settings move on
    kept : how many results of this key stay in memory, fewer where they are large
    kind : of run; `make_run` makes it where that takes other arguments
    begins_within : estimated seconds up to which it begins by itself, in the background; runs for
        earlier settings are then kept, and shown again when the settings come back
    stored : gives the result that came with belieflab, shown until it is computed here; None
        where there is none
    """

    key: str
    token: Hashable
    start: Start[Value]
    cost: Cost
    expected: Expected = None
    label: str = "Run"
    help: str = ""
    about: str = "This"
    unit: str = "iteration"
    advice: str = "Take fewer objects or smaller settings."
    problem: str = ""
    by_itself: bool = True
    resume: Callable[[Value, StopFlag], Iterator[Any]] | None = None
    scope: Hashable = None
    kept: int = 12
    kind: type[Run] = Run
    make_run: Callable[[], Run] | None = None
    begins_within: float = 0.0
    stored: Callable[[], Value | None] = lambda: None

    @property
    def begins(self) -> bool:
        """Whether it begins in the background without being asked for."""
        short = 0.0 < self.cost.seconds <= self.begins_within
        return short and not self.is_quick and self.cost.bytes <= QUICK_BYTES

    @property
    def is_quick(self) -> bool:
        """Whether it is computed without being asked for."""
        return self.by_itself and self.cost.is_quick

    @property
    def refusal(self) -> str:
        """Why it is not started at all, in one sentence; empty when it may be."""
        if self.problem:
            return self.problem
        if self.cost.seconds <= MAX_SECONDS and self.cost.bytes <= MAX_BYTES:
            return ""
        seconds = self.cost.seconds
        time = f"about {format_seconds(seconds)} and " if seconds else ""  # 0: not known
        return (
            f"This would take {time}{format_bytes(self.cost.bytes)} of memory; the limits are "
            f"{format_seconds(MAX_SECONDS)} and {format_bytes(MAX_BYTES)}. {self.advice}"
        )

    @property
    def estimate(self) -> str:
        """What it is expected to cost, in one sentence; empty where that is not known."""
        seconds = self.cost.seconds
        if not seconds:
            return ""
        time = "less than a second" if seconds < 1 else f"about {format_seconds(seconds)}"
        memory_too = f" and {format_bytes(self.cost.bytes)} of memory"
        return f"{self.about} takes {time}{memory_too if self.cost.bytes > QUICK_BYTES else ''}."


class Status(StrEnum):
    """Where a computation stands."""

    READY = "ready"
    RUNNING = "running"
    WAITING = "waiting"
    FAILED = "failed"


@dataclass(frozen=True)
class Outcome:
    """What there is of a task: while it runs, the value is as far as its steps have come.

    `outdated` says that the value was computed for earlier settings, `stored` that it came with
    belieflab.
    """

    status: Status
    value: Any = None
    message: str = ""
    run: Run | None = None
    outdated: bool = False
    stored: bool = False

    @property
    def ready(self) -> bool:
        """Whether the result is complete, or was stopped and kept."""
        return self.status is Status.READY

    @property
    def current(self) -> Any:
        """The result for the settings of now; None where there is none yet."""
        return self.value if self.ready and not self.outdated else None


def resolve(task: Task[Value]) -> Outcome:
    """The result of a task if it is there or quick; else where it stands."""
    if task.refusal:
        return Outcome(Status.FAILED, message=task.refusal)
    run = known_run(task)
    begins = task.begins and (run is None or run.token != task.token)
    if begins and not memory_refusal(task.cost.bytes):
        run = run_panel.await_end(task.key, partial(begin, task))
    if task.is_quick:
        fitting = int(KEPT_BYTES / max(task.cost.bytes, 1.0))
        kept, make = max(min(task.kept, fitting), 1), partial(_compute, task)
        try:
            return remember(task.key.split(".")[0], task.key, task.token, make, kept)
        except DataError as error:  # there is no memory for it now; later there may be
            return Outcome(Status.FAILED, message=str(error))
    if run is None or (run.token != task.token and not run.running):
        if (stored := task.stored()) is not None:
            return Outcome(Status.READY, stored, run=run, stored=True)
    if run is None or (not run.running and not run.steps and not run.error):
        return Outcome(Status.WAITING, run=run)
    if run.error and (run.token != task.token or not task.by_itself):
        return Outcome(Status.WAITING, run=run)  # the panel of the run shows the sentence
    if run.error:
        return Outcome(Status.FAILED, message=run.error, run=run)
    status = Status.RUNNING if run.running else Status.READY
    return Outcome(status, run.value, run=run, outdated=run.token != task.token)


def known_run(task: Task[Any]) -> Run | None:
    """The run of the task, or one for earlier settings that may stay on screen; others go."""
    run = runs.get(task.key)
    if run is None or run.token == task.token:
        return run
    if earlier := runs.recall(task.key, task.token):
        return earlier
    if task.scope is not None and run.scope == task.scope:
        return run
    if task.scope is not None or not run.running:
        runs.forget(task.key)
    return None


def begin(task: Task[Value]) -> Run:
    """Start the task in the background; an earlier run of the same key is stopped."""
    _check_memory(task)
    run = _make_run(task) if task.make_run is None else task.make_run()
    run.token, run.scope, run.bytes = task.token, task.scope, task.cost.bytes
    run.begins_within = task.begins_within if task.begins else 0.0
    runs.adopt(task.key, run, kept=task.kept if task.begins_within else 0, queued=True)
    return run


def _make_run(task: Task[Value]) -> Run:
    flag = StopFlag()
    value, steps = task.start(flag)
    left = [steps]

    def make_steps() -> Iterator[Any]:
        if left or task.resume is None:
            return left.pop() if left else iter(())
        return task.resume(value, flag)

    return task.kind(make_steps, task.expected, task.token, value, flag, task.cost.seconds)


def draw_run(task: Task[Value], live: Callable[[Run], None] | None = None, **given: Any) -> None:
    """Draw Run, Stop and the progress of a task that does not follow the controls by itself.

    `live(run)` draws what grows while the run goes on, again and again. Of a task that is refused
    only Stop is drawn, while a run for earlier settings goes on.
    """
    if task.is_quick:
        return
    run = known_run(task)  # a result for other data goes
    if task.refusal:
        if run is None or not run.running:
            return
        given |= {"disabled": True}
    run_panel.draw(task, partial(begin, task), live, **given)


def draw_task(task: Task[Value], live: Callable[[Run], None] | None = None) -> Outcome:
    """Draw Run where the task needs it, or why it cannot be computed; returns what there is."""
    draw_run(task, live)
    outcome = resolve(task)
    if outcome.status is Status.FAILED:
        st.error(plain(outcome.message), icon=":material/error:")
    return outcome


def collect(steps: Iterable[Value]) -> tuple[list[Value], Iterator[Value]]:
    """What `start` of a task returns: a list, and the steps that fill it with themselves."""
    found: list[Value] = []

    def fill() -> Iterator[Value]:
        for step in steps:
            found.append(step)
            yield step

    return found, fill()


def expect_steps(
    steps: Sequence[Step], smallest: float, limit: int, relative: bool = False
) -> int | None:
    """How many steps there will be, if the change goes on shrinking at its current rate.

    EM and its relatives converge linearly: in the end the change of the criterion falls by a
    constant factor. They stop when it is below `smallest` (`relative` to the criterion) or after
    `limit` steps.
    """
    if len(steps) < 8:
        return None
    recent = np.array([step.criterion for step in steps[-7:]])
    changes = np.abs(np.diff(recent))
    if relative:
        changes /= np.maximum(np.abs(recent[:-1]), 1e-300)
    if changes[-1] <= 0 or changes[-1] >= changes[0]:
        return limit
    rate = (changes[-1] / changes[0]) ** (1 / (len(changes) - 1))
    left = np.log(max(smallest / changes[-1], 1e-300)) / np.log(rate)
    return int(min(len(steps) + max(left, 0.0) + 1, limit + 1))


def complete(task: Task[Value]) -> Value:
    """The result of a task, computed to its end here and now."""
    value, steps = task.start(StopFlag())
    for _ in steps:
        pass
    return value


def _check_memory(task: Task[Any]) -> None:
    if refusal := memory_refusal(task.cost.bytes):
        raise DataError(refusal)


def _compute(task: Task[Value]) -> Outcome:
    _check_memory(task)
    try:
        return Outcome(Status.READY, complete(task))
    except DataError as error:
        return Outcome(Status.FAILED, message=str(error))
