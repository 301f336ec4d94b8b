"""A simulated crowd: annotators with their own reliabilities answer about the truth."""

import re

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.beta import draw_beta
from belieflab.data.crowd import Crowd
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.data.seeds import LABELS, stream
from belieflab.data.truth import need_truth, other_class
from belieflab.errors import DataError

ANY_OTHER, NEIGHBOURING = "any other class", "neighbouring class"
MAX_ANNOTATORS = 100
MAX_ANSWERS = 5_000_000
"""Answers of all annotators together: more take seconds and a gigabyte, and say no more."""


def simulate_crowd(
    dataset: Dataset,
    rng: np.random.Generator,
    *,
    annotators: int = 5,
    reliability: float = 0.75,
    spread: float = 0.1,
    reliabilities: str = "",
    mistakes: str = ANY_OTHER,
    coverage: float = 1.0,
) -> Crowd:
    """The answers of J annotators, each right with the probability of their reliability.

    Reliabilities are drawn from a Beta with the given mean and standard deviation, or listed in
    `reliabilities` (then J is the length of the list). A wrong answer names any other class or a
    neighbour in the order of the classes; each question is answered with probability `coverage`.
    Rows whose truth is unknown get no answers.
    """
    truth = need_truth(dataset, "Crowd")
    if reliabilities.strip():
        reliable = parse_reliabilities(reliabilities)
    else:
        reliable = draw_beta(rng, reliability, spread, annotators)
    _check_answers(len(truth.rows), len(reliable))
    truths = np.repeat(truth.codes[:, None], len(reliable), axis=1)
    right = rng.random(truths.shape) < reliable
    answered = rng.random(truths.shape) < coverage
    wrong = _wrong_answers(rng, truths, truth.frame.size, mistakes)
    answers = np.full((truth.n, len(reliable)), UNKNOWN, dtype=np.int64)
    answers[truth.rows] = np.where(answered, np.where(right, truths, wrong), UNKNOWN)
    return Crowd(truth.frame, answers, reliable)


def build_crowd(
    dataset: Dataset, rng: np.random.Generator, *, rule: str = "dempster", **settings: object
) -> MassTable:
    """The labels of a simulated crowd, combined by a rule; settings as in `simulate_crowd`."""
    return simulate_crowd(dataset, rng, **settings).combine(rule)  # type: ignore[arg-type]


def crowd_behind_labels(dataset: Dataset, *, seed: int = 0, **settings: object) -> Crowd:
    """The very crowd whose labels the law `crowd` builds under this seed and these settings."""
    settings.pop("rule", None)
    return simulate_crowd(dataset, stream(seed, LABELS), **settings)  # type: ignore[arg-type]


def count_answers(
    n: int, _classes: int, *, annotators: int, reliabilities: str = "", **_settings: object
) -> float:
    """How many answers a simulated crowd gives about n objects; more than are given are refused."""
    asked = len(parse_reliabilities(reliabilities)) if reliabilities.strip() else annotators
    _check_answers(n, asked)
    return float(n * asked)


def _check_answers(n: int, annotators: int) -> None:
    if n * annotators > MAX_ANSWERS:
        raise DataError(
            f"{annotators} annotators would give {n * annotators:,} answers about {n:,} objects; "
            f"at most {MAX_ANSWERS:,} are simulated. Take fewer annotators, or fewer objects."
        )


def parse_reliabilities(text: str) -> NDArray[np.float64]:
    """Numbers from 0 to 1 in a line of text, parted by commas, semicolons or spaces."""
    parts = [part for part in re.split(r"[,;\s]+", text) if part]
    if len(parts) > MAX_ANNOTATORS:
        raise DataError(f"{len(parts)} reliabilities are listed; at most {MAX_ANNOTATORS} fit.")
    values = np.empty(len(parts))
    for j, part in enumerate(parts):
        try:
            values[j] = float(part)
        except ValueError:
            raise DataError(f"Reliability {j + 1}: {part[:20]!r} is not a number.") from None
        if not 0.0 <= values[j] <= 1.0:
            raise DataError(
                f"Reliability {j + 1} is {part[:20]}; a reliability is a number from 0 to 1."
            )
    return values


def _wrong_answers(
    rng: np.random.Generator, truths: NDArray[np.int64], classes: int, mistakes: str
) -> NDArray[np.int64]:
    if classes == 1:
        return truths
    if mistakes == ANY_OTHER:
        return other_class(rng, truths, classes)
    step = 2 * rng.integers(2, size=truths.shape) - 1
    step[truths == 0], step[truths == classes - 1] = 1, -1
    return truths + step
