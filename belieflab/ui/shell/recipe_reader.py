"""Recipes of data and labels in a workspace file, kept where they give its very points."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError
from belieflab.registry import Registry
from belieflab.ui.shell import old_names
from belieflab.ui.shell.page_settings import can_be_set
from belieflab.ui.shell.state import MAX_SEED, Recipe, State
from belieflab.ui.shell.workspace_entries import read_whole_number
from belieflab.ui.shell.workspace_file import DESCRIPTION

_SAME = 1e-9
"""A recipe made on another machine may differ in the last digits."""


def read_recipes(description: Any) -> State:
    """The recipes and the seed that such a description names, without points and labels."""
    if not isinstance(description, dict):
        raise DataError(f"{DESCRIPTION} does not describe a belieflab workspace.")
    data, labels = description.get("data"), description.get("labels")
    data_recipe = read_recipe("data", SAMPLES, data) if isinstance(data, dict) else None
    label_recipe = read_recipe("labels", LAWS, labels) if isinstance(labels, dict) else None
    own = isinstance(labels, dict) and labels.get("from_sample") is True and data_recipe is not None
    seed = read_whole_number(description, "seed", 0, MAX_SEED)
    made = State(data_recipe=data_recipe, label_recipe=label_recipe, seed=seed)
    return replace(made, sample_labels=own and label_recipe is None)


def read_recipe(kind: str, registry: Registry[Any], section: Mapping[str, Any]) -> Recipe | None:
    """The recipe of a section, checked; None when there is none or it makes no sense here."""
    recipe = section.get("recipe")
    if not isinstance(recipe, dict) or not isinstance(recipe.get("settings"), dict):
        return None
    if not all(map(can_be_set, recipe["settings"].values())):
        return None
    key, settings = old_names.current_recipe(kind, str(recipe.get("key")), recipe["settings"])
    try:
        return Recipe(key, settings).complete(registry)
    except DataError:
        return None


def gives_back(state: State) -> bool:
    """Whether the recipes of a state give the very points and labels that it holds."""
    try:
        made = state.made_again()
    except DataError:
        return False
    one, other = made.dataset, state.dataset
    if one is None or other is None or not _equal(one.truth, other.truth):
        return False
    if one.categories or other.categories or one.image_shape != other.image_shape:
        return False
    if other.dissimilarities is not None:  # no recipe makes any
        return False
    names = (one.feature_names, one.class_names) == (other.feature_names, other.class_names)
    return names and _close(one.X, other.X) and _same_labels(made.labels, state.labels)


def _same_labels(made: MassTable | None, table: MassTable | None) -> bool:
    if made is None or table is None:
        return made is table
    same = made.frame == table.frame and np.array_equal(made.focal, table.focal)
    return same and _close(made.mass, table.mass)


def _equal(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    return one is other if one is None or other is None else np.array_equal(one, other)


def _close(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    return one.shape == other.shape and bool(np.allclose(one, other, rtol=_SAME, atol=_SAME))
