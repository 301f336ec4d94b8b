"""The field for the address of a Dask cluster, on every page that computes sweeps."""

import streamlit as st

from belieflab.ui import lecture

WORDS = (
    "Address of a Dask scheduler, such as tcp://10.0.0.5:8786, whose workers have belieflab "
    "installed. Left empty, the cores of this machine compute. The numbers are the same."
)


def draw(page: str) -> str:
    """Draw the field; the address bar cannot set it: a link must not send data to a stranger."""
    key = f"{page}.cluster"
    if not lecture.shows("cluster"):
        return str(st.session_state.get(key, ""))
    return st.text_input("Dask cluster", key=key, help=WORDS, persist_state="session")
