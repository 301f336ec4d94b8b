"""The tabs of the Evaluate page: table and tests, sets, reliability, confusion, more labels."""

from dataclasses import replace
from functools import partial

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.error_rates import error_axis
from belieflab.errors import DataError
from belieflab.evaluation import tables
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.report import describe_gain, summarise
from belieflab.figures.common.heatmap import draw_confusion
from belieflab.figures.evaluate import (
    draw_by_class,
    draw_learning,
    draw_measures,
    draw_reliability,
    draw_sets,
)
from belieflab.ui.method.charts import draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.pages.evaluate import fit, text
from belieflab.ui.pages.evaluate.settings import AGREEMENT, PAGE, yardsticks
from belieflab.ui.shell.text import plain

CONFUSION, RELIABILITY, SETS_CHART, BY_CLASS, MEASURES = (
    f"{PAGE}.{name}" for name in ("confusion", "reliability", "sets_chart", "classes", "measures")
)
PERCENT, NUMBER = (st.column_config.NumberColumn(format=form) for form in ("percent", "%.4f"))
SETS = "Coverage, size and worth are measured by the {}. A right set of two is worth 0.65 or 0.8."


@with_result
def show_result(context: Context, found: Evaluation) -> None:
    """Draw one row per method, the rows kept apart, and the corrected tests."""
    make = partial(text.result_table, context, found)
    table = fit.kept(context, found, "summary", make).copy()
    apart = pd.DataFrame(fit.draw_errors_apart(context, found))
    for part in apart:
        table[error_axis(on=f"{part} rows")] = apart[part].to_numpy()
    columns = dict.fromkeys(tables.plain_numbers(table), NUMBER)
    draw_table(table, f"{PAGE}.summary", form="percent", columns=columns)
    draw_small(_measures(context, found), MEASURES)
    for against in yardsticks(context):
        st.markdown(f"**Differences in {AGREEMENT[against]}**")
        try:
            tests = fit.kept(
                context, found, f"tests {against}", partial(tables.tests_of, found, against)
            )
        except DataError as error:
            st.caption(plain(str(error)))
            continue
        look = dict.fromkeys(("difference", "low", "high"), PERCENT)
        draw_table(tests, f"{PAGE}.tests.{against}", form="%.4f", columns=look)
    st.caption(f"{tables.TESTED} {tables.DECIDED}")


@with_result
def show_sets(context: Context, found: Evaluation) -> None:
    """Draw the rules for set-valued answers of one method side by side."""
    key = draw_method(context, found)
    percent = draw_one(PAGE, context.settings.parameters["level"])
    table = fit.set_rules(context, found, key, percent)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        shares = dict.fromkeys(("coverage", "single"), PERCENT)
        draw_table(table, f"{PAGE}.sets", form="%.3f", columns=shares)
        st.caption(SETS.format(context.settings.against))
    with right:
        draw_small(draw_sets(table), SETS_CHART)


@with_result
def show_reliability(context: Context, found: Evaluation) -> None:
    """Draw agreement against confidence of every method, with ignorance."""
    diagrams = tables.diagrams_of(found, against := context.settings.against)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        draw_chart(draw_reliability(diagrams, AGREEMENT[against]), RELIABILITY)
    with right:
        draw_table(tables.calibration_table(diagrams), f"{PAGE}.calibration", form="%.4f")
        st.caption(
            "Vertical lines: from mean belief to mean plausibility by the labels. Thicker rings: "
            "more mass on Ω. Calibration error: mean distance from the diagonal."
        )


@with_result
def show_confusion(context: Context, found: Evaluation) -> None:
    """Draw which class one method answers for which, weighted by the labels, and its agreement."""
    key, against = draw_method(context, found), context.settings.against
    left, right = st.columns([3, 2], gap="medium")
    table = tables.by_class_of(found, key, against)
    with left:
        draw_small(_confusion(context, found, key), CONFUSION)
    with right:
        draw_small(draw_by_class(table), BY_CLASS)
        draw_table(table, f"{PAGE}.by_class", form="percent")
    st.caption(tables.COUNTED[against])


@with_result
def show_learning(context: Context, found: Evaluation) -> None:
    """Draw how much more labels would help each method."""
    curves, error = fit.learning_curves(context, found), error_axis(context.settings.against)
    draw_chart(draw_learning(curves, error, height=380), f"{PAGE}.more")
    for name, curve in curves.items():
        if sentence := describe_gain(curve):
            st.markdown(plain(f"{name}, {error}: {sentence}"))
    st.caption(
        "The dashed line is a + b / n^c fitted to the means, its band 95 % of fits to resampled "
        "folds: an extrapolation holds as long as more labels are like those there are."
    )


def report_figures(context: Context, found: Evaluation) -> dict[str, go.Figure]:
    """Sets and confusion of the chosen method, and reliability; more labels are on the page."""
    key, against = fit.chosen_method(context, found), context.settings.against
    return {
        MEASURES: _measures(context, found),
        BY_CLASS: draw_by_class(tables.by_class_of(found, key, against)),
        SETS_CHART: draw_sets(fit.set_rules(context, found, key, context.settings.level)),
        RELIABILITY: draw_reliability(tables.diagrams_of(found, against), AGREEMENT[against]),
        CONFUSION: _confusion(context, found, key),
    }


def report_tables(context: Context, found: Evaluation) -> dict[str, pd.DataFrame]:
    """The corrected tests, and for every method its rules for sets, calibration and confusion."""
    seen = context.settings
    return tables.tables_of(found, yardsticks(context), seen.against, seen.level / 100)


def _measures(context: Context, found: Evaluation) -> go.Figure:
    against = context.settings.against
    make = partial(summarise, found, context.costs, against)
    return draw_measures(fit.kept(context, found, "measures", make), against)


def _confusion(context: Context, found: Evaluation, key: str) -> go.Figure:
    table = tables.confusion_of(found, key, context.settings.against)
    return draw_confusion(table.to_numpy(), list(table.index), list(table.columns))


def draw_method(context: Context, found: Evaluation) -> str:
    """Draw the choice of a method, where there are several; returns its key."""
    titles = {key: fit.title_of(key) for key in fit.done(found)}
    if not titles:
        raise DataError("There are no answers yet that all methods gave to one fold.")
    first, parameter = next(iter(titles)), context.settings.parameters["method"]
    asked = replace(parameter, default=first, choices=titles, form="list", width=320)
    return str(draw_one(PAGE, asked)) if len(titles) > 1 else first
