"""What a browser sends for a widget is taken as a value of it, whatever it is."""

import math

import pytest
from app_server import running_app
from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.visitor import Visitor, visit


def send_seed(visitor: Visitor, value: float) -> str:
    """Send that number as the seed; returns what the page then says."""
    fields = [each.number_input for each in visitor.elements("number_input")]
    message = BackMsg()
    message.rerun_script.page_name = "data"
    state = message.rerun_script.widget_states.widgets.add()
    state.id = next(each.id for each in fields if each.id.endswith("-card.seed"))
    state.double_value = value
    return " ".join(visitor._send(message).texts)


def test_no_number_breaks_the_page() -> None:
    with running_app() as server, visit(server.url) as visitor:
        visitor.open("data")
        for value in (math.nan, math.inf, -math.inf, 1e300, -1.0, 0.5, 11.0):
            said = send_seed(visitor, value)
            if "Something went wrong" in said or "Nothing is loaded yet" not in said:
                pytest.fail(f"{value}: {said}")
