"""The one object in the browser session that says which data and which labels are loaded."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.data.scaling import NONE, SCALING
from belieflab.data.truth import truth_of
from belieflab.errors import DataError
from belieflab.memory import check_memory
from belieflab.ui.shell.history import History
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.pinned import Pins
from belieflab.ui.shell.state import Recipe, State, bytes_held, checked_seed

if TYPE_CHECKING:
    from belieflab.data.crowd_files import CrowdFile

__all__ = ["Recipe", "State", "Workspace"]

MAX_UNDO_STEPS = 30
MAX_UNDO_BYTES = 400_000_000
"""Earlier states are forgotten when together they would hold more than this."""

_VERSIONS = count(1)  # of all workspaces: a session may turn from one to another


class Workspace:
    """Which data, which labels, which seed; every change can be undone.

    Pages change it in widget callbacks only, so that what is drawn before the page
    (the card in the sidebar) is never one run late. A change that fails raises a DataError and
    leaves everything as it was. `version` is a token for caches: no two contents have the same one.
    """

    def __init__(self) -> None:
        self._history = History(
            State(), MAX_UNDO_STEPS, lambda states: bytes_held(states) <= MAX_UNDO_BYTES
        )
        self.version = 0
        self.truth_hidden = False
        self.pins: Pins = {}
        self.lecture: Lecture | None = None

    @classmethod
    def of_states(cls, states: Sequence[State]) -> "Workspace":
        """A workspace with these states, the current one last; the others can be undone."""
        workspace = cls()
        for state in states:
            workspace._push(state)
        workspace._history.drop_first()
        return workspace

    def copy(self) -> "Workspace":
        """Another workspace with the same states, pins and version; changes stay apart."""
        other = Workspace.of_states(self.states)
        other.pins = {page: list(kept) for page, kept in self.pins.items()}
        other.truth_hidden, other.version = self.truth_hidden, self.version
        return other

    # -- reading --------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """What is loaded now."""
        return self._history.current

    @property
    def states(self) -> tuple[State, ...]:
        """What is loaded now, last, and what Undo would bring back."""
        return tuple(self._history.items)

    @property
    def dataset(self) -> Dataset | None:
        """The points with their features as they are scaled; None while nothing is loaded."""
        return self.state.scaled

    @property
    def labels(self) -> MassTable | None:
        """The labels; None while none are built."""
        return self.state.labels

    @property
    def labels_before_edits(self) -> MassTable | None:
        """The labels before they were changed by hand; None where they were not, or are unknown."""
        now = self.state
        earlier = (
            each.labels
            for each in reversed(self.states)
            if now.edits and not each.edits and each.labels is not None
            if (each.data_recipe, each.n) == (now.data_recipe, now.n)
        )
        return next(earlier, None)

    @property
    def shown_truth(self) -> NDArray[np.int64] | None:
        """The true classes as codes, unless absent or hidden."""
        return None if self.dataset is None or self.truth_hidden else self.dataset.truth

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
            done = "discounted" if state.discount else "edited by hand or read from a file"
            return f"The labels were {done}, which no link can hold."
        return ""

    # -- changing -------------------------------------------------------------------------------

    def set_up(
        self,
        data: Recipe,
        labels: Recipe | None = None,
        seed: int | None = None,
        scaling: str = NONE,
    ) -> None:
        """Load a sample and label it by a law, as one step to undo.

        Without a law the sample keeps the labels it brings, if it brings any. Other data come with
        their features as they are.
        """
        sample = SAMPLES.find(data.key)
        state = State(
            data_recipe=data.complete(SAMPLES),
            label_recipe=None if labels is None else labels.complete(LAWS),
            sample_labels=labels is None and sample.own_labels is not None,
            seed=self.seed if seed is None else checked_seed(seed),
            scaling=SCALING.checked(scaling),
        ).made_again()
        name = "" if state.dataset is None else state.dataset.name
        self._push(replace(state, what=f"data {name}"))

    def load_sample(self, key: str, **settings: Any) -> None:
        """Load a bundled or generated sample.

        Other settings of the sample already there keep its law of labels and its scaling; another
        sample starts without labels.
        """
        now, recipe = self.state.data_recipe, Recipe(key, settings)
        if now is not None and now.key == key:
            self.set_up(recipe, self.state.label_recipe, scaling=self.state.scaling)
        else:
            self.set_up(recipe)

    def adopt_dataset(
        self,
        dataset: Dataset,
        labels: MassTable | None = None,
        label_note: str = "",
        crowd: "CrowdFile | None" = None,
        of_crowd: bool = False,
    ) -> None:
        """Take points (with labels, with answers about them) that came from a file or a brush.

        Data read again, as after a change of their columns, keep the scaling.
        """
        check_memory(dataset.nbytes)
        what, before = f"data {dataset.name}", self.state.dataset
        state = State(dataset, None, labels, None, label_note, self.seed, what)
        if before and (before.name, before.source) == (dataset.name, dataset.source):
            state = replace(state, scaling=self.state.scaling)
        self._push(replace(state, crowd=crowd, of_crowd=of_crowd))

    def build_labels(self, key: str, **settings: Any) -> None:
        """Label the points by a law."""
        self._need_dataset()
        recipe = Recipe(key, settings).complete(LAWS)
        state = replace(self.state, label_recipe=recipe, label_note="", sample_labels=False)
        same = state.by_simulated_crowd == self.state.by_simulated_crowd
        weights = self.state.annotator_weights if same else {}
        state = replace(state, of_crowd=False, annotator_weights=weights)
        self._push(replace(state.labelled(), what=f"labels by {LAWS[key].title}"))

    def take_crowd(self, crowd: "CrowdFile", dataset: Dataset | None = None) -> None:
        """Take the answers of a crowd about the points, or about these new ones."""
        check_memory(3.0 * crowd.answers.nbytes + (0 if dataset is None else dataset.nbytes))
        state = self.state if dataset is None else State(dataset, seed=self.seed)
        self._push(replace(state.with_crowd(crowd), what="answers of a crowd"))

    def edit_labels(
        self,
        labels: MassTable,
        what: str,
        crowd: "CrowdFile | None" = None,
        of_crowd: bool | None = None,
    ) -> None:
        """Take labels changed by hand or read from a file, or of a crowd; `what` says how.

        Labels of a crowd that are changed by hand stay its labels unless `of_crowd` says no.
        """
        dataset, before = self._need_dataset(), self.state
        state = before if crowd is None else before.with_crowd(crowd, before.by_simulated_crowd)
        made = before.made_by_crowd if of_crowd is None else of_crowd
        new = State(dataset, before.data_recipe, labels, None, what, before.seed, what)
        new = replace(new, scaling=before.scaling, edits=before.edits + 1, crowd=state.crowd)
        made = made and state.crowd is not None
        self._push(replace(new, of_crowd=made, annotator_weights=state.annotator_weights))

    def take_truth(self, labels: MassTable, what: str) -> None:
        """Take labels, each certain or saying nothing, for the true classes of the points."""
        truth = truth_of(labels)
        if truth is None:
            raise DataError("Some label leaves a doubt; true classes are one for each object.")
        frame, dataset = labels.frame, self._need_dataset()
        known = replace(dataset, truth=truth, class_names=frame.names, class_kind=frame.kind)
        self._push(replace(self.state, dataset=known, data_recipe=None, what=what))

    def set_seed(self, seed: int) -> None:
        """Change the seed and make anew whatever a recipe made."""
        state = replace(self.state, seed=checked_seed(seed), what=f"seed {seed}")
        recipe = state.data_recipe
        if recipe is not None and SAMPLES[recipe.key].generated and state.edited:
            raise DataError(
                "These labels were set by hand for these very points; another seed would make "
                "other points. Build labels by a law, or undo, then change the seed."
            )
        self._push(state.made_again())

    def set_scaling(self, scaling: str) -> None:
        """Scale the features by the way of this key on every page; the labels stay."""
        key = SCALING.checked(scaling)
        if key != self.state.scaling:
            self._push(replace(self.state, scaling=key, what=f"scaling {SCALING.titles[key]}"))

    def adjust(self, what: str, change: Callable[[State], State]) -> None:
        """Change the state as a slider does: such changes in a row are one step to undo.

        Each of them is made to the state before the first.
        """
        before = self._history.previous if self.state.what == what else None
        state = replace(change(before or self.state), what=what)
        if before is not None:
            self._history.undo()
        self._push(state)

    def restore(self, state: State) -> None:
        """Take a whole state, as read from a workspace file."""
        self._push(state)

    def go_back_to(self, states: Sequence[State]) -> None:
        """Be as once before, with the states that `states` held then, in Undo too."""
        self._history.items[:] = states
        self.version = next(_VERSIONS)

    def hide_truth(self, hidden: bool = True) -> None:
        """Take the true classes off every plane, or put them back."""
        self.truth_hidden = hidden

    def undo(self) -> str:
        """Take back the last change; returns what it was, empty when there was none."""
        undone = self._history.undo()
        if undone is not None:
            self.version = next(_VERSIONS)
        return "" if undone is None else undone.what

    def reset(self) -> None:
        """Empty the workspace; this too can be undone."""
        self._push(State(what="the reset"))
        self.truth_hidden = False

    def empty(self) -> None:
        """Forget everything, so that nothing can be undone either."""
        self.reset()
        self.forget_history()
        self.pins = {}

    def forget_history(self) -> None:
        """Let nothing before this be undone."""
        self._history.clear()

    def _need_dataset(self) -> Dataset:
        """The points, their features in their own units."""
        if self.state.dataset is None:
            raise DataError("Load some data first: labels need points.")
        return self.state.dataset

    def _push(self, state: State) -> None:
        self._history.push(state.matched())
        self.version = next(_VERSIONS)
