"""What set-valued answers are worth: discounted accuracy, u65 and u80, coverage and size."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError
from belieflab.evaluation.answer_sets import (
    Answers,
    Yardstick,
    frame_for,
    read_sets,
    read_yardstick,
)

Floats = NDArray[np.float64]

UTILITIES: dict[str, Callable[[Floats], Floats]] = {
    "discounted": lambda d: d,
    "u65": lambda d: 1.6 * d - 0.6 * d * d,
    "u80": lambda d: 2.2 * d - 1.2 * d * d,
}
"""Worth of a right set by d = 1/|A|: a set of two is worth 0.5, 0.65 or 0.8 of a single class."""


class SetScores(NamedTuple):
    """Set-valued answers in numbers.

    Attributes
    ----------
    coverage : share of answers that hold the class
    size : mean number of classes of an answer
    single : share of answers that are one class
    discounted, u65, u80 : mean worth
    left_out : rows whose label has all its mass on ∅
    """

    coverage: float
    size: float
    single: float
    discounted: float
    u65: float
    u80: float
    left_out: int = 0


def utility(
    truth: Any, sets: Any, kind: str = "u65", *, classes: Any = None, unknown: Any = None
) -> float:
    """Mean worth of answers that are sets of classes (Zaffalon et al. 2012).

    Of a set A: d = 1/|A| if it holds the class, else 0; discounted accuracy is d, u65 = 1.6 d -
    0.6 d², u80 = 2.2 d - 1.2 d². Against a soft label BetP_i(A) · u(1/|A|). One class is worth
    1 when right, whatever the kind; the empty set, no answer, 0.

    Parameters
    ----------
    truth : classes [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable
    sets : masks [shape=(n,)], n collections of classes, or booleans [shape=(n, K)]
        Bit k of a mask stands for class k of the frame; with truths that are integers, for the
        class number k.
    kind : {"u65", "u80", "discounted"}
    classes : optional
        The classes in the order of the bits, where truths are hard.
    unknown : optional
        A value of hard truths that means unknown.

    Returns
    -------
    float
        From 0 to 1.

    Examples
    --------
    >>> round(utility([0, 1, 2], [{0}, {0, 1}, {0, 1}]), 4)
    0.55
    >>> round(utility(["a", "b"], [0b01, 0b11], "u80"), 4)
    0.9
    """
    if kind not in UTILITIES:
        raise DataError(f"The utilities are {', '.join(UTILITIES)}; there is none called {kind!r}.")
    yardstick, answers = _measured(truth, sets, classes, unknown)
    return float(worth(yardstick, answers, kind).mean())


def set_scores(truth: Any, sets: Any, *, classes: Any = None, unknown: Any = None) -> SetScores:
    """Coverage, size and worth of answers that are sets of classes, all at once.

    Parameters
    ----------
    truth, sets, classes, unknown : as for `utility`

    Returns
    -------
    SetScores
        Coverage against a soft label is the mean of BetP_i(A_i).

    Examples
    --------
    >>> found = set_scores([0, 1, 2, 2], [{0}, {0, 1}, {0, 1}, {0, 1, 2}])
    >>> found.coverage, found.size, found.single
    (0.75, 2.0, 0.25)
    """
    yardstick, answers = _measured(truth, sets, classes, unknown)
    return SetScores(
        coverage=float(yardstick.support(answers).pignistic.mean()),
        size=float(answers.sizes.mean()),
        single=float((answers.sizes == 1).mean()),
        left_out=yardstick.left_out,
        **{kind: float(worth(yardstick, answers, kind).mean()) for kind in UTILITIES},
    )


def worth(yardstick: Yardstick, answers: Answers, kind: str) -> Floats:
    """BetP_i(A_i) · u(1/|A_i|) of each answer [shape=(n,)]."""
    d = 1.0 / np.maximum(answers.sizes, 1.0)
    return yardstick.support(answers).pignistic * UTILITIES[kind](d)


def _measured(truth: Any, sets: Any, classes: Any, unknown: Any) -> tuple[Yardstick, Answers]:
    placed, n = frame_for(truth, sets, classes, unknown)
    yardstick = read_yardstick(placed, n, unknown)
    answers = read_sets(sets, yardstick.frame)
    if len(answers) != n:
        raise DataError(f"There are {n} true classes but {len(answers)} answers.")
    return yardstick, answers[yardstick.kept]
