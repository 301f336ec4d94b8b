"""What the server does when it has started: say where it is, open a browser there."""

import asyncio
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from streamlit import runtime
from streamlit.web.server.server_util import get_url

DELAY = 1.0
"""Seconds in which a page of an earlier start may come back; no second one is opened then."""


EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104


@asynccontextmanager
async def announce(_app: st.App) -> AsyncIterator[None]:
    """Say where the app is, and open it in a browser.

    Not where the server is headless or a page is there already.
    """
    opening = None
    sys.stdout.write(f"\n  belieflab is ready: {find_address()}\n\n")
    sys.stdout.flush()
    if not st.get_option("server.headless"):
        opening = asyncio.create_task(_open())
    yield
    if opening is not None:
        opening.cancel()


async def _open() -> None:
    await asyncio.sleep(DELAY)
    if runtime.get_instance().state.name != "ONE_OR_MORE_SESSIONS_CONNECTED":
        await asyncio.to_thread(webbrowser.open, find_address())


def find_address() -> str:
    """Where a browser on this machine finds the app, unless it was said how it is visited."""
    said, here = st.get_option("browser.serverAddress"), st.get_option("server.address")
    if said != "localhost" or here in {None, "", *EVERYWHERE}:
        return get_url(said or "localhost")
    return get_url(f"[{here}]" if ":" in here else here)
