"""The settings of the EKNNclus page, and the estimator that follows from them."""

import math
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus import count_neighbours
from belieflab.clustering.eknnclus_table import A_SETS, FEW_LABELS, ASet
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.figures.common.view import View
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.plane_axes import axis_parameters, chosen_axes
from belieflab.ui.shell import lecture
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.workspace import Recipe, Workspace

PAGE = "eknnclus"
HEIGHT = 510
MIN_TOP = 300
"""The slider of K never ends below this, as long as there are so many objects."""

MAX_EDGES = 12_000_000
"""Objects times neighbours that one session may ask for: about a gigabyte while they are joined."""

PER_OBJECT, GIVEN = "one per object", "a number"
TIES = {
    "symmetric": "symmetric: ties keep the label",
    "rows": "as in the slides: ties to the lowest",
}


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first."""
    n = context.dataset.n
    return [
        Parameter(
            "K",
            "Neighbours K",
            default_k(n),
            low=1,
            high=largest_k(n),
            keyword="n_neighbors",
            symbol="K",
            help="How many nearest objects count for each object. Two to three times √n is the "
            f"rule of thumb, here {default_k(n)}; fewer give more and smaller clusters.",
        ),
        Parameter(
            "q",
            "Quantile q",
            0.9,
            low=0.05,
            high=1.0,
            step=0.05,
            keyword="",
            symbol="q",
            help="γ is the inverse of this quantile of the neighbours' distances to the power β: "
            "the larger q, the farther the influence of a neighbour reaches.",
        ),
        Parameter(
            "start",
            "Labels at the start, c0",
            PER_OBJECT,
            choices=(PER_OBJECT, GIVEN),
            form="segments",
            lecture="c0",
            symbol="labels at the start",
            help="One per object: c0 = n, every object begins alone. A number: so many labels, "
            "dealt out at random, as for very large data.",
        ),
        Parameter(
            "c0",
            "c0",
            FEW_LABELS,
            low=1,
            high=100_000,
            step=50,
            typed=True,
            keyword="n_start",
            symbol="c0",
            needs={"start": (GIVEN,)},
        ),
        Parameter(
            "run",
            "Run shown",
            0,
            low=0,
            high=9_999,
            typed=True,
            symbol="run",
            help="Another run visits the objects in another order: its seed is that of the "
            "workspace plus this number.",
        ),
        Parameter(
            "runs",
            "Runs to compare",
            20,
            low=1,
            high=200,
            coded=False,
            help="How many runs the histogram of the number of clusters counts.",
        ),
        Parameter(
            "beta",
            "Power β of the distance",
            2.0,
            low=0.5,
            high=4.0,
            step=0.5,
            keyword="",
            symbol="β",
            rare=True,
            help="A neighbour at distance d counts exp(-γ d to the power β).",
        ),
        Parameter(
            "weights",
            "Weights and ties",
            "symmetric",
            choices=TIES,
            form="list",
            keyword="",
            symbol="weights",
            rare=True,
            help=f"{hint('partition-energy')} It never rises with symmetric weights. The rule of "
            "the slides lets an object count only its own neighbours, and may cycle.",
        ),
        *_relational(context),
        *axis_parameters(context.dataset),
    ]


def _relational(context: Context) -> list[Parameter]:
    if not looks_like_dissimilarities(context.dataset):
        return []
    return [
        Parameter(
            "relational",
            "The columns are dissimilarities",
            True,
            keyword="metric",
            convert=lambda on: "precomputed" if on else "euclidean",
            rare=True,
            help="The table is square and symmetric: column j is taken for the dissimilarity to "
            "object j, not for a feature.",
        )
    ]


def arguments(context: Context, run: int | None = None) -> dict[str, Any]:
    """The arguments of the estimator that differ from its defaults, for one of the runs."""
    run = context.settings.run if run is None else run
    given = context.settings.arguments(EKNNclus().get_params())
    return given | {"random_state": context.seed + run}


def graph_token(context: Context) -> tuple[Any, ...]:
    """What the graph of neighbours depends on."""
    names = ("K", "q", "beta", "weights", "relational")
    return context.workspace.version, *(context.settings.get(name) for name in names)


def largest_k(n: int) -> int:
    """Where the slider of K ends: well above the rule of thumb, below objects and memory."""
    wanted = max(MIN_TOP, math.ceil(6 * math.sqrt(n)))
    return max(1, min(n - 1, wanted, MAX_EDGES // n))


def default_k(n: int) -> int:
    """The rule of thumb, 2.5 √n, as far as the slider goes."""
    return min(count_neighbours(None, n), largest_k(n)) if n > 1 else 1


def looks_like_dissimilarities(dataset: Dataset) -> bool:
    """Whether the columns are the distances to the rows themselves: square, symmetric, 0 within."""
    X = dataset.X
    return (
        dataset.n == dataset.p > 2
        and bool((X >= 0).all())
        and not np.diag(X).any()
        and bool(np.allclose(X, X.T, rtol=1e-9, atol=0.0))
    )


def view(context: Context) -> View:
    """How the run is looked at."""
    return View(
        chosen_axes(context.dataset, context.settings),
        height=lecture.picture_height(HEIGHT),
        scale=lecture.scale(),
        seed=context.seed,
    )


def draw_samples(context: Context) -> None:
    """Draw the buttons that load data like the A-sets."""
    if not lecture.shows("data"):
        return
    st.caption("Data with many clusters, like the A-sets")
    with st.container(horizontal=True, key=f"{PAGE}_many"):
        for a_set in A_SETS:
            st.button(
                str(a_set.n_clusters),
                key=f"{PAGE}.load_{a_set.n_clusters}",
                help=f"{a_set.n:,} points in {a_set.n_clusters} clusters, with "
                f"K = {a_set.n_neighbors} as in the paper.",
                on_click=guarded(partial(_load, context.workspace, a_set)),
            )


def _load(workspace: Workspace, a_set: ASet) -> None:
    workspace.set_up(Recipe("many-clusters", {"clusters": a_set.n_clusters}), None)
    set_value(PAGE, "K", a_set.n_neighbors)
