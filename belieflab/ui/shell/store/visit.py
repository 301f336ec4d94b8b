"""A browser session and its saved workspace: arriving, keeping, and taking up what was left.

On the first run the browser is asked for its keys, by a component without a picture. The key of
the tab restores its workspace, unless the address asks for something else; a key of another tab
becomes an offer.
"""

import time
from collections.abc import Callable
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from belieflab.errors import DataError
from belieflab.ui.shell import page_settings
from belieflab.ui.shell.lessons import session
from belieflab.ui.shell.link import encode, own_keys
from belieflab.ui.shell.messages import say, say_error
from belieflab.ui.shell.session import WORKSPACE_KEY, carried_values, forget_carried, take_over
from belieflab.ui.shell.store import keeper, limits, record, result_files
from belieflab.ui.shell.store.disk import Disk
from belieflab.ui.shell.store.keeper import KEEPER, Answer, Offer, Visit
from belieflab.ui.shell.store.limits import Mode, name_of, new_key
from belieflab.ui.shell.store.live import Open, Registry
from belieflab.ui.shell.store.record import Summary
from belieflab.ui.shell.store.saving import Saved, Saver
from belieflab.ui.shell.workspace import Workspace

VISIT, COOKIE = "shell.visit", "belieflab_saved"
HANDOVER_SECONDS = 1.5
"""How long a reloaded page waits for the connection of its former self to end."""

COPIED = "This workspace is also open in another tab. Here is a copy: changes stay apart."


def _disk() -> Disk:
    return Disk(limits.data_folder())


@st.cache_resource(show_spinner=False)
def registry() -> Registry:
    """The open workspaces of this server."""
    return Registry()


@st.cache_resource(show_spinner=False)
def saver() -> Saver:
    """What saves the workspaces of this server."""
    made = Saver(_disk)
    made.prune()
    return made


def current() -> Visit | None:
    """The visit of this session; None where nothing is kept."""
    visit: Visit | None = st.session_state.get(VISIT)
    return visit


def arrive(declare_pages: Callable[[], Any]) -> Workspace:
    """The workspace of this session, after what the browser says it made; first in every run.

    Before it waits for the browser the pages are declared, so that the next run knows its page.
    """
    values = st.session_state
    workspace: Workspace = values.setdefault(WORKSPACE_KEY, Workspace())
    if VISIT not in values:
        here = st.get_option("server.address"), st.context.url, st.context.headers
        mode = limits.find_mode(*here)
        if mode is Mode.DISK:
            saver()
        values[VISIT] = None if mode is Mode.OFF else Visit(mode, st.query_params.to_dict())
    visit = current()
    if visit is None:
        return workspace
    if not visit.waited:
        visit.waited = True
        if st.context.cookies.get(COOKIE) == "1":
            declare_pages()
            _wait(visit)
    if visit.answer is not None:
        _use(visit, visit.answer, workspace)
    _check_owner(visit)
    arrived: Workspace = values[WORKSPACE_KEY]
    return arrived


def is_restored() -> bool:
    """Whether this session has the workspace that its tab had before."""
    visit = current()
    return visit is not None and visit.restored


def note_link(workspace: Workspace) -> None:
    """Remember what the address gave, to tell it from what the person did."""
    visit = current()
    if visit is not None:
        visit.version = workspace.version


def draw_keeper(workspace: Workspace) -> None:
    """Draw the component that keeps the key in the browser; nothing is seen of it."""
    visit = current()
    if visit is None:
        return
    if not visit.key and workspace.dataset is not None:
        visit.key = new_key()
    keeper.draw(visit, _is_made(workspace), _receive)
    visit.forget = False


def keep(workspace: Workspace) -> None:
    """Hand over what has changed to be saved; last in every run."""
    visit = current()
    if visit is None or not visit.key:
        return
    name, latest = name_of(visit.key), page_settings.latest(st.session_state)
    entry = registry().find(name)
    if entry is None:
        entry = Open(workspace, _session_id(), latest, visit.mode is Mode.DISK)
        registry().add(name, entry)
    entry.workspace, entry.latest, entry.values = workspace, latest, carried_values()
    entry.address = encode(workspace.state) | session.encode()
    pins = {page: tuple(kept) for page, kept in workspace.pins.items()}
    token = workspace.version, workspace.truth_hidden, pins, latest.settings, entry.address
    if token != visit.token:
        visit.token, entry.changed = token, time.time()
        if visit.mode is Mode.DISK:
            saver().put(name, entry.snapshot(), entry.saved)


def saved_state() -> Saved | None:
    """How the saving of this session's workspace stands."""
    visit = current()
    entry = registry().find(name_of(visit.key)) if visit is not None and visit.key else None
    return None if entry is None else entry.saved


def accept() -> None:
    """Take up the workspace that is offered."""
    visit = current()
    if visit is None or visit.offer is None:
        return
    offer, visit.offer = visit.offer, None
    if not _open(visit, offer.key):
        raise DataError("This workspace is not there any more.")


def refuse() -> None:
    """Do not offer it again in this session."""
    if visit := current():
        visit.offer = None


