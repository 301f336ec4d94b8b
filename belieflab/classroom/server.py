"""The only thing that listens on the network: five addresses, everything else is 404."""

import json
import socket
import threading
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any

from belieflab.classroom.student_requests import Refusal, StudentRequests

COOKIE = "belieflab_student"
MAX_BYTES = 1_000
"""Of a message; the longest honest one has a hundred."""

MAX_AT_ONCE = 100
"""Requests that are served at the same time; further ones are hung up on."""

NOT_HERE = "There is nothing here. Open the link of your session."

_PAGES = {
    "/": ("student.html", "text/html; charset=utf-8"),
    "/student.css": ("student.css", "text/css; charset=utf-8"),
    "/student.js": ("student.js", "text/javascript; charset=utf-8"),
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; "
    "base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class StudentServer(ThreadingHTTPServer):
    """Serves the requests of students, a bounded number at once."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, requests: StudentRequests, port: int, host: str = "0.0.0.0") -> None:  # noqa: S104
        self.requests = requests
        folder = files("belieflab.classroom") / "student"
        self.pages = {
            path: ((folder / name).read_bytes(), kind) for path, (name, kind) in _PAGES.items()
        }
        self._places = threading.BoundedSemaphore(MAX_AT_ONCE)
        super().__init__((host, port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve in a thread of its own, if one is free."""
        if not self._places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve, then give the place free."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A student who hangs up is no news."""


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: StudentServer
    server_version, sys_version = "belieflab", ""
    timeout = 10  # seconds of silence after which a connection is dropped

    def do_GET(self) -> None:
        """The student's page and its two files."""
        page = self.server.pages.get(self.path.partition("?")[0])
        if page is None:
            self._refuse(Refusal(404, NOT_HERE))
        else:
            self._send(200, page[0], page[1])

    def do_POST(self) -> None:
        """Join a session, or answer one of its questions."""
        try:
            if self.path not in ("/join", "/answer"):
                raise Refusal(404, NOT_HERE)
            message = self._message()
            if self.path == "/answer":
                self._send_json(200, self.server.requests.answer(message, self._token()))
                return
            welcome = self.server.requests.join(message, self._token(), self.client_address[0])
            cookie = f"{COOKIE}={welcome.token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200"
            self._send_json(200, welcome.sheet, {"Set-Cookie": cookie})
        except Refusal as refusal:
            self._refuse(refusal)

    def _message(self) -> Any:
        """The body as JSON; a form of another site cannot send that type."""
        if self.headers.get_content_type() != "application/json":
            raise Refusal(415, "The message is not JSON.")
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            raise Refusal(413, f"A message has at most {MAX_BYTES:,} bytes.")
        try:
            return json.loads(self.rfile.read(int(length)))
        except (ValueError, RecursionError):
            raise Refusal(400, "The message is not JSON.") from None

    def _token(self) -> str:
        try:
            cookie = SimpleCookie(self.headers.get("Cookie", "")).get(COOKIE)
        except CookieError:
            return ""
        return "" if cookie is None else cookie.value

    def _refuse(self, refusal: Refusal) -> None:
        self._send_json(refusal.status, {"sentence": refusal.sentence})

    def _send_json(
        self, status: int, content: dict[str, Any], headers: dict[str, str] | None = None
    ) -> None:
        body = json.dumps(content).encode()
        self._send(status, body, "application/json", headers)

    def _send(
        self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        lines = {"Content-Type": kind, "Content-Length": str(len(body))}
        for name, value in (lines | _HEADERS | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal is the teacher's, and codes do not belong in a log."""


def free_port(first: int, tries: int = 20) -> int:
    """The first port from `first` on at which nobody listens on any address."""
    for port in range(first, first + tries):
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", port))  # noqa: S104  (only to see whether it is free)
            except OSError:
                continue
            return port
    raise OSError(f"No port from {first} to {first + tries - 1} is free.")
