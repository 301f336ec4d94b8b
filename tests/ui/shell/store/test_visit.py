"""A browser session and its key: what a browser may say, and what it then gets."""

import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import streamlit as st

from belieflab.ui.method import runs
from belieflab.ui.method.runs import Run
from belieflab.ui.shell.page_settings import WAITING
from belieflab.ui.shell.session import WORKSPACE_KEY
from belieflab.ui.shell.store import limits, offer, result_files, visit
from belieflab.ui.shell.store.disk import FILE
from belieflab.ui.shell.store.limits import Mode, name_of, new_key
from belieflab.ui.shell.store.live import Registry
from belieflab.ui.shell.store.record import Summary
from belieflab.ui.shell.store.saving import Saver
from belieflab.ui.shell.workspace import Recipe, Workspace


class Tab:
    """A session without a browser: what `visit` needs of it."""

    def __init__(self, mode: Mode = Mode.DISK, **query: str) -> None:
        self.values: dict[str, Any] = {WORKSPACE_KEY: Workspace()}
        self.values[visit.VISIT] = self.visit = visit.Visit(mode, query, waited=True)

    @property
    def workspace(self) -> Workspace:
        found: Workspace = self.values[WORKSPACE_KEY]
        return found


@pytest.fixture
def tabs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """`open_tab(tab)` makes it the session that runs; nothing is shared with other tests."""
    monkeypatch.setenv(limits.DATA_VARIABLE, str(tmp_path))
    registry, saver = Registry(lambda session: False), Saver(visit._disk)
    monkeypatch.setattr(visit, "registry", lambda: registry)
    monkeypatch.setattr(visit, "saver", lambda: saver)
    monkeypatch.setattr(visit, "HANDOVER_SECONDS", 0.0)

    def open_tab(tab: Tab) -> Tab:
        monkeypatch.setattr(st, "session_state", tab.values)
        monkeypatch.setattr(visit, "_session_id", lambda: tab.visit.session)
        return tab

    yield open_tab
    saver.flush()


def made(open_tab: Any, mode: Mode = Mode.DISK) -> Tab:
    """A tab in which labels were edited by hand, and saved."""
    tab: Tab = open_tab(Tab(mode))
    tab.workspace.set_up(Recipe("iris"), Recipe("hard"))
    assert tab.workspace.labels is not None
    tab.workspace.edit_labels(tab.workspace.labels.discount(0.5), "edited")
    tab.visit.key = new_key()
    visit.keep(tab.workspace)
    visit.saver().flush()
    return tab


def say(opened: Tab, /, **found: Any) -> None:
    """Let the browser of this tab answer."""
    opened.values[visit.KEEPER] = {"found": {"session": opened.visit.session, **found}}
    visit._receive()
    visit.arrive(lambda: None)


def test_the_key_of_the_tab_restores_also_from_disk(tabs: Any) -> None:
    for from_disk in (False, True):
        first = made(tabs)
        if from_disk:
            visit.registry().forget([name_of(first.visit.key)])
        second = tabs(Tab())
        say(second, tab=first.visit.key, all=[], same=True)
        assert second.visit.restored and second.visit.key == first.visit.key
        assert second.workspace.state.edits == 1 and second.workspace.can_undo


def test_a_link_that_asks_for_something_else_wins_and_the_rest_is_offered(tabs: Any) -> None:
    first = made(tabs)
    second = tabs(Tab(data="gaussians"))
    say(second, tab=first.visit.key, all=[], same=False)
    assert second.workspace.dataset is None and second.visit.offer is not None
    visit.accept()
    assert second.workspace.state.edits == 1 and second.visit.key == first.visit.key
    same = tabs(Tab(data="iris", seed="7"))
    say(same, tab=first.visit.key, all=[], same=False)
    assert same.visit.restored


@pytest.mark.parametrize("taken_over", [False, True])
def test_a_copy_has_the_results_in_a_file_of_its_own(
    tabs: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken_over: bool
) -> None:
    first, second = made(tabs), tabs(Tab())
    kept = result_files.path_of(tmp_path, name_of(first.visit.key))
    result_files.make(kept)
    with sqlite3.connect(kept) as base:
        base.execute("CREATE TABLE results (score REAL)")
    monkeypatch.setattr(visit.registry(), "_connected", lambda session: not taken_over)
    say(second, tab=first.visit.key, all=[], same=True)
    if taken_over:
        tabs(first)
        visit.arrive(lambda: None)
    copy, own = (first, second) if taken_over else (second, first)
    assert result_files.path_of(tmp_path, name_of(own.visit.key)) == kept
    mine = result_files.path_of(tmp_path, name_of(copy.visit.key))
    assert mine != kept and mine.read_bytes() == kept.read_bytes()
    visit.saver().forget([name_of(copy.visit.key)])
    assert not mine.exists() and kept.exists()
    tabs(own)
    visit.forget()
    assert not kept.exists()