def forget() -> None:
    """Delete every workspace of this browser, here and there, and empty the current one."""
    visit = current()
    if visit is None:
        return
    names = [name_of(key) for key in (visit.key, *visit.keys) if key]
    registry().forget(names)
    forget_carried()
    if visit.mode is Mode.DISK:
        saver().forget(names, everything=True)
    visit.key, visit.keys, visit.token, visit.offer, visit.forget = "", (), None, None, True
    _change_to(Workspace())
    say("Everything that was saved of this browser is deleted.")


def _receive() -> None:
    """Take what the browser found."""
    if visit := current():
        found = st.session_state[KEEPER].get("found")
        visit.answer = keeper.read_answer(visit, found) or visit.answer


def _wait(visit: Visit) -> None:
    """Wait for the browser's answer, which breaks off this run at one of the calls below."""
    keeper.draw(visit, _is_made(st.session_state[WORKSPACE_KEY]), _receive, waiting=True)
    place, end = st.empty(), time.monotonic() + limits.WAIT_SECONDS
    while time.monotonic() < end:
        time.sleep(0.01)
        place.empty()
    st.rerun()  # without an answer the page is drawn as the address asks


def _use(visit: Visit, answer: Answer, workspace: Workspace) -> None:
    """Restore the workspace of the tab, or offer what the browser has."""
    visit.answer = None
    visit.keys = tuple(key for key in dict.fromkeys((answer.tab, *answer.others)) if key)
    untouched = visit.version in (-1, workspace.version)
    found = {key: kept for key in visit.keys if (kept := _look_up(visit, key)) is not None}
    visit.gone = tuple(key for key in visit.keys if key not in found)
    own = found.get(answer.tab)
    if own is not None and untouched and (answer.same or _agrees(visit.query, own.summary)):
        before = visit.key
        if _open(visit, answer.tab):
            visit.restored = True
            _drop(visit, before)
            return
    visit.offer = next((each for each in found.values() if each.summary.made), None)


def _agrees(query: dict[str, str], summary: Summary) -> bool:
    """Whether an address asks for nothing but what the workspace holds."""
    own = own_keys() | {session.LESSON, session.STEP}
    asked = {name: value for name, value in query.items() if name in own}
    return not asked or asked == dict(summary.address)


def _look_up(visit: Visit, key: str) -> Offer | None:
    """What is kept under a key; None where there is nothing."""
    entry = registry().find(name_of(key))
    if entry is not None:
        return Offer(key, entry.snapshot().summary, entry.changed)
    try:
        kept = _disk().load(name_of(key)) if visit.mode is Mode.DISK else None
        return None if kept is None else Offer(key, record.read_summary(kept.record), kept.saved)
    except DataError as error:
        say_error(str(error))
        return None


def _open(visit: Visit, key: str) -> bool:
    """Make the workspace of a key that of this session; False where there is none."""
    name, values = name_of(key), st.session_state
    entry = registry().find(name)
    try:
        if entry is None and visit.mode is Mode.DISK:
            kept = _disk().load(name)
            if kept is not None:
                workspace, settings = record.read(kept.record, kept.block)
                latest = page_settings.Latest(settings)
                entry = Open(workspace, _session_id(), latest, True, changed=kept.saved)
                registry().add(name, entry)
    except DataError as error:
        say_error(str(error))
    if entry is None:
        return False
    settings = entry.latest.settings
    if _is_busy(entry):
        _part(visit, entry.workspace, key)
    else:
        _change_to(entry.workspace)
        visit.key, entry.session_id = key, _session_id()
        take_over(entry.values)
    asked = visit.query
    waiting = {each: value for each, value in settings.items() if each not in asked}
    page_settings.put_back(values, waiting)
    return True


def _part(visit: Visit, workspace: Workspace, key: str) -> None:
    """Go on with a copy of a workspace and its results, under a key of its own."""
    _change_to(workspace.copy())
    visit.key, visit.token = new_key(), None
    if visit.mode is Mode.DISK:
        result_files.copy(limits.data_folder(), name_of(key), name_of(visit.key))
    say(COPIED)


def _change_to(workspace: Workspace) -> None:
    """Make it the workspace of this session; a lecture goes on."""
    workspace.lecture = st.session_state[WORKSPACE_KEY].lecture
    st.session_state[WORKSPACE_KEY] = workspace


def _is_busy(entry: Open) -> bool:
    """Whether another session goes on with the workspace; a reloaded page's former self ends."""
    end = time.monotonic() + HANDOVER_SECONDS
    while busy := registry().is_elsewhere(entry, _session_id()):
        if time.monotonic() > end:
            break
        time.sleep(0.05)
    return busy


def _check_owner(visit: Visit) -> None:
    """Go on with a copy when another session has taken over the workspace meanwhile."""
    entry = registry().find(name_of(visit.key)) if visit.key else None
    if entry is not None and entry.session_id != _session_id():
        _part(visit, st.session_state[WORKSPACE_KEY], visit.key)


def _drop(visit: Visit, key: str) -> None:
    """Delete what was kept of the address before the answer came."""
    if key and key != visit.key:
        registry().forget([name_of(key)])
        if visit.mode is Mode.DISK:
            saver().forget([name_of(key)])


def _is_made(workspace: Workspace) -> bool:
    return bool(workspace.unlinkable) or any(workspace.pins.values())


def _session_id() -> str:
    context = get_script_run_ctx()
    return "" if context is None else context.session_id
