"""What a page works on: the workspace, its data and labels, and the settings of the page."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.settings import Settings
from belieflab.ui.shell import lecture, memory
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Context:
    """Everything that decides what a page shows."""

    page: str
    workspace: Workspace
    dataset: Dataset
    labels: MassTable | None
    settings: Settings = field(default_factory=lambda: Settings((), {}))

    @property
    def seed(self) -> int:
        """The one seed of all random choices."""
        return self.workspace.seed

    @property
    def truth(self) -> NDArray[np.int64] | None:
        """The true classes as codes, unless absent or hidden."""
        return shown_truth(self.workspace)

    @property
    def fit_token(self) -> Hashable:
        """What a fit was made for; it changes whenever the fit would."""
        return self.workspace.version, self.settings.fit_token

    def fit_token_without(self, *names: str) -> Hashable:
        """What a result was computed for that does not depend on these settings."""
        chosen = (each for each in self.settings.fit_token if each[0] not in names)
        return self.workspace.version, tuple(chosen)

    @property
    def view_token(self) -> Hashable:
        """What a picture was drawn for; it changes whenever the picture would."""
        teaching = lecture.current() is not None
        return self.fit_token, self.settings.view_token, self.workspace.truth_hidden, teaching

    def key(self, name: str) -> str:
        """The key of something on this page, in the session."""
        return f"{self.page}.{name}"

    def remember(self, what: str, token: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer of `make`, kept in the session for the same token."""
        return memory.remember(self.page, what, token, make)

    def described_source(self) -> dict[str, object]:
        """Data, seed and labels in words, for the table of pinned runs."""
        state = self.workspace.state
        recipe = state.label_recipe
        described: dict[str, object] = {"data": self.dataset.name, "seed": self.seed}
        if self.labels is None:
            return described
        described["labels"] = state.label_note if recipe is None else recipe.key
        if recipe is not None:
            described |= {f"labels: {name}": value for name, value in recipe.settings.items()}
        elif state.discount:
            described["labels: discount"] = state.discount
        return described
