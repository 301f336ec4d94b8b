"""Whether doubt was honest: answers as probabilities, compared with the true classes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.data.crowd_answers import CrowdAnswers

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
BINS = 5


class Calibration(NamedTuple):
    """By steps of confidence: the mean confidence, how often it was right, and how many answers."""

    confidence: Floats
    right: Floats
    counts: Codes


def brier_scores(answers: CrowdAnswers, truth: Codes, n_annotators: int | None = None) -> Floats:
    """Mean of Σ_k (BetP(k) - 1(k is true))² over the answers of each annotator, 0 to 2.

    The smaller the better, and smallest in the long run for doubt that is as large as it should
    be. NaN for an annotator without an answer about an object whose class is known.

    Examples
    --------
    >>> from belieflab import Frame
    >>> sets = np.array([0b01, 0b11, 0b10])
    >>> answers = CrowdAnswers.from_sets(Frame("ab"), 1, [0, 0, 0], [0, 1, 2], sets)
    >>> brier_scores(answers, np.array([0])).tolist()
    [0.0, 0.5, 2.0]
    """
    count = n_annotators or int(answers.annotators.max(initial=-1)) + 1
    known = np.flatnonzero(truth[answers.rows] >= 0)
    who, beliefs = answers.annotators[known], answers.pignistic()[known]
    beliefs[np.arange(len(known)), truth[answers.rows[known]]] -= 1.0
    asked = np.bincount(who, minlength=count)
    sums = np.bincount(who, (beliefs**2).sum(axis=1), count)
    return np.where(asked > 0, sums / np.maximum(asked, 1), np.nan)


def calibrate(answers: CrowdAnswers, truth: Codes, bins: int = BINS) -> Calibration:
    """How often the class that an answer finds most probable is true, by that probability.

    An answer that finds several equally probable is right by their share. Steps without an answer
    are left out.
    """
    known = np.flatnonzero(truth[answers.rows] >= 0)
    beliefs = answers.pignistic()[known]
    top = beliefs.max(axis=1) if len(known) else np.empty(0)
    tied = beliefs >= top[:, None] - 1e-12
    right = tied[np.arange(len(known)), truth[answers.rows[known]]] / tied.sum(axis=1)
    low = 1.0 / answers.frame.size
    step = np.clip(((top - low) / max(1.0 - low, 1e-12) * bins).astype(int), 0, bins - 1)
    counts = np.bincount(step, minlength=bins)
    there = np.flatnonzero(counts)
    sure, share = (np.bincount(step, each, bins)[there] / counts[there] for each in (top, right))
    return Calibration(sure, share, counts[there])
