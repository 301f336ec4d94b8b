"""One moment of playing the oracle, with everything that is drawn of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from belieflab.active import Line, Query, QuerySession, Tuning
from belieflab.figures.active.pool import Pool
from belieflab.neighbors.planar import PlaneOfLearning
from belieflab.ui.pages.active.dialogue import Beginning


@dataclass(frozen=True)
class Game:
    """One moment of the dialogue with everything that is drawn of it."""

    beginning: Beginning
    dialogue: QuerySession
    line: Line
    tuning: Tuning
    query: Query
    plane: PlaneOfLearning
    pool: Pool
    truth: Any
    measures: Sequence[float]

    @property
    def what(self) -> str:
        """What the measures are."""
        return "error" if self.truth is not None else "lack of confidence"

    @property
    def coded(self) -> tuple[QuerySession, Line, int, tuple[str, str] | None]:
        """What Python needs to come to the same question."""
        return self.dialogue, self.line, self.tuning.n_neighbors, self.beginning.axes

    @property
    def question(self) -> str:
        """The object asked about, in words."""
        row = self.query.row
        return "nothing is left" if row is None else f"row {row + 1}"
