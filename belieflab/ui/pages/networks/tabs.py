"""Result, Structures and Parameters of the Networks page, and the table of rows."""

from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.comparison import Compared, describe
from belieflab.error_rates import TRUTH, error_axis
from belieflab.figures.common.heatmap import draw_confusion
from belieflab.figures.networks.view import as_learned, frame_states
from belieflab.ui.method import export
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.decision_costs import decide
from belieflab.ui.method.kept_apart import scores_apart
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.method.tasks import Outcome, draw_task, resolve
from belieflab.ui.pages.networks.fit import comparison, errors, test_errors
from belieflab.ui.pages.networks.settings import PAGE, STRUCTURES, look, points
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.text import plain

CONFUSION = f"{PAGE}.confusion"
TABLE = f"{PAGE}.structures_table"
FORMS = dict.fromkeys(("BIC", "log-likelihood"), "%,.1f")
FORMS |= dict.fromkeys(("free parameters", "arcs", "features"), "%d")
DRIFT = (
    "EM may move decisions away from the labels: where Gaussians fit the classes, it corrects "
    "wrong labels; elsewhere it drifts to clusters and ends worse than the labels' best guesses."
)
COMPARED = (
    "Errors are shares of the objects that were learned from. A smaller BIC is better; AODE has "
    "none, and it does not compare where categories or features are left out, nor with a label "
    "model. Tick a row to look at that structure."
)


def scores(context: Context, model: GaussianNetworkClassifier) -> dict[str, float]:
    """What pinned runs are compared by."""
    found = {error_axis(name): each.error for name, each in errors(context, model).items()}
    return found | scores_apart(test_errors(context, model)) | describe(model)


def result_table(context: Context, model: GaussianNetworkClassifier) -> pd.DataFrame:
    """One row per object for the CSV file: label, responsibilities, decision."""
    decisions = decide(context, model, points(context.dataset, model.structure))
    return export.result_table(context.workspace, model.responsibilities_, decisions)


def report_figures(context: Context, model: GaussianNetworkClassifier) -> dict[str, go.Figure]:
    """The confusion of decisions with the true classes, else with the labels."""
    classes = [str(name) for name in model.classes_.tolist()]
    for against, found in errors(context, model).items():
        names = context.dataset.class_names if against == TRUTH else classes
        return {CONFUSION: draw_confusion(found.counts, names, classes)}
    return {}


def report_tables(context: Context, model: GaussianNetworkClassifier) -> dict[str, pd.DataFrame]:
    """The structures, where they were compared, and what was learned."""
    compared, tables = resolve(comparison(context)).current, dict[str, pd.DataFrame]()
    if compared:
        tables["structures"] = pd.DataFrame([_row(context, each) for each in compared])
    return tables | _learned(context, model)


@with_result
def draw_result(context: Context, model: GaussianNetworkClassifier) -> None:
    """Draw the confusion matrix, and how far EM has gone from the labels."""
    left, right = st.columns(2, gap="large")
    with left:
        for against in list(errors(context, model))[:1]:
            st.markdown(f"**Decisions against the {against}**")
            draw_small(report_figures(context, model)[CONFUSION], CONFUSION)
    with right:
        st.markdown("**What EM did to the decisions**")
        ends = frame_states(model)[0], frame_states(model)[-1]
        both = [errors(context, model, state) for state in ends]
        table: dict[str, object] = {"step": [state.name for state in ends]}
        table |= {error_axis(name): [found[name].error for found in both] for name in both[0]}
        draw_table(pd.DataFrame(table), form="percent")
        st.caption(DRIFT)


def draw_structures(context: Context, outcome: Outcome) -> None:
    """Draw one row per structure; a click on a row takes it."""
    found = draw_task(comparison(context))
    if not found.value:
        return
    fits: list[Compared] = list(found.value)
    table = pd.DataFrame([_row(context, each) for each in fits])
    columns = {name: st.column_config.NumberColumn(format=form) for name, form in FORMS.items()}

    def use_row() -> None:
        for row in st.session_state[TABLE]["selection"]["rows"][:1]:
            set_value(PAGE, "structure", fits[int(row)][0])
            say(f"Now learning {STRUCTURES[fits[int(row)][0]]}.")

    show = partial(draw_table, table, form="percent", columns=columns)
    if not found.ready:
        show(key=f"{TABLE}.growing")
        return
    show(key=TABLE, on_select=use_row, selection_mode="single-row")
    st.caption(COMPARED)
    for structure, problem in [each for each in fits if isinstance(each[1], str)]:
        st.caption(plain(f"{STRUCTURES[structure]}: {problem}"))


def _row(context: Context, compared: Compared) -> dict[str, Any]:
    row, model = {"structure": STRUCTURES[compared[0]]}, compared[1]
    return row if isinstance(model, str) else row | scores(context, model)


@with_result
def draw_parameters(context: Context, model: GaussianNetworkClassifier) -> None:
    """Draw the class prior and what the arcs explain; one row per feature, class and term."""
    tables = _learned(context, model)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown("**Class prior** θ")
        draw_table(tables["class prior"])
        st.markdown("**What the arcs explain**, nats per object")
        draw_table(tables["arcs"], form="%.3f")
    with right:
        st.markdown("**Features given their parents**: N(β₀ + Σ β x, σ²)")
        draw_table(tables["features"])


def _learned(context: Context, model: GaussianNetworkClassifier) -> dict[str, pd.DataFrame]:
    root, names = look(context).root, as_learned(context.dataset, model).feature_names
    return {
        "class prior": model.prior_table(root),
        "arcs": model.arc_table(root, names),
        "features": model.parameter_table(root, names).astype({"class": str}),
    }
