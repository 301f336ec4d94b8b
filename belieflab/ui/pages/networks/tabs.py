"""Result, Structures and Parameters of the Networks page, and the table of rows."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.implied import arc_strengths
from belieflab.figures.common.heatmap import draw_confusion
from belieflab.figures.networks.view import ARROW, as_learned
from belieflab.ui.method import export
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.method.tasks import Outcome, draw_task
from belieflab.ui.pages.networks.fit import TRUTH, Compared, comparison, errors, score, states
from belieflab.ui.pages.networks.settings import PAGE, STRUCTURES, look, points
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.text import plain

TABLE = f"{PAGE}.structures_table"
DRIFT = (
    "EM moves decisions away from the labels. Where Gaussians fit the classes, it corrects wrong "
    "labels so; where they do not (the data sets phoneme, fourclass and ionosphere of the paper), "
    "it drifts to clusters that are not the classes, and ends worse than the labels' best guesses. "
    "The labels alone do not tell which: compare with “best guess” in the sidebar."
)


def scores(context: Context, model: GaussianNetworkClassifier) -> dict[str, float]:
    """What pinned runs are compared by."""
    found = {f"error, {against}": error for against, error in score(context, model).items()}
    found |= {"free parameters": float(np.mean(model.n_parameters_))}
    if model.structure == "aode":
        return found
    likelihood = {"log-likelihood": float(model.log_likelihood_), "BIC": model.bic()}
    return likelihood | {"arcs": float(len(model.arcs_))} | found


def result_table(context: Context, model: GaussianNetworkClassifier) -> pd.DataFrame:
    """One row per object for the CSV file: label, responsibilities, decision."""
    decisions = model.predict_proba(points(context, model.structure)).argmax(axis=1)
    return export.result_table(context.workspace, model.responsibilities_, decisions)


@with_result
def draw_result(context: Context, model: GaussianNetworkClassifier) -> None:
    """Draw the confusion matrix, and how far EM has gone from the labels."""
    token = context.fit_token, context.workspace.truth_hidden, id(model)
    left, right = st.columns(2, gap="large")
    with left:
        make = partial(errors, context, model)
        for against, found in list(context.remember("errors", token, make).items())[:1]:
            st.markdown(f"**Decisions against the {against}**")
            names = context.dataset.class_names if against == TRUTH else model.classes_.tolist()
            classes = [str(name) for name in model.classes_.tolist()]
            draw_small(draw_confusion(found.counts, names, classes), f"{PAGE}.confusion")
    with right:
        st.markdown("**What EM did to the decisions**")
        first, last = states(context, model)[0], states(context, model)[-1]
        table: dict[str, list[object]] = {"step": [first.name, last.name]}
        both = [
            context.remember(f"errors {at.name}", token, partial(errors, context, model, at))
            for at in (first, last)
        ]
        for against in both[0]:
            table[f"error, {against}"] = [found[against].error for found in both]
        draw_table(pd.DataFrame(table), form="percent")
        st.caption(DRIFT)


def draw_structures(context: Context, outcome: Outcome) -> None:
    """Draw one row per structure; a click on a row takes it."""
    found = draw_task(comparison(context))
    if not found.value:
        return
    fits: list[Compared] = list(found.value)
    table = pd.DataFrame([_row(context, each) for each in fits])
    percent = st.column_config.NumberColumn(format="percent")
    numbers = st.column_config.NumberColumn(format="%,.1f")
    columns = {name: percent for name in table if str(name).startswith("error")}
    columns |= {"BIC": numbers, "log-likelihood": numbers}

    def use_row() -> None:
        for row in st.session_state[TABLE]["selection"]["rows"][:1]:
            set_value(PAGE, "structure", fits[int(row)].structure)
            say(f"Now learning {STRUCTURES[fits[int(row)].structure]}.")

    show = partial(st.dataframe, table, column_config=columns, hide_index=True)
    if not found.ready:
        show(key=f"{TABLE}.growing")
        return
    show(key=TABLE, on_select=use_row, selection_mode="single-row")
    st.caption(
        "Errors are shares of the objects that were learned from. A smaller BIC is better; AODE "
        "averages several models and has none, and with features dropped from the likelihood or "
        "with a label model it does not compare. Tick a row to look at that structure."
    )
    for each in fits:
        if each.problem:
            st.caption(plain(f"{STRUCTURES[each.structure]}: {each.problem}"))


def _row(context: Context, compared: Compared) -> dict[str, object]:
    row: dict[str, object] = {"structure": STRUCTURES[compared.structure]}
    model = compared.model
    if model is None:
        return row
    for against, found in errors(context, model).items():
        row[f"error, {against}"] = found.error
    single = compared.structure != "aode"
    row["BIC"] = model.bic() if single else np.nan
    row["log-likelihood"] = float(model.log_likelihood_) if single else np.nan
    counts = model.n_parameters_ * np.ones(1 if single else len(model.arcs_), dtype=int)
    row["free parameters"] = int(counts.sum())
    row["arcs"] = len(model.arcs_) if single else sum(map(len, model.arcs_))
    return row | {"features": len(model.features_)}


@with_result
def draw_parameters(context: Context, model: GaussianNetworkClassifier) -> None:
    """Draw the class prior, and one row per feature and class: intercept, coefficients, σ."""
    single = isinstance(model.parameters_, NetworkParameters)
    network = model.parameters_ if single else model.parameters_[look(context).root]
    features = as_learned(context.dataset, model).feature_names
    classes = model.classes_.tolist()
    left, right = st.columns([1, 2], gap="large")
    with left:
        st.markdown("**Class prior** θ")
        draw_table(pd.DataFrame({"class": map(str, classes), "θ": network.weights}))
        st.markdown("**Strength of the arcs**, nats per object")
        strengths = arc_strengths(network)
        arcs = sorted(network.structure.arcs, key=lambda arc: -strengths[arc[1], arc[0]])
        rows = [(f"{features[p]}{ARROW}{features[c]}", strengths[c, p]) for p, c in arcs]
        draw_table(pd.DataFrame(rows, columns=["arc", "explains"]))
    with right:
        st.markdown("**Features given their parents**: N(β₀ + Σ β x, σ²)")
        listed = [
            {
                "feature": features[j],
                "class": str(name) if network.kept[j] else "any",
                "β₀": network.intercepts[k, j],
                "β": ", ".join(
                    f"{network.coefficients[k, j, i]:.4g} {features[i]}"
                    for i in np.flatnonzero(network.parents[j])
                ),
                "σ": float(np.sqrt(network.variances[k, j])),
            }
            for j in range(len(features))
            for k, name in enumerate(classes)
            if (network.kept[j] or k == 0) and j not in network.family_of
        ]
        draw_table(pd.DataFrame(listed))
        if network.families:
            st.markdown("**By level**: P(level | class, parent), or mean and variance")
            draw_table(model.level_table(0 if single else look(context).root))
