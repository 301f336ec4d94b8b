"""The body of a page: what its own controls draw anew without the rest of the page.

It is a fragment. A control in it (a view option, a tab, a click on a chart, Run) draws the body
alone. When that control has changed what stands outside too (a setting of the sidebar, the
workspace, a message), and in lessons and lectures, the whole page is drawn as always.
"""

from collections.abc import Callable, Hashable
from itertools import count

import streamlit as st

from belieflab.ui.method.charts import begin_page, end_page
from belieflab.ui.shell import lecture, messages, page_settings, share
from belieflab.ui.shell.drawing import drawing
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.navigation import workspace
from belieflab.ui.shell.store import visit


def draw(
    page: str, draw_inside: Callable[[], None], outside: Callable[[], Hashable] = lambda: None
) -> None:
    """Draw the body; `outside()` tells what the rest depends on besides the workspace."""
    runs, drawn_for = count(), _rest(outside)

    def draw_body() -> None:
        if next(runs):  # else it is drawn with the page
            if _needs_page() or _rest(outside) != drawn_for:
                st.rerun()
            begin_page(page, workspace().truth_hidden)
        with drawing(), st.container(key="method_body"):
            draw_inside()
        end_page()
        page_settings.remember(st.session_state)
        visit.keep(workspace())

    draw_body.__qualname__ = f"draw_{page}_body"  # Streamlit knows a fragment by name and place
    st.fragment(draw_body)()


def _rest(outside: Callable[[], Hashable]) -> Hashable:
    current = workspace()
    return id(current), current.version, current.truth_hidden, outside()


def _needs_page() -> bool:
    """Whether something outside has to be drawn, whatever was done in the body."""
    watched = session.current() is not None or lecture.current() is not None
    return watched or messages.waiting() or share.is_open()
