"""A page that begins endless work in its session, and says what the server holds."""

import itertools
import time

import numpy as np
import streamlit as st
from streamlit import runtime

from belieflab.ui.method import run_watch, runs
from belieflab.ui.method.runs import Run
from belieflab.ui.shell import departed

departed.LOOK_SECONDS, departed.STRIP_SECONDS = 0.2, 0.5
departed.LARGE_SECONDS = 0.0 if "close" in st.query_params else 1e9
run_watch.WATCH_SECONDS, run_watch.GONE_SECONDS = 0.2, 1.0
departed.start()


@st.cache_resource
def begun() -> list[Run]:
    return []


def endless():
    for number in itertools.count():
        time.sleep(0.01)
        yield number


if "work" in st.query_params and "data" not in st.session_state:
    st.session_state["data"] = np.ones(2_000_000)
    st.session_state["page.memory"] = np.ones(1000)
    begun().append(Run(endless))
    runs.adopt("page.run", begun()[-1], queued=True)

sessions = [each.session for each in departed._sessions(runtime.get_instance())]
held = [each.session_state.filtered_state for each in sessions]
working = sum(run.working for run in begun())
st.write(f"working {working}")
st.write(f"large {sum('data' in state for state in held)}")
st.write(f"derived {sum('page.memory' in state for state in held)}")
