"""To whom the server answers, and that it asks nobody itself."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from app_server import running_app
from streamlit import config
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from belieflab.ui.shell import gate


def answer(layer: Any, scope: dict[str, Any]) -> int | None:
    """The status of the answer to a request; None where it is passed on to the app."""
    sent: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "passed"})

    async def send(message: Any) -> None:
        sent.append(message)

    answering = layer(app)(scope, None, send)
    with pytest.raises(StopIteration):  # it waits for nothing, so that it needs no loop
        answering.send(None)
    if sent[0]["type"] == "websocket.close":
        return 403  # what that is before the websocket is accepted
    return sent[0].get("status")


def test_there_are_no_metrics() -> None:
    def status(path: str) -> int | None:
        scope = {"type": "http", "method": "GET", "path": path}
        return answer(gate._WithoutMetrics, scope)

    assert status("/_stcore/metrics") == status("/lab/_stcore/metrics/") == 404
    assert status("/_stcore/health") is status("/") is None


def named(host: str, kind: str = "http") -> int | None:
    scope = {"type": kind, "method": "GET", "path": "/", "headers": [(b"host", host.encode())]}
    return answer(gate._KnownNames, scope)


@pytest.fixture
def options() -> Iterator[Any]:
    """Set options of the server until the test has ended."""
    names = ("server.address", "server.allowedHosts", "server.corsAllowedOrigins")
    before = {name: config.get_option(name) for name in (*names, "browser.serverAddress")}
    config.set_option("server.address", "localhost")
    yield config.set_option
    for name, value in before.items():
        config.set_option(name, value)


LOCAL = "localhost:8501 LOCALHOST. 127.0.0.1 127.0.0.2:80 [::1]:8501 lab.localhost:8501"
OTHERS = "evil.example evil.example:8501 192.168.0.7 [ localhost.evil.example"


@pytest.mark.usefixtures("options")
def test_on_localhost_a_name_that_somebody_gave_to_this_machine_is_refused() -> None:
    assert {named(host) for host in LOCAL.split()} == {None}
    for kind in ("http", "websocket"):
        assert {named(host, kind) for host in [*OTHERS.split(), ""]} == {403}


@pytest.mark.parametrize("address", [None, "::", "192.168.0.7", "lab.example.org"])
def test_a_public_server_has_any_name(address: str | None, options: Any) -> None:
    options("server.address", address)
    assert named("lab.example.org") is named("192.168.0.7:8501") is None


@pytest.mark.parametrize("address", ["localhost", "127.0.0.1", "::1"])
def test_behind_a_proxy_on_the_same_machine_its_names_are_given(address: str, options: Any) -> None:
    options("server.address", address)
    assert named("lab.example.org") == 403
    options("browser.serverAddress", "lab.example.org")
    assert named("lab.example.org") is None and named("evil.example") == 403
    options("server.corsAllowedOrigins", ["https://another.example.org"])
    assert named("another.example.org:443") is None and named("evil.example") == 403
    options("server.allowedHosts", ["*.example.com"])
    assert named("lab.example.com") is named("localhost:8501") is None
    assert named("lab.example.org") == 403


@contextmanager
def outside() -> Iterator[tuple[str, list[bytes]]]:
    """A proxy for requests to other machines, and what was asked of it."""
    asked: list[bytes] = []

    def listen() -> None:
        while True:
            try:
                connection, _ = door.accept()
            except OSError:
                return
            with connection:
                asked.append(connection.recv(1000))

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=listen, daemon=True).start()
        yield f"http://127.0.0.1:{door.getsockname()[1]}", asked
        door.shutdown(socket.SHUT_RDWR)


def handshake(url: str, origin: str | None = None, host: str = "") -> int:
    """The status by which a websocket of that origin is answered, by that name of the server."""
    port = int(url.rpartition(":")[2])
    address = f"ws://{host or f'localhost:{port}'}/_stcore/stream"
    door = socket.create_connection(("127.0.0.1", port))
    try:
        with connect(address, sock=door, origin=origin, subprotocols=["streamlit"]):  # type: ignore[list-item, arg-type]
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@pytest.fixture
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("no_proxy", "localhost,127.0.0.1")
    return monkeypatch


def test_a_public_server_refuses_websockets_of_other_sites_and_asks_nobody_about_them(
    no_proxy: pytest.MonkeyPatch,
) -> None:
    no_proxy.setenv("STREAMLIT_SERVER_ADDRESS", "0.0.0.0")  # noqa: S104
    no_proxy.setenv("STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS", "https://lab.example.org")
    with outside() as (proxy, asked):
        no_proxy.setenv("http_proxy", proxy)
        no_proxy.setenv("https_proxy", proxy)
        with running_app() as server:
            begun = time.monotonic()
            assert handshake(server.url, "http://evil.example") == 403
            assert handshake(server.url, "null") == 403
            assert handshake(server.url, "https://lab.example.org") == 101
            assert handshake(server.url, "http://127.0.0.1:8501") == 101
            assert handshake(server.url) == 101
            assert handshake(server.url, "http://lab.local:8501", "lab.local:8501") == 101
            with_tls = "https://lab.local"  # by a proxy
            assert handshake(server.url, with_tls, "lab.local") == 101
            assert time.monotonic() - begun < 10
        assert asked == []


@pytest.mark.usefixtures("no_proxy")
def test_a_server_on_localhost_is_not_reached_by_a_name_that_a_site_gave_to_it() -> None:
    with running_app() as server:
        port = server.url.rpartition(":")[2]
        evil = f"evil.example:{port}"
        assert handshake(server.url, f"http://{evil}", evil) == 403
        with pytest.raises(HTTPError, match="403"):
            urlopen(Request(f"{server.url}/", headers={"Host": evil}), timeout=30)  # noqa: S310
        for host in (f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}"):
            assert handshake(server.url, f"http://{host}", host) == 101
            request = Request(f"{server.url}/", headers={"Host": host})  # noqa: S310
            assert urlopen(request, timeout=30).status == 200  # noqa: S310
