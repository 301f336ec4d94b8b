"""The picture of a fit: from a data set and a fitted mixture to a plane with frames, and a trace.

Used by the Mixture page and by the code it exports, so both show the same. The plane is made once
with one frame per iteration (or per level of anything else); a player in the browser moves from
frame to frame. Frames hold only what moves: outlines, centres and, where they are few enough, the
colours of the points and the surface beneath.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.classes import find_classes
from belieflab.data.dataset import Dataset
from belieflab.data.matching import Matching, match_groups
from belieflab.data.projection import find_projection, project
from belieflab.figures.common import surfaces, traces
from belieflab.figures.common.arrays import Flags, Floats, Integers
from belieflab.figures.common.canvas import note_sample, plane_sheet
from belieflab.figures.common.frames import Layer, moving_figure
from belieflab.figures.common.grid import Limits, limits_around
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.palette import (
    OMEGA_GREY,
    OUTLINE_GREY,
    Classes,
    class_colours,
    label_colours,
)
from belieflab.figures.common.text import plain
from belieflab.figures.common.trace import draw_steps
from belieflab.figures.common.traces import DrawnObjects, places, scatter
from belieflab.figures.common.view import MAX_MOVING, DecidingView, View
from belieflab.figures.mixture.states import FitState, fit_states
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.planar import WITHIN_95, see
from belieflab.mixture.scoring import agreement

RESPONSIBILITY, CLASSIFICATION, DENSITY_VIEW = "responsibility", "classification", "density"
VIEWS = (RESPONSIBILITY, CLASSIFICATION, DENSITY_VIEW)
BENEATH = dict(zip(VIEWS, (surfaces.CERTAINTY, surfaces.REGIONS, surfaces.DENSITY), strict=True))

MARGIN = 0.05
"""Share of the range kept free around points and outlines."""


@dataclass(frozen=True)
class MixtureView(DecidingView):
    """How a fit is looked at: what colours mean, whether regions lie beneath, outlines."""

    show: str = RESPONSIBILITY
    regions: bool = False
    outline: str = WITHIN_95
    height: int = field(default=500, kw_only=True)


@dataclass(frozen=True)
class FitFrame:
    """What moves from frame to frame.

    outlines : [shape=(K, corners, 2)]; `centres` : [shape=(K, 2)]
    surface : values for the picture beneath, None where there is none
    colours : of the drawn points, None where they stay; `wrong` : which are ringed [shape=(m,)]
    """

    name: str
    outlines: Floats
    centres: Floats
    surface: NDArray[np.int16] | None = None
    colours: Sequence[str] | None = None
    wrong: Flags | None = None

    @property
    def marker(self) -> dict[str, Any]:
        """Colours and rings as attributes of the trace of the points."""
        edge = traces.GREY_EDGE if self.wrong is None else traces.wrong_rings(self.wrong, 2.0)
        return {"color": self.colours or OUTLINE_GREY, "line": edge}


def draw_states(
    dataset: Dataset,
    states: Sequence[FitState],
    components: Sequence[str],
    view: MixtureView | None = None,
    *,
    labels: MassTable | None = None,
    truth: Integers | None = None,
    class_of: Integers | None = None,
    groups: Matching | None = None,
) -> go.Figure:
    """The plane with one frame per state.

    `truth` codes [shape=(n,)] stand in the hover texts and, in the view of the classification,
    wrong decisions get a magenta ring; `class_of` says what class a component counts for. The
    colours are those of the classes of the `groups`.
    """
    view = view or MixtureView()
    points, titles = project(dataset, *view.axes_of(dataset))
    projection = find_projection(dataset, *view.axes_of(dataset))
    rows, classes, last = view.rows(points), groups or len(components), states[-1]
    span = (0.5, dataset.n + 0.5)
    seen = [see(state.parameters, projection) for state in states]
    limits = fit_limits(points[rows], seen[-1].outlines(view.outline, span))
    surface = None
    if projection is not None and (view.regions or view.show == DENSITY_VIEW):
        surface = surfaces.lay_surface(BENEATH[view.show], limits, classes)
    frames = []
    for state, plane in zip(states, seen, strict=True):
        values = None
        order = slice(None) if state.order is None else state.order
        if surface is not None:
            heights = plane.log_joint(surface.grid.places)[:, order]
            values = surfaces.surface_values(surface, heights, view.rule)
        colours = wrong = None
        if state is last or (len(rows) <= MAX_MOVING and len(state.decisions)):
            colours = _colours(state, rows, view.show, classes)
            if view.show == CLASSIFICATION and truth is not None and class_of is not None:
                decided = state.decisions[rows]
                wrong = (truth[rows] >= 0) & (decided >= 0) & (class_of[decided] != truth[rows])
        lines = plane.outlines(view.outline, span)[order], plane.centres(span)[order]
        frames.append(FitFrame(state.name, *lines, values, colours, wrong))
    beliefs = MassTable.from_probabilities(last.responsibilities, components)
    known = (RESPONSIBILITY, beliefs)
    hover = describe_rows(rows, labels, truth, dataset.class_names, known, dataset)
    objects = DrawnObjects(points[rows], rows, hover, dataset.n)
    symbols = traces.symbols_of(np.maximum(last.decisions[rows], 0), classes)
    beneath: dict[str, Any] = {"limits": limits, "symbols": symbols, "surface": surface}
    beneath["groups"] = groups
    return draw_fit_plane(frames, objects, titles, components, view, **beneath)


def draw_fit_plane(
    frames: Sequence[FitFrame],
    objects: DrawnObjects,
    titles: tuple[str, str],
    components: Sequence[str],
    view: View,
    *,
    limits: Limits,
    symbols: list[str] | str = "circle",
    surface: surfaces.Surface | None = None,
    groups: Matching | None = None,
) -> go.Figure:
    """The picture, at the last of the frames."""
    last, scale = frames[-1], view.scale
    names = [plain(name, 30) for name in components]
    colours = class_colours(groups or len(components))
    layers: list[Layer] = []
    if surface is not None:
        drawn = [surfaces.surface_contents(surface, np.asarray(each.surface)) for each in frames]
        layers.append((surfaces.draw_surface(surface, last.surface), drawn))
    marker = last.marker | {"opacity": 0.9}
    points = traces.draw_objects(objects, symbol=symbols, size=8 * scale, marker=marker)
    moved = [{"marker": frame.marker} if frame.colours else None for frame in frames]
    layers.append((points, moved))
    for k, name in enumerate(names):
        group = {"name": name, "legendgroup": name, "legend": False}
        line = {"mode": "lines", "colour": colours[k], "width": 2.5 * scale, **group}
        outline = scatter(**places(last.outlines[k]), **line)
        layers.append((outline, [places(frame.outlines[k]) for frame in frames]))
    cross = {"symbol": "cross", "size": 13 * scale, "colour": colours, "edge": traces.WHITE_EDGE}
    named = {"name": "centres", "legend": False, "hover": f"centre of {traces.TEXT}"}
    centres = scatter(**places(last.centres), text=names, **named, **cross)
    layers.append((centres, [places(frame.centres) for frame in frames]))
    layers += [(entry, []) for entry in traces.class_entries(components, groups)]
    page = plane_sheet(titles, limits, height=view.height, scale=scale)
    figure = moving_figure(page.layout, [frame.name for frame in frames], layers)
    return note_sample(figure, len(objects.rows), objects.total, scale=scale)


def fit_limits(points: Floats, outlines: Floats) -> Limits:
    """Ranges that hold the points and the outlines of the last frame, with a margin."""
    return limits_around(np.concatenate([points, outlines.reshape(-1, 2)]), MARGIN)


def draw_fit(
    dataset: Dataset,
    model: SoftLabelMixture,
    view: MixtureView | None = None,
    *,
    labels: MassTable | None = None,
    truth: Integers | None = None,
) -> go.Figure:
    """The plane of a fitted model with a frame per iteration; see `draw_states`."""
    given: dict[str, Any] = {"labels": labels, "truth": truth}
    groups = match_components(dataset, model, labels, truth)
    if truth is not None:
        found = agreement(model, dataset.X, truth, dataset.class_names, named=model.labelled_)
        given["class_of"] = found.class_of
    names, view = component_names(model, groups), view or MixtureView()
    if not model.labelled_:
        view = replace(view, costs=None, reject=None)
    states = fit_states(model, rule=view.rule)
    return draw_states(dataset, states, names, view, groups=groups, **given)


def draw_criterion(model: SoftLabelMixture, **look: Any) -> go.Figure:
    """The likelihood over iterations with frames in step with those of `draw_fit`.

    `look` may hold the height in pixels, the scale, and curves beside it (`draw_trace`).
    """
    steps, criterion = model.kept_steps, model.history_.criterion
    temperatures = np.array([getattr(step, "temperature", 1.0) for step in steps])
    changes = np.flatnonzero(np.diff(temperatures)) + 1
    title = "criterion F_b" if changes.size else "log-likelihood L"
    marks = [(float(steps[at].iteration), f"b = {temperatures[at]:g}") for at in changes]
    return draw_steps(steps, criterion, title, marks=marks, **look)


def match_components(
    dataset: Dataset,
    model: SoftLabelMixture,
    labels: MassTable | None = None,
    truth: Integers | None = None,
) -> Matching:
    """Which class each component stands for: that of its labels, where it was fitted to some.

    Others are matched to the labels, or else to the truth [shape=(n,)].
    """
    classes = dataset.class_names
    if model.labelled_:
        found = find_classes(classes, model.classes_.tolist())
        return Matching(tuple(found.tolist()), tuple(map(str, classes)))
    shares = model.responsibilities_.mass
    return match_groups(shares, shares.shape[1], classes, labels=labels, truth=truth)


def component_names(model: SoftLabelMixture, groups: Matching | None = None) -> list[str]:
    """The classes of the labels; without labels those that are matched, or component 1, 2 etc."""
    if model.labelled_:
        return [str(name) for name in model.classes_.tolist()]
    return (groups or Matching((-1,) * len(model.classes_))).names("component")


def _colours(state: FitState, rows: Integers, show: str, classes: Classes) -> list[str]:
    """Colours of the drawn points."""
    if show == DENSITY_VIEW:
        return [OMEGA_GREY] * len(rows)
    if show == RESPONSIBILITY:
        groups = None if isinstance(classes, int) else classes
        return label_colours(MassTable.from_probabilities(state.responsibilities[rows]), groups)
    colours = [*class_colours(classes), OMEGA_GREY]  # the last, -1, is no answer
    return [colours[k] for k in state.decisions[rows].tolist()]
