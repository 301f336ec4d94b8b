"""A computation of one step, within the budget of a page."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from belieflab.cost import Cost
from belieflab.iteration import StopFlag, until_stopped
from belieflab.ui.method.tasks import Task, collect, draw_task

BEGINS_WITHIN = 10.0
"""Estimated seconds up to which it begins by itself, in the background."""

Made = TypeVar("Made")


def draw_made(
    key: str, token: Hashable, make: Callable[[], Made], cost: Cost, about: str, **given: Any
) -> Made | None:
    """What is made; None while it waits for Run, goes on or is refused, which is drawn then."""

    def start(stop: StopFlag) -> tuple[list[Made], Iterator[Made]]:
        return collect(until_stopped((make() for _ in range(1)), stop))

    given = {"begins_within": BEGINS_WITHIN, "kept": 3} | given
    outcome = draw_task(Task(key, token, start, cost, about=about, **given))
    return outcome.value[0] if outcome.ready and outcome.value else None
