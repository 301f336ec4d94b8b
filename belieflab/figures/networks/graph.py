"""The network as a graph: the class on top, features on two sides below it, arcs between them.

Places depend on the data alone, so that nothing jumps between steps, structures or labels.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
from scipy.spatial.distance import squareform

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.density import NetworkParameters
from belieflab.bayes.implied import arc_gains, implied_information
from belieflab.bayes.search import Move
from belieflab.bayes.structure import Arc
from belieflab.data.dataset import Dataset
from belieflab.figures.common.arrays import Floats
from belieflab.figures.common.canvas import note, sheet
from belieflab.figures.common.frames import Layer, moving_figure
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

PICKED = "picked"
"""Name of the trace around what is picked, empty until it is pushed."""

MAX_ARCS, FEW_ARCS, MAX_NAMES = 250, 12, 44
"""The strongest arcs are drawn; more features than this have their names on hover only."""

GAP, HEAD, FLARE, THINNEST, WIDEST = 0.1, 0.07, 0.02, 0.004, 0.02
"""In units of the graph, 2.6 high: space around a node, arrow heads, half widths of arcs."""

SMALLEST_NODE, LARGEST_NODE = 12.0, 22.0
NOWHERE = np.full((1, 2), np.nan)


def place_nodes(X: Floats) -> Floats:
    """Where the features are and, last, the class [shape=(p + 1, 2)].

    Features that are correlated in the data face each other.
    """
    p = X.shape[1]
    order: Any = np.arange(p)
    if p > 2:
        with np.errstate(invalid="ignore", divide="ignore"):
            alike = np.abs(np.nan_to_num(np.corrcoef(X, rowvar=False)))
        apart = squareform(np.clip(1.0 - (alike + alike.T) / 2.0, 0.0, 1.0), checks=False)
        order = leaves_list(optimal_leaf_ordering(linkage(apart, "average"), apart))
    found = np.array([[0.0, -0.3]] * p + [[0.0, 1.15]])
    for side, members in ((-1.0, order[::2]), (1.0, order[1::2])):
        heights = np.linspace(0.66, -1.05, len(members)) if len(members) > 1 else np.array([-0.3])
        across = side * 0.68 * np.sqrt(1.0 - (0.75 * heights) ** 2) * (p > 1)
        found[members] = np.column_stack([across, heights])
    return found


def draw_graph(
    dataset: Dataset, model: GaussianNetworkClassifier, view: NetworkView | None = None
) -> go.Figure:
    """The graph with a frame per step; of AODE, the model of the root that the view names.

    An arc is the wider, the more log-likelihood per object it explains (`arc_gains`); a node the
    larger, the more its feature says about the class. What a step changed is marked.
    """
    view, dataset = view or NetworkView(), as_learned(dataset, model)
    nodes, states, names = place_nodes(dataset.X), frame_states(model), dataset.feature_names
    networks = [state.models[view.root if len(state.models) > 1 else 0] for state in states]
    gains = [arc_gains(network) for network in networks]
    classes = [plain(name, 20) for name in model.classes_.tolist()]
    frames = []
    for state, network, gain in zip(states, networks, gains, strict=True):
        arcs = network.structure.arcs
        strong = np.argsort([-gain[child, parent] for parent, child in arcs], kind="stable")
        arcs = [arcs[at] for at in strong[:MAX_ARCS].tolist()]
        texts = [_describe_arc(arc, network, gain, names, classes) for arc in arcs]
        frame = _lines(nodes, network, arcs, gain, state.move)
        kept = [ACCENT if each else CLEAR for each in network.kept]
        move = describe_move(state.move, names)
        frames.append(
            (*frame, _spots(nodes, arcs, texts), {"marker": {"color": kept}}, {"text": [move]})
        )
    traces = _traces(frames[-1], nodes, names, networks[-1], view.scale)
    layers: list[Layer] = [
        (trace, [frame[at] for frame in frames] if at < len(frames[0]) else [])
        for at, trace in enumerate(traces)
    ]
    figure = moving_figure(_layout(view), [state.name for state in states], layers)
    if (count := int(networks[-1].parents.sum())) > MAX_ARCS:
        note(figure, f"the {MAX_ARCS} strongest of {count:,} arcs are drawn", scale=view.scale)
    return figure


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


def _lines(
    nodes: Floats,
    network: NetworkParameters,
    arcs: Sequence[Arc],
    gain: Floats,
    move: Move | None,
) -> tuple[dict[str, Any], ...]:
    """Lines from the class, arcs, the arc that is new or turned, and the one that is gone."""
    changed: list[Arc] = []
    if move is not None:
        turned = move.kind == "reverse"
        changed = [(move.child, move.parent) if turned else (move.parent, move.child)]
    share = np.sqrt(1.0 - np.exp(-2.0 * gain))  # a correlation that would explain as much
    # many arcs are thinner, so that one can be told from the next
    thin = min(1.0, np.sqrt(FEW_ARCS / max(len(arcs), 1)))
    widths = {(i, j): thin * (THINNEST + (WIDEST - THINNEST) * share[j, i]) for i, j in arcs}
    old = [_arrow(nodes, arc, wide, thin) for arc, wide in widths.items() if arc not in changed]
    new = [_arrow(nodes, arc, wide) for arc, wide in widths.items() if arc in changed]
    gone = [np.stack([nodes[i], nodes[j]]) for i, j in changed if (i, j) not in widths]
    of_class = [nodes[[-1, child]] for child in np.flatnonzero(network.kept).tolist()]
    return tuple(
        places(np.concatenate([part for each in shapes for part in (each, NOWHERE)] or [NOWHERE]))
        for shapes in (of_class, old, new, gone)
    )


def _traces(
    frame: Sequence[dict[str, Any]],
    nodes: Floats,
    features: Sequence[str],
    network: NetworkParameters,
    scale: float,
) -> list[go.Scatter]:
    """What is drawn, at one frame; those that move come first."""
    p, informed = len(features), np.maximum(implied_information(network), 1e-12)
    largest = min(LARGEST_NODE, 440.0 / (p + 1))
    sizes = largest * np.sqrt(np.maximum(informed / informed.max(), 0.3))
    about = [f"says {each:.3g} nats about the class" for each in informed.tolist()]
    about = [each if kept else "left out" for each, kept in zip(about, network.kept, strict=True)]
    filled = {"mode": "lines", "fill": "toself", "width": 0.5}
    text = {"mode": "markers+text", "edge": {"color": OUTLINE_GREY, "width": 1.5}}
    return [
        scatter(**frame[0], mode="lines", colour=faded(OUTLINE_GREY, 0.35), width=scale),
        scatter(**frame[1], colour=OUTLINE_GREY, fillcolor=OUTLINE_GREY, **filled),
        scatter(**frame[2], colour=CHOSEN, fillcolor=CHOSEN, **filled),
        scatter(**frame[3], mode="lines", colour=CHOSEN, width=2 * scale, dash="dot"),
        scatter(**frame[4], size=14 * scale, marker={"opacity": 0.0}, hover=HOVERTEXT),
        scatter(
            **places(nodes[:-1]),
            **frame[5],
            **text,
            size=sizes * scale,
            text=[short_name(name, 13) if p <= MAX_NAMES else "" for name in features],
            textposition=["middle left" if x <= 0 else "middle right" for x in nodes[:-1, 0]],
            textfont={"size": (11.5 if p <= 26 else 10.0) * scale},
            hovertext=[f"<b>{plain(n)}</b><br>{a}" for n, a in zip(features, about, strict=True)],
            hover=HOVERTEXT,
        ),
        scatter([0.0], [-1.22], "text", **frame[6], textfont={"size": 12 * scale}),
        scatter(
            **places(nodes[-1:]),
            **text,
            symbol="square",
            size=22 * scale,
            colour=OMEGA_GREY,
            text=["class"],
            textposition="middle right",
            textfont={"size": 12 * scale},
        ),
        scatter([], [], "lines", PICKED, colour=CHOSEN, width=2.5 * scale),
    ]


def _layout(view: NetworkView) -> Any:
    hidden = {"visible": False, "fixedrange": True}
    return sheet(
        view.height,
        scale=view.scale,
        xaxis=hidden | {"range": [-1.55, 1.55]},
        yaxis=hidden | {"range": [-1.3, 1.3], "scaleanchor": "x"},
        margin={"l": 0, "r": 0, "t": 4, "b": 4},
        hovermode="closest",
        dragmode=False,
    ).layout


def _way(nodes: Floats, arc: Arc) -> Floats:
    """Points along an arc from node to node, bent inwards where both are on one side."""
    start, end = nodes[arc[0]], nodes[arc[1]]
    middle = (start + end) / 2.0
    if start[0] * end[0] > 0:
        middle = middle - [np.sign(start[0]) * (0.2 + 0.3 * np.linalg.norm(end - start)), 0.0]
    t = np.linspace(0.0, 1.0, 40)[:, None]
    way = (1 - t) ** 2 * start + 2 * t * (1 - t) * middle + t**2 * end
    gap = min(GAP, 2.0 / len(nodes))
    free = [np.linalg.norm(way - node, axis=1) > gap for node in (start, end)]
    return np.asarray(way[free[0] & free[1]][::2])


def _arrow(nodes: Floats, arc: Arc, half: float, head_share: float = 1.0) -> Floats:
    """The closed outline of an arrow of this half width, with a head that may be smaller."""
    way = _way(nodes, arc)
    ahead = np.gradient(way, axis=0)
    across = half * (ahead / np.linalg.norm(ahead, axis=1, keepdims=True))[:, ::-1] * [-1.0, 1.0]
    shaft = np.linalg.norm(way - way[-1], axis=1) > head_share * HEAD + half
    shaft[:2] = True
    left, right = (way + across)[shaft], (way - across)[shaft]
    wide = across[shaft][-1] * (head_share * FLARE / half)
    head = [left[-1] + wide, way[-1], right[-1] - wide]
    return np.concatenate([left, head, right[::-1], left[:1]])


def _spots(nodes: Floats, arcs: Sequence[Arc], texts: Sequence[str]) -> dict[str, Any]:
    """Places along the arcs at which their texts are shown."""
    shares = (0.25, 0.5, 0.75) if len(arcs) <= 40 else (0.5,)
    ways = [_way(nodes, arc) for arc in arcs]
    found = np.array([way[int(share * len(way))] for way in ways for share in shares] or NOWHERE)
    return places(found) | {"hovertext": [text for text in texts for _ in shares] or [""]}


def _describe_arc(
    arc: Arc,
    network: NetworkParameters,
    gain: Floats,
    features: Sequence[str],
    classes: Sequence[str],
) -> str:
    parent, child = arc
    lines = [ARROW.join(f"<b>{plain(features[j], 30)}</b>" for j in arc)]
    lines.append(f"explains {gain[child, parent]:.3g} nats per object")
    if network.linear[child]:
        betas = network.coefficients[:, child, parent].tolist()
        lines.append("coefficient in class")
        lines += [f"{name}: {beta:+.3g}" for name, beta in zip(classes, betas, strict=True)][:12]
    return "<br>".join(lines)
