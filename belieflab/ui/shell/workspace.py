"""The one object in the browser session that says which data and which labels are loaded."""

from dataclasses import dataclass, replace
from typing import Any

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.label_summary import wrong_share
from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError
from belieflab.ui.shell.history import History
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.pinned import Pins
from belieflab.ui.shell.state import (
    DEFAULT_SEED,
    MAX_SEED,
    Recipe,
    State,
    bytes_held,
    checked_seed,
    complete_law,
    complete_sample,
    labelled,
    made_again,
    matched,
)

__all__ = ["DEFAULT_SEED", "MAX_SEED", "Recipe", "State", "Workspace"]

MAX_UNDO_STEPS = 30
MAX_UNDO_BYTES = 400_000_000
"""Earlier states are forgotten when together they would hold more than this."""


@dataclass(frozen=True)
class LabelNumbers:
    """The two numbers of the card; the share of wrong guesses is None without a truth."""

    nonspecificity: float
    wrong_share: float | None


class Workspace:
    """Which data, which labels, which seed; every change can be undone.

    Pages change it in widget callbacks only, so that what is drawn before the page
    (the card in the sidebar) is never one run late. A change that fails raises a DataError and
    leaves everything as it was. `version` grows with every change: a token for caches.
    """

    def __init__(self) -> None:
        self._history = History(
            State(), MAX_UNDO_STEPS, lambda states: bytes_held(states) <= MAX_UNDO_BYTES
        )
        self.version = 0
        self.truth_hidden = False
        self.pins: Pins = {}
        self.lecture: Lecture | None = None
        self._numbers: tuple[int, LabelNumbers] | None = None

    # -- reading --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """What is loaded now."""
        return self._history.current

    @property
    def dataset(self) -> Dataset | None:
        """The points; None while nothing is loaded."""
        return self.state.dataset

    @property
    def labels(self) -> MassTable | None:
        """The labels; None while none are built."""
        return self.state.labels

    @property
    def previous_labels(self) -> MassTable | None:
        """The labels before the last change, if there were any."""
        before = self._history.previous
        return None if before is None else before.labels

    @property
    def label_numbers(self) -> LabelNumbers | None:
        """Nonspecificity and wrong guesses, computed once per version; None without labels."""
        state = self.state
        if state.labels is None or state.dataset is None:
            return None
        if self._numbers is None or self._numbers[0] != self.version:
            numbers = LabelNumbers(
                float(state.labels.nonspecificity().mean()),
                wrong_share(state.labels, state.dataset.truth),
            )
            self._numbers = (self.version, numbers)
        return self._numbers[1]

    @property
    def seed(self) -> int:
        """The one seed of all random choices."""
        return self.state.seed

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to undo."""
        return self._history.can_undo

    @property
    def unlinkable(self) -> str:
        """Why a link cannot rebuild this workspace; empty when it can."""
        state = self.state
        if state.dataset is not None and state.data_recipe is None:
            return "The points came from a file or a brush, which no link can hold."
        if state.edited:
            return "The labels were edited by hand or read from a file, which no link can hold."
        return ""

    # -- changing -------------------------------------------------------------------------------

    def set_up(self, data: Recipe, labels: Recipe | None = None, seed: int | None = None) -> None:
        """Load a sample and label it by a law, as one step to undo.

        Without a law the sample keeps the labels it brings, if it brings any.
        """
        sample = complete_sample(data)
        state = made_again(
            State(
                data_recipe=sample,
                label_recipe=None if labels is None else complete_law(labels),
                sample_labels=labels is None and SAMPLES[sample.key].own_labels is not None,
                seed=self.seed if seed is None else checked_seed(seed),
            )
        )
        assert state.dataset is not None  # noqa: S101  (a sample's recipe always gives points)
        self._push(replace(state, what=f"data {state.dataset.name}"))

    def load_sample(self, key: str, **settings: Any) -> None:
        """Load a bundled or generated sample.

        Other settings of the sample already there keep its law of labels; another sample
        starts without labels.
        """
        now = self.state.data_recipe
        same = now is not None and now.key == key
        self.set_up(Recipe(key, settings), self.state.label_recipe if same else None)

    def adopt_dataset(
        self, dataset: Dataset, labels: MassTable | None = None, label_note: str = ""
    ) -> None:
        """Take points (and labels) that came from a file or a brush."""
        if labels is not None:
            dataset, labels = matched(dataset, labels)
        self._push(
            State(
                dataset=dataset,
                labels=labels,
                label_note=label_note,
                seed=self.seed,
                what=f"data {dataset.name}",
            )
        )

    def build_labels(self, key: str, **settings: Any) -> None:
        """Label the points by a law."""
        self._need_dataset()
        recipe = complete_law(Recipe(key, settings))
        state = replace(self.state, label_recipe=recipe, label_note="", sample_labels=False)
        what = f"labels by {LAWS[key].title}"
        self._push(replace(state, labels=labelled(state), what=what))

    def edit_labels(self, labels: MassTable, what: str) -> None:
        """Take labels changed by hand or read from a file; `what` says how."""
        dataset, labels = matched(self._need_dataset(), labels)
        self._push(
            replace(
                self.state,
                dataset=dataset,
                labels=labels,
                label_recipe=None,
                sample_labels=False,
                label_note=what,
                what=what,
            )
        )

    def set_seed(self, seed: int) -> None:
        """Change the seed and make anew whatever a recipe made."""
        state = replace(self.state, seed=checked_seed(seed), what=f"seed {seed}")
        recipe = state.data_recipe
        if recipe is not None and SAMPLES[recipe.key].generated and state.edited:
            raise DataError(
                "These labels were set by hand for these very points; another seed would make "
                "other points. Build labels by a law, or undo, then change the seed."
            )
        self._push(made_again(state))

    def restore(self, state: State) -> None:
        """Take a whole state, as read from a workspace file."""
        if state.dataset is not None and state.labels is not None:
            dataset, labels = matched(state.dataset, state.labels)
            state = replace(state, dataset=dataset, labels=labels)
        self._push(state)

    def hide_truth(self, hidden: bool = True) -> None:
        """Take the true classes off every plane, or put them back."""
        self.truth_hidden = hidden

    def undo(self) -> str:
        """Take back the last change; returns what it was, empty when there was none."""
        undone = self._history.undo()
        if undone is None:
            return ""
        self.version += 1
        return undone.what

    def reset(self) -> None:
        """Empty the workspace; this too can be undone."""
        self._push(State(what="the reset"))
        self.truth_hidden = False

    def forget_history(self) -> None:
        """Let nothing before this be undone."""
        self._history.clear()

    def _need_dataset(self) -> Dataset:
        if self.dataset is None:
            raise DataError("Load some data first: labels need points.")
        return self.dataset

    def _push(self, state: State) -> None:
        self._history.push(state)
        self.version += 1
