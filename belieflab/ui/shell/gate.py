"""What the server answers, and by which names: before anything of a request is looked at.

`ask_nobody` reaches into Streamlit where nothing public does: tests/ui/shell/test_gate.py looks at
a real server.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

import streamlit as st
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import net_util
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

from belieflab.ui.shell.uploads import LimitedUploads

METRICS = "/_stcore/metrics"
REFUSAL = "This server is reached as localhost. Other names are given to it by server.allowedHosts."


def ask_nobody() -> None:
    """Have Streamlit know no outside address of this machine.

    For every websocket from a site it does not know it would ask an outside service for that, and
    answer nobody meanwhile.
    """
    net_util.get_external_ip = lambda: None


class _WithoutMetrics:
    """Nothing is at the address of the metrics: they tell anyone how much a server holds."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 404 there; everything else is the app's."""
        if scope["type"] == "http" and scope["path"].rstrip("/").endswith(METRICS):
            await PlainTextResponse("Not found", status_code=404)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


class _KnownNames:
    """A server on localhost answers to names of its own alone.

    Otherwise a web site could give its name to this machine, and its pages would then be taken for
    those of the app.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 403 to what names another host; everything else is the app's."""
        if scope["type"] == "lifespan" or all(map(is_known, Headers(scope=scope).getlist("host"))):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose(code=1008)(scope, receive, send)
        else:
            await PlainTextResponse(REFUSAL, status_code=403)(scope, receive, send)


def is_known(host: str) -> bool:
    """Whether a server at the configured address may be visited by this name."""
    name = _name(f"//{host}")
    if not _is_local(st.get_option("server.address") or "") or _is_local(name):
        return True
    if st.get_option("server.allowedHosts"):
        return is_host_allowed(host)
    given = [st.get_option("browser.serverAddress"), *st.get_option("server.corsAllowedOrigins")]
    return name in {_name(each if "//" in each else f"//{each}") for each in given} - {""}


def _is_local(name: str) -> bool:
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def _name(address: str) -> str:
    """The name of the host in an address; empty where there is none."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


MIDDLEWARE = [Middleware(_WithoutMetrics), Middleware(_KnownNames), Middleware(LimitedUploads)]
