"""A fragment that redraws the page leaves what the address was set to since it was asked for."""

from pathlib import Path

from app_server import running_app

from benchmarks.visitor import visit

APP = Path(__file__).parent / "apps" / "polling.py"


def test_a_fragment_asked_for_before_the_address_was_known_takes_nothing_back():
    with running_app(str(APP)) as server, visit(server.url) as visitor:
        visitor.open("", "place=elsewhere")
        polled = [each.auto_rerun for each in visitor.messages if each.HasField("auto_rerun")]
        assert visitor.texts == ["at elsewhere"]
        visitor.press("choose")
        assert visitor.texts == ["at there"]
        visitor.ask(polled[0].fragment_id)  # still with the address of the beginning
        assert visitor.texts == ["at there"]
