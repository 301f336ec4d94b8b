"""Errors on the objects that a split keeps apart from training, named by their part."""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import cast

from belieflab.data.dataset import Dataset
from belieflab.error_rates import error_axis, error_rate
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.kept_apart import (
    Decide,
    ErrorRate,
    errors_of_methods,
    errors_of_parts,
)
from belieflab.ui.method.context import Context
from belieflab.ui.method.numbers import Number

MAX_JUDGED = 50_000
"""Objects of a part that are judged, at most; of a larger part a sample is."""

HELP = (
    "Share of {which} of the part “{name}” that get another class than the true one; no answer is "
    "not an error. No method learns from them."
)


def errors_apart(
    context: Context, token: Hashable, decide: Decide, limit: int = MAX_JUDGED
) -> dict[str, ErrorRate]:
    """The error rate on every part that is kept apart, by its name; none without a truth.

    It is found while the page is drawn, so at most `limit` objects of a part are judged.
    """
    if not n_judged(context, limit):
        return {}
    find = partial(judge_parts, context, decide, limit)
    return context.remember("errors apart", (context.fit_token, token), find)


def n_judged(context: Context, limit: int = MAX_JUDGED) -> int:
    """How many objects kept apart are judged; 0 without a truth."""
    whole = context.workspace.state.dataset
    if whole is None or context.truth is None:
        return 0
    return sum(min(part.n, limit) for part in whole.kept_apart.values())


def judge_parts(context: Context, decide: Decide, limit: int = MAX_JUDGED) -> dict[str, ErrorRate]:
    """The error rate on every part that is kept apart, by its name; it may be called in a thread.

    At most `limit` objects of a part are judged.
    """
    return errors_of_parts(*_whole_and_learned(context), decide, limit=limit, seed=context.seed)


def judge_methods(
    context: Context, found: Evaluation, methods: Sequence[str]
) -> list[dict[str, ErrorRate]]:
    """The same of these methods of a comparison, in their order."""
    given = found, *_whole_and_learned(context), methods
    return list(errors_of_methods(*given, limit=MAX_JUDGED, seed=context.seed).values())


def _whole_and_learned(context: Context) -> tuple[Dataset, Dataset]:
    state = context.workspace.state
    return cast(Dataset, state.dataset), cast(Dataset, state.training.scaled)


def code_apart(context: Context, limit: int, decide: str, *needed: str) -> list[str]:
    """Python that finds the same errors; nothing where there are none.

    `decide` is the expression of the decisions about the objects of `part`, `needed` the lines
    before it.
    """
    if not n_judged(context):
        return []
    return [
        *needed,
        "",
        "",
        "def decide(part):",
        f"    return {decide}",
        "",
        "",
        *_call_apart(context, limit, "errors_of_parts(whole, dataset, decide)"),
    ]


def code_methods_apart(context: Context) -> list[str]:
    """Python that finds the errors of every method compared; nothing where there are none."""
    if not n_judged(context):
        return []
    called = _call_apart(context, MAX_JUDGED, "errors_of_methods(found, whole, dataset)")
    return ["from belieflab.evaluation.kept_apart import errors_of_methods", "", *called]


def _call_apart(context: Context, limit: int, call: str) -> list[str]:
    """The lines of a call, of a sample where a part has more objects."""
    parts = cast(Dataset, context.workspace.state.dataset).kept_apart.values()
    if max(each.n for each in parts) > limit:
        call = f"{call[:-1]}, limit={limit}, seed={context.seed})"
    shown = "print(apart)  # error rates on the rows kept apart, by the true classes"
    return [f"apart = {call}", shown]


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
