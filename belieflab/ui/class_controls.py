"""The controls of a room: how answers become labels, and what to do with them."""

from typing import Literal

import streamlit as st

from belieflab.belief import RULES
from belieflab.classroom.store import OpenedRoom, Store
from belieflab.data.reading import write_table
from belieflab.ui import lecture, shell
from belieflab.ui.class_room import MOST_BELIEVED, Trust, take_labels
from belieflab.ui.class_view import ANEW, PAGE
from belieflab.ui.messages import guarded
from belieflab.ui.page_settings import between, keep, one_of
from belieflab.ui.text import plain
from belieflab.ui.unseen import value_of
from belieflab.ui.workspace import Workspace

SAME, AGREEMENT = TRUSTS = ("the same for all", "agreement with the others")
_RULE, _TRUST, _RELIABILITY = "class.rule", "class.trust", "class.reliability"


def draw_trust() -> Trust:
    """The rule of combination and how far a student is believed."""
    rule = _draw_rule()
    trust = _draw_kind()
    reliability = _draw_reliability(trust == SAME)
    return Trust(rule, reliability if trust == SAME else None)


def _draw_rule() -> str:
    rules, usual = list(RULES), "dempster"
    if not lecture.shows("rule"):
        return value_of(_RULE, usual, one_of(rules))
    keep(_RULE, one_of(rules))
    rule = st.selectbox(
        "Combine answers by",
        rules,
        index=rules.index(usual),
        format_func=lambda key: RULES[key].title,
        key=_RULE,
        bind="query-params",
        width=_width(),
    )
    if lecture.present() is None:
        st.caption(plain(RULES[rule].explanation))
    return rule


def _draw_kind() -> str:
    if not lecture.shows("trust"):
        return value_of(_TRUST, SAME, one_of(TRUSTS))
    keep(_TRUST, one_of(TRUSTS))
    return st.selectbox(
        "Believe students",
        TRUSTS,
        key=_TRUST,
        bind="query-params",
        width=_width(),
        help="The same for all, or each as often as the answers are those of most others.",
    )


def _draw_reliability(used: bool) -> float:
    if not lecture.shows("r"):
        return value_of(_RELIABILITY, 0.9, between(0.0, MOST_BELIEVED))
    keep(_RELIABILITY, between(0.0, MOST_BELIEVED))
    return st.slider(
        "Reliability r",
        0.0,
        MOST_BELIEVED,
        0.9,
        0.01,
        key=_RELIABILITY,
        bind="query-params",
        disabled=not used,
        width=_width(),
        help="An answer with doubt d puts the mass r (1 - d) on its class, the rest on Ω.",
    )


def _width() -> Literal["stretch"] | int:
    """Of a control: all of the sidebar, or in a lecture its part of a row."""
    return "stretch" if lecture.present() is None else 280


def draw_actions(workspace: Workspace, store: Store, opened: OpenedRoom, trust: Trust) -> None:
    """Take the labels, save the answers, close the room or open it or another; not in a lecture."""
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
        st.page_link(shell.page("labels"), label="See the labels", icon=":material/arrow_forward:")
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
            "Close the room",
            icon=":material/door_front:",
            key=f"{PAGE}.close",
            width="stretch",
            on_click=store.close_room,
            args=(opened.code,),
            help="Takes no more answers; what was answered stays.",
        )


def _draw_opening(store: Store, opened: OpenedRoom) -> None:
    st.button(
        "Open it again",
        icon=":material/meeting_room:",
        key=f"{PAGE}.reopen",
        width="stretch",
        on_click=store.reopen_room,
        args=(opened.code,),
        help="Under the same code; students go on where they were.",
    )
    st.button(
        "Begin another room",
        icon=":material/add:",
        key=f"{PAGE}.another",
        width="stretch",
        on_click=_begin_anew,
        help="The answers of this room are then no longer shown: save them first.",
    )


def _begin_anew() -> None:
    st.session_state[ANEW] = True
