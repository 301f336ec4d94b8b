"""A session without a browser stops computing, loses what can be computed again, and is closed."""

import gc
import itertools
import time
import weakref
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from app_server import running_app
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.runtime.state.session_state import Serialized, WStates

from belieflab.ui.method import run_watch
from belieflab.ui.method.runs import Run
from belieflab.ui.shell import departed, downloads
from belieflab.ui.shell.departed import Departures, array_bytes
from benchmarks.visitor import visit

APP = Path(__file__).parent / "apps" / "departing.py"
WHERE = ClientState(query_string="where it was")


class State(dict):
    @property
    def filtered_state(self):
        return dict(self)


class Session:
    """As much of a session of Streamlit as is looked at."""

    def __init__(self, name: str, **values) -> None:
        self.id, self.session_state, self._client_state = name, State(values), WHERE
        self._fragment_storage, self.reruns = {"fragment": 1}, []
        self._scriptrunner = None
        self.session_state._new_widget_state = WStates()

    def request_rerun(self, client_state) -> None:
        self.reruns.append(client_state)


class Server:
    def __init__(self, *sessions: Session) -> None:
        self.sessions = {each.id: each for each in sessions}
        self.active = set(self.sessions)
        self.media_file_mgr = MediaFileManager(MemoryMediaFileStorage("/media"))
        self.uploaded_file_mgr = MemoryUploadedFileManager("/upload")
        self._session_mgr = SimpleNamespace(
            list_sessions=lambda: [SimpleNamespace(session=each) for each in self.sessions.values()]
        )

    def is_active_session(self, name: str) -> bool:
        return name in self.active

    def close_session(self, name: str) -> None:
        del self.sessions[name]


