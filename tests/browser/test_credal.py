"""The Credal partition page in a real browser: a lesson, player, clicks, pairs, a lecture."""

import re
from urllib.parse import urlsplit

import pytest
from browsing import until_chart
from playwright.sync_api import Page, expect

PLANE = ".st-key-credal-plane .js-plotly-plot"
TRACE = ".st-key-credal-trace .js-plotly-plot"
LINK = "/credal-partition?data=butterfly"

PROTOTYPES = """g => (g.calcdata?.find(points => points[0].trace.name === 'prototypes') ?? [])
    .map(point => [point.x, point.y].map(value => Math.round(value * 1e3)))"""
CURSOR = "g => g.calcdata[2][0].x"
# A player that rests draws the plane once more, whole, and only then are points found by clicks.
NOTE_RESTS = """(g, trace) => {
    g.rested = null;
    const cursor = () => document.querySelector(trace).calcdata[2][0].x;
    g.on('plotly_redraw', () => { g.rested = cursor(); });
}"""
COLOURS = "g => [...g.querySelectorAll('.point')].map(point => point.style.fill).join()"
PLACES = """g => {
    const box = g.getBoundingClientRect(), {xaxis, yaxis} = g._fullLayout;
    const drawn = g.calcdata.find(points => points[0].trace.name === 'objects');
    return drawn.map(({x, y}) => [
        box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y)]);
}"""


def open_link(page: Page, app: str, settled, link: str = LINK) -> None:
    page.goto(app + link)
    settled(page)
    page.locator(f"{PLANE} .scatterlayer").wait_for()
    page.locator(f"{TRACE} .scatterlayer").wait_for()


def click_row(page: Page, settled, row: int) -> None:
    page.locator(PLANE).scroll_into_view_if_needed()
    place = page.locator(PLANE).evaluate(PLACES)[row - 1]
    page.mouse.click(*place)
    settled(page)


def slider(page: Page):
    return page.locator("input[type=range][aria-label=iteration]")


def stands_at(page: Page, iteration: int) -> None:
    page.wait_for_function(
        f"([trace, x]) => ({CURSOR})(document.querySelector(trace)) === x",
        arg=[TRACE, iteration],
    )


@pytest.mark.slow
def test_one_click_from_start_leads_to_the_bridge_and_a_click_shows_its_masses(page, app, settled):
    page.goto(app)
    settled(page)
    page.locator(".st-key-start-lesson-overlap button").click()
    expect(page.get_by_role("heading", name="Credal partition")).to_be_visible()
    settled(page)
    page.locator(f"{PLANE} .scatterlayer").wait_for()
    click_row(page, settled, 6)
    expect(page.get_by_role("strong").filter(has_text="Row 6")).to_be_visible()
    expect(page.locator(".st-key-credal-story .js-plotly-plot")).to_be_visible()
    expect(page.locator(".st-key-lesson_panel")).to_contain_text("Done")


def test_the_player_moves_prototypes_and_colours_and_leaves_zoom_alone(page, app, settled):
    open_link(page, app, settled)
    plane, last = page.locator(PLANE), page.locator(TRACE).evaluate(CURSOR)
    assert last > 20
    plane.evaluate("g => Plotly.relayout(g, {'xaxis.range': [-6, 6], 'yaxis.range': [-3, 3]})")
    prototypes, colours = plane.evaluate(PROTOTYPES), plane.evaluate(COLOURS)
    assert len(prototypes) == 3
    slider(page).focus()
    slider(page).press("Home")
    stands_at(page, 0)
    assert plane.evaluate(PROTOTYPES) != prototypes
    assert plane.evaluate(COLOURS) != colours
    plane.evaluate(NOTE_RESTS, TRACE)
    slider(page).press("End")
    stands_at(page, last)
    assert plane.evaluate(PROTOTYPES) == prototypes
    assert plane.evaluate("g => g.layout.xaxis.range") == [-6, 6]
    until_chart(plane, "g => g.rested", lambda place: place == last)
    click_row(page, settled, 5)
    expect(page.get_by_role("strong").filter(has_text="Row 5")).to_be_visible()
    assert plane.evaluate("g => g.layout.xaxis.range") == [-6, 6]
    check_another_theme_reaches_the_axes_and_leaves_the_ring_alone(page, settled)


def check_another_theme_reaches_the_axes_and_leaves_the_ring_alone(page, settled):
    shown = """(g, is_dark) => {
        const ring = g.calcdata?.find(points => points[0].trace.name === 'chosen');
        const tick = g.querySelector('.xtick text');
        return ring?.length === 1 && Number.isFinite(ring[0].x) && tick !== null
            && (getComputedStyle(tick).fill.match(/\\d+/g)[0] > 180) === is_dark;
    }"""
    for theme in ("light", "dark", "light"):
        page.emulate_media(color_scheme=theme)
        until_chart(page.locator(PLANE), shown, bool, theme == "dark")
        settled(page)


def test_two_clicks_make_a_pair_that_travels_in_the_link(page, new_page, app, settled):
    open_link(page, app, settled)
    page.get_by_role("radio", name="must-link").click()
    settled(page)
    click_row(page, settled, 1)
    expect(page.get_by_text("Row 1 waits for its partner")).to_be_visible()
    click_row(page, settled, 3)
    expect(page).to_have_url(re.compile("credal.pairs=1%3D3"))
    expect(page.get_by_text("1 and 3: must-link")).to_be_visible()
    expect(page.get_by_role("combobox", name="Algorithm")).to_have_value("CECM")
    line = "g => g.calcdata.find(points => points[0].trace.name === 'must-link').length"
    page.wait_for_function(f"plane => ({line})(document.querySelector(plane)) === 3", arg=PLANE)
    settled(page)
    numbers = page.locator(".st-key-credal_numbers").inner_text()
    address = urlsplit(page.url)
    other = new_page()
    open_link(other, app, settled, f"{address.path}?{address.query}")
    assert other.locator(".st-key-credal_numbers").inner_text() == numbers
    assert other.locator(PLANE).evaluate(PROTOTYPES) == page.locator(PLANE).evaluate(PROTOTYPES)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("1 and 3: must-link")).to_have_count(0)


def test_a_point_of_the_curve_is_the_next_number_of_clusters(page, app, settled):
    open_link(page, app, settled, LINK + "&credal.tab=Number+of+clusters")
    curve = page.locator(".st-key-credal-index .js-plotly-plot")
    curve.locator(".scatterlayer").wait_for()
    curve.scroll_into_view_if_needed()
    settled(page)
    x, y = curve.evaluate("""g => {
        const box = g.getBoundingClientRect(), {xaxis, yaxis} = g._fullLayout;
        const {x, y} = g.calcdata[0][1];
        return [box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y)];
    }""")
    page.mouse.click(x, y)
    expect(page).to_have_url(re.compile(r"credal\.c=3"))
    until_chart(page.locator(PLANE), PROTOTYPES, lambda prototypes: len(prototypes) == 7)


@pytest.mark.slow  # test_lecture.py walks all pages with every change
def test_a_first_request_opens_a_lecture_that_fits_the_projector(new_server, new_page, settled):
    page = new_page(width=1280, height=800)
    open_link(page, new_server(), settled, LINK + "&lecture=1&show=c,delta&credal.c=3")
    expect(page.get_by_text("Page not found")).to_have_count(0)
    expect(page.get_by_role("tab")).to_have_count(0)
    assert len(page.locator(PLANE).evaluate(PROTOTYPES)) == 7
    for part in (page.locator(PLANE), slider(page)):
        box = part.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
