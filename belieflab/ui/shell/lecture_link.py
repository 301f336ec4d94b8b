"""Lecture link: the page on screen as a lecture, with the controls that a teacher chooses."""

from typing import Any
from urllib.parse import urlencode

import streamlit as st

from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.link import address
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_SHOWN = "card.lecture_shown"
_HELP = "A lecture shows the pictures in large type, the player, and of the controls only these."


def draw(workspace: Workspace) -> None:
    """Draw the choice of controls, the link, and the button that begins the lecture here.

    The page has been drawn before: only then is it known which controls it has.
    """
    offered = lecture.offered()
    st.markdown("**Lecture link**", help=_HELP)
    kept = [name for name in st.session_state.get(_SHOWN, []) if name in offered]
    if offered:
        hold(_SHOWN, kept, tuple(offered))
        look: dict[str, Any] = {"key": _SHOWN, "selection_mode": "multi"}
        st.pills("Controls to show", list(offered), format_func=offered.__getitem__, **look)
    chosen = Lecture(tuple(st.session_state[_SHOWN] if offered else ()))
    if workspace.unlinkable:
        st.caption(plain(f"{workspace.unlinkable} The lecture can still begin here."))
    else:
        st.code(link(chosen), language=None, wrap_lines=True)
    begin = setattr, workspace, "lecture", chosen
    text = "Leave, in the lower right corner, brings everything back."
    draw_button("Begin the lecture", "card.lecture_begin", *begin, icon="slideshow", help=text)


def link(chosen: Lecture) -> str:
    """The address of what is on screen, as this lecture."""
    here = address()
    return f"{here}{'&' if '?' in here else '?'}{urlencode(lecture.encode(chosen), safe=',')}"
