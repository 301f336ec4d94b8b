"""The students' server under attack, over plain sockets on loopback."""

import json
import re
import socket
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
from class_clients import Ask, Serve, ask_server

from belieflab.classroom.connections import Connection, Connections
from belieflab.classroom.http_message import MAX_HEAD, SECURITY_HEADERS
from belieflab.classroom.limits import JoinRate, WrongCodes
from belieflab.classroom.server import StudentServer
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import MAX_STUDENTS, Store
from belieflab.classroom.student_requests import StudentRequests

NewSession = Callable[..., ClassSession]
HEAD = b"POST /join HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


def connect(server: StudentServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=20)


def send(server: StudentServer, request: bytes) -> str:
    """All that comes back for some bytes."""
    with connect(server) as line:
        line.sendall(request)
        return b"".join(iter(lambda: line.recv(65_536), b"")).decode("latin-1")


def join(server: StudentServer, code: str, **headers: str) -> int:
    status: int = ask_server(server, "POST", "/join", {"code": code}, **headers)[0]
    return status


@pytest.mark.parametrize("path", ["/join", "/answer", "/score"])
@pytest.mark.parametrize("code", ["\ud800", "K7PX9\udfff", "\0", "é" * 10, "x" * 60, 7, [], {}])
def test_a_code_of_anything_is_a_wrong_code(code: object, path: str, ask: Ask) -> None:
    status, _, body = ask("POST", path, {"code": code})
    assert status in (403, 404) and "sentence" in json.loads(body)
    surrogate = ask("POST", path, {"code": code}, Cookie='belieflab_student="\\355\\240\\200"')
    assert surrogate[0] == status


@pytest.mark.parametrize("sent", [b"", HEAD + b"Content-Length: 20\r\n\r\n{"])
def test_honest_joins_succeed_while_sockets_dawdle(
    sent: bytes, serve: Serve, store: Store, new_session: NewSession
) -> None:
    server, code = serve(), store.open_session(new_session())
    with ExitStack() as stack, ThreadPoolExecutor(8) as pool:
        for _ in range(250):
            line = stack.enter_context(connect(server))
            line.sendall(sent)
        statuses = list(pool.map(lambda _: join(server, code), range(28)))
    assert statuses == [200] * 28


def test_a_request_has_a_deadline_however_busy_it_looks(serve: Serve) -> None:
    server = serve(deadline=0.3)
    with connect(server) as line:
        line.settimeout(0.02)
        answer = b""
        for byte in b"GET / HTTP/1.1\r\nX: " + b"x" * 500:  # never silent, never done
            line.sendall(bytes([byte]))
            try:
                answer = line.recv(65_536)
            except TimeoutError:
                continue
            break
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_who_takes_no_answer_is_dropped(serve: Serve) -> None:
    server = serve(deadline=0.1)
    with connect(server) as line:
        line.sendall(b"GET /student.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while server._connections._open:  # though this side never hangs up
            time.sleep(0.01)


def test_one_machine_cannot_fill_a_session(
    serve: Serve, store: Store, new_session: NewSession
) -> None:
    rate = JoinRate(burst=30, seconds=60.0)
    server, code = serve(StudentRequests(store, rate)), store.open_session(new_session())
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: join(server, code), range(100)))
    assert statuses.count(200) == 30 and statuses.count(429) == 70
    assert store.count_students(code) == 30
    _, headers, body = ask_server(server, "POST", "/join", {"code": code})
    assert 1 <= int(headers["Retry-After"]) <= 61 and json.loads(body)["retry"] > 0
    assert JoinRate().burst < store.max_per_address <= MAX_STUDENTS // 2  # the defaults


