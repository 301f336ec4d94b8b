"""The controls of a session: how answers become labels, and what to do with them."""

from typing import Literal

import streamlit as st

from belieflab.belief import RULES
from belieflab.classroom.store import Store, StoredSession
from belieflab.data.reading import write_table
from belieflab.ui.method.bound_controls import Controls
from belieflab.ui.pages.classroom.session import MAX_RELIABILITY, Trust, take_labels
from belieflab.ui.pages.classroom.view import ANEW, PAGE
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

SAME, AGREEMENT = TRUSTS = ("the same for all", "agreement with the others")
PANEL = Controls(PAGE)


def draw_trust() -> Trust:
    """The rule of combination and how far a student is believed."""
    rule = _draw_rule()
    trust = PANEL.choose_one(
        "trust",
        "Believe students",
        TRUSTS,
        "The same for all, or each as often as the answers are those of most others.",
        width=_width(),
    )
    reliability = PANEL.choose_number(
        "reliability",
        "Reliability r",
        (0.0, MAX_RELIABILITY),
        0.9,
        "An answer with doubt d puts the mass r (1 - d) on its class, the rest on Ω.",
        step=0.01,
        shown_as="r",
        disabled=trust != SAME,
        width=_width(),
    )
    return Trust(rule, reliability if trust == SAME else None)


def _draw_rule() -> str:
    titles = {key: rule.title for key, rule in RULES.items()}
    rule = PANEL.choose_one("rule", "Combine answers by", titles, usual="dempster", width=_width())
    if lecture.present() is None:
        st.caption(plain(RULES[rule].explanation))
    return rule


def _width() -> Literal["stretch"] | int:
    """Of a control: all of the sidebar, or in a lecture its part of a row."""
    return "stretch" if lecture.present() is None else 280


def draw_actions(workspace: Workspace, store: Store, opened: StoredSession, trust: Trust) -> None:
    """Take the labels, save the answers, close or reopen the session; not in a lecture."""
    if lecture.present() is not None:
        return
    st.button(
        "Take these labels into the workspace",
        type="primary",
        icon=":material/sell:",
        key=f"{PAGE}.take",
        width="stretch",
        on_click=guarded(take_labels),
        args=(workspace, store, opened, trust),
        help="They replace the present labels; Undo brings those back.",
    )
    if workspace.labels is not None:
        st.page_link(
            navigation.page("labels"), label="See the labels", icon=":material/arrow_forward:"
        )
    st.download_button(
        "Answers as CSV",
        data=lambda: write_table(store.answers(opened).table()),
        file_name="belieflab-class.csv",
        mime="text/csv",
        icon=":material/download:",
        key=f"{PAGE}.save",
        width="stretch",
        on_click="ignore",
        help="One line per answer. The tab Crowd of the Labels page reads it back.",
    )
    if opened.closed:
        _draw_opening(store, opened)
    else:
        st.button(
            "Close the session",
            icon=":material/door_front:",
            key=f"{PAGE}.close",
            width="stretch",
            on_click=store.close_session,
            args=(opened.code,),
            help="Takes no more answers; what was answered stays.",
        )


def _draw_opening(store: Store, opened: StoredSession) -> None:
    st.button(
        "Open it again",
        icon=":material/meeting_room:",
        key=f"{PAGE}.reopen",
        width="stretch",
        on_click=store.reopen_session,
        args=(opened.code,),
        help="Under the same code; students go on where they were.",
    )
    st.button(
        "Begin another session",
        icon=":material/add:",
        key=f"{PAGE}.another",
        width="stretch",
        on_click=_begin_anew,
        help="The answers of this session are then no longer shown: save them first.",
    )


def _begin_anew() -> None:
    st.session_state[ANEW] = True
