"""The class of students as other pages show it: how to join, who answered, the way to its page."""

from pathlib import Path
from typing import Any

import streamlit as st

from belieflab.classroom import store_path, students_address, students_port
from belieflab.classroom.addresses import network_addresses
from belieflab.classroom.codes import spell_code
from belieflab.classroom.store import Store, StoredSession
from belieflab.figures.common.qr_code import qr_svg
from belieflab.ui.method.numbers import draw_numbers
from belieflab.ui.shell import lecture, navigation
from belieflab.ui.shell.messages import show_errors
from belieflab.ui.shell.text import plain

PAGE = "class"
LIVE_SECONDS = 1.5

_CODE = """
<div style="text-align:center; line-height:1.25">
<div style="font-size:1.05rem">{address}</div>
<div style="font:600 {size} ui-monospace, Menlo, Consolas, monospace; letter-spacing:.04em; \
white-space:nowrap">{code}
</div></div>
"""


def current_store() -> Store | None:
    """The file shared with the students' server; None unless started by `make run-class`."""
    path = store_path()
    return None if path is None else _open_store(path)


@st.cache_resource(show_spinner=False, max_entries=2)
def _open_store(path: Path) -> Store:
    return Store(path)


def draw_class(page: str) -> None:
    """Draw the state of the class on another page, and the way to its own; nothing without one."""
    store = current_store()
    if store is None:
        return
    opened = store.latest_session()
    look: dict[str, Any] = {"icon": ":material/school:", "width": "content"}
    if opened is None:
        st.page_link(navigation.page(PAGE), label="Ask a class", **look)
        return
    left, right = st.columns([3, 2], gap="medium")
    with right:
        draw_join(opened)

    @show_errors()
    def draw_counts() -> None:
        answers = store.answers(opened)
        answered = int((answers.counts > 0).sum())
        numbers = {"Students": f"{store.count_students(opened.code)}", "Answers": f"{len(answers)}"}
        numbers[f"Of {len(opened.session.asked)} objects"] = f"{answered}"
        draw_numbers(f"{page}_class", numbers)

    with left:
        asked = "was" if opened.closed else "is"
        st.markdown(f"**The class** {asked} asked about {plain(opened.session.title)}.")
        st.fragment(draw_counts, run_every=None if opened.closed else LIVE_SECONDS)()
        st.page_link(navigation.page(PAGE), label="See the class, take its labels", **look)


def draw_join(opened: StoredSession) -> None:
    """How to join: the code, the address, and both as a picture for phones."""
    addresses = network_addresses(students_address())
    key = f"{PAGE}.address"
    if st.session_state.get(key) not in addresses:
        st.session_state.pop(key, None)
    place = f"http://{st.session_state.get(key, addresses[0])}:{students_port()}"
    code, teaching = spell_code(opened.code), lecture.current() is not None
    with st.container(border=True, horizontal_alignment="center"):
        if opened.closed:
            text = "Its answers stay here until the app is stopped."
            st.markdown(f"**The session is closed.** {text}")
            return
        # The code stands behind `#`, which no browser sends or logs.
        st.image(qr_svg(f"{place}/#{code}"), width=230, alt="QR code of the address below")
        st.html(_CODE.format(address=place, code=code, size="2rem" if teaching else "1.6rem"))
        if len(addresses) > 1 and not teaching:
            text = "It has several; choose the one on the students' network."
            title = "Address of this machine"
            st.selectbox(title, addresses, key=key, persist_state="session", help=text)
    if not teaching:
        st.caption(
            "Students on the same network scan the picture, or open the address and type the code. "
            "If it does not open, a firewall or the network keeps machines apart."
        )
