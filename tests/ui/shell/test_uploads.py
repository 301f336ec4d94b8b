"""Uploads stay within what a session and the server may hold, with an uploader or without."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from app_server import running_app
from starlette.applications import Starlette
from starlette.middleware import Middleware
from streamlit import config, runtime
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state.session_state import WStates
from streamlit.web.server.starlette.starlette_routes import create_upload_routes

from belieflab import memory
from belieflab.ui.shell import departed, uploads
from belieflab.ui.shell.departed import Departures
from benchmarks.visitor import Visitor, visit

APP = Path(__file__).parent / "apps" / "uploading.py"
MEGABYTE = 1024 * 1024
FORM = (
    b'--edge\r\nContent-Disposition: form-data; name="a"; filename="a.csv"\r\n'
    b"Content-Type: text/csv\r\n\r\n%s\r\n--edge--\r\n"
)
TYPE = "multipart/form-data; boundary=edge"


class Server:
    """As much of Streamlit as takes uploads, with its own route for them."""

    def __init__(self) -> None:
        self.uploaded_file_mgr = MemoryUploadedFileManager("/_stcore/upload_file")
        self.sessions = {name: self.session(name) for name in ("one", "two")}
        self._session_mgr = SimpleNamespace(get_session_info=self.find, list_sessions=self.every)
        self.media_file_mgr: Any = None
        routes = create_upload_routes(self, self.uploaded_file_mgr, "")  # type: ignore[arg-type]
        self.app = Starlette(routes=routes, middleware=[Middleware(uploads.LimitedUploads)])

    @staticmethod
    def session(name: str) -> Any:
        class Session:
            id, _client_state, _scriptrunner = name, ClientState(), None

            def __init__(self) -> None:
                state = {"_new_session_state": {}, "_old_state": {}, "_new_widget_state": WStates()}
                self.session_state = SimpleNamespace(**state)
                self.reruns: list[Any] = []

            def request_rerun(self, state: Any) -> None:
                self.reruns.append(state)

        return Session()

    def every(self) -> list[Any]:
        return [SimpleNamespace(session=each) for each in self.sessions.values()]

    def find(self, name: str) -> Any:
        session = self.sessions.get(name)
        return None if session is None else SimpleNamespace(session=session)

    def is_active_session(self, name: str) -> bool:
        return name in self.sessions

    def files(self, name: str) -> set[str]:
        return set(self.uploaded_file_mgr.file_storage.get(name, ()))

    def said(self, name: str) -> str:
        """What the page says of an upload that was refused, once it is drawn again for that."""
        session = self.sessions[name]
        told, _ = session.session_state._new_session_state.get("shell.told", ("", 0.0))
        return told if session.reruns else ""

    def put(
        self,
        name: str,
        file: str,
        size: float = 1.0,
        during: Callable[[], object] = lambda: None,
        *,
        declared: bool = True,
    ) -> int:
        """The status of an upload of so many megabytes."""
        return asyncio.run(self._put(name, file, int(size * MEGABYTE), during, declared))

    async def _put(
        self, name: str, file: str, size: int, during: Callable[[], object], declared: bool
    ) -> int:
        body = FORM % bytes(size)
        headers = [(b"content-type", TYPE.encode())]
        if declared:
            headers.append((b"content-length", str(len(body)).encode()))
        parts, status = [body[:1000], body[1000:]], 0

        async def receive() -> Any:
            if len(parts) == 1:
                during()
            part = parts.pop(0)
            return {"type": "http.request", "body": part, "more_body": bool(parts)}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)

        scope = {"type": "http", "method": "PUT", "headers": headers, "query_string": b""}
        path = f"/_stcore/upload_file/{name}/{file}"
        await self.app(scope | {"path": path, "root_path": ""}, receive, send)
        return status


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that takes files of 2 MB, and 4 MB a session."""
    server = Server()
    monkeypatch.setattr(runtime, "exists", lambda: True)
    monkeypatch.setattr(runtime, "get_instance", lambda: server)
    monkeypatch.delenv(memory.LIMIT, raising=False)
    options = {"server.maxUploadSize": 2, "server.enableXsrfProtection": False}
    before = {name: config.get_option(name) for name in options}
    for name, value in options.items():
        config.set_option(name, value)
    yield server
    for name, value in before.items():
        config.set_option(name, value)


