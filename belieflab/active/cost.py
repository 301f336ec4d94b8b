"""What the protocol of active learning is expected to take, before it begins."""

import numpy as np

from belieflab.active.learner import MEMBERS, Line
from belieflab.active.oracles import Oracle
from belieflab.active.protocol import ActiveLearning
from belieflab.active.strategies import find_strategy
from belieflab.active.tuning import Tuning
from belieflab.belief import MassTable
from belieflab.belief.distances import MAX_SETS
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.classifiers.training_set import MAX_PRECOMPUTED

SAMPLE = 2000
"""Objects whose answers show which sets of classes an oracle names."""

SIMILARITY_SECONDS = 8e-11
"""Of the similarities of focal sets, per set to the third; measured."""

GROWING_SECONDS = 3e-4
"""Of a fit to a growing set of labels, by a classifier that has such a fit; measured."""


def protocol_cost(protocol: ActiveLearning) -> Cost:
    """Time and memory of all repetitions, from their first query to their last.

    Examples
    --------
    >>> from belieflab.data.samples import load_sample
    >>> once = ActiveLearning(load_sample("iris"), n_repetitions=1)
    >>> often = ActiveLearning(load_sample("iris"), n_repetitions=50)
    >>> round(protocol_cost(often).seconds / protocol_cost(once).seconds)
    50
    """
    dataset, labels = protocol.dataset, sample_answers(protocol.oracle, protocol.dataset)
    n_labels, total = int(protocol.n_labels[-1]), Cost(0.0, 0.0)
    for line in protocol.lines:
        total = total + preparing_cost(line, dataset, labels, n_labels)
        one = query_cost(line, dataset, labels, n_labels, protocol.tuning)
        total = total + one * len(protocol.n_labels)
    return (total + _drawing_cost(protocol.oracle, dataset)) * protocol.n_repetitions


def preparing_cost(line: Line, dataset: Dataset, labels: MassTable, n_labels: int) -> Cost:
    """Of what is computed once for a growing set of labels: how alike all of them are."""
    if CLASSIFIERS.find(line.model).learn is None:
        return Cost(0.0, 0.0)
    n = dataset.n if dataset.n <= MAX_PRECOMPUTED else n_labels
    known = labels[: min(n, len(labels))].compact()
    n_sets = float(min(len(known.focal), MAX_SETS))
    return Cost(SIMILARITY_SECONDS * n_sets**3, 32.0 * n_sets**2 + 16.0 * float(n) ** 2)


def query_cost(
    line: Line, dataset: Dataset, labels: MassTable, n_labels: int, tuning: Tuning
) -> Cost:
    """Of one query: a fit to so many labels like these, and the beliefs about all objects."""
    classifier, strategy = CLASSIFIERS.find(line.model), find_strategy(line.strategy)
    settings = tuning.settings_for(classifier)
    fit = Cost(GROWING_SECONDS, 0.0)
    if classifier.learn is None:
        fit = fit_cost(line.model, dataset, labels, n_labels, tuning)
    beliefs = classifier.answering_cost(dataset.n, dataset.p, labels, settings)
    return (fit + beliefs) * (1 + MEMBERS if strategy.needs_members else 1)


def fit_cost(
    model: str, dataset: Dataset, labels: MassTable, n_labels: int, tuning: Tuning
) -> Cost:
    """Of a fit to so many labels like these, with the objects without a label where they help."""
    classifier = CLASSIFIERS.find(model)
    n = dataset.n if classifier.uses_unlabelled else min(n_labels, dataset.n)
    return classifier.expected_cost(n, dataset.p, labels, tuning.settings_for(classifier))


def sample_answers(oracle: Oracle, dataset: Dataset) -> MassTable:
    """What the oracle says about objects spread over the data, or all labels that are given."""
    if oracle.labels is not None or dataset.n <= SAMPLE:
        return oracle.answer_all(dataset, 0)
    spread = np.arange(0, dataset.n, -(-dataset.n // SAMPLE))
    return oracle.answer_all(dataset.take(spread), 0)


def _drawing_cost(oracle: Oracle, dataset: Dataset) -> Cost:
    """Of the answers about all objects, drawn once for a repetition."""
    if oracle.labels is not None:
        return Cost(0.0, 0.0)
    return LAWS[oracle.law].cost(dataset.n, len(dataset.class_names), oracle.settings)
