"""The students' server over real sockets: five addresses and nothing else."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from belieflab.classroom.addresses import network_addresses
from belieflab.classroom.server import MAX_BYTES, StudentServer, free_port
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store
from belieflab.classroom.student_requests import StudentRequests

Ask = Callable[..., tuple[int, http.client.HTTPMessage, bytes]]


@pytest.fixture
def ask(store: Store) -> Iterator[Ask]:
    server = StudentServer(StudentRequests(store), 0, "127.0.0.1")
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

    def request(method: str, path: str, body: Any = None, **headers: str) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        given = {"Content-Type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        line.request(method, path, content, given)
        answer = line.getresponse()
        result = answer.status, answer.headers, answer.read()
        line.close()
        return result

    yield request
    server.shutdown()
    server.server_close()


def test_a_student_joins_and_answers(
    ask: Ask, store: Store, new_session: Callable[..., ClassSession]
) -> None:
    code = store.open_session(new_session())
    status, headers, body = ask("POST", "/join", {"code": code})
    assert status == 200 and json.loads(body)["answers"] == [None] * 10
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    message = {"code": code, "question": 1, "class": 0, "doubt": 0.2}
    status, _, body = ask("POST", "/answer", message, Cookie=cookie.partition(";")[0])
    assert (status, json.loads(body)) == (200, {"answered": 1})
    assert ask("POST", "/answer", message)[0] == 403
    assert ask("POST", "/answer", message, Cookie="belieflab_student=\x22;;=")[0] == 403


def test_the_page_runs_nothing_but_its_own_script(ask: Ask) -> None:
    for path, kind in (("/", "html"), ("/?x=1", "html"), ("/student.js", "javascript")):
        status, headers, body = ask("GET", path)
        assert status == 200 and kind in headers["Content-Type"] and body
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert "Python" not in headers["Server"]


@pytest.mark.parametrize(
    "path",
    [
        "/class",
        "/data",
        "/labels",
        "/app.py",
        "/index.html",
        "/_stcore/health",
        "/_stcore/stream",
        "/_stcore/upload_file",
        "/media/x",
        "/static/js/main.js",
        "/sessions.sqlite",
        "/../server.py",
        "/student/../../store.py",
        "/%2e%2e/%2e%2e/app.py",
        "//student.js/..",
        "/join",
        "/answer",
    ],
)
def test_nothing_else_is_there(path: str, ask: Ask) -> None:
    status, headers, body = ask("GET", path)
    assert status == 404 and headers["Content-Type"] == "application/json"
    assert json.loads(body) == {"sentence": "There is nothing here. Open the link of your session."}


def test_messages_that_are_none_are_refused(ask: Ask) -> None:
    assert ask("POST", "/elsewhere", {"code": "x"})[0] == 404
    assert (
        ask("POST", "/join", b"code=x", Content_Type="application/x-www-form-urlencoded")[0] == 415
    )
    assert ask("POST", "/join", b"{")[0] == 400
    assert ask("POST", "/join", b"[" * 900)[0] == 400
    assert ask("POST", "/join", b"\xff\xfe")[0] == 400
    assert ask("POST", "/join", {"code": "x" * MAX_BYTES})[0] == 413
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"):
        assert ask(method, "/")[0] == 501


def test_a_machine_knows_where_it_is() -> None:
    addresses = network_addresses()
    assert addresses and all(len(address.split(".")) == 4 for address in addresses)
    assert 8_700 <= free_port(8_700) < 8_720
