"""The one object in the browser session that says which data and which labels are loaded.

Data and labels are made by *recipes* (a sample's key and settings, a law's key and settings)
wherever that is possible: a recipe and the seed rebuild the same picture from a link. What came
from a file, a brush or a hand has no recipe and travels in the workspace file instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.errors import DataError

UNDO_DEPTH = 30
DEFAULT_SEED = 7


@dataclass(frozen=True)
class Recipe:
    """A key of the shelf (of samples or of laws) and the settings given to it."""

    key: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """One moment of the workspace; immutable, so undo is a list of these."""

    dataset: Dataset | None = None
    data_recipe: Recipe | None = None
    labels: MassTable | None = None
    label_recipe: Recipe | None = None
    label_words: str = ""
    seed: int = DEFAULT_SEED
    what: str = "an empty workspace"


class Workspace:
    """Which data, which labels, which seed; every change can be undone.

    Pages change it in widget callbacks only, so that what is drawn before the page
    (the card in the sidebar) is never one run late.
    """

    def __init__(self) -> None:
        self._history: list[State] = [State()]
        self.version = 0
        self.truth_hidden = False

    # -- reading --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The present moment."""
        return self._history[-1]

    @property
    def dataset(self) -> Dataset | None:
        """The points; None while nothing is loaded."""
        return self.state.dataset

    @property
    def labels(self) -> MassTable | None:
        """The labels; None while none are built."""
        return self.state.labels

    @property
    def seed(self) -> int:
        """The one seed of all random choices."""
        return self.state.seed

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier moment to go back to."""
        return len(self._history) > 1

    @property
    def unlinkable(self) -> str:
        """Why a link cannot rebuild this workspace, in words; empty when it can."""
        state = self.state
        if state.dataset is not None and state.data_recipe is None:
            return "The points came from a file or a brush, which no link can hold."
        if state.labels is not None and state.label_recipe is None:
            return "The labels were edited by hand or read from a file, which no link can hold."
        return ""

    # -- changing -------------------------------------------------------------------------------

    def load_sample(self, key: str, **settings: Any) -> None:
        """Put a bundled or generated sample on the table; its labels start anew."""
        dataset = load_sample(key, seed=self.seed, **settings)
        self._push(
            State(
                dataset=dataset,
                data_recipe=Recipe(key, dict(settings)),
                seed=self.seed,
                what=f"data {dataset.name}",
            )
        )

    def adopt_dataset(
        self, dataset: Dataset, labels: MassTable | None = None, label_words: str = ""
    ) -> None:
        """Take points (and labels) that came from a file or a brush."""
        if labels is not None and len(labels) != dataset.n:
            raise DataError(f"{dataset.n} points but {len(labels)} labels.")
        self._push(
            State(
                dataset=dataset,
                labels=labels,
                label_words=label_words,
                seed=self.seed,
                what=f"data {dataset.name}",
            )
        )

    def build_labels(self, key: str, **settings: Any) -> None:
        """Label the points by a law."""
        labels = build_labels(key, self._need_dataset(), seed=self.seed, **settings)
        self._push(
            replace(
                self.state,
                labels=labels,
                label_recipe=Recipe(key, dict(settings)),
                label_words="",
                what=f"labels by {key}",
            )
        )

    def edit_labels(self, labels: MassTable, what: str) -> None:
        """Take labels changed by hand or read from a file; `what` says how, in a few words."""
        dataset = self._need_dataset()
        if len(labels) != dataset.n:
            raise DataError(f"{dataset.n} points but {len(labels)} labels.")
        self._push(
            replace(self.state, labels=labels, label_recipe=None, label_words=what, what=what)
        )

    def set_seed(self, seed: int) -> None:
        """Change the seed and make anew whatever a recipe made."""
        state = replace(self.state, seed=int(seed), what=f"seed {seed}")
        if state.data_recipe is not None:
            recipe = state.data_recipe
            state = replace(
                state, dataset=load_sample(recipe.key, seed=state.seed, **recipe.settings)
            )
        if state.label_recipe is not None and state.dataset is not None:
            recipe = state.label_recipe
            labels = build_labels(recipe.key, state.dataset, seed=state.seed, **recipe.settings)
            state = replace(state, labels=labels)
        self._push(state)

    def undo(self) -> str:
        """Go back one moment; returns what was undone, in words."""
        if not self.can_undo:
            return ""
        undone = self._history.pop()
        self.version += 1
        return undone.what

    def reset(self) -> None:
        """Empty the workspace; this too can be undone."""
        self._push(State(what="the reset"))
        self.truth_hidden = False

    def _need_dataset(self) -> Dataset:
        if self.dataset is None:
            raise DataError("Load some data first: labels need points.")
        return self.dataset

    def _push(self, state: State) -> None:
        self._history.append(state)
        del self._history[: -UNDO_DEPTH - 1]
        self.version += 1
