"""A request of a timer that comes late, on a real server: older than what the server has drawn."""

from collections.abc import Iterator
from pathlib import Path

from app_server import running_app
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.visitor import Visitor, visit

APP = Path(__file__).parent / "apps" / "polling.py"


def polled(visitor: Visitor) -> str:
    """The fragment of the page that is there, as a timer names it."""
    found = (each.auto_rerun for each in visitor.messages if each.HasField("auto_rerun"))
    return next(found).fragment_id


def pages_begun(visitor: Visitor) -> Iterator[str]:
    """The pages that the server begins to draw, until it has nothing more to say."""
    while True:
        try:
            message = ForwardMsg.FromString(visitor.connection.recv(timeout=2.0))
        except TimeoutError:
            return
        if message.HasField("new_session"):
            yield message.new_session.page_script_hash


def test_it_takes_back_neither_the_address_nor_the_value_of_a_control():
    with running_app(str(APP)) as server, visit(server.url) as visitor:
        visitor.open("", "place=elsewhere")
        fragment, control = polled(visitor), next(visitor.elements("text_input")).text_input
        assert visitor.texts == ["at elsewhere"]
        visitor.press("choose")
        assert visitor.texts == ["at there"]
        visitor.ask(fragment, {control.id: "elsewhere"})
        assert visitor.texts == ["at there"]


def test_it_leaves_the_page_that_has_come_meanwhile():
    with running_app(str(APP)) as server, visit(server.url) as visitor:
        visitor.open("")
        begun = [each.new_session for each in visitor.messages if each.HasField("new_session")]
        here, press, timer = begun[-1].page_script_hash, BackMsg(), BackMsg()
        press.rerun_script.page_script_hash = here
        timer.CopyFrom(press)
        state = press.rerun_script.widget_states.widgets.add()
        state.id, state.trigger_value = visitor.widget("next"), True
        timer.rerun_script.fragment_id = polled(visitor)
        timer.rerun_script.is_auto_rerun = True
        visitor.connection.send(press.SerializeToString())
        pages = pages_begun(visitor)
        next(page for page in pages if page != here)
        visitor.connection.send(timer.SerializeToString())  # while the second page is drawn
        assert here not in list(pages)
