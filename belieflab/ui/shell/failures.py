"""Failures nobody foresaw: logged whole with an id, shown as one sentence with the same id.

`BELIEFLAB_DEBUG=1` shows the traceback on the page as well.
"""

import logging
import os
import secrets

import streamlit as st
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

DEBUG_VARIABLE = "BELIEFLAB_DEBUG"
SENTENCE = (
    "Something went wrong here. Your data and labels are kept: go on with another page or setting. "
    "The server's log has the details under the id {id}."
)
METRICS = "/_stcore/metrics"
_LOG = logging.getLogger("belieflab")


def is_debugging() -> bool:
    """Whether a developer asked for tracebacks on the page."""
    return os.environ.get(DEBUG_VARIABLE, "") not in ("", "0")


def log(error: Exception) -> str:
    """Log an error that nobody foresaw; returns the id under which the log has it."""
    name = secrets.token_hex(4)
    _LOG.error("Error %s", name, exc_info=error)
    return name


def report(error: Exception) -> bool:
    """Log an uncaught error of a page, a callback or a fragment, and say so on the page.

    Streamlit calls it for everything but `st.stop` and `st.rerun`. Returns that its own display is
    left out.
    """
    st.error(SENTENCE.format(id=log(error)), icon=":material/error:")
    if is_debugging():
        st.exception(error)
    return True


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


MIDDLEWARE = [Middleware(_WithoutMetrics)]
