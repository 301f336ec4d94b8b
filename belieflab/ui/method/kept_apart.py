"""Errors on the objects that a split keeps apart from training, named by their part."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.error_rates import error_axis, error_rate
from belieflab.errors import DataError
from belieflab.figures.common.view import sample_rows
from belieflab.ui.method.context import Context
from belieflab.ui.method.numbers import Number

Decide = Callable[[Dataset], NDArray[np.int64]]
"""The classes that a model decides for, as codes into the names of the data.

-1 is a class of its own, `NO_ANSWER` is no answer.
"""

NO_ANSWER = -2

MAX_JUDGED = 50_000
"""Objects of a part that are judged, at most; of a larger part a sample is."""

HELP = (
    "Share of {which} of the part “{name}” that get another class than the true one; no answer is "
    "not an error. No method learns from them."
)


class ErrorRate(float):
    """A share of errors that knows of how many objects it is, and whether they are a sample."""

    judged: int
    sampled: bool

    def __new__(cls, share: float, judged: int, sampled: bool) -> "ErrorRate":
        """The share with what it knows."""
        made = super().__new__(cls, share)
        made.judged, made.sampled = judged, sampled
        return made

    def __getnewargs__(self) -> tuple[float, int, bool]:  # type: ignore[override]
        """So that it can be copied."""
        return float(self), self.judged, self.sampled


def errors_apart(
    context: Context, token: Hashable, decide: Decide, limit: int = MAX_JUDGED
) -> dict[str, ErrorRate]:
    """The error rate on every part that is kept apart, by its name; none without a truth.

    It is found while the page is drawn, so at most `limit` objects of a part are judged.
    """
    if not n_judged(context, limit):
        return {}
    find = partial(errors_of_parts, context, decide, limit)
    return context.remember("errors apart", (context.fit_token, token), find)


def n_judged(context: Context, limit: int = MAX_JUDGED) -> int:
    """How many objects kept apart are judged; 0 without a truth."""
    whole = context.workspace.state.dataset
    if whole is None or context.truth is None:
        return 0
    return sum(min(part.n, limit) for part in whole.kept_apart.values())


def errors_of_parts(
    context: Context, decide: Decide, limit: int = MAX_JUDGED
) -> dict[str, ErrorRate]:
    """The error rate on every part that is kept apart, by its name; it may be called in a thread.

    At most `limit` objects of a part are judged.
    """
    state, found = context.workspace.state, {}
    whole, learned = cast(Dataset, state.dataset), cast(Dataset, state.training.scaled)
    for name, part in whole.kept_apart.items():
        known = np.asarray(part.truth) >= 0
        sampled = part.n > limit and whole.dissimilarities is None
        if sampled:
            rows = np.flatnonzero(known)
            part = part.take(rows[sample_rows(len(rows), context.seed, limit)])
            known = np.asarray(part.truth) >= 0
        if known.any():
            try:
                decided = decide(_on_scale_of(learned, part))
            except DataError:  # a level of a category that training does not have
                continue
            wrong = (decided != np.asarray(part.truth)) & (decided != NO_ANSWER)
            found[name] = ErrorRate(wrong[known].mean(), int(known.sum()), sampled)
    return found


def _on_scale_of(learned: Dataset, part: Dataset) -> Dataset:
    """The objects of a part with their features on the scale of those for training."""
    if learned.scale is None:
        return part
    X = learned.scale.apply(part.X)
    return replace(part, X=X, feature_names=learned.feature_names, scale=learned.scale.of(part.X))


def scores_apart(errors: Mapping[str, ErrorRate]) -> dict[str, float]:
    """The same under the names by which pinned runs are compared."""
    return {error_axis(on=f"{name} rows"): float(error) for name, error in errors.items()}


def describe_apart(error: ErrorRate) -> str:
    """The rate, and of how many objects where they are a sample."""
    return f"{error:.1%}" + (f" of {error.judged:,} drawn at random" if error.sampled else "")


def numbers_apart(errors: Mapping[str, ErrorRate]) -> dict[str, Number]:
    """The same as numbers beside a picture."""
    found: dict[str, Number] = {}
    for name, error in errors.items():
        drawn = "a sample of " if error.sampled else "the "
        text = HELP.format(which=f"{drawn}{error.judged:,} objects", name=name)
        found[error_rate(on=f"{name} rows")] = describe_apart(error), text
    return found