def test_settings_in_the_address_are_not_overwritten(tabs: Any) -> None:
    first = made(tabs)
    entry = visit.registry().find(name_of(first.visit.key))
    assert entry is not None
    entry.latest.settings = {"labels.tab": "Edit", "mixture.K": 4}
    second = tabs(Tab())
    second.visit.query["labels.tab"] = "Simulate"
    say(second, tab=first.visit.key, all=[], same=True)
    assert second.values[WAITING] == {"mixture.K": 4}


def test_a_workspace_that_is_open_elsewhere_is_copied(
    tabs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = made(tabs)
    monkeypatch.setattr(visit.registry(), "_connected", lambda session: True)
    second = tabs(Tab())
    say(second, tab=first.visit.key, all=[], same=True)
    assert second.workspace is not first.workspace and second.visit.key != first.visit.key
    assert second.workspace.state is first.workspace.state
    assert second.values["shell.messages"] == [("note", visit.COPIED)]


def test_one_whose_workspace_was_taken_over_goes_on_with_a_copy(tabs: Any) -> None:
    first = made(tabs)
    second = tabs(Tab())
    say(second, tab=first.visit.key, all=[], same=True)
    assert second.workspace is first.workspace
    tabs(first)
    visit.arrive(lambda: None)
    assert first.workspace is not second.workspace
    assert first.visit.key not in ("", second.visit.key)


HOSTILE: list[dict[str, Any]] = [
    {"tab": "../../etc/passwd", "all": ["../x", "a" * 43, None, 7, {}], "same": True},
    {"tab": {"a": 1}, "all": "text", "same": "yes"},
    {"tab": None, "all": [["x"]] * 5000},
    {"session": "another", "tab": "a" * 43},
    {},
]


@pytest.mark.parametrize("found", HOSTILE)
def test_what_a_browser_makes_up_opens_nothing(tabs: Any, found: dict[str, Any]) -> None:
    made(tabs)
    other = tabs(Tab())
    say(other, **found)
    assert other.workspace.dataset is None and other.visit.offer is None


def test_a_public_server_restores_from_memory_and_never_writes(tabs: Any, tmp_path: Path) -> None:
    first = made(tabs, Mode.MEMORY)
    visit.saver().flush()
    assert not (tmp_path / FILE).exists() and not list(tmp_path.iterdir())
    second = tabs(Tab(Mode.MEMORY))
    say(second, tab=first.visit.key, all=[], same=True)
    assert second.visit.restored
    visit.registry().forget([name_of(first.visit.key)])
    third = tabs(Tab(Mode.MEMORY))
    say(third, tab=first.visit.key, all=[], same=True)
    assert third.workspace.dataset is None and not list(tmp_path.iterdir())


def test_forget_deletes_every_workspace_of_the_browser(tabs: Any) -> None:
    first, second = made(tabs), made(tabs)
    tab = tabs(Tab())
    say(tab, tab=first.visit.key, all=[second.visit.key], same=True)
    visit.forget()
    assert tab.workspace.dataset is None and not tab.workspace.can_undo and tab.visit.forget
    for key in (first.visit.key, second.visit.key):
        assert visit.registry().find(name_of(key)) is None
        assert visit._disk().load(name_of(key)) is None


def test_forget_stops_the_runs_and_drops_what_they_found(tabs: Any) -> None:
    tab = made(tabs)
    run = Run(count)
    runs.adopt("whatif.run", run)
    visit.keep(tab.workspace)
    visit.forget()
    run.join(30)
    assert run.stopped and runs.get("whatif.run") is None


def test_a_damaged_store_gets_a_sentence_and_the_session_lives_on(
    tabs: Any, tmp_path: Path
) -> None:
    first = made(tabs)
    visit.registry().forget([name_of(first.visit.key)])
    (tmp_path / FILE).write_bytes(b"damaged" * 1000)
    second = tabs(Tab())
    say(second, tab=first.visit.key, all=[], same=True)
    assert "put aside" in second.values["shell.messages"][0][1]
    assert second.workspace.dataset is None and second.visit.gone == (first.visit.key,)


def test_nothing_is_saved_when_nothing_has_changed(
    tabs: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab, calls = made(tabs), []
    monkeypatch.setattr(visit.saver(), "put", lambda *args: calls.append(args))
    for _ in range(3):
        visit.keep(tab.workspace)
    assert not calls
    tab.workspace.hide_truth()
    visit.keep(tab.workspace)
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("edits", "seconds", "text"),
    [
        (14, 125.0, "digits.csv, 14 edits, 2 minutes ago"),
        (1, 3_700.0, "digits.csv, 1 edit, 1 hour ago"),
        (0, 5.0, "digits.csv, a moment ago"),
        (2, 3 * 86_400.0, "digits.csv, 2 edits, 3 days ago"),
    ],
)
def test_an_offer_says_what_and_when(edits: int, seconds: float, text: str) -> None:
    assert offer.describe(Summary("digits.csv", edits), seconds) == text
