"""Result: confusion matrix, error on held-out objects, choice of a model; and the table of rows."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.errors import DataError
from belieflab.figures.common.confusion import draw_confusion
from belieflab.figures.mixture.fit import component_names
from belieflab.mixture.scoring import Agreement, held_out_error
from belieflab.ui.method import export
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.tasks import QUICK_SECONDS
from belieflab.ui.pages.mixture import selection
from belieflab.ui.pages.mixture.fit import MixtureFit, cost, score
from belieflab.ui.pages.mixture.settings import PAGE, make_model
from belieflab.ui.shell.text import plain

FOLDS = 5
FEW_STEPS = 60
"""Iterations up to which the fit is repeated on held-out objects without being asked."""


def scores(context: Context, fit: MixtureFit) -> dict[str, float]:
    """What pinned runs are compared by."""
    model, found = fit.model, score(context, fit)
    numbers = {
        "log-likelihood": float(model.log_likelihood_),
        "iterations": float(model.n_iter_),
        "BIC": float(model.bic()),
    }
    return numbers if found is None else numbers | {"training error": found.error}


@with_result
def draw_result(context: Context, fit: MixtureFit) -> None:
    """Draw confusion matrix and held-out error on the left, the choice of a model on the right."""
    found = score(context, fit)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown("**Against the truth**")
        if found is None:
            st.caption(
                "The truth is hidden: reveal it to see the confusion matrix and the errors."
                if context.workspace.truth_hidden
                else "The data carry no truth to compare the decisions with."
            )
        else:
            st.plotly_chart(
                draw_confusion(
                    found.counts, context.dataset.class_names, component_names(fit.model)
                ),
                key=f"{PAGE}.confusion",
                config={"displayModeBar": False},
            )
            _draw_errors(context, fit, found)
    with right:
        selection.draw(context)


def result_table(context: Context, fit: MixtureFit) -> pd.DataFrame:
    """One row per object for the CSV file: label, responsibilities, decision."""
    beliefs = fit.model.responsibilities_
    decisions = fit.model.predict_proba(context.dataset.X).argmax(axis=1)
    return export.result_table(context.workspace, beliefs, decisions)


def _draw_errors(context: Context, fit: MixtureFit, found: Agreement) -> None:
    text = f"Error on the objects it was fitted to: **{found.error:.1%}**"
    quick = fit.model.n_iter_ <= FEW_STEPS and cost(context).seconds * FOLDS <= QUICK_SECONDS
    if quick or st.toggle(
        "Error on held-out objects",
        key=f"{PAGE}.held_out",
        help=f"Fits {FOLDS} more times, each without a fifth of the objects.",
    ):
        with st.spinner("Fitting without a fifth of the objects at a time"):
            held = context.remember("held out", context.fit_token, partial(_held_out, context, fit))
        text += f"; on held-out objects ({FOLDS} folds): **{held}**"
    st.markdown(f"{text}.")
    if not fit.named:
        st.caption("Components without names count for the class that fits them best.")


def _held_out(context: Context, fit: MixtureFit) -> str:
    truth = context.truth
    assert truth is not None  # noqa: S101  (drawn only with a truth)
    try:
        share = held_out_error(
            make_model(context),
            context.dataset.X,
            fit.labels,
            np.asarray(truth),
            context.dataset.class_names,
            named=fit.named,
            folds=FOLDS,
            seed=context.seed,
        )
    except DataError as error:
        return plain(f"not known: {error}")
    return f"{share:.1%}"
