"""The picture of a fit: from a data set and a fitted mixture to a plane with frames, and a trace.

Used by the Mixture page and by the code it exports, so both show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes, find_projection, project
from belieflab.figures.common.frames import MOST_FRAMES, pick_frames
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.palette import (
    OMEGA_GREY,
    OUTLINE_GREY,
    class_colour,
    class_symbol,
    label_colours,
)
from belieflab.figures.common.plane import shown_rows
from belieflab.figures.common.surfaces import CERTAINTY, DENSITY, REGIONS, lay_grid, surface_values
from belieflab.figures.common.trace import Curve, draw_trace
from belieflab.figures.mixture.plane import Frame, Scene, mixture_plane, plane_limits
from belieflab.iteration import Step
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.levels import LevelFit
from belieflab.mixture.planar import WITHIN_95, see
from belieflab.mixture.scoring import agreement

RESPONSIBILITY, CLASSIFICATION, DENSITY_VIEW = "responsibility", "classification", "density"
VIEWS = (RESPONSIBILITY, CLASSIFICATION, DENSITY_VIEW)
BENEATH = {RESPONSIBILITY: CERTAINTY, CLASSIFICATION: REGIONS, DENSITY_VIEW: DENSITY}

MOST_MOVING = 1_000
"""Drawn points whose colours move with the frames; more keep the colours of the last."""

WRONG_RING = "#D4007A"
"""A magenta that no class has, to be seen on white and on deep grey."""


@dataclass(frozen=True)
class Look:
    """How a fit is looked at: axes, what colours mean, whether regions lie beneath, outlines."""

    axes: tuple[str, str] | None = None
    show: str = RESPONSIBILITY
    regions: bool = False
    outline: str = WITHIN_95
    height: int = 500
    scale: float = 1.0
    seed: int = 0


@dataclass(frozen=True)
class State:
    """The model at one frame: its parameters, t_ik [shape=(n, K)] and decisions [shape=(n,)]."""

    name: str
    parameters: Any
    responsibilities: NDArray[np.float64]
    decisions: NDArray[np.int64]


def states_of(model: SoftLabelMixture, most: int = MOST_FRAMES) -> list[State]:
    """The states of a fitted model at the steps that become frames."""
    problem, steps = model.problem_, _kept_steps(model)
    states = []
    for place in pick_frames(len(steps), most):
        step = steps[place]
        temperature = getattr(step, "temperature", 1.0)
        states.append(
            State(
                str(step.iteration),
                step.snapshot,
                problem.components.responsibilities(
                    step.snapshot, problem.log_plausibility, temperature
                ),
                problem.components.density.log_joint(step.snapshot, problem.X).argmax(axis=1),
            )
        )
    return states


def states_of_levels(fits: Sequence[LevelFit]) -> list[State]:
    """The states of the fits to each level of nonspecificity."""
    return [
        State(f"{fit.nonspecificity:.2f}", fit.parameters, fit.responsibilities.mass, fit.decisions)
        for fit in fits
    ]


def draw_states(
    dataset: Dataset,
    states: Sequence[State],
    components: Sequence[str],
    look: Look | None = None,
    *,
    labels: MassTable | None = None,
    truth: NDArray[np.int64] | None = None,
    class_of: NDArray[np.int64] | None = None,
) -> go.Figure:
    """The plane with one frame per state.

    `truth` codes [shape=(n,)] are told on hover and, in the view of the classification, wrong
    decisions get a magenta ring; `class_of` says which class each component stands for.
    """
    look = look or Look()
    axes = look.axes or default_axes(dataset)
    points, titles = project(dataset, *axes)
    rows = shown_rows(dataset.n, look.seed)
    view = find_projection(dataset, *axes)
    span = (0.5, dataset.n + 0.5)
    planes = [see(state.parameters, view) for state in states]
    moving = len(rows) <= MOST_MOVING
    frames = [
        Frame(
            state.name,
            plane.outlines(look.outline, span),
            plane.centres(span),
            *_marks(state, rows, look.show, components, truth, class_of)
            if moving or state is states[-1]
            else (None, None),
        )
        for state, plane in zip(states, planes, strict=True)
    ]
    limits = plane_limits(points[rows], frames)
    surface = None
    if look.regions or look.show == DENSITY_VIEW:
        surface = lay_grid(BENEATH[look.show], limits, len(components))
        frames = [
            _with_surface(frame, surface_values(surface, plane.log_joint(surface.places)))
            for frame, plane in zip(frames, planes, strict=True)
        ]
    beliefs = MassTable.from_probabilities(states[-1].responsibilities, components)
    scene = Scene(
        points[rows],
        rows,
        titles,
        components,
        describe_rows(rows, labels, truth, dataset.class_names, beliefs),
        symbols=_symbols(states[-1], rows, len(components)),
        left_out=dataset.n - len(rows),
    )
    return mixture_plane(
        scene, frames, limits, surface=surface, height=look.height, scale=look.scale
    )


def draw_fit(
    dataset: Dataset,
    model: SoftLabelMixture,
    look: Look | None = None,
    *,
    labels: MassTable | None = None,
    truth: NDArray[np.int64] | None = None,
) -> go.Figure:
    """The plane of a fitted model with a frame per iteration; see `draw_states`."""
    class_of = None
    if truth is not None:
        class_of = agreement(
            model, dataset.X, truth, dataset.class_names, named=model.labelled_
        ).class_of
    return draw_states(
        dataset,
        states_of(model),
        component_names(model),
        look,
        labels=labels,
        truth=truth,
        class_of=class_of,
    )


def draw_criterion(
    model: SoftLabelMixture, *, height: int = 240, scale: float = 1.0, **more: Any
) -> go.Figure:
    """The likelihood over iterations with frames in step with those of `draw_fit`."""
    steps = _kept_steps(model)
    temperatures = np.array([getattr(step, "temperature", 1.0) for step in steps])
    changes = np.flatnonzero(np.diff(temperatures)) + 1
    annealed = bool(changes.size)
    criterion = model.history_.criterion
    kept = len(steps) == len(criterion)
    places = pick_frames(len(steps)) if kept else [len(criterion) - 1]
    curve = Curve(
        np.array(
            [step.iteration for step in steps] if kept else range(len(criterion)), dtype=np.float64
        ),
        criterion,
        "iteration",
        "criterion F_b" if annealed else "log-likelihood L",
    )
    marks = [(float(curve.x[at]), f"b = {temperatures[at]:g}") for at in changes]
    names = [str(int(curve.x[place])) for place in places]
    return draw_trace(curve, names, places, marks=marks, height=height, scale=scale, **more)


def _kept_steps(model: SoftLabelMixture) -> list[Step]:
    """The steps of a fit with `keep_history=True`; without it the last one."""
    last = Step(model.n_iter_, model.log_likelihood_, model.parameters_)
    return model.history_.steps or [last]


def component_names(model: SoftLabelMixture) -> list[str]:
    """The classes of the labels, or component 1, 2, … where there were no labels."""
    names = [str(name) for name in model.classes_.tolist()]
    if model.classes_.dtype.kind in "iu" and not model.problem_.informative:
        return [f"component {int(name) + 1}" for name in names]
    return names


def _with_surface(frame: Frame, values: NDArray[Any]) -> Frame:
    return Frame(
        frame.name, frame.outlines, frame.centres, frame.colours, frame.rings, surface=values
    )


def _marks(
    state: State,
    rows: NDArray[np.int64],
    show: str,
    components: Sequence[str],
    truth: NDArray[np.int64] | None,
    class_of: NDArray[np.int64] | None,
) -> tuple[list[str], list[str] | None]:
    """Colours and rings of the drawn points."""
    if show == DENSITY_VIEW:
        return [OMEGA_GREY] * len(rows), None
    if show == RESPONSIBILITY:
        return label_colours(MassTable.from_probabilities(state.responsibilities[rows])), None
    decided = state.decisions[rows]
    colours = [class_colour(k, len(components)) for k in range(len(components))]
    rings = None
    if truth is not None and class_of is not None:
        wrong = (truth[rows] >= 0) & (class_of[decided] != truth[rows])
        rings = [WRONG_RING if each else OUTLINE_GREY for each in wrong.tolist()]
    return [colours[k] for k in decided.tolist()], rings


def _symbols(state: State, rows: NDArray[np.int64], count: int) -> list[str] | str:
    if len({class_symbol(k, count) for k in range(count)}) == 1:
        return class_symbol(0, count)
    return [class_symbol(k, count) for k in state.decisions[rows].tolist()]
