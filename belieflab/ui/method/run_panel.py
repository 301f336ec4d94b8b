"""Run and Stop with a bar and the time left; what is drawn live is drawn beside it.

Stop stands outside the fragment that draws the progress: a click on it is then never lost to a
redrawing of the fragment.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st

from belieflab.durations import format_seconds
from belieflab.experiments.cluster import configured_cluster
from belieflab.ui.method import runs
from belieflab.ui.method.runs import Run
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain

if TYPE_CHECKING:
    from belieflab.ui.method.tasks import Task

REFRESH_SECONDS = 0.4

Answer = TypeVar("Answer")


def draw(
    task: "Task[Any]",
    begin: Callable[[], object],
    live: Callable[[Run], None] | None = None,
    *,
    disabled: bool = False,
    stop_label: str = "Stop",
) -> None:
    """Draw the panel of a task; `begin` is called when Run is pressed.

    `live(run)` draws what grows while the run goes on; it is called again and again inside a
    fragment, where `player.push_traces` leaves zoom and selection alone. When the run ends the
    page reruns once, also when it ended while the page was being drawn: what stands above was
    drawn without it.
    """
    key, run = task.key, runs.get(task.key)
    running, slug = run is not None and run.running, key.replace(".", "_")
    with st.container(horizontal=True, vertical_alignment="center", key=f"run_{slug}"):
        if run is not None and running:
            icon = "stop" if stop_label == "Stop" else "pause"
            text = "Ends at once and keeps the steps that are complete."
            draw_button(stop_label, f"{key}.stop", run.stop, icon=icon, help=text)
        else:
            look: dict[str, Any] = {"type": "primary", "disabled": disabled}
            look |= {"icon": "play_arrow", "help": task.help or None}
            draw_button(task.label, f"{key}.run", await_end, key, begin, **look)
        if task.resume is not None and run is not None and run.stopped:
            look = {"icon": "resume", "help": "Take the stopped run up where it was."}
            draw_button("Go on", f"{key}.resume", await_end, key, run.start, **look)
        with st.container(width="stretch"):
            if run is None and task.estimate:
                st.caption(task.estimate)
            pace = REFRESH_SECONDS if running else None
            st.fragment(_draw_progress, run_every=pace)(key, task.unit, live)


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


def await_end(key: str, action: Callable[[], Answer]) -> Answer:
    """Begin or go on; from now on the end of the run is news to the page, however soon it comes."""
    st.session_state[_drawn(key)] = False
    return action()


def _drawn(key: str) -> str:
    """Whether the page has been drawn since the run ended."""
    return f"shell.drawn.{key}"


def draw_cluster_note() -> None:
    """Name the Dask cluster that the server was started with; nothing where there is none.

    Results come from it as pickles, which can run code here: so no page, link or file names it.
    """
    address = configured_cluster()
    if address and lecture.current() is None:
        st.caption(f"Computed on the Dask cluster {plain(address)}.")


def describe(run: Run, word: str = "iteration") -> str:
    """Where the run stands, in one line."""
    count, left = len(run.steps), run.seconds_left
    parts = [f"{count:,} {word}{'' if count == 1 else 's'}"] if count or left is None else []
    if run.waiting_for:
        others = "1 other run" if run.waiting_for == 1 else f"{run.waiting_for} other runs"
        return f"waiting for {others}"
    if run.held_up:
        return "waiting until what was stopped before has ended"
    if not run.running:
        how = "finished" if run.finished else "stopped"
        parts.append(f"{how} after {format_seconds(run.elapsed)}")
    elif left is not None:
        parts.append(f"{format_seconds(left)} left")
    return " · ".join(parts)
