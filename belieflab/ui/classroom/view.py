"""What is shown of a class: a session to open, and its answers, live."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store, StoredSession
from belieflab.crowd.calibration import brier_scores, calibrate
from belieflab.data.dataset import Dataset
from belieflab.data.label_summary import wrong_share
from belieflab.data.planes import RAW, lay_out
from belieflab.error_rates import WRONG_LABELS
from belieflab.errors import DataError
from belieflab.figures.classroom.class_plane import ASKED, class_marks, class_plane
from belieflab.figures.crowd.calibration import calibration_curve
from belieflab.ui.classroom.joining import KEY
from belieflab.ui.classroom.session import (
    SessionResult,
    Trust,
    is_about,
    make_session,
    read_outcome,
)
from belieflab.ui.classroom.settings import ADMISSION, NOTE, opening_parameters
from belieflab.ui.method import planes
from belieflab.ui.method.charts import draw_chart
from belieflab.ui.method.controls import draw_controls, read_settings
from belieflab.ui.method.numbers import Number, draw_numbers, draw_table
from belieflab.ui.method.plane import chosen_axes
from belieflab.ui.method.player import push_traces
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

PLANE = f"{KEY}.plane"
ANOTHER = f"{KEY}.another_session"
"""Set while a new session is prepared though there is an old one."""


def draw_opening(workspace: Workspace, store: Store, dataset: Dataset) -> None:
    """The settings of a new session, in the sidebar, and the plane that students will see."""
    parameters = opening_parameters(dataset)
    with st.sidebar:
        settings = draw_controls(KEY, read_settings(KEY, parameters), parameters)
    typed = (name.strip() for name in settings.get("names", "").split(","))
    names = dataset.class_names or tuple(name for name in typed if name)
    laid = lay_out(dataset, RAW) if settings.get(planes.PLANE, planes.AXES) == RAW else dataset
    axes = chosen_axes(laid, settings)
    try:
        session = make_session(laid, names, axes, settings.objects, seed=workspace.seed)
    except DataError as error:
        st.info(plain(error), icon=":material/info:")
        return
    draw_plane(session, dataset)
    look = {"type": "primary", "icon": "meeting_room"}
    draw_button("Open the session", f"{KEY}.open", _open, store, session, **look)
    st.caption(
        f"Each student is asked about ten of the {settings.objects} highlighted objects; three "
        "students share an object before another one is begun."
    )


def _open(store: Store, session: ClassSession) -> None:
    settings = read_settings(KEY, [NOTE, ADMISSION])
    note = " ".join(settings.note.split())
    store.open_session(replace(session, note=note), admission=settings.admission)
    st.session_state.pop(ANOTHER, None)


def draw_plane(session: ClassSession, dataset: Dataset | None) -> None:
    """The plane in grey; `draw_answers` colours it."""
    named = dataset if is_about(session, dataset) else None
    shown = session.points, session.axis_titles, session.class_names, session.asked
    draw_chart(class_plane(*shown, dataset=named, **lecture.size(560, share=0.85)), PLANE)


@show_errors()
def draw_answers(workspace: Workspace, store: Store, opened: StoredSession, trust: Trust) -> None:
    """Counters and colours as they are at this moment; drawn again and again."""
    outcome = read_outcome(store, opened, trust)
    _draw_counters(workspace, opened.session, outcome)
    said = outcome.labels, outcome.conflict, outcome.answers.counts
    named = workspace.dataset if is_about(opened.session, workspace.dataset) else None
    marks = class_marks(*said, opened.session.asked, dataset=named, scale=lecture.scale())
    push_traces(f"{KEY}.push", PLANE, {ASKED: marks})


@show_errors()
def draw_honesty(workspace: Workspace, store: Store, opened: StoredSession) -> None:
    """After the session, where the truth may be seen: whose doubt was honest, and the curve."""
    truth, answers = workspace.shown_truth, store.answers(opened)
    if not opened.closed or truth is None or not len(answers):
        return
    if not is_about(opened.session, workspace.dataset) or not (truth[answers.rows] >= 0).any():
        return
    reveal = partial(store.reveal, opened.code, truth[opened.session.asked].tolist())
    text = "Students then read on their phones how honest their own doubt was."
    draw_button("Reveal to the class", f"{KEY}.reveal", reveal, icon="visibility", help=text)
    scores = brier_scores(answers, truth)
    order = np.argsort(scores, kind="stable")
    curve = calibrate(answers, truth)
    text = "The mean squared distance between what an answer finds probable and what is true, "
    text += "0 to 2. Doubt lowers it where the answer is wrong and raises it where it is right."
    st.markdown("**Honest doubt.** The smallest Brier score wins.", help=text)
    left, right = st.columns([2, 3], gap="medium")
    counts = np.bincount(answers.annotators, minlength=len(scores))
    table = {"student": order + 1, "Brier score": scores[order], "answers": counts[order]}
    with left:
        draw_table(pd.DataFrame(table), f"{KEY}.honesty", form="%.3f", height=300)
    with right:
        draw_chart(calibration_curve(*curve), f"{KEY}.calibration")


def _draw_counters(workspace: Workspace, session: ClassSession, outcome: SessionResult) -> None:
    answered = int((outcome.answers.counts > 0).sum())
    conflict = outcome.mean_conflict
    numbers: dict[str, Number] = {
        "Students": (f"{outcome.students}", "Who joined, with or without an answer."),
        "Answers": (f"{len(outcome.answers)}", "A changed answer counts once."),
        f"Of {len(session.asked)} objects": (f"{answered}", "Answered about at least once."),
        "Mean conflict": (
            "–" if conflict is None else f"{conflict:.2f}",
            "Mass on ∅ when all answers about an object are combined by the conjunctive rule, over "
            "the objects with several answers. Rings on the plane grow with it.",
        ),
    }
    truth = workspace.shown_truth
    if (
        truth is not None
        and lecture.is_shown(lecture.WRONG)
        and is_about(session, workspace.dataset)
    ):
        share = wrong_share(outcome.labels, np.asarray(truth))
        numbers[WRONG_LABELS] = (
            "–" if share is None else f"{share:.0%}",
            "Labels whose most probable class is not the true one. Hide truth to leave it out.",
        )
    draw_numbers(KEY, numbers)
