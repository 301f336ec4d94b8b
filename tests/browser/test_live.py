"""A slider of Streamlit answers while it is dragged, and a release changes charts in place.

This leans on what Streamlit draws: an `input[type=range]` inside the element of the slider's key,
whose value follows the pointer.
"""

import re

from browsing import until
from playwright.sync_api import Page, expect

LINK = "/mixture?data=iris&labels=expert-doubt"
PLANE = ".st-key-mixture-plane .js-plotly-plot"
SLIDER = ".st-key-mixture-noise"
LAW = ".st-key-labels-law-expert-doubt-mean"
LEVELS = "slider => window.belieflabSliders?.get(slider.slice(1))?.levels.size ?? 0"
OUTLINES = """g => g.calcdata.filter(points => points[0].trace.mode === 'lines')
    .map(points => [points[0].x, points[0].y].map(value => Math.round(value * 1e4))).join()"""


def numbers(page: Page) -> str:
    return page.locator(".st-key-mixture_numbers").inner_text()


def card(page: Page) -> str:
    return page.locator(".workspace-card dl").inner_text()


def drag_to(page: Page, share: float, slider: str = SLIDER) -> None:
    """Move the pointer to that share of the slider's width."""
    box = page.locator(f"{slider} [data-testid=stSlider]").bounding_box()
    thumb = page.locator(f"{slider} input[type=range]").bounding_box()
    page.mouse.move(box["x"] + share * box["width"], thumb["y"])


def test_a_drag_moves_picture_and_numbers_and_a_release_keeps_the_chart(page, app, settled):
    page.goto(app + LINK)
    settled(page)
    plane = page.locator(PLANE)
    plane.locator(".scatterlayer").wait_for()
    plane.evaluate("g => { g.isTheSame = true; Plotly.relayout(g, {'xaxis.range': [-1, 3]}); }")
    drag_to(page, 0.2)
    until(page, lambda: page.evaluate(LEVELS, SLIDER), lambda count: count > 10)
    at_first, error = plane.evaluate(OUTLINES), numbers(page)
    address = page.url
    page.mouse.down()
    counter = page.locator(".st-key-mixture-player .counter")
    expect(counter).to_be_visible()
    seen, said = set(), {card(page)}
    for share in (0.5, 0.7, 0.9):
        before = plane.evaluate(OUTLINES)
        drag_to(page, share)
        until(page, lambda: plane.evaluate(OUTLINES), lambda now, old=before: now != old)
        seen.add(numbers(page))
        said.add(card(page))
    assert len(seen | {error}) == 4
    assert len(said) == 4
    expect(counter).to_be_hidden()  # its error rate is that of another level
    assert page.url == address
    drag_to(page, 0.2)  # back where it was: nothing is sent, and the page shows what it showed
    until(page, lambda: numbers(page), lambda now: now == error)
    until(page, lambda: plane.evaluate(OUTLINES), lambda now: now == at_first)
    # A level like any other: to let the charts go would leave a gap in the drag.
    assert plane.evaluate("g => g.layout.meta.version").startswith("level ")
    drag_to(page, 0.7)
    page.mouse.up()
    settled(page)
    value = page.locator(f"{SLIDER} input[type=range]").input_value()
    assert float(value) > 0.5
    until(page, lambda: plane.evaluate("g => g.layout.meta.version"), lambda v: v and " " not in v)
    assert numbers(page) != error
    assert plane.evaluate("g => g.isTheSame")
    assert plane.evaluate("g => g.layout.xaxis.range") == [-1, 3]
    frames = "g => g._transitionData._frames.map(frame => frame.name).join()"
    played = plane.evaluate(frames)
    page.emulate_media(color_scheme="dark")  # Streamlit builds the chart again
    settled(page)
    until(page, lambda: plane.evaluate(frames), lambda now: now == played)


def test_what_the_page_says_of_the_labels_follows_a_drag_too(page, app, settled):
    page.goto(f"{app}/labels?data=iris&labels=expert-doubt")
    settled(page)
    headline = page.locator(".st-key-labels-headline")
    expect(headline).to_contain_text("labels are wrong")
    at_first = headline.inner_text(), card(page)
    drag_to(page, 0.2, LAW)
    until(page, lambda: page.evaluate(LEVELS, LAW), lambda count: count > 10)
    page.mouse.down()
    drag_to(page, 0.9, LAW)
    until(page, headline.inner_text, lambda now: now != at_first[0])
    assert card(page) != at_first[1]
    assert re.match(r"Expert with doubt: \d+ of \d+ labels are wrong", headline.inner_text())
    drag_to(page, 0.2, LAW)
    until(page, lambda: (headline.inner_text(), card(page)), lambda now: now == at_first)
    drag_to(page, 0.9, LAW)
    page.mouse.up()
    settled(page)
    assert headline.inner_text() != at_first[0] and card(page) != at_first[1]
