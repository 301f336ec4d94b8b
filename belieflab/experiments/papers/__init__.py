"""The papers' tables and figures, each by name, with the paper's numbers beside ours."""

from collections.abc import Callable

from belieflab.errors import DataError
from belieflab.experiments.experiment import Experiment
from belieflab.experiments.papers import come2009_tables

PAPERS: dict[str, Callable[[], Experiment]] = {
    "come2009-table1": come2009_tables.make_table1,
    "come2009-table3": come2009_tables.make_table3,
}
"""What can be run by name."""


def find_paper(name: str) -> Experiment:
    """The experiment of that name."""
    if name not in PAPERS:
        raise DataError(f"There is no experiment called {name!r}; there are {', '.join(PAPERS)}.")
    return PAPERS[name]()
