"""The evidential network on the page: its training as a film, live, and the choice of its size."""

from collections.abc import Iterator
from functools import partial

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.figures.common.error_curve import error_curve
from belieflab.figures.common.grid import limits_around
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import GROWN, draw_growing
from belieflab.figures.neighbours.classifier import (
    ClassifiedPlane,
    ClassifierView,
    prototype_contents,
)
from belieflab.figures.neighbours.classifier_plane import MARGIN, EvidenceLinks
from belieflab.figures.neighbours.network_training import (
    draw_loss,
    draw_training,
    frame_names,
    pick_steps,
)
from belieflab.neighbors import EvidentialNetwork, choose_n_prototypes
from belieflab.ui.method import page, run_panel, runs
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.neighbours import pictures
from belieflab.ui.pages.neighbours.fit import RUN, Case, begin_run, running_network
from belieflab.ui.pages.neighbours.settings import PAGE, use_number
from belieflab.ui.shell import lecture
from belieflab.ui.shell.memory import remember

FILM, LOSS = f"{PAGE}.film", f"{PAGE}.loss"
CHOICE = f"{PAGE}.choice"
CHOICE_CURVE = f"{PAGE}.choice_curve"
LOSS_HEIGHT = 250
TRIED = (1, 2, 3, 4, 5, 6, 8, 10, 12)
FOLDS = 5


def film_of(case: Case, model: EvidentialNetwork) -> go.Figure:
    """The plane with a frame per chosen step of the training."""
    mark = (case.token, case.look, case.workspace.truth_hidden, id(model))
    return remember(
        PAGE,
        "film",
        mark,
        lambda: draw_training(
            case.dataset,
            model,
            case.look,
            labels=case.labels,
            truth=case.truth,
            judge_by_labels=case.judged_by_labels,
        ),
    )


def draw_film(
    case: Case, model: EvidentialNetwork, scene: ClassifiedPlane, links: EvidenceLinks | None
) -> None:
    """Draw the plane that the player moves; a click anywhere asks about that place."""
    st.plotly_chart(film_of(case, model), key=FILM, config=pictures.CONFIG)
    pictures.draw_ground_words(case, scene)
    with st.container(gap=None):
        pictures.draw_clicks(FILM, links)


def draw_loss_curve(case: Case, model: EvidentialNetwork) -> None:
    """Draw the loss over iterations, its cursor in step with the film."""
    make = partial(
        draw_loss,
        model,
        height=lecture.picture_height(LOSS_HEIGHT, 0.5),
        scale=lecture.scale(),
    )
    mark = (case.token, id(model), lecture.scale())
    st.plotly_chart(remember(PAGE, "loss", mark, make), key=LOSS, config=pictures.CONFIG)


def frames(model: EvidentialNetwork) -> tuple[list[str], list[str]]:
    """The names of the film's frames and the loss at each."""
    return frame_names(model), [f"loss {step.criterion:.4f}" for step in pick_steps(model)]


def draw_waiting(case: Case) -> None:
    """Run, Stop, the prototypes as they move and the growing loss of a long training."""
    left, right = page.pictures()
    points = case.look.plane(case.dataset)
    limits = limits_around(points.points, MARGIN)
    with left:
        figure = draw_points(
            points.points,
            points.titles,
            labels=case.labels,
            height=case.look.height,
            scale=case.look.scale,
            seed=case.look.seed,
        )
        figure.update_xaxes(range=list(limits[0]))
        figure.update_yaxes(range=list(limits[1]))
        figure.add_trace(_live_prototypes(case.look))
        st.plotly_chart(figure, key=f"{FILM}.waiting", config=pictures.CONFIG)
    with right:
        st.plotly_chart(
            draw_growing("iteration", "loss", height=LOSS_HEIGHT, scale=lecture.scale()),
            key=f"{LOSS}.growing",
            config=pictures.CONFIG,
        )
        run_panel.draw(
            RUN,
            "Train",
            begin=partial(begin_run, case),
            live=partial(_push_progress, case, len(figure.data) - 1),
            help="This training may last more than a second, so it waits for you.",
        )


def draw_choice(case: Case) -> None:
    """The number of prototypes by cross-validation, in the background; a click takes one."""
    st.markdown("**How many prototypes?**")
    most = len(case.labels)
    tried = [number for number in TRIED if number <= most * (FOLDS - 1) // FOLDS]
    mark = (case.workspace.version, case.settings.regularisation, case.look.axes, case.look.source)
    features, labels, model = case.features, case.labels, case.settings.make_model()

    def steps() -> Iterator[tuple[int, float]]:
        for number in tried:
            choice = choose_n_prototypes(model, features, labels, [number], folds=FOLDS)
            yield number, float(choice.errors[0])

    def show(run: runs.Run) -> None:
        if run.token != mark:
            st.caption("The settings have changed since: choose again.")
            return
        _draw_choice_curve(list(run.steps), case.settings.n_prototypes)

    run_panel.draw(
        CHOICE,
        "Cross-validate",
        begin=lambda: runs.begin(CHOICE, steps, len(tried), mark),
        live=show,
        word="size",
        help=f"Trains {FOLDS} networks of each size, each without a fifth of the objects.",
    )


def _draw_choice_curve(found: list[tuple[int, float]], present: int) -> None:
    numbers = np.array([number for number, _ in found], dtype=np.int64)
    errors = np.array([error for _, error in found])
    st.plotly_chart(
        error_curve(
            numbers,
            errors,
            present,
            x_title="prototypes",
            y_title="cross-validated error",
        ),
        key=CHOICE_CURVE,
        config={"displayModeBar": False},
    )
    best = int(numbers[np.flatnonzero(errors <= errors.min() + 1e-12)[0]])
    st.button(
        f"Use {best} prototype{'' if best == 1 else 's'}",
        key=f"{PAGE}.use_prototypes",
        on_click=use_number,
        args=("prototypes", best),
        disabled=best == present,
    )


def _push_progress(case: Case, trace: int, run: runs.Run) -> None:
    steps, model = list(run.steps), running_network(case)
    if model is None or not steps:
        return
    with st.container(gap=None):
        push_traces(
            f"{LOSS}.pushed",
            f"{LOSS}.growing",
            {GROWN: {"x": [s.iteration for s in steps], "y": [s.criterion for s in steps]}},
        )
        shown = prototype_contents(model.at_step(steps[-1]), case.look.plane(case.dataset))
        push_traces(f"{FILM}.pushed", f"{FILM}.waiting", {trace: next(iter(shown.values()))})


def _live_prototypes(look: ClassifierView) -> go.Scatter:
    return go.Scatter(
        x=[],
        y=[],
        mode="markers",
        name="prototypes",
        showlegend=False,
        hoverinfo="skip",
        marker={
            "symbol": "cross",
            "size": 14 * look.scale,
            "line": {"color": "#FFFFFF", "width": 1.5},
        },
    )
