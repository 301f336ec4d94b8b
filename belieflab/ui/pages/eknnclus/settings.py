"""The settings of the EKNNclus page, and the estimator that follows from them."""

import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus import count_neighbours
from belieflab.clustering.eknnclus_table import A_SETS, FEW_LABELS, ASet
from belieflab.data.parameters import Parameter
from belieflab.figures.common.view import View
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, set_value, with_help
from belieflab.ui.method.plane import axis_parameters, make_view
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.workspace import Recipe, Workspace

PAGE = "eknnclus"
MIN_TOP = 300  # the slider of K never ends below this, as long as there are that many objects
MAX_EDGES = 12_000_000
"""Objects times neighbours that one session may ask for: about a gigabyte while they are joined."""

PER_OBJECT, GIVEN = "one per object", "a number"
TIES = {
    "symmetric": "symmetric: ties keep the label",
    "rows": "as in the slides: ties to the lowest",
}
HELP = {
    "q": "γ is the inverse of this quantile of the neighbours' distances to the power β: "
    "the larger q, the farther the influence of a neighbour reaches.",
    "start": "One per object: c0 = n, every object begins alone. A number: that many "
    "labels, dealt out at random, as for very large data.",
    "run": "Another run visits the objects in another order: its seed is that of the "
    "workspace plus this number.",
    "runs": "How many runs the histogram of the number of clusters counts.",
    "beta": "A neighbour at distance d counts exp(-γ d to the power β).",
    "weights": f"{hint('partition-energy')} It never rises with symmetric weights. The rule of "
    "the slides lets an object count only its own neighbours, and may cycle.",
}


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first."""
    n, starts = context.dataset.n, (PER_OBJECT, GIVEN)
    number = partial(Parameter, typed=True, keyword="n_start", needs={"start": (GIVEN,)})
    help_k = (
        "How many nearest objects count for each object. Two to three times √n is the "
        f"rule of thumb, here {default_k(n)}; fewer give more and smaller clusters."
    )
    listed = [
        Parameter("K", "Neighbours K", default_k(n), 1, largest_k(n), keyword="n_neighbors"),
        Parameter("q", "Quantile q", 0.9, 0.05, 1.0, 0.05, keyword="", symbol="q"),
        choice("start", "Labels at the start, c0", starts, form="segments", lecture="c0"),
        number("c0", "c0", FEW_LABELS, 1, 100_000, 50),
        Parameter("run", "Run shown", 0, 0, 9_999, typed=True, symbol="run"),
        Parameter("runs", "Runs to compare", 20, 1, 200, coded=False),
        Parameter("beta", "Power β of the distance", 2.0, 0.5, 4.0, 0.5, keyword="", rare=True),
        choice("weights", "Weights and ties", TIES, keyword="", symbol="weights", rare=True),
        *axis_parameters(context.dataset),
    ]
    symbols = {"K": "K", "start": "labels at the start", "beta": "β"}
    named = [replace(each, symbol=symbols.get(each.name, each.symbol)) for each in listed]
    return with_help(named, HELP | {"K": help_k})


def arguments(context: Context, run: int | None = None) -> dict[str, Any]:
    """The arguments of the estimator that differ from its defaults, for one of the runs."""
    run = context.settings.run if run is None else run
    given = context.settings.arguments(EKNNclus().get_params())
    relational = context.dataset.dissimilarities is not None
    given |= {"metric": "precomputed"} if relational else {}
    return given | {"random_state": context.seed + run}


def objects(context: Context) -> NDArray[np.float64]:
    """What the estimator is fitted to: the features, or the dissimilarities."""
    given = context.dataset.dissimilarities
    return context.dataset.X if given is None else given


def graph_token(context: Context) -> tuple[Any, ...]:
    """What the graph of neighbours depends on."""
    names = ("K", "q", "beta", "weights")
    return context.workspace.version, *(context.settings.get(name) for name in names)


def largest_k(n: int) -> int:
    """Where the slider of K ends: well above the rule of thumb, below objects and memory."""
    wanted = max(MIN_TOP, math.ceil(6 * math.sqrt(n)))
    return max(1, min(n - 1, wanted, MAX_EDGES // n))


def default_k(n: int) -> int:
    """The rule of thumb, 2.5 √n, as far as the slider goes."""
    return min(count_neighbours(None, n), largest_k(n)) if n > 1 else 1


def view(context: Context) -> View:
    """How the run is looked at."""
    return make_view(View, context)


def draw_samples(context: Context) -> None:
    """Draw the buttons that load data like the A-sets."""
    if not lecture.is_shown(lecture.DATA):
        return
    st.caption("Data with many clusters, like the A-sets")
    with st.container(horizontal=True, key=f"{PAGE}_many"):
        for a_set in A_SETS:
            count, k = a_set.n_clusters, a_set.n_neighbors
            what = f"{a_set.n:,} points in {count} clusters, with K = {k} as in the paper."
            load = partial(_load, context.workspace, a_set)
            draw_button(str(count), f"{PAGE}.load_{count}", load, help=what)


def _load(workspace: Workspace, a_set: ASet) -> None:
    workspace.set_up(Recipe("many-clusters", {"clusters": a_set.n_clusters}), None)
    set_value(PAGE, "K", a_set.n_neighbors)
