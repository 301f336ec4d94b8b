"""The one object in the browser session that says which data and which labels are loaded.

Data and labels are made by *recipes* (a sample's key and settings, a law's key and settings)
wherever that is possible: a recipe and the seed rebuild the same picture from a link. What came
from a file, a brush or a hand has no recipe and travels in the workspace file instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.label_summary import wrong_share
from belieflab.data.laws import LAWS, build_labels
from belieflab.data.samples import SAMPLES, load_sample, own_labels
from belieflab.errors import DataError
from belieflab.ui.shell.history import History
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.pinned import Pins
from belieflab.ui.shell.recipes import Recipe, complete_law, complete_sample

__all__ = ["Recipe", "State", "Workspace"]

UNDO_DEPTH = 30
UNDO_BYTES = 400_000_000
"""Earlier moments are forgotten when together they would hold more than this."""

DEFAULT_SEED = 7
LARGEST_SEED = 2**31 - 1


@dataclass(frozen=True, eq=False)
class State:
    """One moment of the workspace; immutable, so undo is a list of these."""

    dataset: Dataset | None = None
    data_recipe: Recipe | None = None
    labels: MassTable | None = None
    label_recipe: Recipe | None = None
    label_words: str = ""
    seed: int = DEFAULT_SEED
    what: str = "an empty workspace"
    sample_labels: bool = False
    """Whether the labels are those that the sample itself brings."""

    @property
    def edited(self) -> bool:
        """Whether the labels came from a hand or a file, so that no recipe gives them back."""
        return self.labels is not None and self.label_recipe is None and not self.sample_labels


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
            State(), UNDO_DEPTH, lambda states: _bytes_held(states) <= UNDO_BYTES
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
        """The labels of the moment before, if there is one and it had any."""
        before = self._history.previous
        return None if before is None else before.labels

    @property
    def label_numbers(self) -> LabelNumbers | None:
        """What the labels amount to, reckoned once per version; None without labels."""
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
        """Whether there is an earlier moment to go back to."""
        return self._history.can_undo

    @property
    def unlinkable(self) -> str:
        """Why a link cannot rebuild this workspace, in words; empty when it can."""
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
        state = _made_anew(
            State(
                data_recipe=sample,
                label_recipe=None if labels is None else complete_law(labels),
                sample_labels=labels is None and SAMPLES[sample.key].own_labels is not None,
                seed=self.seed if seed is None else _checked_seed(seed),
            )
        )
        assert state.dataset is not None  # noqa: S101  (a sample's recipe always gives points)
        self._push(replace(state, what=f"data {state.dataset.name}"))

    def load_sample(self, key: str, **settings: Any) -> None:
        """Put a bundled or generated sample on the table.

        Other settings of the sample already there keep its law of labels; another sample
        starts without labels.
        """
        now = self.state.data_recipe
        same = now is not None and now.key == key
        self.set_up(Recipe(key, settings), self.state.label_recipe if same else None)

    def adopt_dataset(
        self, dataset: Dataset, labels: MassTable | None = None, label_words: str = ""
    ) -> None:
        """Take points (and labels) that came from a file or a brush."""
        if labels is not None:
            dataset, labels = _matched(dataset, labels)
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
        self._need_dataset()
        recipe = complete_law(Recipe(key, settings))
        state = replace(self.state, label_recipe=recipe, label_words="", sample_labels=False)
        what = f"labels by {LAWS[key].title}"
        self._push(replace(state, labels=_labelled(state), what=what))

    def edit_labels(self, labels: MassTable, what: str) -> None:
        """Take labels changed by hand or read from a file; `what` says how, in a few words."""
        dataset, labels = _matched(self._need_dataset(), labels)
        self._push(
            replace(
                self.state,
                dataset=dataset,
                labels=labels,
                label_recipe=None,
                sample_labels=False,
                label_words=what,
                what=what,
            )
        )

    def set_seed(self, seed: int) -> None:
        """Change the seed and make anew whatever a recipe made."""
        state = replace(self.state, seed=_checked_seed(seed), what=f"seed {seed}")
        recipe = state.data_recipe
        if recipe is not None and SAMPLES[recipe.key].generated and state.edited:
            raise DataError(
                "These labels were set by hand for these very points; another seed would make "
                "other points. Build labels by a law, or undo, then change the seed."
            )
        self._push(_made_anew(state))

    def restore(self, state: State) -> None:
        """Take a whole moment, as read from a workspace file."""
        if state.dataset is not None and state.labels is not None:
            dataset, labels = _matched(state.dataset, state.labels)
            state = replace(state, dataset=dataset, labels=labels)
        self._push(state)

    def hide_truth(self, hidden: bool = True) -> None:
        """Take the true classes off every plane, or put them back."""
        self.truth_hidden = hidden

    def undo(self) -> str:
        """Go back one moment; returns what was undone, in words."""
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


def _made_anew(state: State) -> State:
    """The state with points and labels made again from its recipes and its seed."""
    if state.data_recipe is not None:
        recipe = state.data_recipe
        state = replace(state, dataset=load_sample(recipe.key, seed=state.seed, **recipe.settings))
        if state.sample_labels and state.dataset is not None:
            state = replace(state, labels=own_labels(recipe.key, state.dataset))
    if state.label_recipe is not None and state.dataset is not None:
        state = replace(state, labels=_labelled(state))
    return state


def _labelled(state: State) -> MassTable:
    assert state.dataset is not None and state.label_recipe is not None  # noqa: S101  (callers check)
    recipe = state.label_recipe
    return build_labels(recipe.key, state.dataset, seed=state.seed, **recipe.settings)


def _matched(dataset: Dataset, labels: MassTable) -> tuple[Dataset, MassTable]:
    """The dataset with the classes of the labels, and the labels; those that miss it are refused.

    Where the names agree, the class values are those of the dataset.
    """
    if len(labels) != dataset.n:
        raise DataError(f"{dataset.n} points but {len(labels)} labels.")
    if labels.frame.names == dataset.class_names:
        if dataset.frame is not None and dataset.class_kind != labels.frame.kind:
            labels = MassTable._trusted(dataset.frame, labels.focal, labels.mass)
        return dataset, labels
    if dataset.truth is not None:
        raise DataError(
            f"The labels speak of the classes {', '.join(labels.frame.names)}, "
            f"the data of {', '.join(dataset.class_names)}; they must be the same, in one order."
        )
    frame = labels.frame
    return replace(dataset, class_names=frame.names, class_kind=frame.kind), labels


def _checked_seed(seed: int) -> int:
    if not 0 <= int(seed) <= LARGEST_SEED:
        raise DataError(f"The seed is a whole number from 0 to {LARGEST_SEED}; {seed} was given.")
    return int(seed)


def _bytes_held(history: Sequence[State]) -> int:
    """Memory of the distinct arrays of these moments (moments share most of them)."""
    points = {id(state.dataset): state.dataset.X.nbytes for state in history if state.dataset}
    masses = {id(state.labels): state.labels.mass.nbytes for state in history if state.labels}
    return sum(points.values()) + sum(masses.values())
