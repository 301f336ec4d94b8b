"""Learning curves that came with belieflab: shown at once for bundled data, until Run."""

import numpy as np

from belieflab.active import Line, Oracle, Tuning
from belieflab.answers import shared
from belieflab.data.fingerprint import fingerprint
from belieflab.data.samples import load_sample
from belieflab.errors import DataError
from belieflab.experiments import stored_results
from belieflab.experiments.papers.hoarau2022 import N_QUERIES, N_START, NOISE, make_learning_curves
from belieflab.ui.method.context import Context
from belieflab.ui.pages.active.settings import DEFAULT_STRATEGY, Trial, make_protocol

Accuracies = dict[int, np.ndarray[tuple[int], np.dtype[np.float64]]]
"""By repetition, the accuracy at each number of labels."""


def find_stored(context: Context) -> Trial | None:
    """The stored curves of what the settings ask for; None unless all of them are stored."""
    recipe, curves = context.workspace.state.data_recipe, _read()
    try:
        protocol = make_protocol(context)
    except DataError:
        return None
    asked = protocol.oracle, protocol.tuning, protocol.n_start, protocol.n_queries, protocol.batch
    oracle = Oracle.rich("epsilon-noise", epsilon=NOISE)
    stored = oracle, Tuning(), N_START, N_QUERIES, 1
    if recipe is None or asked != stored or context.seed != make_learning_curves().seed:
        return None
    for line in protocol.lines:
        found = curves.get((recipe.key, line), {})
        for repetition in range(protocol.n_repetitions):
            if repetition not in found:
                return None
            protocol.accuracies[line, repetition] = found[repetition]
    is_same = context.remember("bundled", context.workspace.version, lambda: _is_bundled(context))
    return Trial(context, protocol) if is_same else None


def find_origin() -> str:
    """Where the stored curves come from, in one sentence."""
    origin = stored_results.find_origin(stored_results.ACTIVE_LEARNING)
    return "" if origin is None else origin.sentence


def _is_bundled(context: Context) -> bool:
    """Whether the points are those of the sample, neither scaled nor edited."""
    recipe, dataset = context.workspace.state.data_recipe, context.dataset
    if recipe is None:
        return False
    sample = load_sample(recipe.key)
    return fingerprint(sample.X, sample.truth) == fingerprint(dataset.X, dataset.truth)


@shared()
def _read() -> dict[tuple[str, Line], Accuracies]:
    """All stored curves, by data and line."""
    found: dict[tuple[str, Line], Accuracies] = {}
    for result in stored_results.read_stored(make_learning_curves()):
        parts = result.job.cell.parameters
        place = parts["data"], Line(parts["model"], DEFAULT_STRATEGY)
        accuracies = np.array(list(result.outcome.details.values()))
        found.setdefault(place, {})[result.job.replicate] = accuracies
    return found
