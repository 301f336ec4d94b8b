"""Pairs of objects that must, or cannot, be in one cluster: two clicks, a list, and Undo.

Their text is the setting: it goes into the link and the workspace file, and can be typed as well.
"""

from dataclasses import replace

import streamlit as st

from belieflab.clustering import linked_pairs
from belieflab.clustering.algorithms import ALGORITHMS
from belieflab.clustering.algorithms.parameters import PAIRS
from belieflab.clustering.linked_pairs import CANNOT, MUST, LinkedPairs, write_pairs
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one
from belieflab.ui.pages.credal import settings
from belieflab.ui.pages.credal.settings import PAGE, algorithm, pair_algorithms
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.history import History
from belieflab.ui.shell.messages import say, show_errors
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control

TEXT, ALGORITHM = f"{PAGE}.pairs", f"{PAGE}.algorithm"
_PENDING, _HISTORY = f"{PAGE}.pending", f"{PAGE}.pairs_history"
MAX_LISTED = 12


def pending() -> int | None:
    """The row that waits for a second one to make a pair."""
    row: int | None = st.session_state.get(_PENDING)
    return row


def click(kind: str, row: int | None, n: int, takes_pairs: bool) -> None:
    """What a click means while pairs are drawn: a first row, its partner, or never mind.

    Called in a callback. An algorithm that takes no pairs gives way to the first that does.
    """
    waiting = pending()
    st.session_state[_PENDING] = None
    if row is None or row == waiting:
        return
    if waiting is None or waiting >= n:
        st.session_state[_PENDING] = row
        return
    pair = (min(waiting, row), max(waiting, row))
    current = linked_pairs.readable_pairs(str(st.session_state.get(TEXT) or ""), n)
    set_text(write_pairs(current.with_pair(kind, pair)))
    if not takes_pairs:
        first = next(each for each in ALGORITHMS.values() if each.takes_pairs)
        st.session_state[ALGORITHM] = first.key
        say(f"Pairs are used by {pair_algorithms()}, so the algorithm is now {first.title}.")


def set_text(text: str) -> None:
    """Change the pairs so that Undo can bring the current ones back; in a callback."""
    _history().push(text)
    st.session_state[TEXT] = text


def undo() -> None:
    """Bring back the pairs before the last change; in a callback."""
    history = _history()
    history.undo()
    st.session_state[TEXT] = history.current
    st.session_state[_PENDING] = None


def parameters(context: Context) -> list[Parameter]:
    """The parameters of the page; pairs of other data are forgotten before they are read."""
    about, session = f"{PAGE}.pairs_about", st.session_state
    known, session[about] = session.get(about), context.dataset.X
    if known is not None and known is not session[about]:
        session[_PENDING] = None
        session.pop(_HISTORY, None)
        if session.get(TEXT):
            session[TEXT] = ""
            st.toast("The pairs were about other data and are gone.", icon=":material/info:")
    return settings.parameters(context)


def draw_panel(context: Context) -> None:
    """Draw what a click is for, the text of the pairs, the list with Remove, Undo and Clear.

    A lecture has none of the pairs, but says what is wrong with them.
    """
    text, n = str(context.settings.pairs), context.dataset.n
    draw_one(PAGE, context.settings.parameters["click"], wrap=True)
    if lecture.current() is not None:
        _read_and_say(text, n)
        return
    used, title = bool(text) or pending() is not None, "Pairs of objects"
    # An expander that is told to open while others come and go above it may stay closed.
    with st.container(border=True) if used else st.expander(title):
        if used:
            st.markdown(f"**{title}**")
        explained = (
            f"{hint('must-link')} {hint('cannot-link')} Choose must-link above and click two "
            f"objects on the plane, or type row numbers here. {PAIRS.help}"
        )
        draw_control(replace(PAIRS, help=explained), key=TEXT, bind="query-params")
        pairs = _read_and_say(text, n)
        _draw_list(pairs, context.dataset)
        if len(pairs) and not algorithm(context).takes_pairs:
            st.caption(f"Pairs are used by {pair_algorithms()} only.")
        with st.container(horizontal=True):
            draw_button("Undo", f"{PAGE}.pairs_undo", undo, disabled=not _history().can_undo)
            draw_button("Clear", f"{PAGE}.pairs_clear", set_text, "", disabled=not text)


def _draw_list(pairs: LinkedPairs, dataset: Dataset) -> None:
    listed = [(MUST, pair) for pair in pairs.must] + [(CANNOT, pair) for pair in pairs.cannot]
    for kind, pair in listed[:MAX_LISTED]:
        first, second = pair[0] + 1, pair[1] + 1
        key, others = f"{PAGE}.pair_remove.{first}.{second}", write_pairs(pairs.without(pair))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            one, other = (dataset.name_of(row) if dataset.ids else str(row + 1) for row in pair)
            st.markdown(f"{plain(one)} and {plain(other)}: {kind}", width="stretch")
            draw_button("Remove", key, set_text, others, icon="close", type="tertiary")
    if len(listed) > MAX_LISTED:
        st.caption(f"and {len(listed) - MAX_LISTED} more")


def _read_and_say(text: str, n: int) -> LinkedPairs:
    with show_errors():
        return linked_pairs.read_pairs(text, n)
    return LinkedPairs()


def _history() -> History[str]:
    """The texts so far, also those that were typed."""
    text = str(st.session_state.get(TEXT) or "")
    history: History[str] = st.session_state.setdefault(_HISTORY, History(text))
    if text != history.current:
        history.push(text)
    return history
