"""A visitor without a browser: one websocket to a running app, as the browser opens it."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import ClientConnection, connect

PATIENCE_S = 120.0
"""Longest wait for a page."""


@dataclass
class Visitor:
    """One session of the app; it keeps what the server sent since the page was last opened."""

    connection: ClientConnection
    messages: list[ForwardMsg] = field(default_factory=list)
    session: str = ""
    seconds: float = 0.0
    """How long the server took for the page that was opened last."""
    _states: dict[str, tuple[str, object]] = field(default_factory=dict)

    def open(self, page: str, query: str = "") -> "Visitor":
        """Open a page by its name in the address and wait until it is drawn."""
        self.page, self.query = page, query
        return self._send(self._request())

    def press(self, key: str) -> "Visitor":
        """Press the button of that key and wait until the page is drawn again."""
        message = self._request()
        state = message.rerun_script.widget_states.widgets.add()
        state.id, state.trigger_value = self.widget(key), True
        return self._send(message)

    def ask(self, fragment: str, texts: Mapping[str, str] | None = None) -> "Visitor":
        """Ask for a fragment again, as a timer in the browser does for one that is drawn often.

        `texts` are the values of text fields as the browser knows them.
        """
        message = self._request()
        message.rerun_script.fragment_id, message.rerun_script.is_auto_rerun = fragment, True
        for name, text in (texts or {}).items():
            state = message.rerun_script.widget_states.widgets.add()
            state.id, state.string_value = name, text
        return self._send(message)

    def widget(self, key: str) -> str:
        """The id of the button with that key."""
        found = [each.button.id for each in self.elements("button")]
        return next(each for each in found if each.endswith(f"-{key}"))

    def elements(self, kind: str) -> Iterator["Delta"]:
        """The elements of one kind on the page."""
        for message in self.messages:
            if message.WhichOneof("type") == "delta":
                element = message.delta.new_element
                if element.WhichOneof("type") == kind:
                    yield element

    @property
    def texts(self) -> list[str]:
        """Everything that is written on the page."""
        alerts = [each.alert.body for each in self.elements("alert")]
        return alerts + [each.markdown.body for each in self.elements("markdown")]

    @property
    def failures(self) -> list[str]:
        """Tracebacks on the page."""
        return [
            f"{each.exception.type}: {each.exception.message}"
            for each in self.elements("exception")
        ]

    def leave(self) -> None:
        """Close the tab."""
        self.connection.close()

    def _request(self) -> BackMsg:
        message = BackMsg()
        message.rerun_script.page_name = self.page
        message.rerun_script.query_string = self.query
        return message

    def _send(self, message: BackMsg) -> "Visitor":
        self.messages.clear()
        begun = time.perf_counter()
        self.connection.send(message.SerializeToString())
        while True:
            received = self.connection.recv(timeout=PATIENCE_S)
            answer = ForwardMsg.FromString(received)
            kind = answer.WhichOneof("type")
            if kind == "new_session":
                self.messages.clear()  # a rerun begins: it draws the page again
                self.session = answer.new_session.initialize.session_id
            self.messages.append(answer)
            finished = answer.script_finished
            if kind == "script_finished" and finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                self.seconds = time.perf_counter() - begun
                return self


@contextmanager
def visit(url: str) -> Iterator[Visitor]:
    """A visitor to the app at that address."""
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    with connect(address, subprotocols=["streamlit"], max_size=None) as connection:
        yield Visitor(connection)
