"""What a page works on: the workspace, its data and labels, and the settings of the page."""

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from belieflab.answers import Answers
from belieflab.belief import MassTable
from belieflab.belief.decision_costs import DecisionCosts
from belieflab.data.dataset import Dataset
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.scale import check_scale
from belieflab.ui.shell import lecture
from belieflab.ui.shell.drawing import give_way
from belieflab.ui.shell.session import session
from belieflab.ui.shell.workspace import Workspace

MAX_KEPT = 12
"""Answers kept per page and kind, while all of the session fit into `answers.MAX_BYTES`."""

_MEMORY = "shell.memory"
_FEATURES = re.compile(r"\bFeatures? ([1-9]\d{0,6}(?:, [1-9]\d{0,6})*)\b")

Answer = TypeVar("Answer")


def remembered() -> Answers:
    """What all pages of this session keep; its bytes are counted when a page has been drawn."""
    answers: Answers = session().setdefault(_MEMORY, Answers())
    return answers


def remember_outcome(
    page: str, what: str, token: Hashable, make: Callable[[], Answer], kept: int = 2
) -> Answer:
    """The same of what may be refused: the sentence is kept, too, and raised again."""

    def attempt() -> Answer | DataError:
        try:
            return make()
        except DataError as error:
            return error

    found = remember(page, what, token, attempt, kept)
    if isinstance(found, DataError):
        raise found
    return found


def remember(
    page: str, what: str, token: Hashable, make: Callable[[], Answer], kept: int = MAX_KEPT
) -> Answer:
    """The answer of `make`, made once for the same page, kind and token; kept in the session."""
    answers = remembered()
    kind = what if what.startswith(f"{page}.") else f"{page}.{what}"
    if token not in answers.get(kind, ()):
        give_way()
        made = make()
        answers.put(kind, token, made, kept, count_later=True)
        return made
    answer: Answer = answers[kind][token]
    return answer


@dataclass(frozen=True)
class Context:
    """Everything that decides what a page shows; `costs` are those of decisions on all pages."""

    page: str
    workspace: Workspace
    dataset: Dataset
    labels: MassTable | None
    settings: Settings = field(default_factory=lambda: Settings((), {}))
    costs: DecisionCosts = field(default_factory=DecisionCosts)

    @property
    def seed(self) -> int:
        """The one seed of all random choices."""
        return self.workspace.seed

    @property
    def truth(self) -> NDArray[np.int64] | None:
        """The true classes as codes, unless absent or hidden."""
        return None if self.workspace.truth_hidden else self.dataset.truth

    @property
    def known_labels(self) -> MassTable | None:
        """The labels of the objects, also on a page that does not learn from them."""
        state = self.workspace.state
        return (state if self.dataset.n == state.n else state.training).labels

    @property
    def labels_name_classes(self) -> bool:
        """Whether any label favours a class, so that a method knows which class is which."""
        labels = self.labels
        return labels is not None and bool(np.ptp(labels.pignistic(), axis=1).max() > 1e-12)

    @property
    def named_truth(self) -> NDArray[np.int64] | None:
        """The truth to judge decisions by: none where no label says which class is which."""
        return self.truth if self.labels_name_classes else None

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
        plane = self.dataset.plane and self.dataset.plane.key
        seen = self.settings.view_token, plane, self.costs
        return self.fit_token, *seen, self.workspace.truth_hidden, teaching

    @property
    def off_plane(self) -> "Context":
        """The same with data that are not laid out: for code that draws no plane."""
        if self.dataset.plane is None:
            return self
        return replace(self, dataset=replace(self.dataset, plane=None))

    def problem(self, what: str) -> str:
        """Why `what`, such as "A mixture", has nothing to work on; empty where it has."""
        if self.dataset.n < 2:
            return f"{what} needs at least two objects; there is one."

        def find() -> str:
            try:
                check_scale(self.dataset.X)
            except DataError as error:
                return str(error)
            return ""

        return self.remember("problem", id(self.dataset), find)

    def with_names(self, sentence: str) -> str:
        """The sentence with names where an estimator, which sees numbers, wrote `Feature 5`."""
        names = self.dataset.original[1]

        def name(found: re.Match[str]) -> str:
            places = [int(number) - 1 for number in found[1].split(", ")]
            if max(places) >= len(names):
                return found[0]
            return f"The feature{'s' * (len(places) > 1)} {', '.join(names[j] for j in places)}"

        return _FEATURES.sub(name, sentence)

    def label_problem(self, labels: MassTable | None) -> str:
        """Which object has a label that makes every class impossible; empty where none has."""
        rows = np.empty(0, dtype=np.int64)
        if labels is not None:
            rows = np.flatnonzero(labels.conflict() >= 1.0)
            rows = rows[~(labels[rows].contour() > 0).any(axis=1)]
        if not len(rows):
            return ""
        name = self.dataset.name_of(int(rows[0]))
        return f"The label of {name} makes every class impossible: all its mass is on ∅."

    def remember(self, what: str, token: Hashable, make: Callable[[], Answer]) -> Answer:
        """The answer of `make`, kept in the session for the same token."""
        return remember(self.page, what, token, make)

    def described_source(self) -> dict[str, object]:
        """Data, seed and labels in words, for the table of pinned runs."""
        state = self.workspace.state
        recipe = state.label_recipe
        described: dict[str, object] = {"data": self.dataset.name, "seed": self.seed}
        if state.scaled is not state.dataset:
            described["scaling"] = state.scaling
        if self.labels is None:
            return described
        described["labels"] = state.label_note if recipe is None else recipe.key
        if recipe is not None:
            described |= {f"labels: {name}": value for name, value in recipe.settings.items()}
        elif state.discount:
            described["labels: discount"] = state.discount
        return described