def test_wrong_codes_do_not_keep_a_right_one_out(
    serve: Serve, store: Store, new_session: NewSession
) -> None:
    slow = StudentRequests(store, wrong=WrongCodes(longest=0.2))
    server, code = serve(slow), store.open_session(new_session())
    with ThreadPoolExecutor(40) as pool:
        wrong = pool.map(lambda n: join(server, f"WRONG{n}"), range(40))
        assert join(server, code) == 200  # while the others still wait for their answers
        assert set(wrong) == {404}


def test_a_device_keeps_its_place_over_page_loads(
    ask: Ask, store: Store, new_session: NewSession
) -> None:
    code = store.open_session(new_session())
    cookie = ask("GET", "/")[1]["Set-Cookie"].partition(";")[0]
    assert ask("GET", "/", Cookie=cookie)[1]["Set-Cookie"].partition(";")[0] == cookie
    sheets = [ask("POST", "/join", {"code": code}, Cookie=cookie)[2] for _ in range(5)]
    assert len(set(sheets)) == 1 and store.count_students(code) == 1


def test_a_device_that_waits_learns_so(ask: Ask, store: Store, new_session: NewSession) -> None:
    code = store.open_session(new_session(), admission=True)
    status, _, body = ask("POST", "/join", {"code": code})
    assert status == 202 and "device 1" in json.loads(body)["sentence"]


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: -1",
        b"Content-Length: +5",
        b"Content-Length: 1e2",
        b"Content-Length: 0x10",
        b"Content-Length: 5 5",
        b"Content-Length:",
        b"Content-Length: 99999999999999999999",
        b"Content-Length: " + b"9" * 5_000,
        "Content-Length: ٣".encode(),
        b"Content-Length: 2\r\nContent-Length: 3",
        b"Transfer-Encoding: chunked",
        b"Content-Length: 2\r\nTransfer-Encoding: chunked",
        b"X: " + b"x" * MAX_HEAD,
        b"\r\n".join(b"X%d: y" % n for n in range(100)),
        b" folded: header",
        b"no colon",
        b"Bad Name: x",
        b"X: \x00",
        b"X: a\rb",
        b"X: a\nb",
        b"Y: a",  # no length at all
    ],
)
def test_silly_lengths_and_headers_get_400(lines: bytes, serve: Serve) -> None:
    answer = send(serve(), HEAD + lines + b"\r\n\r\n{}")
    assert answer.startswith("HTTP/1.1 400 ") and "sentence" in answer
    assert all(f"{name}: {value}" in answer for name, value in SECURITY_HEADERS.items())


@pytest.mark.parametrize(
    "first",
    [b"", b"GET /", b"GET http://a/ HTTP/1.1", b"GET / HTTP/2.0", b"get / HTTP/1.1", b"\xff" * 99],
)
def test_first_lines_that_are_none_get_400(first: bytes, serve: Serve) -> None:
    assert send(serve(), first + b"\r\nHost: a\r\n\r\n").startswith("HTTP/1.1 400 ")


def test_a_header_full_of_blanks_is_read_in_linear_time(serve: Serve) -> None:
    server = serve()
    lines = [b"a%d:%s\x00" % (k, b" " * 900) for k in range(7)]
    begun = time.process_time()
    answer = send(server, b"GET / HTTP/1.1\r\na:" + b" " * 2_400 + b"\x00\r\n\r\n")
    assert answer.startswith("HTTP/1.1 400")
    for line in lines:
        assert send(server, b"GET / HTTP/1.1\r\n" + line + b"\r\n\r\n").startswith("HTTP/1.1 400")
    assert time.process_time() - begun < 1.0


def test_blanks_around_a_header_are_no_part_of_it(serve: Serve) -> None:
    head = b"GET / HTTP/1.1\r\nHost: \t 127.0.0.1 \t \r\nX-Note:\r\n\r\n"
    assert send(serve(), head).startswith("HTTP/1.1 200")


