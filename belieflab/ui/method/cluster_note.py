"""Which Dask cluster computes, on every page that computes sweeps."""

import streamlit as st

from belieflab.experiments.cluster import configured_cluster
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain


def draw() -> None:
    """Name the cluster that the server was started with; nothing where there is none.

    Results come from it as pickles, which can run code here: so no page, link or file names it.
    """
    address = configured_cluster()
    if address and lecture.current() is None:
        st.caption(f"Computed on the Dask cluster {plain(address)}.")
