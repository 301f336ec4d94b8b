"""What a session may hold of uploaded files, looked at before a file is read from the network.

Streamlit keeps whatever is sent to the address of a session, with an uploader on its page or
without, until the session is closed. This reaches into it where nothing public does:
tests/ui/shell/test_uploads.py looks at a real server.
"""

import re
import time
from collections import Counter
from collections.abc import Container
from http import HTTPStatus
from typing import Any
from weakref import WeakKeyDictionary

import streamlit as st
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.common import is_element_id

from belieflab.memory import RESERVATIONS, memory_refusal
from belieflab.ui.shell.messages import tell

MAX_FILES = 2
"""So many files of the largest size may a session hold, or more that are smaller."""

FILE_BYTES = 10_000
"""That each file counts for besides its contents, so that empty ones are not without end."""

LEFT_SECONDS = 60.0
"""How long after the last upload files are kept for an uploader that does not show them yet."""

_arriving: Counter[Any] = Counter()
"""Bytes that are on their way to a session."""
_last: WeakKeyDictionary[Any, float] = WeakKeyDictionary()
"""When the last of them were there."""
_PLACE = re.compile(r"/_stcore/upload_file/([^/]+)/([^/]+)\Z")
_MEGABYTE = 1024 * 1024
_ADVICE = "Upload it again in some minutes."


class LimitedUploads:
    """Refuses uploads beyond what a session, or the server, may hold."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 413 or 507 to what is too much; everything else is the app's."""
        found = _PLACE.search(scope["path"]) if scope.get("method") == "PUT" else None
        session = None if found is None else _session(found[1])
        if found is None or session is None:
            await self._app(scope, receive, send)
            return
        name, file = found.groups()
        size = _declared(scope) + FILE_BYTES
        status, refusal = self._refusal(session, file, size)
        if refusal:
            while (await receive()).get("more_body"):  # else a browser never sees the answer
                pass
            tell(session, refusal)
            await PlainTextResponse(refusal, status)(scope, receive, send)
            return
        _arriving[session] += size
        careful = _careful(session, receive)
        try:
            await self._app(scope, careful, send)
        finally:
            RESERVATIONS.end(careful)
            _arriving[session] -= size
            if not _arriving[session]:
                del _arriving[session]
            _last[session] = time.monotonic()
            if _session(name) is None:  # closed meanwhile: nothing else would drop the file
                runtime.get_instance().uploaded_file_mgr.remove_session_files(name)

    def _refusal(self, session: Any, file: str, size: int) -> tuple[int, str]:
        """The status and the reason with which a file is not taken; no reason where it is."""
        forget_left(runtime.get_instance(), session)
        most = MAX_FILES * st.get_option("server.maxUploadSize")
        held = held_bytes(runtime.get_instance(), session.id, {file}) + _arriving[session]
        if held + size > (most + 1) * _MEGABYTE:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE, (
                f"A file was not taken: those uploaded to a page have at most {most} MB together. "
                "Remove some of them first, or reload the page."
            )
        return HTTPStatus.INSUFFICIENT_STORAGE, memory_refusal(size, _ADVICE)


def _careful(session: Any, receive: Receive) -> Receive:
    """Look at the memory again once a file is here, which may be long after it was announced."""
    received = 0

    async def careful() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if message["type"] == "http.request" and not message.get("more_body"):
            refusal = RESERVATIONS.begin(careful, received, _ADVICE)
            if refusal:
                tell(session, refusal)
                raise HTTPException(HTTPStatus.INSUFFICIENT_STORAGE, refusal)
        return message

    return careful


def _declared(scope: Scope) -> int:
    """The bytes that a request says it brings; the most there may be where it does not say."""
    headers = Headers(scope=scope)
    said = headers.get("content-length", "")
    if said.isdecimal() and "transfer-encoding" not in headers:
        return int(said)
    return int(st.get_option("server.maxUploadSize")) * _MEGABYTE


def _session(name: str) -> Any:
    """The session of that name, with a browser or without; None where there is none."""
    if not runtime.exists():
        return None
    info = runtime.get_instance()._session_mgr.get_session_info(name)
    return None if info is None else info.session


def held_bytes(server: Any, name: str, besides: Container[str] = ()) -> int:
    """What a session holds of uploaded files, but for those whose ids are given."""
    files = dict(server.uploaded_file_mgr.file_storage.get(name, {}))
    return sum(
        FILE_BYTES + len(each.data) + len(each.name) + len(each.type)
        for each in files.values()
        if each.file_id not in besides
    )


def forget_left(server: Any, session: Any, after: float | None = None) -> None:
    """Drop the files that are on no uploader of the page, so many seconds after the last came.

    None goes while the page is drawn or a file arrives.
    """
    after = LEFT_SECONDS if after is None else after
    files = set(server.uploaded_file_mgr.file_storage.get(session.id, ()))
    rested = time.monotonic() - _last.get(session, -after) >= after
    if not files or not rested or session in _arriving or session._scriptrunner is not None:
        return
    for file in files - _drawn(session.session_state):
        server.uploaded_file_mgr.remove_file(session.id, file)


def _drawn(state: Any) -> set[str]:
    """The ids of the files that the uploaders of a page show."""
    values = [value for name, value in state._old_state.items() if is_element_id(name)]
    found: list[Any] = []
    for value in [*values, *(each.value for each in state._new_widget_state.states.values())]:
        if isinstance(value, WidgetState):  # as the browser has sent it
            found += value.file_uploader_state_value.uploaded_file_info
        else:
            found += value if isinstance(value, list) else [value]
    return {str(each.file_id) for each in found if hasattr(each, "file_id")}
