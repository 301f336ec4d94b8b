"""Reliability, rejection and confusion against labels that may be soft, as tables to draw."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.evaluation.answer_sets import Answers, Support, measured
from belieflab.evaluation.classifiers.entry import NEARLY_EQUAL
from belieflab.evaluation.probability_scores import predictions_on

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

WEIGHTS = ("belief", "pignistic", "plausibility")


def reliability_diagram(
    y: Any, predicted: Any, n_bins: int = 10, *, classes: Any = None, unknown: Any = None
) -> "pd.DataFrame":
    """Whether answers are right as often as they are confident, with what is not known.

    Objects are grouped by the largest predicted probability, their confidence, into bins of equal
    width; in each the agreement of the answers with the labels, as an interval (DeGroot and
    Fienberg 1983). `ignorance` is the mean mass on Ω that a MassTable of predictions has.

    Parameters
    ----------
    y : labels
        Hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable.
    predicted : array-like [shape=(n, K)] or MassTable
        Probabilities, one column per class; of a MassTable the pignistic ones.
    n_bins : int, default 10
    classes, unknown : as for `brier_score`

    Returns
    -------
    DataFrame
        One row per bin that has objects: confidence, lower, pignistic, upper, ignorance, count.

    Examples
    --------
    >>> diagram = reliability_diagram(["a", "b", "b"], [[0.9, 0.1], [0.1, 0.9], [0.6, 0.4]], 2)
    >>> diagram[["confidence", "pignistic", "count"]].round(3).values.tolist()
    [[0.8, 0.667, 3.0]]
    """
    import pandas as pd

    if n_bins < 1:
        raise DataError(f"A diagram has at least one bin; {n_bins} were asked for.")
    confidence, support, kept = _confident(y, predicted, classes, unknown)
    ignorance = _ignorance(predicted, len(kept))[kept]
    bins = np.minimum((confidence * n_bins).astype(np.int64), n_bins - 1)
    columns = {
        "confidence": confidence,
        "lower": support.belief,
        "pignistic": support.pignistic,
        "upper": support.plausibility,
        "ignorance": ignorance,
    }
    counts = np.bincount(bins, minlength=n_bins)
    there = counts > 0
    means = {
        name: np.bincount(bins, weights=values, minlength=n_bins)[there] / counts[there]
        for name, values in columns.items()
    }
    return pd.DataFrame({**means, "count": counts[there]})


def calibration_error(diagram: "pd.DataFrame") -> float:
    """Mean distance of confidence from agreement over the bins of `reliability_diagram`.

    Σ_b (n_b / n) |confidence_b - pignistic agreement_b| (Naeini et al. 2015).

    Examples
    --------
    >>> diagram = reliability_diagram(["a", "b"], [[0.9, 0.1], [0.1, 0.9]])
    >>> round(calibration_error(diagram), 3)
    0.1
    """
    gaps = (diagram["confidence"] - diagram["pignistic"]).abs()
    return float((gaps * diagram["count"]).sum() / diagram["count"].sum())


def rejection_curve(
    y: Any, predicted: Any, *, classes: Any = None, unknown: Any = None
) -> "pd.DataFrame":
    """Error among the objects that are answered when the least confident ones are not.

    Objects are answered in the order of falling confidence, equal ones together; after each the
    share answered and the error of those answers: 1 - BetP_i(answer), and its bounds 1 - pl and
    1 - bel (Chow 1970, with soft labels).

    Parameters
    ----------
    y, predicted, classes, unknown : as for `reliability_diagram`

    Returns
    -------
    DataFrame
        share answered (rising to 1), error, lower, upper, and threshold, the least confidence
        that is answered.

    Examples
    --------
    >>> rejection_curve(["a", "b"], [[0.9, 0.1], [0.6, 0.4]])[["share", "error"]].values.tolist()
    [[0.5, 0.0], [1.0, 0.5]]
    """
    import pandas as pd

    confidence, support, _ = _confident(y, predicted, classes, unknown)
    order = np.argsort(-confidence, kind="stable")
    sorted_confidence = confidence[order]
    last = np.flatnonzero(np.diff(sorted_confidence) < -NEARLY_EQUAL * sorted_confidence[:-1])
    last = np.append(last, len(order) - 1)
    answered = last + 1.0

    def error(agreed: Floats) -> Floats:
        return np.maximum(1.0 - np.cumsum(agreed[order])[last] / answered, 0.0)

    return pd.DataFrame(
        {
            "share": answered / len(order),
            "error": error(support.pignistic),
            "lower": error(support.plausibility),
            "upper": error(support.belief),
            "threshold": sorted_confidence[last],
        }
    )


def rejection_area(curve: "pd.DataFrame") -> float:
    """The error of a rejection curve, averaged over the share answered: its area, 0 to 1.

    Σ_j error_j (share_j - share_{j-1}), the share before the first step being 0. Small where the
    wrong answers are those of least confidence.

    Examples
    --------
    >>> rejection_area(rejection_curve(["a", "b"], [[0.9, 0.1], [0.6, 0.4]]))
    0.25
    """
    return float((curve["error"] * np.diff(curve["share"], prepend=0.0)).sum())


def soft_confusion(
    y: Any, answers: Any, weights: str = "pignistic", *, unknown: Any = None
) -> "pd.DataFrame":
    """Which class is answered how often for which: a confusion matrix with weights.

    Cell (k, j): Σ_i w_ik over the objects answered j, w the pignistic probability, the belief or
    the plausibility that the label gives to class k. With hard labels all three are the counts.

    Parameters
    ----------
    y : labels
        Hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable.
    answers : array-like [shape=(n,)], or n collections of classes
    weights : {"pignistic", "belief", "plausibility"}
    unknown : optional
        A value of hard labels that means unknown.

    Returns
    -------
    DataFrame
        Rows: the classes of the labels. Columns: the same, then every set that is answered, and
        ∅ for no answer.

    Examples
    --------
    >>> soft_confusion(["a", "a", "b"], ["a", "b", "b"])
         a    b
    a  1.0  1.0
    b  0.0  1.0
    """
    import pandas as pd

    if weights not in WEIGHTS:
        raise DataError(f"The weights are {', '.join(WEIGHTS)}; there are none called {weights!r}.")
    yardstick, found = measured(y, answers, unknown)
    frame, labels = yardstick.frame, yardstick.labels
    if weights == "belief":
        shares = np.column_stack([labels.belief(int(mask)) for mask in frame.singletons])
    else:
        shares = labels.pignistic() if weights == "pignistic" else labels.contour()
    columns = dict(_answer_names(found, frame.names))
    cells = {name: shares[rows].sum(axis=0) for name, rows in columns.items()}
    return pd.DataFrame(cells, index=list(frame.names))


def _answer_names(answers: Answers, names: tuple[str, ...]) -> list[tuple[str, Any]]:
    """Every class and every other answer, with the rows that give it."""
    single = answers.sizes == 1
    listed = [(name, single & answers.flags[:, k]) for k, name in enumerate(names)]
    others = np.flatnonzero(~(single & answers.flags.any(axis=1)))
    seen: dict[tuple[bool, ...], list[int]] = {}
    for row in others.tolist():
        seen.setdefault(tuple(answers.flags[row].tolist()), []).append(row)
    for flags, rows in seen.items():
        members = [name for name, inside in zip(names, flags, strict=True) if inside]
        title = "{" + ", ".join(members) + "}" if members else "∅"
        listed.append((title, np.array(rows)))
    return listed


def _confident(
    y: Any, predicted: Any, classes: Any, unknown: Any
) -> tuple[Floats, Support, NDArray[np.bool_]]:
    """Confidence of the answers, what the labels say of them, and which rows count."""
    yardstick, p = predictions_on(y, predicted, classes, unknown)
    best = p.max(axis=1)
    first = np.argmax(p >= best[:, None] * (1.0 - NEARLY_EQUAL), axis=1)
    flags = np.zeros(p.shape, dtype=np.bool_)
    flags[np.arange(len(p)), first] = True
    return best, yardstick.support(Answers(flags, np.ones(len(p)))), yardstick.kept


def _ignorance(predicted: Any, n: int) -> Floats:
    """m(Ω) of each prediction; 0 for probabilities [shape=(n,)]."""
    if not isinstance(predicted, MassTable):
        return np.zeros(n)
    return predicted.mass_of(predicted.frame.omega)
