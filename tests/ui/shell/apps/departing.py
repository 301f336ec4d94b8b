"""A page that begins endless work in its session, and says what the server holds."""

import itertools
import time
import weakref

import numpy as np
import streamlit as st
from streamlit import runtime

from belieflab.cost import Cost
from belieflab.ui.method import run_watch, runs
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Task, resolve
from belieflab.ui.shell import departed

departed.LOOK_SECONDS, departed.STRIP_SECONDS = 0.2, 0.5
departed.LARGE_SECONDS = 0.0 if "close" in st.query_params else 1e9
run_watch.WATCH_SECONDS, run_watch.GONE_SECONDS = 0.2, 1.0
departed.start()


class Result:
    def __init__(self) -> None:
        self.scenes = np.ones(1_000_000)


@st.cache_resource
def begun() -> list[Run]:
    return []


@st.cache_resource
def results() -> weakref.WeakSet[Result]:
    return weakref.WeakSet()


def following() -> Task[Result]:
    """What the page begins by itself: it works in the background for an estimated two seconds."""

    def start(stop):
        result = Result()
        results().add(result)
        return result, iter(range(1))

    return Task("page.follow", 1, start, Cost(2.0, 8e6), begins_within=10.0)


def endless():
    for number in itertools.count():
        time.sleep(0.01)
        yield number


if "work" in st.query_params and "data" not in st.session_state:
    st.session_state["data"] = np.ones(2_000_000)
    st.session_state["page.memory"] = np.ones(1000)
    begun().append(Run(endless))
    runs.adopt("page.run", begun()[-1], queued=True)
if "follow" in st.query_params:
    resolve(following())

sessions = [each.session for each in departed._sessions(runtime.get_instance())]
held = [each.session_state.filtered_state for each in sessions]
working = sum(run.working for run in begun())
st.write(f"working {working}")
st.write(f"large {sum('data' in state for state in held)}")
st.write(f"derived {sum('page.memory' in state for state in held)}")
st.write(f"followed {len(results())}")
