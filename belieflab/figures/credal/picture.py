"""The picture of a credal partition: from points and a fitted model to a plane with frames.

Used by the Credal partition page and by the code it exports, so both show the same.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import Frame as Clusters
from belieflab.belief.masks import as_masks
from belieflab.clustering import EVCLUS, CredalPartition
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.moments import Moment, kept_steps, moment_at, set_prototypes
from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, default_axes, find_projection, project
from belieflab.figures.common.frames import pick_frames
from belieflab.figures.common.groups import NEUTRAL
from belieflab.figures.common.hover import set_name
from belieflab.figures.common.outlines import draw_around
from belieflab.figures.common.palette import OUTLINE_GREY, class_symbol, label_colours, set_look
from belieflab.figures.common.palette import Look as Marker
from belieflab.figures.common.plane import shown_rows
from belieflab.figures.common.text import plain
from belieflab.figures.common.trace import Curve, draw_trace
from belieflab.figures.credal.ground import lay_ground
from belieflab.figures.credal.plane import MOST_DRAWN, Frame, Scene, credal_plane, plane_limits

Floats = NDArray[np.float64]
Pairs = Sequence[tuple[int, int]]

SETS, MASSES, CLUSTERS, TRUTH = "set", "masses", "cluster", "truth"
VIEWS = (SETS, MASSES, CLUSTERS, TRUTH)

MOST_MOVING = 1_000
"""Drawn points whose colours and outlines move with the frames; more keep those of the last."""

MOST_TOLD = 4
"""Masses of an object that the pointer tells."""

MOST_UNIONS = 4
"""Unions named in the legend, the most frequent first."""

MOST_PROTOTYPES = 31
"""Unions up to which all have their prototypes drawn: those of five clusters; of more unions only
those to which some object belongs."""

REACH = 0.02
"""How far an outline stays from its objects, as a share of the plane."""


@dataclass(frozen=True)
class Look:
    """How a partition is looked at.

    Attributes
    ----------
    axes : keys of two axes; None for the first features or principal components
    show : what colours mean: the set with the largest mass, all masses blended, the most
        plausible cluster, or the truth
    mass : the set whose mass lies beneath as shades, as a mask; None for none
    outlines : whether lower and upper approximations are outlined
    unions : whether prototypes of unions are drawn too
    """

    axes: tuple[str, str] | None = None
    show: str = SETS
    mass: int | None = None
    outlines: bool = True
    unions: bool = True
    height: int = 500
    scale: float = 1.0
    seed: int = 0


def draw_partition(
    dataset: Dataset,
    model: CredalClusterer,
    look: Look | None = None,
    *,
    truth: NDArray[np.int64] | None = None,
    must_link: Pairs = (),
    cannot_link: Pairs = (),
) -> go.Figure:
    """The plane of a fitted model with a frame per kept iteration (`keep_history=True`).

    `truth` codes [shape=(n,)] are told on hover. Pairs of rows, counted from 0, are drawn as lines.
    """
    look = look or Look()
    axes = look.axes or default_axes(dataset)
    points, titles = project(dataset, *axes)
    rows = shown_rows(dataset.n, look.seed, MOST_DRAWN)
    limits = plane_limits(points[rows])
    places = pick_frames(len(kept_steps(model)))
    last = moment_at(model, dataset.X, places[-1])
    n_clusters = last.partition.n_clusters
    unions = _unions(last) if look.unions else []
    ground = None
    if look.mass is not None:
        ground = lay_ground(dataset, model, look.mass, axes, seed=look.seed)
    painter = _Painter(dataset, rows, points[rows], look, axes, truth, limits, unions, n_clusters)
    frames = []
    for place in places:
        moment = last if place == places[-1] else moment_at(model, dataset.X, place)
        beneath = None if ground is None else ground.bands(place)
        frames.append(painter.frame(moment, beneath, moment is last))
    scene = Scene(
        points[rows],
        rows,
        titles,
        limits,
        _hover(rows, last.partition, truth, dataset.class_names),
        n_clusters,
        _legend(last.partition, look, dataset, truth),
        unions,
        _prototype_names(last.partition.frame, unions),
        _ends(points, must_link),
        _ends(points, cannot_link),
        left_out=dataset.n - len(rows),
    )
    mass = None if ground is None else ground.grid
    return credal_plane(scene, frames, mass=mass, height=look.height, scale=look.scale)


def draw_criterion(
    model: CredalClusterer, *, height: int = 240, scale: float = 1.0, **more: Any
) -> go.Figure:
    """The criterion over iterations with frames in step with those of `draw_partition`."""
    steps = kept_steps(model)
    curve = Curve(
        np.arange(len(model.history_), dtype=np.float64),
        model.history_.criterion,
        "iteration",
        criterion_name(model),
    )
    places = [steps[place].iteration for place in pick_frames(len(steps))]
    return draw_trace(curve, frame_names(model), places, height=height, scale=scale, **more)


def frame_names(model: CredalClusterer) -> list[str]:
    """The names of the frames of both pictures: iterations."""
    steps = kept_steps(model)
    return [str(steps[place].iteration) for place in pick_frames(len(steps))]


def criterion_name(model: CredalClusterer) -> str:
    """What the method makes small, in a few words."""
    if not isinstance(model, EVCLUS):
        return "criterion J"
    return "stress" if model.criterion_ == model.stress_ else "stress and pairs"


@dataclass
class _Painter:
    """Makes the frames; outlines that were drawn once are drawn from memory."""

    dataset: Dataset
    rows: NDArray[np.int64]
    points: Floats
    look: Look
    axes: tuple[str, str]
    truth: NDArray[np.int64] | None
    limits: tuple[tuple[float, float], tuple[float, float]]
    unions: Sequence[int]
    n_clusters: int

    def __post_init__(self) -> None:
        self.nothing = [np.empty((0, 2))] * self.n_clusters
        self.focal = as_masks(self.n_clusters, self.unions)
        (left, right), (low, high) = self.limits
        self.reach = (REACH * (right - left), REACH * (high - low))
        self.view = find_projection(self.dataset, *self.axes)
        self.moving = len(self.rows) <= MOST_MOVING
        self.drawn: dict[bytes, Floats] = {}

    def frame(self, moment: Moment, beneath: NDArray[np.int16] | None, is_last: bool) -> Frame:
        """The frame of one moment."""
        looks, lower, upper = None, self.nothing, self.nothing
        if is_last or self.moving:
            partition = moment.partition[self.rows]
            looks = self._markers(partition)
            if self.look.outlines:
                lower, upper = (self._outlines(members) for members in partition.rough())
        prototypes = self._prototypes(moment)
        return Frame(str(moment.iteration), looks, lower, upper, prototypes, beneath)

    def _outlines(self, members: NDArray[np.bool_]) -> list[Floats]:
        outlines = []
        for column in members.T:
            key = column.tobytes()
            if key not in self.drawn:
                self.drawn[key] = draw_around(self.points[column], self.reach)
            outlines.append(self.drawn[key])
        return outlines

    def _prototypes(self, moment: Moment) -> Floats | None:
        if moment.prototypes is None:
            return None
        of_sets = set_prototypes(self.focal, moment.prototypes)
        centres = [*moment.prototypes, *(of_sets[mask] for mask in self.unions)]
        seen: Floats = np.array(centres) @ self.view.loadings - self.view.shift
        if ROW_AXIS in self.axes:  # no feature tells the row: half way up
            seen[:, self.axes.index(ROW_AXIS)] = 0.5 * (self.dataset.n + 1)
        return seen

    def _markers(self, partition: CredalPartition) -> list[Marker]:
        count = partition.n_clusters
        if self.look.show == SETS:
            return [set_look(mask, count) for mask in partition.sets().tolist()]
        if self.look.show == TRUTH:
            return _truth_markers(self.truth, self.rows, self.dataset)
        labels = partition.labels().tolist()
        if self.look.show == CLUSTERS:
            return [set_look(1 << k, count) for k in labels]
        colours = label_colours(partition)
        symbols = [class_symbol(k, count) for k in labels]
        return [
            Marker(colour, OUTLINE_GREY, 0.6, symbol)
            for colour, symbol in zip(colours, symbols, strict=True)
        ]


def _hover(
    rows: NDArray[np.int64],
    partition: CredalPartition,
    truth: NDArray[np.int64] | None,
    class_names: Sequence[str],
) -> list[str]:
    """One text per drawn object: the row, its largest masses one below the other, the truth."""
    chosen = partition[rows]
    names = [set_name(chosen.frame, int(mask), 30) for mask in chosen.focal]
    order = np.argsort(-chosen.mass, axis=1, kind="stable")[:, :MOST_TOLD]
    largest = np.take_along_axis(chosen.mass, order, axis=1)
    known = [*(plain(name, 30) for name in class_names), "unknown"]
    texts = []
    for i, row in enumerate(rows.tolist()):
        lines = [f"<b>Row {row + 1}</b>"]
        lines += [
            f"m({names[j]}) = {mass:.2f}"
            for j, mass in zip(order[i].tolist(), largest[i].tolist(), strict=True)
            if mass >= 0.005
        ]
        if truth is not None:
            lines.append(f"truth: {known[truth[row]]}")
        texts.append("<br>".join(lines))
    return texts


def _truth_markers(
    truth: NDArray[np.int64] | None, rows: NDArray[np.int64], dataset: Dataset
) -> list[Marker]:
    if truth is None:
        return [NEUTRAL] * len(rows)
    count = len(dataset.class_names)
    return [NEUTRAL if k < 0 else set_look(1 << k, count) for k in truth[rows].tolist()]


def _legend(
    partition: CredalPartition, look: Look, dataset: Dataset, truth: NDArray[np.int64] | None
) -> list[tuple[str, Marker]]:
    frame, count = partition.frame, partition.n_clusters
    if look.show == TRUTH:
        names = dataset.class_names if truth is not None else ()
        return [(plain(name, 30), set_look(1 << k, len(names))) for k, name in enumerate(names)]
    masks = [1 << k for k in range(count)]
    if look.show != CLUSTERS:
        often = Counter(partition.sets().tolist())
        others = [mask for mask, _ in often.most_common() if mask not in masks]
        unions = [mask for mask in others if mask not in (0, frame.omega)][:MOST_UNIONS]
        masks += sorted(unions, key=lambda mask: (mask.bit_count(), mask))
        masks += [mask for mask in (frame.omega, 0) if mask in others]
    return [(set_name(frame, mask), set_look(mask, count)) for mask in masks]


def _prototype_names(frame: Clusters, unions: Sequence[int]) -> list[str]:
    masks = [*(1 << k for k in range(frame.size)), *unions]
    return [f"prototype of {set_name(frame, mask)}" for mask in masks]


def _unions(moment: Moment) -> list[int]:
    if moment.prototypes is None:
        return []
    unions = [int(mask) for mask in moment.partition.focal if int(mask).bit_count() > 1]
    if len(unions) <= MOST_PROTOTYPES:
        return unions
    taken = set(moment.partition.sets().tolist())
    return [mask for mask in unions if mask in taken]


def _ends(points: Floats, pairs: Pairs) -> Floats:
    return points[np.array(pairs, dtype=np.int64).reshape(-1, 2)]
