"""What the Class page shows of a session: how to join it, and its answers, live."""

import numpy as np
import streamlit as st

from belieflab.classroom.addresses import network_addresses
from belieflab.classroom.codes import spell_code
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store, StoredSession
from belieflab.data.label_summary import wrong_share
from belieflab.figures.classroom.class_plane import ASKED, class_marks, class_plane
from belieflab.figures.common.qr_code import qr_svg
from belieflab.ui.method.numbers import Number, draw_numbers
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.classroom.session import (
    Outcome,
    Trust,
    is_about,
    read_outcome,
    session_address,
    session_link,
)
from belieflab.ui.pages.classroom.settings import PAGE
from belieflab.ui.shell import lecture
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

PLANE = f"{PAGE}.plane"
_CODE = """
<div style="text-align:center; line-height:1.25">
<div style="font-size:1.05rem">{address}</div>
<div style="font:600 {size} ui-monospace, Menlo, Consolas, monospace; letter-spacing:.06em">{code}
</div></div>
"""


def draw_join(opened: StoredSession) -> None:
    """How to join: the code, the address, and both as a picture for phones."""
    addresses = network_addresses()
    key = f"{PAGE}.address"
    if st.session_state.get(key) not in addresses:
        st.session_state.pop(key, None)
    address = st.session_state.get(key, addresses[0])
    with st.container(border=True, horizontal_alignment="center"):
        if opened.closed:
            st.markdown(
                "**The session is closed.** Its answers stay here until the app is stopped."
            )
            return
        st.image(qr_svg(session_link(address, opened.code)), width=230)
        size = "2rem" if lecture.current() is None else "2.2rem"
        st.html(
            _CODE.format(address=session_address(address), code=spell_code(opened.code), size=size)
        )
        if len(addresses) > 1 and lecture.current() is None:
            st.selectbox(
                "Address of this machine",
                addresses,
                key=key,
                persist_state="session",
                help="It has several; choose the one on the students' network.",
            )
    if lecture.current() is None:
        st.caption(
            "Students on the same network scan the picture, or open the address and type the code. "
            "If it does not open, a firewall or the network keeps machines apart."
        )


def draw_plane(session: ClassSession) -> None:
    """The plane in grey; `draw_answers` colours it."""
    figure = class_plane(
        session.points,
        session.axis_titles,
        session.class_names,
        session.asked,
        height=lecture.picture_height(560, share=0.85),
        scale=lecture.scale(),
    )
    st.plotly_chart(figure, key=PLANE, config={"displaylogo": False})


@show_errors()
def draw_answers(workspace: Workspace, store: Store, opened: StoredSession, trust: Trust) -> None:
    """Counters and colours as they are at this moment; drawn again and again."""
    outcome = read_outcome(store, opened, trust)
    _draw_counters(workspace, opened.session, outcome)
    marks = class_marks(
        outcome.labels,
        outcome.conflict,
        outcome.answers.counts,
        opened.session.asked,
        scale=lecture.scale(),
    )
    push_traces(f"{PAGE}.push", PLANE, {ASKED: marks})


def _draw_counters(workspace: Workspace, session: ClassSession, outcome: Outcome) -> None:
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
    truth = shown_truth(workspace)
    if truth is not None and lecture.shows("wrong") and is_about(session, workspace.dataset):
        share = wrong_share(outcome.labels, np.asarray(truth))
        numbers["Wrong guesses"] = (
            "–" if share is None else f"{share:.0%}",
            "Labels whose most probable class is not the true one. Hide truth to leave it out.",
        )
    draw_numbers(PAGE, numbers)
