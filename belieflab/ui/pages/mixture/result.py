"""Result: the numbers of a fit, its confusion matrix, and its error on objects held out."""

from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.common.confusion import draw_confusion
from belieflab.figures.mixture.picture import component_names
from belieflab.iteration import Ending
from belieflab.mixture.scoring import Agreement, held_out_error
from belieflab.ui.method import export
from belieflab.ui.pages.mixture import selection
from belieflab.ui.pages.mixture.fit import QUICK, Fit, cost, remember, token
from belieflab.ui.pages.mixture.settings import PAGE, Settings
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

FOLDS = 5
NUMBER_WIDTH = 150
FEW_STEPS = 60
"""Iterations up to which the fit is repeated on held-out objects without being asked."""


def draw_numbers(fit: Fit, found: Agreement | None) -> None:
    """The few numbers beside the picture."""
    model = fit.model
    with st.container(horizontal=True, key=f"{PAGE}_numbers"):
        st.metric("Log-likelihood", f"{model.log_likelihood_:,.2f}", width=NUMBER_WIDTH)
        st.metric("Iterations", model.n_iter_, width=NUMBER_WIDTH)
        st.metric(
            "BIC",
            f"{model.bic():,.1f}",
            width=NUMBER_WIDTH,
            help="-2 L + d ln n; smaller is better.",
        )
        if found is not None:
            st.metric("Training error", f"{found.error:.1%}", width=NUMBER_WIDTH)
    for note in model.notes_:
        st.warning(plain(note), icon=":material/warning:")
    if model.ending_ is Ending.STOPPED:
        st.caption("EM was stopped before it had converged.")
    if model.ending_ is Ending.MAX_ITER:
        st.caption(f"EM had not converged after {model.max_iter} iterations, its limit.")


def scores(fit: Fit, found: Agreement | None) -> dict[str, float]:
    """What pinned runs are compared by."""
    model = fit.model
    numbers = {
        "log-likelihood": float(model.log_likelihood_),
        "iterations": float(model.n_iter_),
        "BIC": float(model.bic()),
    }
    return numbers if found is None else numbers | {"training error": found.error}


def draw_result(
    workspace: Workspace, dataset: Dataset, fit: Fit, settings: Settings, found: Agreement | None
) -> None:
    """Confusion matrix and held-out error on the left, the choice of a model on the right."""
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown("**Against the truth**")
        if found is None:
            st.caption(
                "The truth is hidden: reveal it to see the confusion matrix and the errors."
                if workspace.truth_hidden
                else "The data carry no truth to compare the decisions with."
            )
        else:
            st.plotly_chart(
                draw_confusion(found.counts, dataset.class_names, component_names(fit.model)),
                key=f"{PAGE}.confusion",
                config={"displayModeBar": False},
            )
            _draw_errors(workspace, dataset, fit, settings, found)
    with right:
        selection.draw_selection(workspace, dataset, settings)


def result_table(workspace: Workspace, dataset: Dataset, fit: Fit) -> pd.DataFrame:
    """One row per object for the CSV file: label, responsibilities, decision."""
    beliefs = fit.model.responsibilities_
    decisions = fit.model.predict_proba(dataset.X).argmax(axis=1)
    return export.result_table(workspace, beliefs, decisions)


def _draw_errors(
    workspace: Workspace, dataset: Dataset, fit: Fit, settings: Settings, found: Agreement
) -> None:
    words = f"Error on the objects it was fitted to: **{found.error:.1%}**"
    quick = fit.model.n_iter_ <= FEW_STEPS and cost(dataset, fit.labels, settings) * FOLDS <= QUICK
    if quick or st.toggle(
        "Error on held-out objects",
        key=f"{PAGE}.held_out",
        help=f"Fits {FOLDS} more times, each without a fifth of the objects.",
    ):
        with st.spinner("Holding out a fifth of the objects at a time"):
            held = remember(
                "held out",
                token(workspace, settings),
                partial(_held_out, workspace, dataset, fit, settings),
            )
        words += f"; on held-out objects ({FOLDS} folds): **{held}**"
    st.markdown(f"{words}.")
    if not fit.named:
        st.caption("Components without names count for the class that fits them best.")


def _held_out(workspace: Workspace, dataset: Dataset, fit: Fit, settings: Settings) -> str:
    truth = shown_truth(workspace)
    assert truth is not None  # noqa: S101  (drawn only with a truth)
    try:
        share = held_out_error(
            settings.make_model(),
            dataset.X,
            fit.labels,
            np.asarray(truth),
            dataset.class_names,
            named=fit.named,
            folds=FOLDS,
            seed=workspace.seed,
        )
    except DataError as error:
        return plain(f"not known: {error}")
    return f"{share:.1%}"
