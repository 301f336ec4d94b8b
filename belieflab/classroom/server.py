"""The only thing that listens on the network: five addresses, everything else is 404.

One thread reads and writes all connections, so that one that dawdles costs a little memory and
nothing else; requests that need the store run in a few threads of their own.
"""

import asyncio
import json
import logging
import socket
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.cookies import CookieError, SimpleCookie
from importlib.resources import files
from typing import Any

from belieflab.classroom.connections import Connection, Connections
from belieflab.classroom.http_message import (
    MAX_HEAD,
    Request,
    check_origin,
    read_request,
    write_response,
)
from belieflab.classroom.refusal import Refusal
from belieflab.classroom.student_requests import StudentRequests

EVERYWHERE = "0.0.0.0"  # noqa: S104  (students come by the network; --students-address narrows it)
COOKIE = "belieflab_student"
DEADLINE = 10.0
"""Seconds in which a request has to be complete, and then as many for taking the answer."""

WORKERS = 2
MAX_PORT = 65_535
NOT_HERE = "There is nothing here. Open the link of your session."
TOO_SLOW = "The request took too long. Try again."
FAILED = "The teacher's machine could not do this. Try again."

_LOG = logging.getLogger(__name__)
_PAGES = {
    "/": ("student.html", "text/html; charset=utf-8"),
    "/student.css": ("student.css", "text/css; charset=utf-8"),
    "/student.js": ("student.js", "text/javascript; charset=utf-8"),
}


class StudentServer:
    """Serves the requests of students at a port of one interface, or of all.

    `names`: what this machine is called by students' browsers, beside its addresses.
    """

    def __init__(
        self,
        requests: StudentRequests,
        port: int,
        host: str = EVERYWHERE,
        *,
        names: Iterable[str] = (),
        deadline: float = DEADLINE,
        connections: Connections | None = None,
    ) -> None:
        self.requests = requests
        folder = files("belieflab.classroom") / "student"
        self._pages = {
            path: ((folder / name).read_bytes(), kind) for path, (name, kind) in _PAGES.items()
        }
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local", *map(str.lower, names)}
        self._deadline = deadline
        self._serving: set[asyncio.Task[Any]] = set()
        self._connections = connections or Connections()
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="students")
        if not 0 <= port <= MAX_PORT:
            raise OSError(f"A port is a number up to {MAX_PORT}, not {port}.")
        self._socket = socket.create_server((host, port), backlog=512)
        self.server_port: int = self._socket.getsockname()[1]
        self._loop = asyncio.SelectorEventLoop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="students", daemon=True)

    def start(self) -> None:
        """Serve, in a thread of its own."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Hang up on everyone and end the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._workers.shutdown(cancel_futures=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        listening = asyncio.start_server(self._serve, sock=self._socket, limit=MAX_HEAD)
        server = self._loop.run_until_complete(listening)
        self._ready.set()
        self._loop.run_forever()
        self._loop.remove_reader(self._socket)  # who was accepted is still taken care of
        self._loop.run_until_complete(self._settle())
        server.close()
        self._loop.close()

    async def _settle(self) -> None:
        """Hang up on everyone; connections that just arrive come to their end, too."""
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in self._serving & others:
                task.cancel()
            await asyncio.wait(others)
        await asyncio.sleep(0)  # hung-up sockets are closed in the next turn

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: one request, one response."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  (a server's callback is one)
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        peer = writer.get_extra_info("peername")
        connection = Connection(str(peer[0]) if peer else "", writer.transport)
        if not self._connections.admit(connection):
            connection.abort()
            return
        try:
            response = await self._exchange(reader, connection)
            async with asyncio.timeout(self._deadline):
                writer.write(response)
                writer.write_eof()
                # What was sent beyond the request is read away: a reset would eat the response.
                while await reader.read(MAX_HEAD):
                    pass
                writer.close()
                await writer.wait_closed()
        except (OSError, TimeoutError, asyncio.CancelledError):
            pass  # a student who hangs up, or never does, or the end of the server, is no news
        finally:
            connection.abort()
            self._connections.forget(connection)

    async def _exchange(self, reader: asyncio.StreamReader, connection: Connection) -> bytes:
        """The response to the request that comes in time."""
        try:
            try:
                async with asyncio.timeout(self._deadline):
                    request = await read_request(reader)
            except TimeoutError:
                raise Refusal(408, TOO_SLOW) from None
            check_origin(request, self._names)
            connection.idle = False
            return await self._respond(request, connection.address)
        except Refusal as refusal:
            connection.idle = True
            await asyncio.sleep(refusal.delay)
            return _refuse(refusal)
        except OSError:  # hung up
            raise
        except Exception:
            _LOG.exception("A request of a student failed.")
            return _refuse(Refusal(500, FAILED))
        finally:
            connection.idle = True

    async def _respond(self, request: Request, address: str) -> bytes:
        path = request.path.partition("?")[0]
        if request.method == "GET" and path in self._pages:
            token = self.requests.device_token(_token(request))
            headers = {"Set-Cookie": _cookie(token)} if path == "/" else {}
            return write_response(200, *self._pages[path], headers)
        if request.method not in ("GET", "POST"):
            raise Refusal(501, "Only GET and POST are understood here.")
        if request.method == "GET" or request.path not in ("/join", "/answer", "/score"):
            raise Refusal(404, NOT_HERE)
        work = partial(self._post, request, address)
        return await self._loop.run_in_executor(self._workers, work)

    def _post(self, request: Request, address: str) -> bytes:
        """Join a session, answer one of its questions, or ask how honest the doubts were."""
        message, token = _message(request), _token(request)
        if request.path == "/score":
            return _write_json(200, self.requests.score(message, token))
        if request.path == "/answer":
            return _write_json(200, self.requests.answer(message, token))
        agent = request.headers.get("user-agent", "")
        welcome = self.requests.join(message, token, address, agent)
        headers = {"Set-Cookie": _cookie(welcome.token)}
        return _write_json(202 if welcome.waiting else 200, welcome.sheet, headers)


def _cookie(token: str) -> str:
    return f"{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200"


def _token(request: Request) -> str:
    try:
        cookie = SimpleCookie(request.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return "" if cookie is None else cookie.value


def _message(request: Request) -> Any:
    """The body as JSON; a form of another site cannot send that type."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(415, "The message is not JSON.")
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError):
        raise Refusal(400, "The message is not JSON.") from None


def _refuse(refusal: Refusal) -> bytes:
    content: dict[str, Any] = {"sentence": refusal.sentence}
    if refusal.retry is None:
        return _write_json(refusal.status, content)
    headers = {"Retry-After": str(round(refusal.retry + 0.5))}
    return _write_json(refusal.status, content | {"retry": refusal.retry}, headers)


def _write_json(
    status: int, content: dict[str, Any], headers: dict[str, str] | None = None
) -> bytes:
    return write_response(status, json.dumps(content).encode(), "application/json", headers)


def free_port(first: int, host: str = EVERYWHERE, tries: int = 20) -> int:
    """The first port from `first` on at which nobody listens at that address."""
    for port in range(first, first + tries):
        with socket.socket() as probe:
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise OSError(f"No port from {first} to {first + tries - 1} is free.")
