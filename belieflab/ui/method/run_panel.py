"""Run and Stop with a bar and the time left; what is drawn live is drawn beside it.

Stop stands outside the fragment that draws the progress: a click on it is then never lost to a
redrawing of the fragment.
"""

from collections.abc import Callable
from functools import partial

import streamlit as st

from belieflab.durations import format_seconds
from belieflab.ui.method import runs
from belieflab.ui.method.runs import Run
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain

REFRESH_SECONDS = 0.4


def draw(
    key: str,
    label: str = "Run",
    *,
    begin: Callable[[], object],
    live: Callable[[Run], None] | None = None,
    word: str = "iteration",
    resumable: bool = False,
    disabled: bool = False,
    help: str | None = None,
    stop_label: str = "Stop",
    estimate: str = "",
) -> Run | None:
    """Draw the panel of the run `key` and return the run, if there is one.

    `begin` is called when Run is pressed and calls `runs.begin(key, …)`. `live(run)` draws what
    grows while the run goes on; it is called again and again inside a fragment, where
    `player.push_traces` leaves zoom and selection alone. When the run ends the page reruns once,
    also when it ended while the page was being drawn: what stands above was drawn without it.
    With `resumable`, a stopped run offers to go on. `estimate` says what a run will cost, while
    there is none.
    """
    run = runs.get(key)
    with st.container(horizontal=True, vertical_alignment="center", key=f"run_{_slug(key)}"):
        if run is not None and run.running:
            _draw_stop(key, run, stop_label)
        else:
            _draw_run(key, label, begin, run, resumable, disabled, help)
        with st.container(width="stretch"):
            if run is None and estimate:
                st.caption(estimate)
            pace = REFRESH_SECONDS if run is not None and run.running else None
            st.fragment(_draw_progress, run_every=pace)(key, word, live)
    return run


def _draw_run(
    key: str,
    label: str,
    begin: Callable[[], object],
    run: Run | None,
    resumable: bool,
    disabled: bool,
    help: str | None,
) -> None:
    st.button(
        label,
        key=f"{key}.run",
        type="primary",
        icon=":material/play_arrow:",
        on_click=guarded(partial(_await_end, key, begin)),
        disabled=disabled,
        help=help,
    )
    if resumable and run is not None and run.stopped:
        st.button(
            "Go on",
            key=f"{key}.resume",
            icon=":material/resume:",
            on_click=_await_end,
            args=(key, run.start),
            help="Take the stopped run up where it was.",
        )


def _draw_stop(key: str, run: Run, label: str) -> None:
    st.button(
        label,
        key=f"{key}.stop",
        icon=":material/stop:" if label == "Stop" else ":material/pause:",
        on_click=run.stop,
        help="Ends at once and keeps the steps that are complete.",
    )


def _draw_progress(key: str, word: str, live: Callable[[Run], None] | None) -> None:
    run = runs.get(key)
    if run is None:
        return
    run.raise_failure()
    running = run.running
    if run.error:
        st.error(plain(run.error), icon=":material/error:")
    elif running:
        st.progress(run.share_done or 0.0, text=describe(run, word))
    else:
        st.caption(describe(run, word))
    if live is not None and run.steps:
        live(run)
    if running:
        st.session_state[_drawn(key)] = False
    elif not st.session_state.get(_drawn(key), True):
        st.session_state[_drawn(key)] = True
        st.rerun()


def _await_end(key: str, action: Callable[[], object]) -> None:
    """Begin or go on; from now on the end of the run is news to the page, however soon it comes."""
    st.session_state[_drawn(key)] = False
    action()


def _drawn(key: str) -> str:
    """Whether the page has been drawn since the run ended."""
    return f"shell.drawn.{key}"


def describe(run: Run, word: str = "iteration") -> str:
    """Where the run stands, in one line."""
    count, left = len(run.steps), run.seconds_left
    parts = [f"{count:,} {word}{'' if count == 1 else 's'}"] if count or left is None else []
    if not run.running:
        how = "finished" if run.finished else "stopped"
        parts.append(f"{how} after {format_seconds(run.elapsed)}")
    elif left is not None:
        parts.append(f"{format_seconds(left)} left")
    return " · ".join(parts)


def _slug(key: str) -> str:
    return key.replace(".", "_")
