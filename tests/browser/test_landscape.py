"""The Landscape page in a real browser: the count grows, a click shows a maximum, the sweep."""

import re
from collections.abc import Callable

import pytest
from browsing import click_point, until_chart
from playwright.sync_api import Locator, Page, expect

LINK = (
    "landscape?data=gaussians&data.dimension=4&data.size=300&labels=nonspecificity&labels.ns=0.9"
    "&seed=7&landscape.starts=30&landscape.label_sets=2"
)
LENGTH = "(g, trace) => g._fullData[trace].x.length"
PLACE_OF = """(g, name) => {
    const { x, y, customdata } = g._fullData[0], { xaxis, yaxis } = g._fullLayout;
    const i = Array.from(customdata).indexOf(name), box = g.getBoundingClientRect();
    return [box.x + xaxis._offset + xaxis.d2p(x[i]), box.y + yaxis._offset + yaxis.d2p(y[i])];
}"""
CENTRES = (
    "g => (g._fullData ?? []).filter(t => t.marker?.symbol === 'cross').map(t => [t.x[0], t.y[0]])"
)
RINGED = "g => g._fullData[0].customdata[g._fullData[0].marker.line.width.indexOf(3.5)]"
SLIDER = "st-key-landscape-noise"
VERSION = "g => g.layout.meta.version ?? ''"
NAMES = "g => Array.from(g._fullData[0].customdata)"


@pytest.fixture
def opened(page: Page, app: str, settled: Callable[..., None]) -> Callable[[str], Page]:
    return lambda link: open_link(page, f"{app}/{link}", settled)


def open_link(page: Page, address: str, settled: Callable[..., None]) -> Page:
    page.goto(address)
    settled(page)
    for key in ("map", "plane"):
        chart(page, key).locator(".cartesianlayer").wait_for()
    return page