def small_and_large() -> Server:
    large = np.ones(departed.LARGE_BYTES // 8 + 1)
    return Server(Session("small", data=[1.0]), Session("large", data={"X": [large]}))


def test_arrays_are_counted_once_wherever_they_hang():
    array = np.ones(1000)
    assert array_bytes({"a": [array, (array, array[:10])], "b": SimpleNamespace(x=array)}) == 8000


def test_a_connected_session_is_left_alone():
    server, departures = small_and_large(), Departures()
    for now in (0.0, 1e6):
        assert departures.look(server, now) == 0
    assert set(server.sessions) == {"small", "large"}


def test_large_sessions_go_after_minutes_and_small_ones_after_an_hour():
    server, departures = small_and_large(), Departures()
    server.active.clear()
    departures.look(server, 0.0)
    departures.look(server, departed.LARGE_SECONDS - 1)
    assert set(server.sessions) == {"small", "large"}
    departures.look(server, departed.LARGE_SECONDS)
    assert set(server.sessions) == {"small"}
    departures.look(server, departed.SMALL_SECONDS)
    assert not server.sessions


def test_what_can_be_computed_again_goes_first_and_a_browser_that_comes_back_sees_a_whole_page():
    session = Session("one", data=[1.0], **{"mixture.memory": 1, "charts.kept": 2})
    server, departures = Server(session), Departures()
    server.active.clear()
    departures.look(server, 0.0)
    assert "charts.kept" in session.session_state
    departures.look(server, departed.STRIP_SECONDS)
    assert set(session.session_state) == {"data"} and not session._fragment_storage
    server.active.add("one")
    departures.look(server, departed.STRIP_SECONDS + 1)
    departures.look(server, departed.STRIP_SECONDS + 2)
    assert session.reruns == [WHERE]


class Result:
    """Something large that a button would use."""


def left_with_buttons() -> tuple[Server, Session, weakref.ref[Result]]:
    """A session that left a page whose buttons hold a result, also to make a file of it."""
    session, result = Session("one"), Result()
    server, widgets = Server(session), session.session_state._new_widget_state
    widgets.set_widget_metadata(
        WidgetMetadata(
            "slider", lambda value: value, lambda value: value, "int_value", result.__init__
        )
    )
    widgets.states["slider"] = Serialized(WidgetState(id="slider", int_value=3))
    server.media_file_mgr._deferred_callables["file"] = {
        "callable": lambda: repr(result).encode(),
        "session_id": "one",
    }
    server.media_file_mgr._deferred_ids_by_session["one"].add("file")
    server.media_file_mgr._files_by_session_and_coord["one"]["place"] = "file"
    server.active.clear()
    return server, session, weakref.ref(result)


@pytest.fixture
def buttons_keep_their_ids(monkeypatch):
    """As in the app, where a file of a session that is open stays a minute after its button."""
    for name in ("add_deferred", "_remove_orphaned_deferred_callables"):
        monkeypatch.setattr(MediaFileManager, name, getattr(MediaFileManager, name))
    downloads.keep_clickable()
    monkeypatch.setattr(downloads, "_is_open", lambda session: True)


@pytest.mark.usefixtures("buttons_keep_their_ids")
def test_what_the_buttons_of_a_page_hold_goes_and_the_values_of_its_widgets_stay():
    server, session, result = left_with_buttons()
    departures = Departures()
    departures.look(server, 0.0)
    assert result() is not None
    departures.look(server, departed.STRIP_SECONDS)
    gc.collect()
    assert result() is None
    assert session.session_state._new_widget_state["slider"] == 3


def test_widgets_are_kept_while_the_page_still_runs():
    server, session, _ = left_with_buttons()
    session._scriptrunner, departures = "at work", Departures()
    departures.look(server, 0.0)
    departures.look(server, departed.STRIP_SECONDS)
    assert session.session_state._new_widget_state.widget_metadata


def test_a_browser_that_comes_back_has_its_page_run_as_it_connects():
    session = Session("one")
    server, departures = Server(session), Departures()
    server._session_mgr.get_session_info = lambda name: SimpleNamespace(session=session)
    server.connect_session = lambda client, user: "one"
    departed._watch_returns(server, departures)
    server.connect_session("browser", user={})
    assert not session.reruns
    server.active.clear()
    departures.look(server, 0.0)
    departures.look(server, departed.STRIP_SECONDS)
    server.active.add("one")
    assert server.connect_session("browser", user={}) == "one"
    departures.look(server, departed.STRIP_SECONDS + 1)
    assert session.reruns == [WHERE]


def test_a_short_interruption_costs_nothing():
    session = Session("one", **{"charts.kept": 2})
    server, departures = Server(session), Departures()
    server.active.clear()
    departures.look(server, 0.0)
    server.active.add("one")
    departures.look(server, departed.STRIP_SECONDS)
    assert "charts.kept" in session.session_state and not session.reruns


def test_where_many_have_gone_only_the_last_still_hold_what_can_be_computed_again():
    crowd = [Session(str(n), **{"charts.kept": n}) for n in range(departed.MAX_WHOLE + 2)]
    server, departures = Server(*crowd), Departures()
    for number, session in enumerate(crowd):
        server.active.discard(session.id)
        departures.look(server, 0.1 * number)
    whole = ["charts.kept" in session.session_state for session in crowd]
    assert whole == [False, False, *[True] * departed.MAX_WHOLE]


def test_of_too_many_the_oldest_are_closed():
    crowd = (Session(str(n)) for n in range(departed.MAX_KEPT + 3))
    server, departures = Server(*crowd), Departures()
    for number in range(departed.MAX_KEPT + 3):
        server.active.discard(str(number))
        departures.look(server, float(number))
    departures.look(server, departed.MAX_KEPT + 3 + departed.STRIP_SECONDS)
    assert set(map(str, range(departed.MAX_KEPT + 3))) - set(server.sessions) == {"0", "1", "2"}


def state_of(url: str, query: str) -> dict[str, int]:
    with visit(url) as visitor:
        texts = visitor.open("", query).texts
    return {name: int(count) for name, count in (text.split() for text in texts)}


def await_state(url: str, query: str = "", **wanted: int) -> None:
    deadline = time.monotonic() + 60
    while (found := state_of(url, query)) != wanted:
        if time.monotonic() > deadline:
            pytest.fail(f"{found} instead of {wanted}")


def test_on_a_real_server_the_run_of_a_visitor_who_left_stops_and_the_session_is_closed():
    with running_app(str(APP)) as server:
        with visit(server.url) as visitor:
            visitor.open("", "work=1")
            await_state(server.url, working=1, large=1, derived=1, followed=0)
        await_state(server.url, working=0, large=1, derived=0, followed=0)
        await_state(server.url, "close=1", working=0, large=0, derived=0, followed=0)


def test_on_a_real_server_the_result_of_what_began_by_itself_goes_and_comes_back():
    with running_app(str(APP)) as server:
        with visit(server.url) as visitor:
            visitor.open("", "follow=1")
            await_state(server.url, working=0, large=0, derived=0, followed=1)
        await_state(server.url, working=0, large=0, derived=0, followed=0)


def ended_run(begins_within: float, size: int) -> Run:
    run = Run(lambda: iter(range(1)), value=np.ones(size // 8))
    run.begins_within = begins_within
    run.start()
    run.join(10)
    return run


def test_large_results_go_that_a_browser_would_begin_again_by_coming_back():
    large, small = 2 * run_watch.AGAIN_BYTES, run_watch.AGAIN_BYTES // 2
    kept = {
        "film": ended_run(run_watch.AGAIN_SECONDS, large),
        "plane": ended_run(run_watch.AGAIN_SECONDS, small),
        "folds": ended_run(2 * run_watch.AGAIN_SECONDS, large),
        "asked for": ended_run(0.0, large),
    }
    server, departures = Server(Session("one", **{"shell.runs": kept})), Departures()
    departures.look(server, 0.0)
    server.active.clear()
    departures.look(server, 1.0)
    assert len(kept) == 4
    departures.look(server, 1.0 + departed.STRIP_SECONDS)
    assert set(kept) == {"plane", "folds", "asked for"}


def test_what_begins_again_stops_with_the_session_that_left_first_of_many():
    run = Run(itertools.count)
    run.begins_within = 5.0
    run.start()
    crowd = [Session(str(n)) for n in range(departed.MAX_WHOLE + 1)]
    crowd[0].session_state["shell.runs"] = {"film": run}
    server, departures = Server(*crowd), Departures()
    for number, session in enumerate(crowd):
        server.active.discard(session.id)
        assert run.running
        departures.look(server, 0.1 * number)
    assert not run.running
    run.join(10)


def test_a_reloaded_page_keeps_what_its_former_session_found():
    kept = {"film": ended_run(5.0, 2 * run_watch.AGAIN_BYTES)}
    server, departures = Server(Session("before"), Session("after")), Departures()
    for session in server.sessions.values():
        session.session_state["shell.runs"] = kept
    server.active.discard("before")
    departures.look(server, 0.0)
    server.active.discard("after")  # for a moment
    departures.look(server, departed.STRIP_SECONDS)
    assert "film" in kept
    departures.look(server, 2 * departed.STRIP_SECONDS)
    assert not kept


def test_what_a_session_held_while_the_kernels_were_made_ready_goes_with_it_too():
    class Held(dict):
        """A dictionary that can be watched."""

    held = Held()
    held["itself"], gone = held, weakref.ref(held)
    gc.freeze()
    try:
        del held
        departed.give_back()
        assert gone() is not None
        departed.give_back(thoroughly=True)
        assert gone() is None and gc.get_freeze_count()
    finally:
        gc.unfreeze()
