"""The pictures of the Mixture page: plane and trace over iterations, or over nonspecificity."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes, project
from belieflab.errors import DataError
from belieflab.figures.common.plane import plane
from belieflab.figures.common.trace import GROWN, Curve, draw_growing, draw_trace
from belieflab.figures.mixture.picture import (
    Look,
    State,
    component_names,
    draw_criterion,
    draw_states,
    states_of,
    states_of_levels,
)
from belieflab.iteration import Step
from belieflab.mixture.levels import LEVELS, LevelFit, fit_levels
from belieflab.mixture.scoring import Agreement, agree, agreement, match
from belieflab.ui.method import page, run_panel, runs
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.mixture.fit import QUICK, RUN, Fit, begin_run, cost, remember, token
from belieflab.ui.pages.mixture.settings import PAGE, Settings
from belieflab.ui.shell import lecture
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

PLANE, TRACE = f"{PAGE}.plane", f"{PAGE}.trace"
LEVEL_RUN = f"{PAGE}.levels"
TRACE_HEIGHT = 260
CONFIG = {"displaylogo": False, "scrollZoom": False}


@dataclass(frozen=True)
class Pictures:
    """What the player moves: two figures with frames of the same names, and words per frame."""

    plane: go.Figure
    trace: go.Figure
    names: Sequence[str]
    captions: Sequence[str]
    word: str


def score(workspace: Workspace, dataset: Dataset, fit: Fit) -> Agreement | None:
    """Decisions against the truth; None when there is none or it is hidden."""
    truth = shown_truth(workspace)
    if truth is None or not (truth >= 0).any():
        return None
    return agreement(fit.model, dataset.X, truth, dataset.class_names, named=fit.named)


def iteration_pictures(
    workspace: Workspace, dataset: Dataset, fit: Fit, settings: Settings, look: Look
) -> Pictures:
    """Plane and trace over the iterations of the fit."""
    found = score(workspace, dataset, fit)

    def make() -> Pictures:
        states = states_of(fit.model)
        return Pictures(
            draw_states(
                dataset,
                states,
                component_names(fit.model),
                look,
                labels=workspace.labels,
                truth=shown_truth(workspace),
                class_of=None if found is None else found.class_of,
            ),
            draw_criterion(
                fit.model, height=lecture.picture_height(TRACE_HEIGHT, 0.5), scale=lecture.scale()
            ),
            [state.name for state in states],
            _captions(workspace, dataset, fit, states, found),
            "iteration",
        )

    mark = (token(workspace, settings), look, workspace.truth_hidden, id(fit.model))
    return remember("iterations", mark, make)


def level_pictures(
    workspace: Workspace, dataset: Dataset, settings: Settings, look: Look, fits: list[LevelFit]
) -> Pictures:
    """Plane and error (likelihood while the truth is hidden) over levels of nonspecificity."""

    def make() -> Pictures:
        states = states_of_levels(fits)
        truth = shown_truth(workspace)
        levels = np.array([fit.nonspecificity for fit in fits])
        errors = np.array([fit.agreement.error for fit in fits])
        heights = np.array([fit.log_likelihood for fit in fits])
        curve = (
            Curve(levels, heights, "mean nonspecificity of the labels", "log-likelihood L")
            if truth is None
            else Curve(levels, errors, "mean nonspecificity of the labels", "error", percent=True)
        )
        names = [state.name for state in states]
        words = [f"L {height:,.1f}" for height in heights]
        if truth is not None:
            words = [f"error {error:.1%}" for error in errors]
        return Pictures(
            draw_states(
                dataset,
                states,
                dataset.class_names,
                look,
                truth=truth,
                class_of=np.arange(len(dataset.class_names)),
            ),
            draw_trace(
                curve,
                names,
                range(len(names)),
                height=lecture.picture_height(TRACE_HEIGHT, 0.5),
                scale=lecture.scale(),
            ),
            names,
            words,
            "nonspecificity",
        )

    mark = (token(workspace, settings), look, workspace.truth_hidden, len(fits))
    return remember("levels drawn", mark, make)


def draw_pictures(pictures: Pictures, aside: Any) -> None:
    """Draw plane and trace beside each other; `aside()` draws what stands under the trace."""
    left, right = page.pictures()
    with left:
        st.plotly_chart(pictures.plane, key=PLANE, config=CONFIG)
    with right:
        st.plotly_chart(pictures.trace, key=TRACE, config=CONFIG)
        aside()


def draw_waiting(workspace: Workspace, dataset: Dataset, settings: Settings, look: Look) -> None:
    """Run, Stop and the growing trace of a fit that takes its time."""
    labels = workspace.labels
    left, right = page.pictures()
    with left:
        points, titles = project(dataset, *(look.axes or default_axes(dataset)))
        st.plotly_chart(
            plane(
                points,
                titles,
                labels=labels,
                height=look.height,
                scale=look.scale,
                seed=look.seed,
            ),
            key=f"{PLANE}.waiting",
            config=CONFIG,
        )
    with right:
        st.plotly_chart(
            draw_growing("iteration", "log-likelihood L", height=TRACE_HEIGHT, scale=look.scale),
            key=f"{TRACE}.growing",
            config=CONFIG,
        )
        run_panel.draw(
            RUN,
            "Run EM",
            begin=partial(begin_run, workspace, dataset, labels, settings),
            live=_push_criterion,
            help="This fit may last more than a second, so it waits for you.",
        )


def levels_now(
    workspace: Workspace, dataset: Dataset, settings: Settings
) -> list[LevelFit] | str | None:
    """The fits over all levels; a sentence where they are impossible, None while Run is needed."""
    model = settings.make_model()
    model.set_params(n_components=None)
    steps = partial(fit_levels, dataset, model, seed=workspace.seed)
    mark = ("levels", token(workspace, settings))
    if cost(dataset, workspace.labels, settings) * len(LEVELS) <= QUICK * 4:
        return remember("levels", mark, partial(_all_levels, steps))
    run = run_panel.draw(
        LEVEL_RUN,
        "Fit every level",
        begin=lambda: runs.begin(LEVEL_RUN, steps, len(LEVELS), mark),
        word="level",
    )
    if run is None or run.token != mark or run.running or not run.steps:
        return None
    return [step.snapshot for step in run.steps]


def _all_levels(steps: Any) -> list[LevelFit] | str:
    try:
        return [step.snapshot for step in steps()]
    except DataError as error:
        return str(error)


def _push_criterion(run: runs.Run) -> None:
    steps: list[Step] = list(run.steps)
    push_traces(
        f"{TRACE}.pushed",
        f"{TRACE}.growing",
        {
            GROWN: {
                "x": [step.iteration for step in steps],
                "y": [step.criterion for step in steps],
            }
        },
    )


def _captions(
    workspace: Workspace,
    dataset: Dataset,
    fit: Fit,
    states: Sequence[State],
    found: Agreement | None,
) -> list[str]:
    """Error of each frame, or its likelihood while the truth is hidden: short, for the player."""
    heights = {str(step.iteration): step.criterion for step in fit.model.history_.steps}
    words = [f"L {heights[state.name]:,.1f}" for state in states]
    truth = shown_truth(workspace)
    if truth is None or found is None:
        return words
    count, n_components = len(dataset.class_names), len(found.class_of)
    errors = [
        (
            agree(truth, state.decisions, count, found.class_of)
            if fit.named
            else match(truth, state.decisions, count, n_components)
        ).error
        for state in states
    ]
    return [f"error {error:.1%}" for error in errors]
