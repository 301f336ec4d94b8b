"""The controls of the EKNNclus page, most used first."""

from functools import partial

import streamlit as st

from belieflab.clustering.eknnclus import WEIGHTS
from belieflab.clustering.eknnclus_table import A_SETS, FEW_LABELS
from belieflab.data.dataset import Dataset
from belieflab.ui import lecture
from belieflab.ui.eknnclus_settings import (
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
from belieflab.ui.glossary_terms import hint
from belieflab.ui.messages import guarded
from belieflab.ui.page_settings import between, is_switch, keep, one_of
from belieflab.ui.unseen import value_of
from belieflab.ui.workspace import Workspace

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
    q = _draw_quantile()
    n_start = _draw_start()
    run = _draw_run()
    n_runs = _draw_runs()
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


def _draw_quantile() -> float:
    key, fits = f"{PAGE}.q", between(0.05, 1.0)
    if not lecture.shows("q"):
        return value_of(key, USUAL_Q, fits)
    keep(key, fits)
    return float(
        st.slider(
            "Quantile q",
            0.05,
            1.0,
            USUAL_Q,
            0.05,
            key=key,
            bind="query-params",
            help="γ is the inverse of this quantile of the neighbours' distances to the power β: "
            "the larger q, the farther a neighbour's word carries.",
        )
    )


def _draw_start() -> int | None:
    key, fits = f"{PAGE}.start", one_of(STARTS)
    few, fits_few = f"{PAGE}.c0", between(1, MOST_LABELS)
    if not lecture.shows("c0"):
        given = value_of(key, PER_OBJECT, fits) == GIVEN
        return value_of(few, FEW_LABELS, fits_few) if given else None
    keep(key, fits)
    start = st.segmented_control(
        "Labels at the start, c0",
        STARTS,
        default=PER_OBJECT,
        required=True,
        key=key,
        bind="query-params",
        help="One per object: c0 = n, every object begins alone. A number: so many labels, dealt "
        "out at random, as for very large data.",
    )
    if start != GIVEN:
        return None
    keep(few, fits_few)
    return int(
        st.number_input(
            "c0",
            min_value=1,
            max_value=MOST_LABELS,
            value=FEW_LABELS,
            step=50,
            key=few,
            bind="query-params",
            label_visibility="collapsed",
        )
    )


def _draw_run() -> int:
    key, fits = f"{PAGE}.run", between(0, LAST_RUN)
    if not lecture.shows("run"):
        return value_of(key, 0, fits)
    keep(key, fits)
    return int(
        st.number_input(
            "Run shown",
            min_value=0,
            max_value=LAST_RUN,
            value=0,
            step=1,
            key=key,
            bind="query-params",
            help="Another run visits the objects in another order: its seed is that of the "
            "workspace plus this number.",
        )
    )


def _draw_runs() -> int:
    key, fits = f"{PAGE}.runs", between(1, MOST_RUNS)
    if not lecture.shows("runs"):
        return value_of(key, USUAL_RUNS, fits)
    keep(key, fits)
    return int(
        st.slider(
            "Runs to compare",
            1,
            MOST_RUNS,
            USUAL_RUNS,
            key=key,
            bind="query-params",
            help="How many runs the histogram of the number of clusters counts.",
        )
    )


def _draw_more(dataset: Dataset) -> tuple[float, str, str]:
    """The rare ones; a lecture shows none of them."""
    keys = [f"{PAGE}.{name}" for name in ("beta", "weights", "relational")]
    relational = looks_like_dissimilarities(dataset)
    if lecture.present() is not None:
        beta = value_of(keys[0], USUAL_BETA, between(0.5, 4.0))
        written = {words: name for name, words in TIES.items()}
        weights = value_of(keys[1], "symmetric", one_of(WEIGHTS), written)
        as_given = relational and value_of(keys[2], True, is_switch)
        return beta, weights, "precomputed" if as_given else "euclidean"
    with st.expander("More"):
        beta = _draw_power()
        weights = _draw_weights()
        as_given = relational and _draw_relational()
    return beta, weights, "precomputed" if as_given else "euclidean"


def _draw_power() -> float:
    key = f"{PAGE}.beta"
    keep(key, between(0.5, 4.0))
    return float(
        st.slider(
            "Power β of the distance",
            0.5,
            4.0,
            USUAL_BETA,
            0.5,
            key=key,
            bind="query-params",
            help="A neighbour at distance d speaks with strength exp(-γ d to the power β).",
        )
    )


def _draw_weights() -> str:
    key = f"{PAGE}.weights"
    keep(key, one_of(WEIGHTS))
    return str(
        st.selectbox(
            "Weights and ties",
            WEIGHTS,
            format_func=TIES.__getitem__,
            key=key,
            bind="query-params",
            help=f"{hint('partition-energy')} It never rises with symmetric weights. The slides' "
            "own rule lets an object count only its own neighbours, and may go round in circles.",
        )
    )


def _draw_relational() -> bool:
    key = f"{PAGE}.relational"
    keep(key, is_switch)
    return bool(
        st.toggle(
            "The columns are dissimilarities",
            value=True,
            key=key,
            bind="query-params",
            help="The table is square and symmetric: column j is taken for the dissimilarity to "
            "object j, not for a feature.",
        )
    )
