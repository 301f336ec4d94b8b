"""What a person sees of the store: an offer to continue, how saving stands, and Forget."""

import time

import streamlit as st

from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.store import limits, visit
from belieflab.ui.shell.store.limits import Mode
from belieflab.ui.shell.store.record import Summary
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def draw(workspace: Workspace) -> None:
    """Offer to continue what was made in another tab, above the card, if there is such a thing.

    Not in a lesson, and not once something was made here.
    """
    found = visit.current()
    if found is None or found.offer is None or session.current() is not None:
        return
    if workspace.unlinkable or any(workspace.pins.values()):
        return
    text = f"Continue with {describe(found.offer.summary, time.time() - found.offer.saved)}"
    look = {"width": "stretch", "icon": "history"}
    with st.sidebar.container(key="continue_offer", gap=None):
        draw_button(plain(text), "shell.continue", visit.accept, **look)
        draw_button("Not now", "shell.not_now", visit.refuse, type="tertiary")


def describe(summary: Summary, seconds: float) -> str:
    """A saved workspace in a few words: its data, its edits, its age."""
    edits = {0: "", 1: ", 1 edit"}.get(summary.edits, f", {summary.edits} edits")
    return f"{summary.name or 'your workspace'}{edits}, {format_age(seconds)}"


def format_age(seconds: float) -> str:
    """How long ago something was."""
    for unit, length in _UNITS:
        count = int(seconds // length)
        if count >= 1:
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "a moment ago"


def draw_saving() -> None:
    """Say how the workspace is saved by itself, and draw the button that deletes all of it."""
    found = visit.current()
    if found is None:
        return
    st.caption(plain(_sentence(found.mode)))
    with st.popover("Forget everything", icon=":material/delete:", width="stretch"):
        st.markdown(
            "Deletes all that was saved by itself of this browser's workspaces, and empties this "
            "one. Files that you saved stay."
        )
        draw_button("Delete it all", "card.forget", visit.forget, type="primary")


def _sentence(mode: Mode) -> str:
    saved = visit.saved_state()
    if saved is not None and saved.problem:
        return f"Not saved by itself: {saved.problem} Save the workspace file."
    if mode is Mode.DISK:
        days = int(limits.MAX_AGE // 86_400)
        return f"Saved by itself on this computer, for {days} days after the last change."
    minutes = int(limits.PUBLIC_SECONDS // 60)
    return (
        f"This server keeps the workspace until {minutes} minutes after you leave, in memory only. "
        "Save the workspace file to keep it."
    )
