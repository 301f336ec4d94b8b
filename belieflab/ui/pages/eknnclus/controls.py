"""The controls of the EKNNclus page, most used first."""

from contextlib import nullcontext
from functools import partial

import streamlit as st

from belieflab.clustering.eknnclus_table import A_SETS, FEW_LABELS
from belieflab.data.dataset import Dataset
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.bound_controls import Controls
from belieflab.ui.pages.eknnclus.settings import (
    PAGE,
    USUAL_BETA,
    USUAL_Q,
    USUAL_RUNS,
    Settings,
    largest_k,
    load_many_clusters,
    looks_like_dissimilarities,
    usual_k,
)
from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.page_settings import between, keep
from belieflab.ui.shell.workspace import Workspace

PANEL, RARE = Controls(PAGE), Controls(PAGE, rare=True)
MOST_RUNS, LAST_RUN, MOST_LABELS = 200, 9_999, 100_000
PER_OBJECT, GIVEN = "one per object", "a number"
STARTS = (PER_OBJECT, GIVEN)
TIES = {
    "symmetric": "symmetric: ties keep the label",
    "rows": "as in the slides: ties to the lowest",
}


def draw_controls(workspace: Workspace, dataset: Dataset) -> tuple[Settings, int]:
    """Draw the panel, most used first; returns the settings and the number of runs."""
    _draw_many_clusters(workspace)
    n_neighbors = _draw_neighbours(dataset.n)
    q = PANEL.choose_number(
        "q",
        "Quantile q",
        (0.05, 1.0),
        USUAL_Q,
        "γ is the inverse of this quantile of the neighbours' distances to the power β: "
        "the larger q, the farther a neighbour's word carries.",
        step=0.05,
    )
    n_start = _draw_start()
    run = PANEL.choose_number(
        "run",
        "Run shown",
        (0, LAST_RUN),
        0,
        "Another run visits the objects in another order: its seed is that of the "
        "workspace plus this number.",
        form="field",
    )
    n_runs = PANEL.choose_number(
        "runs",
        "Runs to compare",
        (1, MOST_RUNS),
        USUAL_RUNS,
        "How many runs the histogram of the number of clusters counts.",
    )
    beta, weights, metric = _draw_more(dataset)
    settings = Settings(n_neighbors, q, beta, weights, n_start, metric, workspace.seed, run)
    return settings, n_runs


def _draw_many_clusters(workspace: Workspace) -> None:
    if not lecture.shows("data"):
        return
    st.caption("Data with many clusters, like the A-sets")
    with st.container(horizontal=True, key=f"{PAGE}_many"):
        for a_set in A_SETS:
            st.button(
                str(a_set.n_clusters),
                key=f"{PAGE}.load_{a_set.n_clusters}",
                help=f"{a_set.n:,} points in {a_set.n_clusters} clusters, with the paper's "
                f"K = {a_set.n_neighbors}.",
                on_click=guarded(partial(load_many_clusters, workspace, a_set)),
            )


def _draw_neighbours(n: int) -> int:
    """K; while nobody has moved it, it follows the rule of thumb for the data."""
    key, top, usual = f"{PAGE}.K", largest_k(n), usual_k(n)
    before = st.session_state.get(f"{PAGE}.K_usual", usual)
    st.session_state[f"{PAGE}.K_usual"] = usual
    fits = between(1, top)
    if key in st.session_state:
        untouched = st.session_state[key] == before
        st.session_state[key] = usual if untouched else min(st.session_state[key], top)
    if not lecture.shows("K"):
        return value_of(key, usual, fits)
    if top == 1:
        return 1
    keep(key, fits)
    return int(
        st.slider(
            "Neighbours K",
            1,
            top,
            None if key in st.session_state else usual,
            key=key,
            bind="query-params",
            help="How many nearest objects speak for each object. Two to three times √n is the "
            f"rule of thumb, here {usual}; fewer give more and smaller clusters.",
        )
    )


def _draw_start() -> int | None:
    start = PANEL.choose_one(
        "start",
        "Labels at the start, c0",
        STARTS,
        "One per object: c0 = n, every object begins alone. A number: so many labels, dealt "
        "out at random, as for very large data.",
        form="segments",
        shown_as="c0",
    )
    if start != GIVEN:
        return None
    return PANEL.choose_number(
        "c0",
        "c0",
        (1, MOST_LABELS),
        FEW_LABELS,
        step=50,
        form="field",
        label_visibility="collapsed",
    )


def _draw_more(dataset: Dataset) -> tuple[float, str, str]:
    """The rare ones; a lecture shows none of them."""
    with nullcontext() if lecture.present() is not None else st.expander("More"):
        beta = RARE.choose_number(
            "beta",
            "Power β of the distance",
            (0.5, 4.0),
            USUAL_BETA,
            "A neighbour at distance d speaks with strength exp(-γ d to the power β).",
            step=0.5,
        )
        weights = RARE.choose_one(
            "weights",
            "Weights and ties",
            TIES,
            f"{hint('partition-energy')} It never rises with symmetric weights. The slides' "
            "own rule lets an object count only its own neighbours, and may go round in circles.",
        )
        as_given = looks_like_dissimilarities(dataset) and RARE.switch(
            "relational",
            "The columns are dissimilarities",
            "The table is square and symmetric: column j is taken for the dissimilarity to "
            "object j, not for a feature.",
            usual=True,
        )
    return beta, weights, "precomputed" if as_given else "euclidean"
