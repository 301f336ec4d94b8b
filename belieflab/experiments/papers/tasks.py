"""The tasks that only the papers' results need, by name."""

from collections.abc import Callable

from belieflab.experiments.cells import Job, Outcome

PAPER_TASKS: dict[str, Callable[[Job, object], Outcome]] = {}
