"""The body of a method page: its own controls draw it alone, and nothing that they do is lost."""

from browsing import click_point, until
from playwright.sync_api import expect
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
    sent = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(frame))
    )
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


def roots(sent):
    """Where the elements that were sent belong to: 0 is the page, 1 the sidebar."""
    found = set()
    for frame in sent:
        message = ForwardMsg.FromString(frame)
        found.update(message.metadata.delta_path[:1])
    return found
