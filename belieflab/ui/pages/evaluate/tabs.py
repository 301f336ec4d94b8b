"""The tabs of the Evaluate page: table and tests, sets, reliability, confusion, more labels."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.errors import DataError
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.curves import calibration_error, reliability_diagram, soft_confusion
from belieflab.evaluation.report import (
    LABELS,
    compare,
    describe_gain,
    for_each,
    gather,
    learning_curve,
    yardstick_of,
)
from belieflab.evaluation.set_rules import compare_set_rules
from belieflab.figures.common.heatmap import draw_confusion as confusion_map
from belieflab.figures.evaluate import draw_learning as learning_chart
from belieflab.figures.evaluate import draw_reliability as reliability_chart
from belieflab.figures.evaluate import draw_sets as sets_chart
from belieflab.ui.method.charts import draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one
from belieflab.ui.method.kept_apart import errors_apart
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.pages.evaluate import fit, text
from belieflab.ui.pages.evaluate.settings import AGREEMENT, ERROR, PAGE
from belieflab.ui.shell.text import plain

TESTED = (
    "Differences of means over folds with 95 % intervals; p-values are corrected for training sets "
    "that overlap (Nadeau and Bengio 2003), then for several tests (Holm 1979)."
)
SETS = "Coverage, size and worth are measured by {}. A right set of two is worth 0.65 or 0.8."


@with_result
def draw_result(context: Context, found: Evaluation) -> None:
    """Draw one row per method, the rows kept apart, and the corrected tests."""
    make = partial(text.result_table, context, found)
    table = fit.kept(context, found, "summary", make).copy()
    apart = _errors_apart(context, found)
    for part in dict.fromkeys(name for errors in apart.values() for name in errors):
        known = [apart[key].get(part, np.nan) for key in fit.done(found)]
        table[f"error on {part} rows"] = known
    number = st.column_config.NumberColumn(format="%.4f")
    columns = {name: number for name in text.NUMBERS if name in table}
    draw_table(table, f"{PAGE}.summary", form="percent", columns=columns)
    for against in fit.yardsticks(context):
        st.markdown(f"**Differences in {AGREEMENT[against]}**")
        try:
            tests = fit.kept(context, found, f"tests {against}", partial(compare, found, against))
        except DataError as error:
            st.caption(plain(str(error)))
            continue
        percent = st.column_config.NumberColumn(format="percent")
        look = {name: percent for name in ("difference", "low", "high")}
        named = tests.rename(columns={"p": "p, corrected", "adjusted": "p, Holm"})
        draw_table(named, f"{PAGE}.tests.{against}", form="%.4f", columns=look)
    st.caption(TESTED)


@with_result
def draw_sets(context: Context, found: Evaluation) -> None:
    """Draw the rules for set-valued answers of one method side by side."""
    key, against = _draw_method(context, found), fit.yardstick(context)
    percent = draw_one(PAGE, context.settings.parameters["level"])

    def make() -> pd.DataFrame:
        gathered = gather(found, key)
        labels, places = yardstick_of(found, gathered.rows, against)
        beliefs, folds = gathered.beliefs[places], gathered.folds[places]
        return compare_set_rules(labels, beliefs, folds, percent / 100, context.seed)

    table = fit.kept(context, found, f"sets {key} {percent}", make)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        share = st.column_config.NumberColumn(format="percent")
        draw_table(table, f"{PAGE}.sets", form="%.3f", columns={"coverage": share, "single": share})
        st.caption(SETS.format("the labels" if against == LABELS else "the true classes"))
    with right:
        draw_small(sets_chart(table), f"{PAGE}.sets_chart")


@with_result
def draw_reliability(context: Context, found: Evaluation) -> None:
    """Draw agreement against confidence of every method, with ignorance."""
    against = fit.yardstick(context)

    def make() -> dict[str, pd.DataFrame]:
        return for_each(found, against, lambda y, each: reliability_diagram(y, each.beliefs))

    diagrams = fit.kept(context, found, "diagrams", make)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        draw_chart(reliability_chart(diagrams, AGREEMENT[against]), f"{PAGE}.reliability")
    with right:
        rows = [
            (name, calibration_error(each), _ignorance(each)) for name, each in diagrams.items()
        ]
        columns = ["method", "calibration error", "mean ignorance"]
        draw_table(pd.DataFrame(rows, columns=columns), f"{PAGE}.calibration", form="%.4f")
        st.caption(
            "Vertical lines: from mean belief to mean plausibility by the labels. Thicker rings: "
            "more mass on Ω. Calibration error: mean distance from the diagonal."
        )


@with_result
def draw_confusion(context: Context, found: Evaluation) -> None:
    """Draw which class one method answers for which, weighted by the labels."""
    key, against = _draw_method(context, found), fit.yardstick(context)
    gathered = gather(found, key)
    labels, places = yardstick_of(found, gathered.rows, against)
    names = np.array(labels.frame.names, dtype=object)
    table = soft_confusion(labels, names[gathered.answers[places]]) / found.plan.repeats
    counts: Any = table.to_numpy().round(1 if against == LABELS else 0)
    draw_small(confusion_map(counts, list(table.index), list(table.columns)), f"{PAGE}.confusion")
    st.caption(
        "Expected numbers of objects: each counts with the pignistic probabilities of its label."
        if against == LABELS
        else "Numbers of objects by their true classes, mean over repeats."
    )


@with_result
def draw_learning(context: Context, found: Evaluation) -> None:
    """Draw how much more labels would help each method."""
    against = fit.yardstick(context)
    curves = {key: learning_curve(found, key, against) for key in fit.done(found)}
    named = {fit.title_of(key): each for key, each in curves.items()}
    draw_chart(learning_chart(named, ERROR[against], height=380), f"{PAGE}.more")
    for key, curve in curves.items():
        if sentence := describe_gain(curve):
            st.markdown(plain(f"{fit.title_of(key)}, {ERROR[against]}: {sentence}"))
    st.caption(
        "The dashed line is a + b / n^c fitted to the means, its band 95 % of fits to resampled "
        "folds: an extrapolation holds as long as more labels are like those there are."
    )


def _ignorance(diagram: pd.DataFrame) -> float:
    return float(np.average(diagram["ignorance"], weights=diagram["count"]))


def _draw_method(context: Context, found: Evaluation) -> str:
    """Draw the choice of a method, where there are several; returns its key."""
    keys = fit.done(found)
    titles = {key: fit.title_of(key) for key in keys}
    parameter = replace(
        context.settings.parameters["method"], default=keys[0], choices=titles, form="list"
    )
    return str(draw_one(PAGE, replace(parameter, width=320))) if len(keys) > 1 else keys[0]


def _errors_apart(context: Context, found: Evaluation) -> dict[str, dict[str, float]]:
    """Errors on the rows that a split keeps apart, by method and part."""
    whole = context.workspace.state.dataset
    if whole is None or not whole.kept_apart:
        return {}

    def errors(key: str) -> dict[str, float]:
        predict = partial(found.predict_rest, key=key)
        return errors_apart(context, (id(found), key), lambda part: predict(part.X).classes())

    return {key: errors(key) for key in fit.done(found)}
