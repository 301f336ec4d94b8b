"""Errors on the objects that a split keeps apart from training, named by their part."""

from collections.abc import Callable, Hashable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.ui.method.context import Context
from belieflab.ui.method.numbers import Number

Decide = Callable[[Dataset], NDArray[np.int64]]
"""The classes that a model decides for, as codes into the names of the data, -1 for none."""

HELP = (
    "Share of the {n:,} objects of the part “{name}” that get another class than the true one. No "
    "method learns from them."
)


def errors_apart(context: Context, token: Hashable, decide: Decide) -> dict[str, float]:
    """The error rate on every part that is kept apart, by its name; none without a truth."""
    state = context.workspace.state
    whole, learned = state.dataset, state.training.scaled
    if whole is None or learned is None or context.truth is None or not whole.kept_apart:
        return {}

    def find() -> dict[str, float]:
        found = {}
        for name, part in whole.kept_apart.items():
            truth = np.asarray(part.truth)
            known = truth >= 0
            if known.any():
                try:
                    decided = decide(_on_scale_of(learned, part))
                except DataError:  # a level of a category that training does not have
                    continue
                found[name] = float((decided[known] != truth[known]).mean())
        return found

    return context.remember("errors apart", (context.fit_token, token), find)


def _on_scale_of(learned: Dataset, part: Dataset) -> Dataset:
    """The objects of a part with their features on the scale of those for training."""
    if learned.scale is None:
        return part
    X = learned.scale.apply(part.X)
    return replace(part, X=X, feature_names=learned.feature_names, scale=learned.scale.of(part.X))


def scores_apart(errors: dict[str, float]) -> dict[str, float]:
    """The same under the names by which pinned runs are compared."""
    return {f"error on {name} rows": error for name, error in errors.items()}


def numbers_apart(context: Context, errors: dict[str, float]) -> dict[str, Number]:
    """The same as numbers beside a picture."""
    whole = context.workspace.state.dataset
    parts = {} if whole is None else whole.kept_apart
    return {
        f"Error on {name} rows": (f"{error:.1%}", HELP.format(n=parts[name].n, name=name))
        for name, error in errors.items()
    }
