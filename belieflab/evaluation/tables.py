"""What a comparison says of its classifiers in tables: tests, sets, calibration, confusion."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from belieflab.error_rates import LABELS, TRUTH
from belieflab.errors import DataError
from belieflab.evaluation.agreement import agreement_by_class
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.costs import DecisionCosts
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.curves import calibration_error, reliability_diagram, soft_confusion
from belieflab.evaluation.report import (
    LearningCurve,
    compare,
    for_each,
    gather,
    learning_curve,
    summarise,
    yardstick_of,
)
from belieflab.evaluation.set_rules import compare_set_rules

if TYPE_CHECKING:
    import pandas as pd

TITLES = {
    "lower": "belief",
    "agreement": "agreement with labels",
    "upper": "plausibility",
    "low": "agreement, 95 % from",
    "high": "to",
    "accuracy": "accuracy, true classes",
    "accuracy low": "accuracy, 95 % from",
    "accuracy high": "to ",
    "cost": "cost of decisions",
    "seconds": "seconds per fit",
}
"""What the columns of a summary are called for a reader."""

FIRST = ("method", TITLES["agreement"], TITLES["accuracy"])
"""The columns that most ask for stand first."""

MEASURED = ("discounted", "u65", "u80", "Brier", "log score", "cost of decisions")
"""Columns of the summary under these titles that are measured by the labels or true classes."""

BALANCED_BY = {LABELS: "balanced agreement", TRUTH: "balanced accuracy"}

TESTED = (
    "Differences of means over folds with 95 % intervals; p-values are corrected for training sets "
    "that overlap (Nadeau and Bengio 2003), then for several tests (Holm 1979)."
)
DECIDED = (
    "The shared costs decide in the columns “cost of decisions” and “answered” and in Predict; all "
    "else is of the most probable class."
)
COUNTED = {
    LABELS: "Expected numbers of objects: each counts with the pignistic probabilities of its "
    "label. Agreement by class lies between its bounds by belief and plausibility.",
    TRUTH: "Numbers of objects by their true classes, mean over repeats.",
}
"""What stands under tests and scores, and under confusion and agreement by class."""


def summary_of(
    found: Evaluation, costs: DecisionCosts, against: str = LABELS, *, with_truth: bool
) -> "pd.DataFrame":
    """One row per method under titles for a reader, without true classes where they are hidden."""
    table = summarise(found, costs, against).rename(columns={"balanced": BALANCED_BY[against]})
    hidden = [each for each in table if not with_truth and "accuracy" in str(each)]
    table = table.drop(columns=hidden).rename(columns=TITLES)
    first = [name for name in FIRST if name in table]
    table = table[[*first, *(name for name in table if name not in first)]]
    return table.rename(columns={name: f"{name}, {against}" for name in MEASURED})


def plain_numbers(table: "pd.DataFrame") -> list[str]:
    """The columns of a summary that are no shares."""
    return [name for name in map(str, table) if name.startswith((*MEASURED, TITLES["seconds"]))]


def set_rules_of(
    found: Evaluation, key: str, level: float, against: str = LABELS
) -> "pd.DataFrame":
    """The rules for set-valued answers of one classifier side by side; `level` is 0 to 1."""
    gathered = gather(found, key)
    labels, places = yardstick_of(found, gathered.rows, against)
    groups = None if found.groups is None else found.groups[gathered.rows[places]]
    answered = gathered.beliefs[places], gathered.folds[places]
    return compare_set_rules(labels, *answered, level, found.plan.seed, groups)


def tests_of(found: Evaluation, against: str = LABELS) -> "pd.DataFrame":
    """Every pair of classifiers on the same folds, with what its p-values are corrected for."""
    return compare(found, against).rename(columns={"p": "p, corrected", "adjusted": "p, Holm"})


def curves_of(found: Evaluation, against: str = LABELS) -> dict[str, LearningCurve]:
    """The errors of every method at several numbers of labels, by its title."""
    keys = dict.fromkeys(place[0] for place in found.parts)
    return {
        CLASSIFIERS.find(key).title: learning_curve(found, key, against)
        for key in keys
        if key not in found.failed
    }


def diagrams_of(found: Evaluation, against: str = LABELS) -> "dict[str, pd.DataFrame]":
    """The reliability diagram of every method, by its title."""
    return for_each(found, against, lambda y, each: reliability_diagram(y, each.beliefs))


def calibration_table(diagrams: "Mapping[str, pd.DataFrame]") -> "pd.DataFrame":
    """The calibration error and the mean ignorance of every reliability diagram, by its method."""
    import pandas as pd

    rows = [
        (name, calibration_error(each), np.average(each["ignorance"], weights=each["count"]))
        for name, each in diagrams.items()
    ]
    return pd.DataFrame(rows, columns=["method", "calibration error", "mean ignorance"])


def confusion_of(found: Evaluation, key: str, against: str = LABELS) -> "pd.DataFrame":
    """Expected numbers of objects by class (rows) and answer, mean over the repeats."""
    gathered = gather(found, key)
    labels, places = yardstick_of(found, gathered.rows, against)
    names = np.array(labels.frame.names, dtype=object)
    counts = soft_confusion(labels, names[gathered.answers[places]]) / found.plan.repeats
    return counts.round(1 if against == LABELS else 0)


def by_class_of(found: Evaluation, key: str, against: str = LABELS) -> "pd.DataFrame":
    """Agreement of the answers to the objects of each class, with its bounds, and balanced."""
    gathered = gather(found, key)
    labels, places = yardstick_of(found, gathered.rows, against)
    names = np.array(labels.frame.names, dtype=object)
    table = agreement_by_class(labels, names[gathered.answers[places]])
    titles = {"lower": "belief", "pignistic": "agreement", "upper": "plausibility"}
    return table.rename(columns=titles).drop(columns="weight").rename_axis("class").reset_index()


def tables_of(
    found: Evaluation, yardsticks: Sequence[str], against: str, level: float
) -> "dict[str, pd.DataFrame]":
    """The tests by each yardstick; calibration, sets and confusion of every method by one."""
    tables: dict[str, pd.DataFrame] = {}
    for each in yardsticks:
        with suppress(DataError):  # one method, or one fold
            tables[f"differences by {each}"] = tests_of(found, each)
    tables["calibration"] = calibration_table(diagrams_of(found, against))
    for key in dict.fromkeys(place[0] for place in found.parts):
        if key not in found.failed:
            title = CLASSIFIERS.find(key).title
            tables[f"sets, {title}"] = set_rules_of(found, key, level, against)
            tables[f"by class, {title}"] = by_class_of(found, key, against)
            confusion = confusion_of(found, key, against)
            tables[f"confusion, {title}"] = confusion.rename_axis("label").reset_index()
    return tables
