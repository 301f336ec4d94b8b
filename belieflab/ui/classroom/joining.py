"""The server of a class, where the app was started with one, and how students join it."""

from pathlib import Path

import streamlit as st

from belieflab.classroom import store_path, students_address, students_port
from belieflab.classroom.addresses import network_addresses
from belieflab.classroom.codes import spell_code
from belieflab.classroom.store import Store, StoredSession
from belieflab.figures.common.qr_code import qr_svg
from belieflab.ui.shell import lecture

PAGE, KEY = "crowd", "crowd.class"
"""The page that the class is on, and what the keys of its settings begin with."""

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


def draw_join(opened: StoredSession) -> None:
    """How to join: the code, the address, and both as a picture for phones."""
    addresses = network_addresses(students_address())
    key = f"{KEY}.address"
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