def draw(session: Any, *files: str) -> None:
    """Have the page of a session hold an uploader with these files."""
    shown = [SimpleNamespace(file_id=file) for file in files]
    session.session_state._old_state["$$ID-abc-file"] = shown


def test_a_session_holds_two_of_the_largest_files(server: Server) -> None:
    largest = 2 - 1000 / MEGABYTE
    assert server.put("one", "a", largest) == server.put("one", "b", largest) == 204
    assert server.put("one", "c", largest) == 413 and server.files("one") == {"a", "b"}
    assert "at most 4 MB together" in server.said("one") and not server.said("two")
    assert server.put("one", "b", largest) == server.put("two", "c", largest) == 204


def test_files_without_an_end_count_like_the_largest_and_empty_ones_count(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert server.put("one", "a", 1.9) == server.put("one", "b", 1.5) == 204
    assert server.put("one", "c", 0.1, declared=False) == 413
    assert server.put("one", "c", 0.1) == 204
    monkeypatch.setattr(uploads, "FILE_BYTES", 2 * MEGABYTE)
    assert server.put("two", "a", 0) == server.put("two", "b", 0) == 204
    assert server.put("two", "c", 0) == 413


def test_files_that_arrive_at_the_same_time_count(server: Server) -> None:
    def meanwhile() -> None:
        coroutine = server._put("one", "c", 2 * MEGABYTE - 1000, lambda: None, True)
        with pytest.raises(StopIteration) as end:
            coroutine.send(None)
        statuses.append(end.value.value)

    statuses: list[int] = []
    assert server.put("one", "a", 1.9) == 204
    assert server.put("one", "b", 1.9, meanwhile) == 204
    assert statuses == [413] and server.files("one") == {"a", "b"}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1e6]
    monkeypatch.setattr(uploads.time, "monotonic", lambda: now[0])
    return now


def test_files_of_pages_that_were_left_make_place(server: Server, clock: list[float]) -> None:
    for name in ("one", "two"):
        assert server.put(name, "a", 1.9) == server.put(name, "b", 1.9) == 204
    draw(server.sessions["one"], "b")
    draw(server.sessions["two"], "a", "b")
    assert server.put("one", "c", 1.9) == 413
    clock[0] += uploads.LEFT_SECONDS
    assert server.put("one", "c", 1.9) == 204 and server.files("one") == {"b", "c"}
    assert server.put("two", "c", 1.9) == 413 and server.files("two") == {"a", "b"}


def test_files_of_no_page_go_also_from_a_session_that_is_there(
    server: Server, clock: list[float]
) -> None:
    session, departures = server.sessions["one"], Departures()
    draw(session, "b")
    assert server.put("one", "a") == server.put("one", "b") == 204
    departures.look(server, 0.0)
    assert server.files("one") == {"a", "b"}
    clock[0] += uploads.LEFT_SECONDS
    session._scriptrunner = "at work"
    departures.look(server, 0.0)
    assert server.files("one") == {"a", "b"}
    session._scriptrunner = None
    assert server.put("one", "c", 1.0, lambda: departures.look(server, 0.0)) == 204
    assert server.files("one") == {"b", "c"}


