"""What is learned from a crowd: who errs, and the classes of the objects."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.crowd.analysis import MAJORITY, MODELS, RELIABILITY, CrowdAnalysis
from belieflab.crowd.confusion import ConfusionModel
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
) -> CrowdAnalysis:
    """Learn who errs and how the objects are classed.

    `weights` [shape=(J,)], 0 to 1: the answers of annotator j are discounted by 1 - w_j; 0 mutes.

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
    shared = take(answers, np.flatnonzero(which))
    compared = answers_of(shared, count)
    if model == MAJORITY:
        return _by_votes(answers, used, shared, weights, alone)
    if model not in MODELS:
        raise DataError(f"{model!r} is no model of annotators; there are {', '.join(MODELS)}.")
    made = ReliabilityModel() if model == RELIABILITY else ConfusionModel()
    fitted: Any = made.fit(used, stop=stop)
    posteriors, prior = fitted.posteriors_, fitted.class_prior_
    errors, intervals = errors_under(shared, lambda part: posteriors[shared.rows[part]], count)
    heard = np.flatnonzero(answers_of(used, count) > 0)
    known = heard[(weights[heard] == 1) & (compared[heard] > 0)]  # discounted ones err less
    errors[known] = fitted.error_rates_[known]
    size = answers.frame.size
    believed, confusions = np.clip(1.0 - errors, 0.0, 1.0), None
    if model == RELIABILITY:
        intervals[known] = fitted.error_rate_intervals_[known]
        believed[heard] = fitted.assumed_[heard]
    else:
        confusions = np.tile(np.full((size, size), 1.0 / size), (count, 1, 1))
        confusions[heard] = fitted.confusions_[heard]
        right = np.einsum("k,jkk->j", prior, confusions)
        believed[heard] = np.clip((size * right - 1) / max(size - 1, 1), 0.0, 1.0)[heard]
        intervals[known] = wilson(errors, compared)[known]
    believed = fill_unknown(believed)
    return CrowdAnalysis(
        used,
        answers,
        model,
        posteriors,
        prior,
        believed,
        errors,
        intervals,
        compared,
        alone,
        confusions,
    )


def fill_unknown(believed: Floats) -> Floats:
    """The mean of the others for those of whom nothing is known; 1 where nobody is known."""
    known = ~np.isnan(believed)
    return np.where(known, believed, believed[known].mean() if known.any() else 1.0)


def _by_votes(
    answers: CrowdAnswers, used: CrowdAnswers, shared: CrowdAnswers, weights: Floats, alone: int
) -> CrowdAnalysis:
    """Everyone counts the same; an answer errs against what the others say together."""
    size, count = answers.frame.size, len(weights)
    shares = np.zeros((answers.n, size))
    np.add.at(shares, used.rows, used.pignistic())
    total = shares.sum(axis=1, keepdims=True)
    posteriors = np.where(total > 0, shares / np.maximum(total, 1e-300), 1.0 / size)
    prior = posteriors[total[:, 0] > 0].mean(axis=0)

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
        prior,
        believed,
        errors,
        intervals,
        answers_of(shared, count),
        alone,
    )