def chart(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-landscape-{key} .js-plotly-plot")


def explore(page: Page, settled: Callable[..., None]) -> None:
    """Little data: it begins by itself."""
    expect(page.get_by_text(re.compile("30 starts · finished"))).to_be_visible(timeout=120_000)
    settled(page)
    until(page, "map", LENGTH, 0, lambda length: length > 1)


def until(page: Page, key: str, script: str, argument: object, holds: Callable[..., bool]) -> None:
    until_chart(chart(page, key), script, holds, argument)


def test_the_count_and_every_chart_show_what_the_run_found(opened, settled):
    landscape = opened(LINK)
    explore(landscape, settled)
    number = landscape.locator(".big-number")
    until(landscape, "map", LENGTH, 0, lambda length: 1 < length == int(number.inner_text()))
    count = int(number.inner_text())
    until(landscape, "strip", LENGTH, 1, lambda length: length == count)
    until(landscape, "discovery", LENGTH, 0, lambda length: length == 31)
    found = "g => Array.from(g._fullData[0].y)"
    until(landscape, "iterations", found, None, lambda bars: sum(bars) == 30)
    check_a_click_shows_that_maximum_and_leaves_zoom_alone(landscape, settled)


def check_a_click_shows_that_maximum_and_leaves_zoom_alone(landscape, settled):
    plane, charted = chart(landscape, "plane"), chart(landscape, "map")
    until(landscape, "plane", CENTRES, None, lambda centres: len(centres) == 2)
    before = plane.evaluate(CENTRES)
    plane.evaluate("g => window.Plotly.relayout(g, {'xaxis.range': [-1, 1]})")
    other = next(name for name in charted.evaluate(NAMES) if name != charted.evaluate(RINGED))
    charted.scroll_into_view_if_needed()
    settled(landscape)
    click_point(charted, charted.evaluate(PLACE_OF, other))
    until(landscape, "map", RINGED, None, lambda name: name == other)
    until(landscape, "plane", CENTRES, None, lambda centres: centres != before)
    assert plane.evaluate("g => Array.from(g.layout.xaxis.range)") == [-1, 1]


def test_a_drag_shows_the_levels_explored_and_a_release_starts_the_next(opened, settled):
    landscape = opened(LINK)
    explore(landscape, settled)
    for key in ("map", "plane"):
        chart(landscape, key).evaluate("g => { g.isTheSame = true; }")
    slider = landscape.locator(f".{SLIDER} input[type=range]")
    slider.press("End")  # labels that say nothing: the next landscape
    explore(landscape, settled)
    number = landscape.locator(".big-number")
    settle_count(landscape, number)
    thumb = slider.bounding_box()
    landscape.mouse.move(thumb["x"], thumb["y"] + thumb["height"] / 2)
    look = f"() => window.belieflabSliders?.get('{SLIDER}')?.levels.size === 2"
    landscape.wait_for_function(look)
    at_first, centres = number.inner_text(), chart(landscape, "plane").evaluate(CENTRES)
    landscape.mouse.down()
    drag_to(landscape, 0.85)
    until(landscape, "map", VERSION, None, lambda version: version == "level 0.9")
    until(landscape, "plane", VERSION, None, lambda version: version == "level 0.9")
    until(landscape, "map", LENGTH, 0, lambda length: length == int(number.inner_text()))
    assert number.inner_text() != at_first
    until(landscape, "plane", CENTRES, None, lambda now: now != centres)
    drag_to(landscape, 0.3)  # the nearest level stays
    landscape.mouse.up()
    landscape.wait_for_url(re.compile(r"labels\.ns=0\.[2-4]"))
    until(landscape, "map", VERSION, None, lambda version: "level" not in version)
    expect(landscape.get_by_text(re.compile("30 starts · finished"))).to_be_visible()
    settled(landscape)
    settle_count(landscape, number)
    for key in ("map", "plane"):
        assert chart(landscape, key).evaluate("g => g.isTheSame")


def settle_count(landscape, number):
    until(landscape, "map", LENGTH, 0, lambda length: length == int(number.inner_text()))


def drag_to(page, share):
    """Move the pointer to that share of the slider's width."""
    box = page.locator(f".{SLIDER} [data-testid=stSlider]").bounding_box()
    thumb = page.locator(f".{SLIDER} input[type=range]").bounding_box()
    page.mouse.move(box["x"] + share * box["width"], thumb["y"])


def test_the_sweep_draws_its_first_points_soon_stops_and_goes_on(opened):
    landscape = opened(LINK.replace("starts=30", "starts=500"))  # long enough to be stopped
    landscape.get_by_role("button", name="Sweep").click()
    until(landscape, "sweep_maxima", LENGTH, 1, lambda length: length > 0)
    until(landscape, "sweep_iterations", LENGTH, 1, lambda length: length > 0)
    stop = landscape.get_by_role("button", name="Stop", exact=True).last
    stop.click()
    landscape.get_by_role("button", name="Resume").click()
    done = landscape.get_by_role("button", name="All computed")
    expect(done).to_be_disabled(timeout=180_000)
    until(landscape, "sweep_maxima", LENGTH, 1, lambda length: length == 9)
    until(landscape, "sweep_maxima", LENGTH, 0, lambda length: length == 18)


@pytest.mark.slow  # test_lecture.py walks all pages with every change
def test_a_lecture_fits_the_projector(new_page, app, settled):
    page = new_page(width=1280, height=800)
    page.goto(f"{app}/{LINK}&lecture=1&show=noise,starts")
    settled(page)
    chart(page, "map").locator(".cartesianlayer").wait_for()
    expect(page.get_by_role("slider", name="Label noise: mean nonspecificity")).to_be_visible()
    expect(page.get_by_text("Count mirror images once")).to_have_count(0)
    explore(page, settled)
    for key in ("map", "plane"):
        box = chart(page, key).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
    expect(page.get_by_role("button", name="Leave")).to_be_in_viewport()
