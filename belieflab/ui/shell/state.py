"""What the workspace holds: points, labels, a seed, and the recipes that made them.

Data and labels are made by *recipes* (a sample's key and settings, a law's key and settings)
wherever that is possible: a recipe and the seed rebuild the same picture from a link. What came
from a file, a brush or a hand has no recipe and travels in the workspace file instead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS, build_labels
from belieflab.data.parameters import checked_settings
from belieflab.data.samples import SAMPLES, load_sample, own_labels
from belieflab.errors import DataError

DEFAULT_SEED = 7
MAX_SEED = 2**31 - 1


@dataclass(frozen=True)
class Recipe:
    """The key of a sample or of a label law, and the settings given to it."""

    key: str
    settings: Mapping[str, Any] = field(default_factory=dict)


def complete_sample(recipe: Recipe) -> Recipe:
    """The recipe of a sample with every setting checked and written out.

    So it outlives a change of defaults, and a page can show each setting.
    """
    sample = SAMPLES.find(recipe.key)
    return Recipe(recipe.key, checked_settings(sample.parameters, recipe.settings))


def complete_law(recipe: Recipe) -> Recipe:
    """The recipe of a label law with every setting checked and written out."""
    law = LAWS.find(recipe.key)
    return Recipe(recipe.key, checked_settings(law.parameters, recipe.settings))


@dataclass(frozen=True, eq=False)
class State:
    """All that the workspace holds; immutable, so that earlier ones can be kept for Undo."""

    dataset: Dataset | None = None
    data_recipe: Recipe | None = None
    labels: MassTable | None = None
    label_recipe: Recipe | None = None
    label_note: str = ""
    seed: int = DEFAULT_SEED
    what: str = "an empty workspace"
    sample_labels: bool = False
    """Whether the labels are those that the sample itself brings."""

    @property
    def edited(self) -> bool:
        """Whether the labels came from a hand or a file, so that no recipe gives them back."""
        return self.labels is not None and self.label_recipe is None and not self.sample_labels


def made_again(state: State) -> State:
    """The state with points and labels made again from its recipes and its seed."""
    if state.data_recipe is not None:
        recipe = state.data_recipe
        state = replace(state, dataset=load_sample(recipe.key, seed=state.seed, **recipe.settings))
        if state.sample_labels and state.dataset is not None:
            state = replace(state, labels=own_labels(recipe.key, state.dataset))
    if state.label_recipe is not None and state.dataset is not None:
        state = replace(state, labels=labelled(state))
    return state


def labelled(state: State) -> MassTable:
    """The labels that the recipe of the state gives its points."""
    assert state.dataset is not None and state.label_recipe is not None  # noqa: S101  (callers check)
    recipe = state.label_recipe
    return build_labels(recipe.key, state.dataset, seed=state.seed, **recipe.settings)


def matched(dataset: Dataset, labels: MassTable) -> tuple[Dataset, MassTable]:
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


def checked_seed(seed: int) -> int:
    """The seed, if it is one."""
    if not 0 <= int(seed) <= MAX_SEED:
        raise DataError(f"The seed is a whole number from 0 to {MAX_SEED}; {seed} was given.")
    return int(seed)


def bytes_held(history: Sequence[State]) -> int:
    """Memory of the distinct arrays of these states, which share most of them."""
    points = {id(state.dataset): state.dataset.X.nbytes for state in history if state.dataset}
    masses = {id(state.labels): state.labels.mass.nbytes for state in history if state.labels}
    return sum(points.values()) + sum(masses.values())