def test_a_body_that_ends_early_gets_400(serve: Serve) -> None:
    with connect(serve()) as line:
        line.sendall(HEAD + b"Content-Length: 50\r\n\r\n{}")
        line.shutdown(socket.SHUT_WR)
        assert line.recv(65_536).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/student.css", 200),
        ("GET", "/elsewhere", 404),
        ("POST", "/join", 404),
        ("POST", "/answer", 403),
        ("POST", "/elsewhere", 404),
        ("PUT", "/", 501),
        ("TRACE", "/", 501),
    ],
)
def test_every_response_carries_the_security_headers(
    method: str, path: str, status: int, ask: Ask
) -> None:
    found, headers, _ = ask(method, path, {"code": "x"} if method == "POST" else None)
    assert found == status
    assert {name: headers[name] for name in SECURITY_HEADERS} == SECURITY_HEADERS
    assert "unsafe" not in headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:8600", 200),
        ("192.168.7.5:8600", 200),  # the teacher's machine behind another address
        ("[::1]:8600", 200),
        ("localhost", 200),
        ("LAB-7:8600", 200),
        ("evil.example", 400),  # a name that was made to point here
        ("127.0.0.1.evil.example", 400),
        ("127.0.0.1@evil.example", 400),
        ("", 400),
        ("a b", 400),
    ],
)
def test_a_name_that_is_not_ours_is_refused(host: str, status: int, serve: Serve) -> None:
    server = serve(names=["lab-7"])
    for path in ("/", "/student.js"):
        answer = send(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert answer.startswith(f"HTTP/1.1 {status} ")
    assert send(server, b"GET / HTTP/1.1\r\n\r\n").startswith("HTTP/1.1 400 ")


def test_another_site_cannot_join_or_answer(
    ask: Ask, store: Store, new_session: NewSession
) -> None:
    code = store.open_session(new_session())

    def status(**headers: str) -> Any:
        return ask("POST", "/join", {"code": code}, Host="127.0.0.1:8600", **headers)[0]

    for origin in ("http://evil.example", "null", "http://127.0.0.1:8601", "http://127.0.0.1"):
        assert status(Origin=origin) == 403
    assert status(Sec_Fetch_Site="cross-site") == 403
    assert store.count_students(code) == 0
    assert status(Origin="http://127.0.0.1:8600", Sec_Fetch_Site="same-origin") == 200


def test_a_failure_inside_is_one_sentence(
    serve: Serve, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve()
    monkeypatch.setattr(Store, "is_open", lambda *_: 1 / 0)
    status, headers, body = ask_server(server, "POST", "/join", {"code": "x"})
    assert status == 500 and "could not" in json.loads(body)["sentence"]
    assert b"Zero" not in body and headers["X-Frame-Options"] == "DENY"
    assert re.search("ZeroDivisionError", caplog.text)


class Line(Connection):
    """A connection that notes whether it was hung up on."""

    def __init__(self, address: str) -> None:
        super().__init__(address, None)  # type: ignore[arg-type]
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_the_one_that_dawdles_longest_gives_way() -> None:
    open_now = Connections(of_address=3, at_once=5)
    lines = [Line("a") for _ in range(4)]
    lines[0].idle = False  # it is being served
    assert all(map(open_now.admit, lines))
    assert [line.aborted for line in lines] == [False, True, False, False]
    others = [Line("b"), Line("c")]
    assert all(map(open_now.admit, others))  # the whole server is full: `a` has most
    assert open_now.admit(Line("d")) and lines[2].aborted
    lines[3].idle = False
    assert open_now.admit(Line("a")) is True
    for line in (lines[0], lines[3], *others):
        open_now.forget(line)
        open_now.forget(line)
    assert open_now.admit(Line("e"))


def test_nobody_gives_way_who_is_being_served() -> None:
    open_now = Connections(of_address=1, at_once=2)
    first, second = Line("a"), Line("b")
    first.idle = second.idle = False
    assert open_now.admit(first) and not open_now.admit(Line("a"))
    assert open_now.admit(second) and not open_now.admit(Line("c"))
