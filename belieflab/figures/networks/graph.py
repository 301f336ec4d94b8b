"""The network as a graph: the class on top, features on two sides below it, arcs between them.

Places depend on the data alone, so that nothing jumps between steps, structures or labels. They
lie on a convex curve: no arc crosses a third node, and names have space beside it.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import squareform

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.implied import arc_strengths, implied_information
from belieflab.bayes.structure import Arc
from belieflab.bayes.training_states import NetworkState
from belieflab.data.dataset import Dataset
from belieflab.figures.common.canvas import note, sheet
from belieflab.figures.common.frames import Layer, moving_figure
from belieflab.figures.common.grid import Floats
from belieflab.figures.common.palette import ACCENT, CHOSEN, CLEAR, OMEGA_GREY, OUTLINE_GREY, faded
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import HOVERTEXT, places, scatter
from belieflab.figures.networks.view import (
    ARROW,
    NetworkView,
    as_learned,
    describe_move,
    frame_states,
    short_name,
)

CLASS = "class"
PICKED = "picked"
"""Name of the trace around what is picked, empty until it is pushed."""

MAX_ARCS, MAX_NAMES = 250, 44
"""The strongest arcs are drawn; more features than this have their names on hover only."""

GAP, HEAD, FLARE = 0.1, 0.07, 0.02
THINNEST, WIDEST = 0.004, 0.02
"""In units of the graph, which is 2.5 high: space around a node, arrow heads, half widths."""

SMALLEST_NODE, LARGEST_NODE = 0.08, 0.15
PIXELS = 150.0
"""Of one unit, at the height that the page has."""

NOWHERE = np.full((1, 2), np.nan)


def place_nodes(X: Floats) -> Floats:
    """Where the features are and, last, the class [shape=(p + 1, 2)].

    Features that are correlated in the data face each other.
    """
    order = _order(X)
    found = np.array([[0.0, -0.3]] * len(order) + [[0.0, 1.15]])
    for side, members in ((-1.0, order[::2]), (1.0, order[1::2])):
        heights = np.linspace(0.66, -1.05, len(members)) if len(members) > 1 else np.array([-0.3])
        across = side * 0.78 * np.sqrt(1.0 - (0.75 * heights) ** 2) * (len(order) > 1)
        found[members] = np.column_stack([across, heights])
    return found


def draw_graph(
    dataset: Dataset, model: GaussianNetworkClassifier, view: NetworkView | None = None
) -> go.Figure:
    """The graph with a frame per step; of AODE, the model of the root that the view names.

    An arc is the wider, the more log-likelihood per object it explains (`arc_strengths`); a node
    the larger, the more its feature says about the class.
    """
    view, dataset = view or NetworkView(), as_learned(dataset, model)
    nodes, features = place_nodes(dataset.X), dataset.feature_names
    states = frame_states(model)
    networks = [state.models[view.root if len(state.models) > 1 else 0] for state in states]
    strengths = [arc_strengths(network) for network in networks]
    largest = max(float(each.max(initial=0.0)) for each in strengths) or 1.0
    frames, classes = [], [plain(name, 20) for name in model.classes_.tolist()]
    for state, network, strength in zip(states, networks, strengths, strict=True):
        arcs = strongest_arcs(network, strength)
        changed = _changed(state)
        widths = [
            THINNEST + (WIDEST - THINNEST) * (strength[c, p] / largest) ** 0.5 for p, c in arcs
        ]
        drawn = dict(zip(arcs, widths, strict=True))
        gone = [arc for arc in changed if arc not in drawn]
        texts = [_describe_arc(arc, network, strength, features, classes) for arc in arcs]
        frames.append(
            (
                _links(nodes, [(-1, int(child)) for child in np.flatnonzero(network.kept)]),
                _arrows(nodes, {arc: w for arc, w in drawn.items() if arc not in changed}),
                _arrows(nodes, {arc: w for arc, w in drawn.items() if arc in changed}),
                _links(nodes, gone),
                _hover(nodes, arcs, texts),
                {"marker": {"color": [ACCENT if each else CLEAR for each in network.kept]}},
                {"text": [describe_move(state.move, features)]},
            )
        )
    figure = _assemble(states, frames, nodes, networks[-1], dataset, view)
    count = int(networks[-1].parents.sum())
    if count > MAX_ARCS:
        note(figure, f"the {MAX_ARCS} strongest of {count:,} arcs are drawn", scale=view.scale)
    return figure


def strongest_arcs(network: NetworkParameters, strength: Floats) -> list[Arc]:
    """The arcs that are drawn, (parent, child)."""
    arcs = network.structure.arcs
    order = np.argsort([-strength[child, parent] for parent, child in arcs], kind="stable")
    return [arcs[at] for at in order[:MAX_ARCS].tolist()]


def find_pick(nodes: Floats, arcs: Sequence[Arc], x: float, y: float) -> int | Arc | None:
    """The feature or the arc (parent, child) at a place of the graph; None where there is none."""
    apart = np.linalg.norm(nodes[:-1] - [x, y], axis=1)
    if apart.min() < GAP:
        return int(apart.argmin())
    ways = [np.linalg.norm(_way(nodes, arc) - [x, y], axis=1).min() for arc in arcs]
    return arcs[int(np.argmin(ways))] if ways and min(ways) < GAP else None


def pick_outline(nodes: Floats, pick: int | Arc | None) -> dict[str, Any]:
    """The line around what is picked, as it is pushed onto the trace `PICKED`."""
    if pick is None:
        return places(nodes[:0])
    if isinstance(pick, tuple):
        return places(_arrow(nodes, pick, 1.5 * WIDEST))
    turns = np.linspace(0.0, 2.0 * np.pi, 40)
    return places(nodes[pick] + 0.12 * np.column_stack([np.cos(turns), np.sin(turns)]))


def _assemble(
    states: Sequence[NetworkState],
    frames: Sequence[tuple[dict[str, Any], ...]],
    nodes: Floats,
    network: NetworkParameters,
    dataset: Dataset,
    view: NetworkView,
) -> go.Figure:
    scale, last, p = view.scale, frames[-1], dataset.p
    informed = np.maximum(implied_information(network), 1e-12)
    largest = min(LARGEST_NODE, 3.0 / (p + 1))
    smallest = min(SMALLEST_NODE, largest / 2)
    sizes = PIXELS * (smallest + (largest - smallest) * (informed / informed.max()) ** 0.5)
    names = [short_name(name, 14) if p <= MAX_NAMES else "" for name in dataset.feature_names]
    edge = {"color": OUTLINE_GREY, "width": 1.5}
    size = 11.5 if p <= 26 else 10.0
    filled = {"mode": "lines", "fill": "toself", "width": 0.5, "legend": False}
    traces = [
        scatter(**last[0], mode="lines", colour=faded(OUTLINE_GREY, 0.35), width=scale),
        scatter(**last[1], colour=OUTLINE_GREY, fillcolor=OUTLINE_GREY, **filled),
        scatter(**last[2], colour=CHOSEN, fillcolor=CHOSEN, **filled),
        scatter(**last[3], mode="lines", colour=CHOSEN, width=2 * scale, dash="dot"),
        scatter(**last[4], size=14 * scale, marker={"opacity": 0.0}, hover=HOVERTEXT),
        scatter(
            **places(nodes[:-1]),
            mode="markers+text",
            size=sizes * scale,
            edge=edge,
            **last[5],
            text=names,
            textposition=["middle left" if x <= 0 else "middle right" for x in nodes[:-1, 0]],
            textfont={"size": size * scale},
            hovertext=_describe_features(dataset.feature_names, network, informed),
            hover=HOVERTEXT,
        ),
        scatter([0.0], [-1.2], "text", **last[6], textfont={"size": 12 * scale}),
        scatter(
            **places(nodes[-1:]),
            mode="markers+text",
            symbol="square",
            size=24 * scale,
            colour=OMEGA_GREY,
            edge=edge,
            text=[CLASS],
            textposition="middle right",
            textfont={"size": 13 * scale},
            cliponaxis=False,
        ),
        scatter([], [], "lines", PICKED, colour=CHOSEN, width=2.5 * scale),
    ]
    layers: list[Layer] = [
        (trace, [frame[number] for frame in frames]) for number, trace in enumerate(traces[:7])
    ]
    layers += [(trace, []) for trace in traces[7:]]
    hidden = {"visible": False, "fixedrange": True}
    layout = sheet(
        view.height,
        scale=scale,
        xaxis=hidden | {"range": [-1.4, 1.4]},
        yaxis=hidden | {"range": [-1.3, 1.3], "scaleanchor": "x"},
        margin={"l": 0, "r": 0, "t": 4, "b": 4},
        hovermode="closest",
        dragmode=False,
    ).layout
    return moving_figure(layout, [state.name for state in states], layers)


def _order(X: Floats) -> list[int]:
    """Features in an order in which those that are correlated follow each other."""
    if X.shape[1] < 3:
        return list(range(X.shape[1]))
    with np.errstate(invalid="ignore", divide="ignore"):
        alike = np.abs(np.nan_to_num(np.corrcoef(X, rowvar=False)))
    apart = squareform(np.clip(1.0 - (alike + alike.T) / 2.0, 0.0, 1.0), checks=False)
    tree = linkage(apart, "average")
    found: list[int] = leaves_list(optimal_leaf_ordering(tree, apart)).tolist()
    return found


def _changed(state: NetworkState) -> list[Arc]:
    """The arc that the move made, or took away."""
    move = state.move
    if move is None:
        return []
    if move.kind == "reverse":
        return [(move.child, move.parent)]
    return [(move.parent, move.child)]


def _links(nodes: Floats, arcs: Sequence[Arc]) -> dict[str, Any]:
    """Straight lines; the class is node -1."""
    parts = [part for start, end in arcs for part in (nodes[[start, end]], NOWHERE)]
    return places(np.concatenate(parts or [NOWHERE]))


def _arrows(nodes: Floats, widths: dict[Arc, float]) -> dict[str, Any]:
    """Closed outlines of arrows of these half widths."""
    parts = [part for arc, half in widths.items() for part in (_arrow(nodes, arc, half), NOWHERE)]
    return places(np.concatenate(parts or [NOWHERE]))


def _arrow(nodes: Floats, arc: Arc, half: float) -> Floats:
    way = _way(nodes, arc)
    ahead = np.gradient(way, axis=0)
    ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
    across = half * ahead[:, ::-1] * [-1.0, 1.0]
    shaft = np.linalg.norm(way - way[-1], axis=1) > HEAD + half
    shaft[:2] = True
    left, right = (way + across)[shaft], (way - across)[shaft]
    wide = across[shaft][-1] * (FLARE / half)
    return np.concatenate(
        [left, left[-1:] + wide, way[-1:], right[-1:] - wide, right[::-1], left[:1]]
    )


def _way(nodes: Floats, arc: Arc) -> Floats:
    """Points along an arc from node to node, bent inwards where both are on one side."""
    start, end = nodes[arc[0]], nodes[arc[1]]
    middle = (start + end) / 2.0
    if start[0] * end[0] > 0:
        middle = middle - [np.sign(start[0]) * (0.22 + 0.35 * np.linalg.norm(end - start)), 0.0]
    t = np.linspace(0.0, 1.0, 40)[:, None]
    way = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end
    free = [np.linalg.norm(way - node, axis=1) > GAP for node in (start, end)]
    return np.asarray(way[free[0] & free[1]][::2])


def _hover(nodes: Floats, arcs: Sequence[Arc], texts: Sequence[str]) -> dict[str, Any]:
    """Places along the arcs at which their texts are shown."""
    shares = (0.25, 0.5, 0.75) if len(arcs) <= 40 else (0.5,)
    ways = [_way(nodes, arc) for arc in arcs]
    spots = [way[int(share * len(way))] for way in ways for share in shares]
    found = places(np.array(spots) if spots else NOWHERE)
    return found | {"hovertext": [text for text in texts for _ in shares] or [""]}


def _describe_arc(
    arc: Arc,
    network: NetworkParameters,
    strength: Floats,
    features: Sequence[str],
    classes: Sequence[str],
) -> str:
    parent, child = arc
    betas = network.coefficients[:, child, parent]
    lines = [f"{name}: {beta:+.3g}" for name, beta in zip(classes, betas.tolist(), strict=True)]
    head = f"<b>{plain(features[parent], 30)}{ARROW}{plain(features[child], 30)}</b>"
    gain = f"explains {strength[child, parent]:.3g} nats per object"
    if child in network.family_of:
        return f"{head}<br>{gain}"
    return "<br>".join([head, gain, "coefficient in class", *lines[:12]])


def _describe_features(
    features: Sequence[str], network: NetworkParameters, informed: Floats
) -> list[str]:
    about = [f"says {each:.3g} nats about the class" for each in informed.tolist()]
    return [
        f"<b>{plain(name)}</b><br>{text if kept else 'left out: it does not depend on the class'}"
        for name, text, kept in zip(features, about, network.kept.tolist(), strict=True)
    ]
