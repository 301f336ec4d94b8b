"""The process that reads files and the kernels, made ready in the background, with a note."""

import gc
import threading

import streamlit as st

from belieflab import kernels
from belieflab.temporary import remove_leftovers

NOTE = """
<style>
[data-testid="stElementContainer"]:has(.warm-up) {position:absolute;}
.warm-up {position:fixed; right:1.25rem; bottom:1.25rem; z-index:1000; font-size:.875rem;
  padding:.5rem .9rem; border-radius:2rem; background:#1f5f8b; color:#ffffff;}
</style>
<div class="warm-up" role="status">Preparing the fast kernels … first start only</div>
"""


def _prepare() -> None:
    from belieflab.data.reading.process import reading_pool  # a visitor of Start needs no reader

    remove_leftovers()
    reading_pool().start()
    for package in kernels.ready_packages():
        kernels.warm_up(package)
        # Streamlit collects all garbage after every run of a page. Libraries and compiled kernels
        # are some 300,000 objects that are never garbage: looking through them took 0.15 s each
        # time, and half of all time while a page watched a run. So they leave the search.
        gc.unfreeze()
        gc.collect()
        gc.freeze()


@st.cache_resource(show_spinner=False)
def start() -> threading.Thread:
    """The thread that compiles all kernels of this process; the first call starts it."""
    thread = threading.Thread(target=_prepare, name="warm-up", daemon=True)
    thread.start()
    return thread


def draw_note() -> None:
    """Start the warm-up and draw its note while it lasts; the note goes away by itself."""
    if start().is_alive():
        _draw_lasting_note()


@st.fragment(run_every=0.5)
def _draw_lasting_note() -> None:
    # The page is not drawn anew at the end: its next run draws no note.
    if start().is_alive():
        st.html(NOTE)
