"""The body of a method page: its own controls draw it alone, and nothing that they do is lost."""

import pytest
from browsing import click_point, until
from playwright.sync_api import Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

LINK = "/neighbours?data=iris&labels=expert-doubt"
SIDEBAR = 1
POINT = """g => { const box = g.querySelector('.nsewdrag').getBoundingClientRect();
    const {xaxis, yaxis} = g._fullLayout;
    const {x, y} = g.calcdata.find(points => points.length > 14)[14];
    return [box.left + xaxis.c2p(x), box.top + yaxis.c2p(y)]; }"""


def test_a_view_option_draws_the_body_alone_and_a_click_that_sets_k_the_whole_page(
    page, app, settled
):
    sent = listen(page)
    page.goto(app + LINK)
    settled(page)
    assert SIDEBAR in roots(sent)
    page.get_by_role("button", name="View", exact=True).click()
    sent.clear()
    page.get_by_role("radio", name="conflict").click()
    expect(page.get_by_text("fainter with more conflict")).to_be_visible()
    settled(page)
    assert SIDEBAR not in roots(sent)
    assert "neighbours.shade=conflict" in page.url
    page.keyboard.press("Escape")
    curve = page.locator(".st-key-neighbours-curve .js-plotly-plot")
    click_point(curve, curve.evaluate(POINT))
    slider = page.locator(".st-key-neighbours-K input[type=range]")
    until(page, slider.input_value, lambda value: value == "15")
    until(page, lambda: page.url, lambda url: "neighbours.K=15" in url)
    assert SIDEBAR in roots(sent)
    page.get_by_text("Save, open, share").click()
    expect(page.get_by_test_id("stSidebar").get_by_test_id("stCode").first).to_contain_text("K=15")


def colour_by_truth(page: Page) -> None:
    page.get_by_role("button", name="View", exact=True).click()
    page.get_by_role("radio", name="truth").click()
    until(page, lambda: page.url, lambda url: "labels.colour=truth" in url)


def hide_truth(page: Page) -> None:
    page.get_by_test_id("stPopoverBody").get_by_role("button", name="Hide truth").click()
    expect(page.locator(".workspace-card")).not_to_contain_text("wrong labels")


def open_disputed(page: Page) -> None:
    page.get_by_role("tab", name="Disputed objects").click()
    expect(page.get_by_text("the most disputed first")).to_be_visible()


def weigh_as_learned(page: Page) -> None:
    page.get_by_role("tab", name="Annotators").click()
    page.get_by_role("button", name="Weights as learned").click()
    expect(page.get_by_role("button", name="All the same")).to_be_enabled()


def see_a_source(page: Page) -> None:
    page.get_by_role("radio", name="Doctor 1", exact=True).click()
    expect(page.get_by_text("All subsets, Doctor 1")).to_be_visible()


def take_another_rule(page: Page) -> None:
    page.get_by_role("radio", name="Yager").click()
    expect(page.get_by_role("button", name="Undo edit")).to_be_enabled()


OTHERS = {
    "labels?data=iris&labels=expert-doubt": (colour_by_truth, hide_truth),
    "crowd?data=iris&labels=crowd": (open_disputed, weigh_as_learned),
    "playground?preset=zadeh": (see_a_source, take_another_rule),
}
"""What changes the body alone on other pages, by their addresses, and what changes the sidebar."""


@pytest.mark.parametrize(("address", "acts"), OTHERS.items())
def test_what_changes_only_the_body_draws_it_alone_on_other_pages(
    page, app, settled, address, acts
):
    look, change = acts
    sent = listen(page)
    page.goto(f"{app}/{address}")
    settled(page)
    sent.clear()
    look(page)
    settled(page)
    assert SIDEBAR not in roots(sent)
    change(page)
    settled(page)
    assert SIDEBAR in roots(sent)


def listen(page):
    """The messages of the server from now on, as they come."""
    sent = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(frame))
    )
    return sent


def roots(sent):
    """Where the elements that were sent belong to: 0 is the page, 1 the sidebar."""
    found = set()
    for frame in sent:
        message = ForwardMsg.FromString(frame)
        found.update(message.metadata.delta_path[:1])
    return found
