"""The picture of a credal partition: from points and a fitted model to a plane with frames.

Used by the Credal partition page and by the code it exports, so both show the same.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief.masks import as_masks
from belieflab.clustering import CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.step_states import StepState, set_prototypes, state_at
from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, find_projection, project
from belieflab.figures.common.frames import pick_frames
from belieflab.figures.common.grid import Floats
from belieflab.figures.common.groups import NEUTRAL
from belieflab.figures.common.hover import largest_first, set_name, truth_lines
from belieflab.figures.common.outlines import draw_around
from belieflab.figures.common.palette import (
    OUTLINE_GREY,
    Marker,
    class_symbol,
    label_colours,
    set_marker,
)
from belieflab.figures.common.text import plain
from belieflab.figures.common.trace import Curve, draw_trace
from belieflab.figures.common.traces import DrawnObjects
from belieflab.figures.common.view import View
from belieflab.figures.credal.mass_grid import lay_mass_grid
from belieflab.figures.credal.partition_plane import (
    PartitionFrame,
    PartitionPlane,
    partition_limits,
)

Pairs = Sequence[tuple[int, int]]
Integers = NDArray[np.int64]

SETS, MASSES, CLUSTERS, TRUTH = "set", "masses", "cluster", "truth"
VIEWS = (SETS, MASSES, CLUSTERS, TRUTH)

MAX_MOVING = 1_000
"""Drawn points whose colours and outlines move with the frames; more keep those of the last."""

MAX_NAMED_MASSES = 4
"""Masses in the hover text of an object."""

MAX_UNIONS = 4
"""Unions named in the legend, the most frequent first."""

MAX_PROTOTYPES = 31
"""Unions up to which all have their prototypes drawn: those of five clusters; of more unions only
those to which some object belongs."""

REACH = 0.02
"""How far an outline stays from its objects, as a share of the plane."""


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
    truth: Integers | None = None,
    must_link: Pairs = (),
    cannot_link: Pairs = (),
) -> go.Figure:
    """The plane of a fitted model with a frame per kept iteration (`keep_history=True`).

    `truth` codes [shape=(n,)] stand in the hover texts. Pairs of rows, counted from 0, are drawn
    as lines.
    """
    view = view or PartitionView()
    points, titles = project(dataset, *view.axes_of(dataset))
    rows = view.rows(dataset.n)
    numbers = pick_frames(len(model.kept_steps))
    last = state_at(model, dataset.X, numbers[-1])
    partition = last.partition
    unions = _unions(last) if view.unions else []
    masses = None if view.mass is None else lay_mass_grid(dataset, model, view.mass, view)
    painter = _FramePainter(dataset, view, rows, points[rows], truth, unions, partition.n_clusters)
    frames = []
    for number in numbers:
        state = last if number == numbers[-1] else state_at(model, dataset.X, number)
        bands = None if masses is None else masses.bands(number)
        frames.append(painter.paint(state, bands, state is last))
    named = [*(1 << k for k in range(partition.n_clusters)), *unions]
    plane = PartitionPlane(
        DrawnObjects(points[rows], rows, _hover(rows, partition, truth, dataset), dataset.n),
        titles,
        partition_limits(points[rows]),
        partition.n_clusters,
        _legend(partition, view, dataset, truth),
        named,
        [f"prototype of {set_name(partition.frame, mask)}" for mask in named],
        _ends(points, must_link),
        _ends(points, cannot_link),
        None if masses is None else masses.shading,
        view.height,
        view.scale,
    )
    return plane.draw(frames)


def draw_criterion(
    model: CredalClusterer, *, height: int = 240, scale: float = 1.0, **more: Any
) -> go.Figure:
    """The criterion over iterations with frames in step with those of `draw_partition`."""
    steps = model.kept_steps
    curve = Curve(
        np.arange(len(model.history_), dtype=np.float64),
        model.history_.criterion,
        "iteration",
        model.criterion_name,
    )
    places = [steps[place].iteration for place in pick_frames(len(steps))]
    return draw_trace(curve, frame_names(model), places, height=height, scale=scale, **more)


def frame_names(model: CredalClusterer) -> list[str]:
    """The names of the frames of both pictures: iterations."""
    steps = model.kept_steps
    return [str(steps[place].iteration) for place in pick_frames(len(steps))]


@dataclass
class _FramePainter:
    """Makes the frames; outlines that were drawn once are drawn from memory."""

    dataset: Dataset
    view: PartitionView
    rows: Integers
    points: Floats
    truth: Integers | None
    unions: Sequence[int]
    n_clusters: int
    drawn: dict[bytes, Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        (left, right), (low, high) = partition_limits(self.points)
        self.reach = (REACH * (right - left), REACH * (high - low))
        self.axes = self.view.axes_of(self.dataset)
        self.projection = find_projection(self.dataset, *self.axes)

    def paint(
        self, state: StepState, bands: NDArray[np.int16] | None, is_last: bool
    ) -> PartitionFrame:
        """The frame of one state."""
        markers = None
        lower = upper = [np.empty((0, 2))] * self.n_clusters
        if is_last or len(self.rows) <= MAX_MOVING:
            partition = state.partition[self.rows]
            markers = self._markers(partition)
            if self.view.outlines:
                lower, upper = (self._outlines(members) for members in partition.rough())
        name = str(state.iteration)
        return PartitionFrame(name, markers, lower, upper, self._prototypes(state), bands)

    def _outlines(self, members: NDArray[np.bool_]) -> list[Floats]:
        outlines = []
        for column in members.T:
            key = column.tobytes()
            if key not in self.drawn:
                self.drawn[key] = draw_around(self.points[column], self.reach)
            outlines.append(self.drawn[key])
        return outlines

    def _prototypes(self, state: StepState) -> Floats | None:
        if state.prototypes is None:
            return None
        of_sets = set_prototypes(as_masks(self.n_clusters, self.unions), state.prototypes)
        centres = [*state.prototypes, *(of_sets[mask] for mask in self.unions)]
        seen: Floats = np.array(centres) @ self.projection.loadings - self.projection.shift
        if ROW_AXIS in self.axes:  # no feature gives the row: half way up
            seen[:, self.axes.index(ROW_AXIS)] = 0.5 * (self.dataset.n + 1)
        return seen

    def _markers(self, partition: CredalPartition) -> list[Marker]:
        count, show = partition.n_clusters, self.view.show
        if show == SETS:
            return [set_marker(mask, count) for mask in partition.sets().tolist()]
        if show == TRUTH:
            return self._truth_markers()
        labels = partition.labels().tolist()
        if show == CLUSTERS:
            return [set_marker(1 << k, count) for k in labels]
        return [
            Marker(colour, OUTLINE_GREY, 0.6, class_symbol(k, count))
            for colour, k in zip(label_colours(partition), labels, strict=True)
        ]

    def _truth_markers(self) -> list[Marker]:
        if self.truth is None:
            return [NEUTRAL] * len(self.rows)
        count = len(self.dataset.class_names)
        codes = self.truth[self.rows].tolist()
        return [NEUTRAL if k < 0 else set_marker(1 << k, count) for k in codes]


def _hover(
    rows: Integers, partition: CredalPartition, truth: Integers | None, dataset: Dataset
) -> list[str]:
    """One text per drawn object: the row, its largest masses one below the other, the truth."""
    chosen = partition[rows]
    names = [set_name(chosen.frame, int(mask), 30) for mask in chosen.focal]
    texts = [
        "<br>".join([f"<b>Row {row + 1}</b>", *(f"m({names[j]}) = {mass:.2f}" for j, mass in most)])
        for row, most in zip(
            rows.tolist(), largest_first(chosen.mass, MAX_NAMED_MASSES), strict=True
        )
    ]
    if truth is None:
        return texts
    known = truth_lines(truth[rows], dataset.class_names)
    return [f"{text}<br>{line}" for text, line in zip(texts, known, strict=True)]


def _legend(
    partition: CredalPartition, view: PartitionView, dataset: Dataset, truth: Integers | None
) -> list[tuple[str, Marker]]:
    frame, count = partition.frame, partition.n_clusters
    if view.show == TRUTH:
        names = dataset.class_names if truth is not None else ()
        return [(plain(name, 30), set_marker(1 << k, len(names))) for k, name in enumerate(names)]
    masks = [1 << k for k in range(count)]
    if view.show != CLUSTERS:
        often = Counter(partition.sets().tolist())
        others = [mask for mask, _ in often.most_common() if mask not in masks]
        unions = [mask for mask in others if mask not in (0, frame.omega)][:MAX_UNIONS]
        masks += sorted(unions, key=lambda mask: (mask.bit_count(), mask))
        masks += [mask for mask in (frame.omega, 0) if mask in others]
    return [(set_name(frame, mask), set_marker(mask, count)) for mask in masks]


def _unions(state: StepState) -> list[int]:
    if state.prototypes is None:
        return []
    unions = [int(mask) for mask in state.partition.focal if int(mask).bit_count() > 1]
    if len(unions) <= MAX_PROTOTYPES:
        return unions
    taken = set(state.partition.sets().tolist())
    return [mask for mask in unions if mask in taken]


def _ends(points: Floats, pairs: Pairs) -> Floats:
    return points[np.array(pairs, dtype=np.int64).reshape(-1, 2)]
