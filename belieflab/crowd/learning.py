"""What is learned from a crowd: who errs, and the classes of the objects."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.crowd.analysis import MAJORITY, MODELS, RELIABILITY, CrowdAnalysis
from belieflab.crowd.confusion import ConfusionModel
from belieflab.crowd.label_rules import posteriors_of
from belieflab.crowd.measures import answers_of, compare, errors_under, take, weigh, wilson
from belieflab.crowd.reliability import ReliabilityModel
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.errors import DataError
from belieflab.iteration import StopFlag

Floats = NDArray[np.float64]


def analyse(
    answers: CrowdAnswers,
    n_annotators: int | None = None,
    model: str = RELIABILITY,
    weights: Floats | None = None,
    stop: StopFlag | None = None,
    training: NDArray[np.bool_] | None = None,
) -> CrowdAnalysis:
    """Learn who errs and how the objects are classed.

    `weights` [shape=(J,)], 0 to 1: the answers of annotator j are discounted by 1 - w_j; 0 mutes.
    `training` [shape=(n,)]: the objects from which the annotators and the prior are learned; the
    others are classed by what was learned.

    Examples
    --------
    >>> from belieflab import Frame
    >>> rows, who = np.divmod(np.arange(12), 3)
    >>> codes = np.array([0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0])
    >>> answers = CrowdAnswers.from_codes(Frame(["no", "yes"]), 4, rows, who, codes)
    >>> found = analyse(answers)
    >>> int(found.errors.argmax()), found.labels("vote").pignistic().argmax(axis=1).tolist()
    (2, [0, 1, 0, 1])
    """
    if not len(answers):
        raise DataError("There are no answers to learn from.")
    count = n_annotators or int(answers.annotators.max()) + 1
    weights = np.ones(count) if weights is None else weights
    used = weigh(answers, weights)
    if not len(used):
        raise DataError("Every annotator is muted: give one of them a weight above 0.")
    which, alone = compare(answers, weights > 0)
    training = np.ones(answers.n, dtype=bool) if training is None else training
    apart = int((answers.counts[~training] > 0).sum())
    shared = take(answers, np.flatnonzero(which & training[answers.rows]))
    compared = answers_of(shared, count)
    if model == MAJORITY:
        found = _by_votes(answers, used, shared, weights, alone)
        return replace(found, apart=apart, prior=_mean(found.posteriors, used, training))
    if model not in MODELS:
        raise DataError(f"{model!r} is no model of annotators; there are {', '.join(MODELS)}.")
    made = ReliabilityModel() if model == RELIABILITY else ConfusionModel()
    learned = take(used, np.flatnonzero(training[used.rows])) if apart else used
    if not len(learned):
        raise DataError(
            "All answers that count are about objects kept apart from training: nothing can be "
            "learned of the annotators. Take the majority vote, or another split."
        )
    fitted: Any = made.fit(learned, stop=stop)
    heard = np.flatnonzero(answers_of(learned, count) > 0)
    known = heard[(weights[heard] == 1) & (compared[heard] > 0)]  # discounted ones err less
    errors, intervals = _errors_by_model(fitted, model, shared, compared, known)
    believed, confusions = _reliabilities_by_model(fitted, model, errors, heard)
    classes = fitted.posteriors_, fitted.class_prior_
    learned_from_all = *classes, believed, errors, intervals, compared, alone
    analysis = CrowdAnalysis(used, answers, model, *learned_from_all, confusions, apart)
    return replace(analysis, posteriors=posteriors_of(analysis, used)) if apart else analysis


def _errors_by_model(
    fitted: Any,
    model: str,
    shared: CrowdAnswers,
    compared: NDArray[np.int64],
    known: NDArray[np.int64],
) -> tuple[Floats, Floats]:
    """Error rates and their intervals: of the `known` by the model, of others by its classes."""
    posteriors = fitted.posteriors_
    errors, intervals = errors_under(
        shared, lambda part: posteriors[shared.rows[part]], len(compared)
    )
    errors[known] = fitted.error_rates_[known]
    found = fitted.error_rate_intervals_ if model == RELIABILITY else wilson(errors, compared)
    intervals[known] = found[known]
    return errors, intervals


def _reliabilities_by_model(
    fitted: Any, model: str, errors: Floats, heard: NDArray[np.int64]
) -> tuple[Floats, Floats | None]:
    """How far each annotator is believed, and confusions where the model has any.

    Those that the model has not heard are believed by their errors.
    """
    believed = np.clip(1.0 - errors, 0.0, 1.0)
    if model == RELIABILITY:
        believed[heard] = fitted.assumed_[heard]
        return fill_unknown(believed), None
    size = len(fitted.class_prior_)
    right = np.einsum("k,jkk->j", fitted.class_prior_, fitted.confusions_[heard])
    believed[heard] = np.clip((size * right - 1) / max(size - 1, 1), 0.0, 1.0)
    believed = fill_unknown(believed)
    able = believed[:, None, None]
    confusions = able * np.eye(size) + (1.0 - able) / size
    confusions[heard] = fitted.confusions_[heard]
    return believed, confusions


def fill_unknown(believed: Floats) -> Floats:
    """The mean of the others for those of whom nothing is known; 1 where nobody is known."""
    known = ~np.isnan(believed)
    return np.where(known, believed, believed[known].mean() if known.any() else 1.0)


def _mean(posteriors: Floats, used: CrowdAnswers, training: NDArray[np.bool_]) -> Floats:
    """Over the objects to learn from that have answers; over all with answers where none has."""
    asked = used.counts > 0
    chosen = asked & training if (asked & training).any() else asked
    mean: Floats = posteriors[chosen].mean(axis=0)
    return mean


def _by_votes(
    answers: CrowdAnswers, used: CrowdAnswers, shared: CrowdAnswers, weights: Floats, alone: int
) -> CrowdAnalysis:
    """Everyone counts the same; an answer errs against what the others say together."""
    size, count = answers.frame.size, len(weights)
    shares = np.zeros((answers.n, size))
    np.add.at(shares, used.rows, used.pignistic())
    total = shares.sum(axis=1, keepdims=True)
    posteriors = np.where(total > 0, shares / np.maximum(total, 1e-300), 1.0 / size)

    def favoured(part: NDArray[np.int64]) -> Floats:
        """The classes that the others favour, in equal shares."""
        given = take(shared, part)
        weight, vague = weights[given.annotators][:, None], 1.0 / size
        own = np.where(weight > 0, weight * given.pignistic() + (1.0 - weight) * vague, 0.0)
        others = shares[given.rows] - own
        first = others >= others.max(axis=1, keepdims=True) - 1e-9
        return np.asarray(first / first.sum(axis=1, keepdims=True))

    errors, intervals = errors_under(shared, favoured, count)
    believed = fill_unknown(np.clip(1.0 - errors * size / max(size - 1, 1), 0.0, 1.0))
    return CrowdAnalysis(
        used,
        answers,
        MAJORITY,
        posteriors,
        posteriors.mean(axis=0),
        believed,
        errors,
        intervals,
        answers_of(shared, count),
        alone,
    )
