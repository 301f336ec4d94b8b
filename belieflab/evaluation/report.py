"""What a comparison of classifiers comes to: tables, tests over folds, learning curves."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable, weak_dominance
from belieflab.error_rates import LABELS, TRUTH
from belieflab.errors import DataError
from belieflab.evaluation.agreement import BALANCED, Agreement, agreement, agreement_by_class
from belieflab.evaluation.answer_sets import Answers, of_masks
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.costs import DecisionCosts, mean_cost
from belieflab.evaluation.cross_validation import UNKNOWN, Evaluation, Part, Place
from belieflab.evaluation.learning_curve import PowerLaw, fit_learning_curve
from belieflab.evaluation.probability_scores import brier_score, log_score
from belieflab.evaluation.significance import compare_folds, corrected_mean
from belieflab.evaluation.utilities import set_scores

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Found = TypeVar("Found")

MIN_SIZES = 3


class Gathered(NamedTuple):
    """Held-out beliefs of one classifier over all complete folds.

    Attributes
    ----------
    rows : objects, each once per repeat [shape=(m,)]
    folds : the fold of each, other ones in other repeats [shape=(m,)]
    beliefs : MassTable [m rows]
    probabilities : [shape=(m, K)]
    """

    rows: Codes
    folds: Codes
    beliefs: MassTable
    probabilities: Floats

    def take(self, places: Codes) -> "Gathered":
        """The chosen ones."""
        rows, folds = self.rows[places], self.folds[places]
        return Gathered(rows, folds, self.beliefs[places], self.probabilities[places])

    @property
    def answers(self) -> Codes:
        """The most probable class of each, the first of equals."""
        best = self.probabilities.max(axis=1, keepdims=True)
        return np.argmax(self.probabilities >= best * (1 - 1e-12), axis=1)


class LearningCurve(NamedTuple):
    """Errors of one classifier at several numbers of labels.

    Attributes
    ----------
    sizes : mean number of labels learned from [shape=(s,)]
    errors : in each fold [shape=(s, folds)]
    fitted : the power law; None with fewer than three sizes
    """

    sizes: Floats
    errors: Floats
    fitted: PowerLaw | None


def gather(found: Evaluation, key: str) -> Gathered:
    """The held-out beliefs of a classifier; a DataError where there are none yet."""
    parts = [(place, part) for place, part in list(found.parts.items()) if place[0] == key]
    if not parts:
        raise DataError(f"{CLASSIFIERS.find(key).title} has not been trained on any fold yet.")
    folds = [
        np.full(len(part.rows), place[1] * found.plan.folds + place[2]) for place, part in parts
    ]
    frame = found.labels.frame
    beliefs = [_beliefs(part, found) for _, part in parts]
    stacked = beliefs[0] if len(beliefs) == 1 else MassTable.stack(beliefs)
    return Gathered(
        np.concatenate([part.rows for _, part in parts]),
        np.concatenate(folds),
        MassTable(frame, stacked.focal, stacked.mass),
        np.concatenate([part.prediction.probabilities for _, part in parts]),
    )


def yardstick_of(found: Evaluation, rows: Codes, against: str) -> tuple[MassTable, Codes]:
    """Labels, or true classes as labels, of the rows that have one; and their places in `rows`."""
    if against == LABELS:
        places = np.flatnonzero(found.labels.conflict()[rows] < 1.0)
        return found.labels[rows[places]], places
    if found.truth is None:
        raise DataError("These data have no true classes to measure by.")
    truth = found.truth[rows]
    places = np.flatnonzero(truth != UNKNOWN)
    frame = found.labels.frame
    # A class that no label knows has no column: its label is one that no answer can meet.
    focal = [0, *frame.singletons.tolist()]
    mass = np.zeros((len(places), len(focal)))
    mass[np.arange(len(places)), np.maximum(truth[places] + 1, 0)] = 1.0
    return MassTable(frame, focal, mass), places


def for_each(
    found: Evaluation, against: str, measure: Callable[[MassTable, Gathered], Found]
) -> dict[str, Found]:
    """`measure(labels, gathered)` of every method that has results, by its title."""
    results = {}
    for key in dict.fromkeys(place[0] for place in list(found.parts)):
        if key not in found.failed:
            gathered = gather(found, key)
            labels, places = yardstick_of(found, gathered.rows, against)
            results[CLASSIFIERS.find(key).title] = measure(labels, gathered.take(places))
    return results


def measure(found: Evaluation, rows: Codes, answers: Answers, against: str) -> Agreement:
    """Agreement of answers about rows with the labels, or accuracy against the true classes."""
    if against == TRUTH and found.truth is not None:
        truth = found.truth[rows]
        known = truth != UNKNOWN
        flags = np.column_stack([answers.flags, np.zeros(len(rows), dtype=bool)])
        right = float(flags[known, truth[known].clip(-1)].mean()) if known.any() else np.nan
        return Agreement(right, right, right, int((~known).sum()))
    labels, places = yardstick_of(found, rows, against)
    if not len(places):
        return Agreement(np.nan, np.nan, np.nan, len(rows))
    return agreement(labels, answers[places])


def fold_scores(found: Evaluation, against: str = LABELS) -> dict[str, Floats]:
    """The score of every classifier in every fold that all of them have [shape=(J,)]."""
    keys = [key for key in found.plan.classifiers if key not in found.failed]
    places = [
        (repeat, fold)
        for repeat in range(found.plan.repeats)
        for fold in range(found.plan.folds)
        if all((key, repeat, fold) in found.parts for key in keys)
    ]
    scores = {
        key: np.array([_score(found, (key, *place), against) for place in places]) for key in keys
    }
    if not scores or not places:
        return {}
    usable = np.isfinite(np.array(list(scores.values()))).all(axis=0)
    return {key: each[usable] for key, each in scores.items()}


def held_out_ratio(found: Evaluation) -> float:
    """n_test / n_train of the folds."""
    return 1.0 / (found.plan.folds - 1)


def summarise(
    found: Evaluation, costs: DecisionCosts | None = None, against: str = LABELS
) -> "pd.DataFrame":
    """One row per classifier: agreement with the labels, accuracy, scores and cost.

    Parameters
    ----------
    found : Evaluation
    costs : DecisionCosts, optional
        By which the mean cost of decisions is counted.
    against : "labels" or "true classes"
        What `balanced` and the columns after it are measured by.

    Returns
    -------
    DataFrame
        method, lower, agreement, upper, low, high (corrected 95 % interval of the agreement);
        accuracy with its interval where true classes are known; balanced, the mean over classes;
        discounted accuracy, u65 and u80 of weakly undominated sets; Brier and log score; cost and
        answered where costs are given; seconds per fit.
    """
    import pandas as pd

    by_labels = fold_scores(found)
    by_truth = fold_scores(found, TRUTH) if _has_truth(found) else {}
    rows = []
    for key in by_labels:
        gathered = gather(found, key)
        answers = _single(gathered.answers, found)
        overall = measure(found, gathered.rows, answers, LABELS)
        row = {
            "method": CLASSIFIERS.find(key).title,
            "lower": overall.lower,
            "agreement": overall.pignistic,
            "upper": overall.upper,
            **_interval(by_labels[key], found, ("low", "high")),
        }
        if key in by_truth:
            row["accuracy"] = measure(found, gathered.rows, answers, TRUTH).pignistic
            row |= _interval(by_truth[key], found, ("accuracy low", "accuracy high"))
        labels, places = yardstick_of(found, gathered.rows, against)
        by_class = agreement_by_class(labels, answers[places])
        row["balanced"] = float(by_class["pignistic"][BALANCED])
        probabilities, beliefs = gathered.probabilities[places], gathered.beliefs[places]
        sets = set_scores(labels, of_masks(weak_dominance(beliefs), labels.frame))
        row |= {"discounted": sets.discounted, "u65": sets.u65, "u80": sets.u80}
        row["Brier"], row["log score"] = (
            score(labels, probabilities) for score in (brier_score, log_score)
        )
        if costs is not None:
            decided = costs.decide(gathered.beliefs)
            row["cost"] = mean_cost(labels, decided[places], costs.matrix, costs.reject).pignistic
            row["answered"] = float((decided >= 0).mean())
        row["seconds"] = float(np.mean([part.seconds for part in _parts_of(found, key)]))
        rows.append(row)
    return pd.DataFrame(rows)


def compare(found: Evaluation, against: str = LABELS) -> "pd.DataFrame":
    """Every pair of classifiers on the same folds, corrected, by their titles."""
    scores = {
        CLASSIFIERS.find(key).title: each for key, each in fold_scores(found, against).items()
    }
    if len(scores) < 2 or min(map(len, scores.values()), default=0) < 2:
        raise DataError("A test needs two classifiers that share at least two folds.")
    return compare_folds(scores, held_out_ratio(found))


def learning_curve(found: Evaluation, key: str, against: str = LABELS) -> LearningCurve:
    """The error of a classifier at several numbers of labels, with the fitted power law."""
    sizes, errors = [], []
    for share in (*found.plan.shares, 1.0):
        parts = [
            found.parts.get((key, 0, fold)) if share == 1.0 else found.curve.get((key, share, fold))
            for fold in range(found.plan.folds)
        ]
        there = [part for part in parts if part is not None]
        if len(there) < found.plan.folds:
            continue
        scores = [_score_part(found, part, against) for part in there]
        if np.isfinite(scores).all():
            sizes.append(float(np.mean([part.n_learned for part in there])))
            errors.append([1.0 - score for score in scores])
    measured = np.array(errors).reshape(len(errors), found.plan.folds)
    fitted = None
    if len(set(sizes)) >= MIN_SIZES and min(sizes) > 0:
        fitted = fit_learning_curve(sizes, measured, random_state=found.plan.seed)
    return LearningCurve(np.array(sizes), measured, fitted)


def describe_gain(curve: LearningCurve, factor: float = 2.0) -> str:
    """What more labels would be expected to change, in one sentence; empty without a fit."""
    if curve.fitted is None:
        return ""
    now = float(curve.sizes.max())
    (current, later), (low, high) = (
        curve.fitted.predict([now, factor * now]),
        curve.fitted.band([factor * now]),
    )
    return (
        f"With {factor * now:,.0f} labels instead of {now:,.0f} the error is expected at "
        f"{later:.1%} (95 %: {low[0]:.1%} to {high[0]:.1%}) instead of {current:.1%}."
    )


def _has_truth(found: Evaluation) -> bool:
    return found.truth is not None and bool((found.truth != UNKNOWN).any())


def _beliefs(part: Part, found: Evaluation) -> MassTable:
    if part.prediction.masses is not None:
        return part.prediction.masses
    return MassTable.from_probabilities(part.prediction.probabilities, found.labels.frame)


def _parts_of(found: Evaluation, key: str) -> list[Part]:
    return [part for place, part in list(found.parts.items()) if place[0] == key]


def _single(codes: Codes, found: Evaluation) -> Answers:
    flags = np.zeros((len(codes), found.labels.frame.size), dtype=np.bool_)
    flags[np.arange(len(codes)), codes] = True
    return Answers(flags, np.ones(len(codes)))


def _score(found: Evaluation, place: Place, against: str) -> float:
    return _score_part(found, found.parts[place], against)


def _score_part(found: Evaluation, part: Part, against: str) -> float:
    answers = _single(part.prediction.classes(), found)
    return measure(found, part.rows, answers, against).pignistic


def _interval(scores: Floats, found: Evaluation, names: tuple[str, str]) -> dict[str, float]:
    if len(scores) < 2:
        return dict.fromkeys(names, np.nan)
    interval = corrected_mean(scores, held_out_ratio(found))
    return {names[0]: max(interval.low, 0.0), names[1]: min(interval.high, 1.0)}
