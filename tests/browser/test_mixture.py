"""The Mixture page in a real browser: a link, the player, zoom, nonspecificity, pin, a lecture."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

PLANE = ".st-key-mixture-plane .js-plotly-plot"
TRACE = ".st-key-mixture-trace .js-plotly-plot"
LINK = "/mixture?data=iris&labels=expert-doubt&mixture.family=tied&mixture.init=random"

# Where the outlines are drawn, and where the cursor of the trace stands.
OUTLINES = """g => g.calcdata.filter(points => points[0].trace.mode === 'lines')
    .map(points => [points[0].x, points[0].y].map(value => Math.round(value * 1e4)))"""
CURSOR = "g => g.calcdata[2][0].x"
COLOURS = """g => [...g.querySelectorAll('.scatterlayer .trace:first-child .point')]
    .map(point => point.style.fill).join()"""


def open_link(page: Page, app: str, settled, link: str = LINK) -> None:
    page.goto(app + link)
    settled(page)
    page.locator(f"{PLANE} .scatterlayer").wait_for()
    page.locator(f"{TRACE} .scatterlayer").wait_for()


def slider(page: Page, word: str = "iteration"):
    return page.locator(f"input[type=range][aria-label={word}]")


def stands_at(page: Page, iteration: float) -> None:
    """Wait until the cursor of the trace is there."""
    page.wait_for_function(
        f"x => ({CURSOR})(document.querySelector('{TRACE}')) === x", arg=iteration
    )


def test_the_player_moves_outlines_and_trace_and_leaves_the_zoom_alone(page, app, settled):
    open_link(page, app, settled)
    plane, trace = page.locator(PLANE), page.locator(TRACE)
    last = int(slider(page).get_attribute("max"))
    assert last >= 5
    stands_at(page, last)
    plane.evaluate("g => Plotly.relayout(g, {'xaxis.range': [-1, 3], 'yaxis.range': [-2, 2]})")
    at_the_end, colours = plane.evaluate(OUTLINES), plane.evaluate(COLOURS)
    slider(page).focus()
    slider(page).press("Home")
    stands_at(page, 0)
    at_the_start = plane.evaluate(OUTLINES)
    assert len(at_the_start) == 3
    assert all(a != b for a, b in zip(at_the_start, at_the_end, strict=True))
    assert plane.evaluate(COLOURS) != colours
    slider(page).press("ArrowRight")
    stands_at(page, 1)
    assert trace.evaluate("g => g.calcdata[1].length") == 2
    slider(page).press("End")
    stands_at(page, last)
    assert plane.evaluate(OUTLINES) == at_the_end
    assert plane.evaluate("g => g.layout.xaxis.range") == [-1, 3]
    check_a_cell_of_the_comparison_is_the_next_model(page, settled)
    settled(page)
    check_a_pinned_run_is_drawn_beside_the_next(page, settled)


def check_a_pinned_run_is_drawn_beside_the_next(page: Page, settled) -> None:
    page.get_by_role("button", name="Pin", exact=True).click()
    settled(page)
    page.get_by_role("combobox", name="Start from").click()
    page.get_by_role("option", name="pignistic").click()
    settled(page)
    page.get_by_role("tab", name="Compare pinned").click()
    settled(page)
    expect(page.locator("[class*=st-key-mixture-pinned] .js-plotly-plot")).to_have_count(2)


def check_a_cell_of_the_comparison_is_the_next_model(page: Page, settled) -> None:
    page.get_by_role("button", name="Compare models").click()
    page.get_by_text("Click a cell to fit that model").wait_for(timeout=120_000)
    settled(page)
    table = page.locator(".st-key-mixture-choice_table").get_by_test_id("stDataFrame")
    table.scroll_into_view_if_needed()
    box = table.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 40, box["y"] + 53)
    family = page.get_by_role("combobox", name="Covariance family")
    expect(family).to_have_value("tied spherical", timeout=60_000)


@pytest.mark.slow
def test_a_link_opens_the_same_fit(page, new_page, app, settled):
    open_link(page, app, settled)
    page.get_by_role("button", name="View").first.click()
    page.get_by_role("radio", name="classification").click()
    expect(page).to_have_url(re.compile("mixture.show=classification"))
    settled(page)
    address = urlsplit(page.url)
    assert "mixture.family=tied" in address.query
    family = page.get_by_role("combobox", name="Covariance family")
    expect(family).to_have_value("tied")
    numbers = page.locator(".st-key-mixture_numbers").inner_text()
    other = new_page()
    open_link(other, app, settled, f"{address.path}?{address.query}")
    assert other.locator(".st-key-mixture_numbers").inner_text() == numbers
    assert other.locator(PLANE).evaluate(OUTLINES) == page.locator(PLANE).evaluate(OUTLINES)
    assert other.locator(PLANE).evaluate(COLOURS) == page.locator(PLANE).evaluate(COLOURS)


def test_regions_follow_the_player(page, app, settled):
    open_link(page, app, settled, LINK + "&mixture.regions=true")
    image = page.locator(f"{PLANE} .imagelayer image")
    picture = "e => e.href.baseVal"
    image.wait_for(state="attached")
    at_the_end = image.evaluate(picture)
    slider(page).focus()
    slider(page).press("Home")
    stands_at(page, 0)
    image.wait_for(state="attached")
    assert image.evaluate(picture) != at_the_end


def test_dragging_the_nonspecificity_asks_nothing_of_the_server(page, app, settled):
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    open_link(page, app, settled, LINK + "&mixture.over=nonspecificity")
    assert sent
    sent.clear()
    plane = page.locator(PLANE)
    seen = []
    slider(page, "nonspecificity").focus()
    slider(page, "nonspecificity").press("Home")
    for level in (0.0, 0.05, 0.1):
        stands_at(page, level)
        seen.append(str(plane.evaluate(OUTLINES)))
        slider(page, "nonspecificity").press("ArrowRight")
    assert len(set(seen)) == 3
    expect(page.locator(".counter")).to_contain_text("nonspecificity 0.15 / 1.00 · error")
    assert not sent


@pytest.mark.slow  # test_lecture.py walks all pages with every change
def test_a_lecture_fits_the_projector_without_scrolling(new_page, app, settled):
    page = new_page(width=1280, height=800)
    open_link(page, app, settled, LINK + "&lecture=1&show=K,init")
    expect(page.get_by_role("combobox", name="Start from")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
    for part in (page.locator(PLANE), slider(page)):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
