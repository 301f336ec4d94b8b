"""The students' server over real sockets: five addresses and nothing else."""

import json
from collections.abc import Callable

import pytest
from class_clients import Ask

from belieflab.classroom.addresses import network_addresses
from belieflab.classroom.http_message import MAX_BYTES
from belieflab.classroom.server import free_port
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store


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
        assert ("Set-Cookie" in headers) == (kind == "html")  # a device is known before it joins


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
    assert network_addresses("127.0.0.1") == ["127.0.0.1"]
    assert 8_700 <= free_port(8_700) < 8_720