def test_no_file_is_taken_that_the_memory_of_the_server_cannot_hold(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(memory.LIMIT, "100MB")
    held = [97e6]
    monkeypatch.setattr(memory, "server_bytes", lambda: held[0])
    assert server.put("one", "a", 1.9) == 204
    assert server.put("one", "b", 1.9, lambda: held.append(held.pop() + 2e6)) == 507
    assert "Upload it again in some minutes" in server.said("one")
    assert server.put("two", "b", 1.9) == 507 and server.put("two", "b", 0.1) == 204
    assert server.files("one") == {"a"} and "this needs 2 MB more" in server.said("two")
    assert not memory.RESERVATIONS._working


def test_a_file_goes_whose_session_was_closed_while_it_came(server: Server) -> None:
    assert server.put("one", "a", 1, lambda: server.sessions.pop("one")) == 204
    assert server.files("one") == set()


def test_sessions_that_hold_files_are_closed_early_and_files_of_no_page_go_first(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(departed, "LARGE_BYTES", MEGABYTE)
    monkeypatch.setattr(departed, "strip", lambda session, others: 0)
    monkeypatch.setattr(departed, "forget_session", lambda files, name: None)
    monkeypatch.setattr(server, "is_active_session", lambda name: False)
    closed: list[str] = []
    monkeypatch.setattr(server, "close_session", closed.append, raising=False)
    for name in ("one", "two"):
        for file in ("a", "b"):
            record = SimpleNamespace(file_id=file, data=bytes(MEGABYTE), name=file, type="")
            server.uploaded_file_mgr.add_file(name, record)  # type: ignore[arg-type]
    draw(server.sessions["one"], "b")
    departures = Departures()
    departures.look(server, 0.0)
    assert server.files("one") == {"a", "b"}
    departures.look(server, departed.STRIP_SECONDS)
    assert server.files("one") == {"b"} and server.files("two") == set()
    departures.look(server, departed.LARGE_SECONDS)
    assert closed == ["one"]


def put(url: str, visitor: Visitor, file: int) -> int:
    """The status of an upload that no uploader has asked for."""
    place = f"{url}/_stcore/upload_file/{visitor.session}/{file}"
    body, headers = FORM % bytes(2 * MEGABYTE - 1000), {"Content-Type": TYPE}
    try:
        request = Request(place, body, headers, method="PUT")  # noqa: S310
        return int(urlopen(request, timeout=30).status)  # noqa: S310
    except HTTPError as refused:
        assert "at most 4 MB together" in refused.read().decode()
        return refused.code


def test_on_a_real_server_the_page_says_what_was_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMLIT_SERVER_MAX_UPLOAD_SIZE", "2")
    monkeypatch.setenv("STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION", "false")
    with running_app() as server, visit(server.url) as visitor:
        visitor.open("data")
        assert [put(server.url, visitor, file) for file in range(3)] == [204, 204, 413]
        said, drawn = "", False
        while not drawn:
            answer = ForwardMsg.FromString(visitor.connection.recv(timeout=30))
            said += answer.delta.new_element.alert.body
            drawn = answer.WhichOneof("type") == "script_finished"
        assert "at most 4 MB together" in said
        assert said in visitor.open("data").texts  # as uploaders ask for another run at once


def test_on_a_real_server_a_file_stays_as_long_as_it_is_on_the_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STREAMLIT_SERVER_ENABLE_XSRF_PROTECTION", "false")
    with running_app(str(APP)) as server, visit(server.url) as visitor:
        visitor.open("")
        assert [put(server.url, visitor, file) for file in range(4)] == [204] * 4
        message = BackMsg()
        for uploader in visitor.elements("file_uploader"):
            state = message.rerun_script.widget_states.widgets.add()
            state.id = uploader.file_uploader.id
            several = uploader.file_uploader.multiple_files
            for file in [0, 1] if several else [2]:
                info = state.file_uploader_state_value.uploaded_file_info.add()
                info.file_id = str(file)
        texts = visitor._send(message).texts
        assert texts[0] == "shown 0, 1, 2"
        deadline = time.monotonic() + 60
        while (texts := visitor.open("").texts)[1] != "held 0, 1, 2":
            assert time.monotonic() < deadline, texts
        assert texts[0] == "shown 0, 1, 2"
        message = BackMsg()
        message.rerun_script.query_string = "left=1"
        while (texts := visitor._send(message).texts)[1] != "held":
            assert time.monotonic() < deadline, texts
