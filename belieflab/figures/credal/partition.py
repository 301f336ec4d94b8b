"""The picture of a credal partition: from points and a fitted model to a plane with frames.

Used by the Credal partition page and by the code it exports, so both show the same.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import as_masks
from belieflab.clustering import CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.linked_pairs import CANNOT, MUST
from belieflab.clustering.step_states import StepState, set_prototypes, state_at
from belieflab.data.dataset import Dataset
from belieflab.data.matching import Matching, match_groups
from belieflab.data.projection import ROW_AXIS, Projection, find_projection, project
from belieflab.figures.common import palette, traces
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.canvas import note_sample, plane_sheet
from belieflab.figures.common.frames import Layer, frame_steps, moving_figure, pick_frames
from belieflab.figures.common.hover import by_size, largest_first, row_texts, set_name
from belieflab.figures.common.palette import Marker, set_marker
from belieflab.figures.common.text import plain
from belieflab.figures.common.trace import draw_steps
from belieflab.figures.common.view import MAX_MOVING, View
from belieflab.figures.credal import partition_plane
from belieflab.figures.credal.masses import lay_mass_grid

Pairs = Sequence[tuple[int, int]]

SETS, MASSES, CLUSTERS, TRUTH = "set", "masses", "cluster", "truth"
VIEWS = (SETS, MASSES, CLUSTERS, TRUTH)

MAX_NAMED_MASSES = 4
"""Masses in the hover text of an object."""

MAX_UNIONS = 4
"""Unions named in the legend, the most frequent first."""

MAX_PROTOTYPES = 31
"""Unions up to which all have their prototypes drawn: those of five clusters; of more unions only
those to which some object belongs."""

LEGEND_COLUMNS = 4
"""Entries of the legend that fit beside each other on a narrow screen."""


@dataclass(frozen=True)
class PartitionView(View):
    """How a partition is looked at.

    show : what colours mean: the set with the largest mass, all masses blended, the most
        plausible cluster, or the truth
    mass : the set whose mass lies beneath as shades, as a mask; None for none
    outlines : whether lower and upper approximations are outlined
    unions : whether prototypes of unions are drawn too
    """

    max_points: ClassVar[int] = 2_000
    """Few enough for SVG, which lies beneath prototypes and outlines; WebGL would not."""

    show: str = SETS
    mass: int | None = None
    outlines: bool = True
    unions: bool = True


def draw_partition(
    dataset: Dataset,
    model: CredalClusterer,
    view: PartitionView | None = None,
    *,
    labels: MassTable | None = None,
    truth: Integers | None = None,
    must_link: Pairs = (),
    cannot_link: Pairs = (),
) -> go.Figure:
    """The plane of a fitted model with a frame per kept iteration (`keep_history=True`).

    Clusters have the colours and names of the classes they match by the labels, or else by the
    `truth` [shape=(n,)], whose codes also stand in the hover texts. Pairs of rows, counted from
    0, are drawn as lines.
    """
    view = view or PartitionView()
    groups = match_clusters(dataset, model, labels, truth)
    points, titles = project(dataset, *view.axes_of(dataset))
    rows, scale = view.rows(points), view.scale
    shown = points[rows]
    numbers = pick_frames(len(model.kept_steps))
    states = [state_at(model, dataset.X, number) for number in numbers]
    last = named_partition(states[-1].partition, groups)
    partitions = [
        state.partition[rows] if len(rows) <= MAX_MOVING or state is states[-1] else None
        for state in states
    ]
    layers: list[Layer] = []
    seen = find_projection(dataset, *view.axes_of(dataset))
    if view.mass is not None and seen is not None:
        layers.append(lay_mass_grid(dataset, model, view.mass, view, groups).layer(numbers, scale))
    rough = [each.rough() if each is not None and view.outlines else None for each in partitions]
    for side, word in enumerate(("surely", "possibly")):
        members = [each and each[side] for each in rough]
        layers += partition_plane.outline_layers(shown, members, groups, word, scale)
    for name, pairs in ((MUST, must_link), (CANNOT, cannot_link)):
        ends = points[np.array(pairs, dtype=np.int64).reshape(-1, 2)]
        layers.append((partition_plane.draw_pairs(name, ends, scale), []))
    markers = [each and _markers(each, view, groups, dataset, truth, rows) for each in partitions]
    objects = traces.DrawnObjects(
        shown, rows, object_texts(rows, last, groups, truth, dataset), dataset.n
    )
    style = (markers[-1] or {}) | {"size": 9 * scale, "opacity": 0.95}
    drawn = traces.draw_objects(objects, marker=style, **traces.always_opaque(0.95))
    layers.append((drawn, [each and {"marker": each} for each in markers]))
    masks = [1 << k for k in range(last.n_clusters)] + (_unions(states[-1]) if view.unions else [])
    names = [f"prototype of {name_set(last.frame, groups, mask)}" for mask in masks]
    centres = [_prototypes(state, masks, dataset, view, seen) for state in states]
    layers.append(partition_plane.prototype_layer(centres, masks, names, groups, scale))
    layers.append((partition_plane.draw_chosen(scale), []))
    legend = legend_entries(last, view.show, groups, dataset, truth)
    layers += [(traces.legend_entry(name, marker), []) for name, marker in legend]
    entries = len(legend) + bool(len(must_link)) + bool(len(cannot_link))
    lines = -(-entries // LEGEND_COLUMNS)
    above: dict[str, Any] = {"legend": round(8 + 20 * scale * lines), "clickmode": "event+select"}
    limits = partition_plane.partition_limits(shown)
    page = plane_sheet(titles, limits, height=view.height, scale=scale, **above)
    figure = moving_figure(page.layout, [str(state.iteration) for state in states], layers)
    return note_sample(figure, len(rows), dataset.n, scale=scale)


def match_clusters(
    dataset: Dataset,
    model: CredalClusterer,
    labels: MassTable | None = None,
    truth: Integers | None = None,
) -> Matching:
    """Which class each cluster stands for, by the labels or else by the truth [shape=(n,)]."""
    shares = model.partition_.pignistic()
    return match_groups(shares, shares.shape[1], dataset.class_names, labels=labels, truth=truth)


def named_partition(partition: CredalPartition, groups: Matching) -> CredalPartition:
    """The partition whose clusters have the names of their classes; ω1, ω2, … where none has."""
    if not groups.matched:
        return partition
    names = groups.names("cluster")
    return CredalPartition.of(MassTable._trusted(Frame(names), partition.focal, partition.mass))


def in_class_order(partition: CredalPartition, groups: Matching) -> CredalPartition:
    """The named partition with its clusters in the order of their classes."""
    if not groups.matched:
        return partition
    names, place = groups.names("cluster"), {k: at for at, k in enumerate(groups.order)}
    focal = [
        sum(1 << at for k, at in place.items() if mask >> k & 1)
        for mask in partition.focal.tolist()
    ]
    return CredalPartition(Frame([names[k] for k in groups.order]), focal, partition.mass)


def name_set(frame: Frame, groups: Matching, mask: int, max_length: int = 40) -> str:
    """The name of a set of clusters, its members in the order of the classes."""
    if not groups.matched or not 1 < mask.bit_count() < frame.size:
        return set_name(frame, mask, max_length)
    members = [k for k in groups.order if mask >> k & 1]
    return plain("{" + ", ".join(frame.names[k] for k in members) + "}", max_length)


def draw_criterion(model: CredalClusterer, **look: Any) -> go.Figure:
    """The criterion over iterations with frames in step with those of `draw_partition`.

    `look` may hold the height in pixels, the scale, and curves beside it (`draw_trace`).
    """
    return draw_steps(model.kept_steps, model.history_.criterion, model.criterion_name, **look)


def frame_names(model: CredalClusterer) -> list[str]:
    """The names of the frames of both pictures: iterations."""
    return [str(step.iteration) for step in frame_steps(model.kept_steps)]


def _prototypes(
    state: StepState,
    masks: Sequence[int],
    dataset: Dataset,
    view: PartitionView,
    projection: Projection | None,
) -> Floats | None:
    """Where the prototypes of these sets are seen [shape=(sets, 2)]; None where they are not."""
    if state.prototypes is None or projection is None:
        return None
    axes = view.axes_of(dataset)
    of_sets = set_prototypes(as_masks(len(state.prototypes), masks), state.prototypes)
    centres = np.array([of_sets[mask] for mask in masks])
    seen: Floats = centres @ projection.loadings - projection.shift
    if ROW_AXIS in axes:  # no feature gives the row: half way up
        seen[:, axes.index(ROW_AXIS)] = 0.5 * (dataset.n + 1)
    return seen


def _markers(
    partition: CredalPartition,
    view: PartitionView,
    groups: Matching,
    dataset: Dataset,
    truth: Integers | None,
    rows: Integers,
) -> dict[str, Any]:
    """Colours, symbols and edges of the drawn objects."""
    labels = partition.labels().tolist()
    if view.show == SETS:
        markers = [set_marker(mask, groups) for mask in partition.sets().tolist()]
    elif view.show == CLUSTERS:
        markers = [set_marker(1 << k, groups) for k in labels]
    elif view.show == MASSES:
        markers = [
            Marker(colour, symbol=palette.class_symbol(k, groups))
            for colour, k in zip(palette.label_colours(partition, groups), labels, strict=True)
        ]
    else:
        codes = [-1] * len(rows) if truth is None else truth[rows].tolist()
        n_classes = len(dataset.class_names)
        markers = [palette.NEUTRAL if k < 0 else set_marker(1 << k, n_classes) for k in codes]
    return traces.marker_arrays(markers)


def object_texts(
    rows: Integers,
    partition: CredalPartition,
    groups: Matching,
    truth: Integers | None,
    dataset: Dataset,
    n_masses: int = MAX_NAMED_MASSES,
) -> list[str]:
    """One text per drawn object: the row, its largest masses one below the other, the truth."""
    chosen = partition[rows]
    names = [name_set(chosen.frame, groups, int(mask), 30) for mask in chosen.focal]
    lines = [
        "".join(f"<br>m({names[j]}) = {mass:.2f}" for j, mass in largest)
        for largest in largest_first(chosen.mass, n_masses)
    ]
    return row_texts(rows, lines, truth, dataset.class_names, dataset)


def legend_entries(
    partition: CredalPartition,
    show: str,
    groups: Matching,
    dataset: Dataset,
    truth: Integers | None,
) -> list[tuple[str, Marker]]:
    """Names and markers of the classes, or of the clusters and the sets that some objects have."""
    frame = partition.frame
    if show == TRUTH:
        names = dataset.class_names if truth is not None else ()
        return [(plain(name, 30), set_marker(1 << k, len(names))) for k, name in enumerate(names)]
    masks = [1 << k for k in groups.order]
    if show != CLUSTERS:
        often = Counter(partition.sets().tolist())
        others = [mask for mask, _ in often.most_common() if mask not in masks]
        unions = [mask for mask in others if mask not in (0, frame.omega)][:MAX_UNIONS]
        masks += sorted(unions, key=by_size)
        masks += [mask for mask in (frame.omega, 0) if mask in others]
    texts = {mask: name_set(frame, groups, mask) for mask in masks}
    if groups.matched:  # a class is called as on every other page
        texts |= {1 << k: plain(name, 30) for k, name in enumerate(frame.names)}
    return [(texts[mask], set_marker(mask, groups)) for mask in masks]


def _unions(state: StepState) -> list[int]:
    if state.prototypes is None:
        return []
    unions = [int(mask) for mask in state.partition.focal if int(mask).bit_count() > 1]
    if len(unions) <= MAX_PROTOTYPES:
        return unions
    taken = set(state.partition.sets().tolist())
    return [mask for mask in unions if mask in taken]
