"""Pairs of objects that must, or cannot, be in one cluster: drawn by clicks, kept as a short text.

The text is the setting: `3=8, 5≠9` says that rows 3 and 8 belong together and rows 5 and 9 do
not. So it goes into the link and the workspace file, and can be typed as well as clicked.
"""

import re
from dataclasses import dataclass
from typing import Any

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.credal.partition_plane import CANNOT, MUST
from belieflab.ui.glossary.terms import hint
from belieflab.ui.shell import lecture
from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.history import History
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.page_settings import is_text, keep
from belieflab.ui.shell.text import plain

PAGE = "credal"
TEXT, ALGORITHM = f"{PAGE}.pairs", f"{PAGE}.algorithm"
_PENDING, _HISTORY, _ABOUT = f"{PAGE}.pending", f"{PAGE}.pairs_history", f"{PAGE}.pairs_about"
MOST_PAIRS = 200
MAX_LISTED = 12

Pair = tuple[int, int]
_ONE = re.compile(r"(\d{1,7})\s*(=|≠|!=)\s*(\d{1,7})")


@dataclass(frozen=True)
class Pairs:
    """Pairs of rows counted from 0, the smaller first, in the order in which they were drawn."""

    must: tuple[Pair, ...] = ()
    cannot: tuple[Pair, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.must or self.cannot)

    def __len__(self) -> int:
        return len(self.must) + len(self.cannot)

    def without(self, pair: Pair) -> "Pairs":
        """All but this one."""
        return Pairs(
            tuple(each for each in self.must if each != pair),
            tuple(each for each in self.cannot if each != pair),
        )

    def with_pair(self, kind: str, pair: Pair) -> "Pairs":
        """These and one more; the same pair of the other kind gives way."""
        others = self.without(pair)
        if kind == MUST:
            return Pairs((*others.must, pair), others.cannot)
        return Pairs(others.must, (*others.cannot, pair))


NO_PAIRS = Pairs()


def read(text: str, n: int) -> Pairs:
    """The pairs of a text; what cannot be read, or names no row, is told in one sentence."""
    pairs = NO_PAIRS
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        found = _ONE.fullmatch(part)
        if found is None:
            raise DataError(
                f"The pair {part[:30]!r} cannot be read; write 3=8 for rows that belong together "
                f"and 5≠9 for rows that do not."
            )
        first, second = sorted((int(found[1]), int(found[3])))
        if first == second:
            raise DataError(f"The pair {part} names row {first} twice.")
        if first < 1 or second > n:
            raise DataError(
                f"The pair {part} names a row that is not there; rows go from 1 to {n}."
            )
        pair, kind = (first - 1, second - 1), MUST if found[2] == "=" else CANNOT
        if pair in (pairs.cannot if kind == MUST else pairs.must):
            raise DataError(f"Rows {first} and {second} are both linked and kept apart.")
        pairs = pairs.with_pair(kind, pair)
    if len(pairs) > MOST_PAIRS:
        raise DataError(f"There are {len(pairs)} pairs; at most {MOST_PAIRS} are taken.")
    return pairs


def write(pairs: Pairs) -> str:
    """The text of the pairs, those that belong together first."""
    words = [f"{a + 1}={b + 1}" for a, b in pairs.must]
    return ", ".join(words + [f"{a + 1}≠{b + 1}" for a, b in pairs.cannot])


def pending() -> int | None:
    """The row that waits for a second one to make a pair."""
    row: int | None = st.session_state.get(_PENDING)
    return row


def click(kind: str, row: int | None, n: int, takes_pairs: bool) -> None:
    """What a click means while pairs are drawn: a first row, its partner, or never mind.

    Called in a callback. A method that takes no pairs gives way to CECM.
    """
    waiting = pending()
    st.session_state[_PENDING] = None
    if row is None or row == waiting:
        return
    if waiting is None or waiting >= n:
        st.session_state[_PENDING] = row
        return
    pair = (min(waiting, row), max(waiting, row))
    set_text(write(read_or_none(n).with_pair(kind, pair)))
    if not takes_pairs:
        st.session_state[ALGORITHM] = "CECM"
        say("Pairs are used by CECM and EVCLUS, so the algorithm is now CECM.")


def read_or_none(n: int) -> Pairs:
    """The current pairs, none where their text cannot be read."""
    try:
        return read(str(st.session_state.get(TEXT) or ""), n)
    except DataError:
        return NO_PAIRS


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


def _history() -> History[str]:
    """The texts so far, also those that were typed."""
    text = str(st.session_state.get(TEXT) or "")
    history: History[str] = st.session_state.setdefault(_HISTORY, History(text))
    if text != history.current:
        history.push(text)
    return history


def draw_panel(dataset: Dataset, *, takes_pairs: bool) -> Pairs:
    """Draw the text, the list with Remove, Undo and Clear; returns the pairs.

    Pairs of other data are forgotten: their row numbers mean nothing here.
    """
    _forget_others(dataset)
    if lecture.present() is not None:
        text: str = value_of(TEXT, "", is_text)
        return _read_and_say(text, dataset.n)
    written = bool(st.session_state.get(TEXT))
    with st.expander("Pairs of objects", expanded=written or pending() is not None):
        keep(TEXT, is_text)
        text = st.text_input(
            "Pairs",
            key=TEXT,
            bind="query-params",
            placeholder="3=8, 5≠9",
            help=f"{hint('must-link')} {hint('cannot-link')} Choose Click: must-link above the "
            "plane and click two objects, or type row numbers here.",
        )
        pairs = _read_and_say(text, dataset.n)
        _draw_list(pairs)
        if pairs and not takes_pairs:
            st.caption("Pairs are used by CECM and EVCLUS only.")
        with st.container(horizontal=True):
            st.button(
                "Undo",
                key=f"{PAGE}.pairs_undo",
                icon=":material/undo:",
                on_click=undo,
                disabled=not _history().can_undo,
            )
            st.button(
                "Clear",
                key=f"{PAGE}.pairs_clear",
                on_click=set_text,
                args=("",),
                disabled=not text,
            )
    return pairs


def _draw_list(pairs: Pairs) -> None:
    listed = [(MUST, pair) for pair in pairs.must] + [(CANNOT, pair) for pair in pairs.cannot]
    for kind, pair in listed[:MAX_LISTED]:
        first, second = pair[0] + 1, pair[1] + 1
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"{first} and {second}: {kind}", width="stretch")
            st.button(
                "Remove",
                key=f"{PAGE}.pair_remove.{first}.{second}",
                type="tertiary",
                icon=":material/close:",
                on_click=set_text,
                args=(write(pairs.without(pair)),),
            )
    if len(listed) > MAX_LISTED:
        st.caption(f"and {len(listed) - MAX_LISTED} more")


def _read_and_say(text: str, n: int) -> Pairs:
    try:
        return read(text or "", n)
    except DataError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return NO_PAIRS


def _forget_others(dataset: Dataset) -> None:
    session: Any = st.session_state
    known = session.get(_ABOUT)
    session[_ABOUT] = dataset.X
    if known is None or known is dataset.X:
        return
    session[_PENDING] = None
    session.pop(_HISTORY, None)
    if session.get(TEXT):
        session[TEXT] = ""
        st.toast("The pairs were about other data and are gone.", icon=":material/info:")
