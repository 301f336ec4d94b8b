"""The session of the browser, or what stands in for it in a thread that works ahead."""

from collections.abc import Callable, Hashable, Mapping, MutableMapping, Sequence
from contextvars import ContextVar
from typing import Any

import streamlit as st

WORKSPACE_KEY = "workspace"

_NUMBER = "shell.number"
_FORMS = "shell.widget_forms"
_UNDER_WAY, _CUT_SHORT = "shell.under_way", "shell.cut_short"
_CARRIED: dict[str, bool] = {}
_ARRIVALS: list[Callable[[], None]] = []
_DEPARTURES: list[Callable[[Mapping[str, Any]], None]] = []

_STAND_IN: ContextVar[MutableMapping[str, Any] | None] = ContextVar("session", default=None)


def session() -> MutableMapping[Any, Any]:
    """The values of this session, by key."""
    stand_in = _STAND_IN.get()
    return st.session_state if stand_in is None else stand_in


def stand_in(values: MutableMapping[str, Any]) -> None:
    """Let this thread read and write these values: a thread must not touch a session."""
    _STAND_IN.set(values)


def session_number() -> int:
    """A number that tells this session from all others, as long as it is there."""
    return id(session().setdefault(_NUMBER, object()))


def carry(*keys: str, forgotten: bool = True) -> None:
    """Let the values of these keys go over to the session of the same tab after a reload.

    `forgotten`: they go when everything is forgotten.
    """
    _CARRIED.update(dict.fromkeys(keys, forgotten))


def carried_values() -> dict[str, Any]:
    """What a reload of the page takes over from this session, by key."""
    return {key: st.session_state[key] for key in _CARRIED if key in st.session_state}


def forget_carried() -> None:
    """Drop what was computed here: runs that nobody holds any more stop."""
    for key, forgotten in _CARRIED.items():
        if forgotten:
            st.session_state.pop(key, None)


def on_arrival(act: Callable[[], None]) -> Callable[[], None]:
    """Have this done in every session that has taken over values, as the owner of a run changes."""
    _ARRIVALS.append(act)
    return act


def on_departure(
    act: Callable[[Mapping[str, Any]], None],
) -> Callable[[Mapping[str, Any]], None]:
    """Have this done with what a session carried, some time after its browser has gone."""
    _DEPARTURES.append(act)
    return act


def let_go(values: Mapping[str, Any], others: Sequence[Any] = ()) -> None:
    """Drop of what a departed session carried all that its owners can do without.

    What one of the other sessions has taken over stays.
    """
    own = {
        key: values[key]
        for key in _CARRIED & values.keys()
        if not any(key in other and other[key] is values[key] for other in others)
    }
    for act in _DEPARTURES:
        act(own)


def begin_run() -> None:
    """Say that the app is being drawn, and find out whether the last time was cut short.

    Then the browser may not know what was drawn: a server that is slow at first is asked again
    before it has answered, and what was not sent yet is thrown away.
    """
    st.session_state[_CUT_SHORT] = st.session_state.get(_UNDER_WAY, False)
    st.session_state[_UNDER_WAY] = True


def end_run() -> None:
    """Say that the app was drawn to its end."""
    st.session_state[_CUT_SHORT] = st.session_state[_UNDER_WAY] = False


def hold(key: str, value: Any, form: Hashable = None) -> None:
    """Let the widget that is drawn next show this value.

    Nothing is written where it does: what is written replaces, in the browser, what a person has
    set since this run began. After a run that was cut short it is written all the same: a widget
    that the browser does not know yet would begin at its lowest value, and change it. `form` is
    what its widget depends on besides the key; a widget that has become another one holds nothing.
    """
    forms: dict[str, Hashable] = st.session_state.setdefault(_FORMS, {})
    shown = key in st.session_state and forms.get(key) == form and st.session_state[key] == value
    if shown and not st.session_state.get(_CUT_SHORT, False):
        return
    forms[key] = form
    st.session_state[key] = value


def take_over(values: MutableMapping[str, Any]) -> None:
    """Give this session what another one of the same tab had."""
    st.session_state.update(values)
    for act in _ARRIVALS:
        act()
