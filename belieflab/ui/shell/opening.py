"""What the server does when it has started: open the visitor's browser, as `streamlit run` does."""

import asyncio
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from streamlit import runtime

DELAY = 1.0
"""Seconds in which a page of an earlier start may come back; no second one is opened then."""


@asynccontextmanager
async def open_browser(_app: st.App) -> AsyncIterator[None]:
    """Open the app in a browser, unless the server is headless or a page is there already."""
    opening = None
    if not st.get_option("server.headless"):
        opening = asyncio.create_task(_open())
    yield
    if opening is not None:
        opening.cancel()


async def _open() -> None:
    await asyncio.sleep(DELAY)
    if runtime.get_instance().state.name != "ONE_OR_MORE_SESSIONS_CONNECTED":
        host = st.get_option("browser.serverAddress") or "localhost"
        await asyncio.to_thread(webbrowser.open, f"http://{host}:{st.get_option('server.port')}")
