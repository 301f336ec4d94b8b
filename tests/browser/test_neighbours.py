"""The Neighbours page in a real browser: clicks on empty ground, zoom, sliders, film, lecture."""

from io import BytesIO

import numpy as np
import pytest
from browsing import click_point
from PIL import Image, ImageColor
from playwright.sync_api import Page, expect

from belieflab.data import load_sample
from belieflab.figures.common.palette import class_colours

PLANE = ".st-key-neighbours-plane .js-plotly-plot"
FILM = ".st-key-neighbours-film .js-plotly-plot"
LINK = "/neighbours?data=iris&labels=expert-doubt&neighbours.answer=a+set+of+classes"
ZOOM = "g => Plotly.relayout(g, {'xaxis.range': [-1, 2], 'yaxis.range': [-1.5, 1.5]})"
RANGES = "g => [g.layout.xaxis.range, g.layout.yaxis.range]"
ZOOMED = [[-1, 2], [-1.5, 1.5]]

# How wide the lines of evidence are, the place they start from, and a number for the ground.
WIDTHS = """g => g.data.filter(t => t.name === 'evidence' && t.x.length).map(t => t.line.width)"""
GROUND = "g => [...g.data[0].source].reduce((a, b) => (a * 31 + b.charCodeAt(0)) % 1e9, 0)"
PROTOTYPES = """g => g.calcdata.find(points => points[0].trace.name === 'prototypes')
    .map(point => [point.x, point.y])"""


PIXELS = "(g, [x, y]) => [g._fullLayout.xaxis.d2p(x), g._fullLayout.yaxis.d2p(y)]"
CORNER = "g => [g._fullLayout.xaxis._offset, g._fullLayout.yaxis._offset]"
# Row and place of an object in the zoomed part that has no other near it.
OBJECT = """g => {
    const points = g.calcdata.find(c => c[0].trace.customdata)
    const trace = points[0].trace, seen = points.filter(
        p => p.x > -0.9 && p.x < 1.9 && p.y > -1.4 && p.y < 1.4)
    const gap = p => Math.min(...points.filter(q => q !== p).map(
        q => Math.hypot(q.x - p.x, q.y - p.y)))
    const alone = seen.reduce((a, b) => gap(b) > gap(a) ? b : a)
    return [Number(trace.customdata[alone.i]), alone.x, alone.y]
}"""


EIGHT = "/neighbours?data=gaussians&data.classes=8&data.distance=4&labels=expert-doubt&seed=7"


def test_the_ground_has_the_colour_of_the_answer_there(app: str, page: Page, settled) -> None:
    open_link(page, app, settled, EIGHT)
    data = load_sample("gaussians", seed=7, classes=8, distance=4.0)
    centres = np.array([data.X[data.truth == k].mean(axis=0) for k in range(8)])
    plane = page.locator(PLANE)
    shown = Image.open(BytesIO(page.screenshot())).convert("RGB")
    box, (left, top) = plane.bounding_box(), plane.evaluate(CORNER)
    darkness = 255.0 - np.array([ImageColor.getrgb(each) for each in class_colours(8)])
    for k, (x, y) in enumerate((1.25 * centres).tolist()):  # beyond most of the objects
        across, up = plane.evaluate(PIXELS, [x, y])
        u, v = round(box["x"] + left + across), round(box["y"] + top + up)
        around = np.asarray(shown.crop((u - 12, v - 12, u + 13, v + 13))).reshape(-1, 3)
        pixel = 255.0 - np.median(around, axis=0)  # between objects and lines of the grid
        likeness = darkness @ pixel / np.linalg.norm(darkness, axis=1) / np.linalg.norm(pixel)
        assert likeness.argmax() == k, (k, likeness.round(3))


def open_link(page: Page, app: str, settled, link: str, chart: str = PLANE) -> None:
    page.goto(app + link)
    settled(page)
    page.locator(f"{chart} .scatterlayer").wait_for()
    page.locator(f"{chart} .imagelayer image").wait_for(state="attached")


def click_at(page: Page, chart: str, x: float, y: float) -> None:
    """Click where these numbers are on the axes of the chart."""
    ground = page.locator(f"{chart} .nsewdrag").first
    left, top = page.locator(chart).evaluate(PIXELS, [x, y])
    ground.click(position={"x": left, "y": top})


def ground_box(page: Page) -> dict[str, float]:
    return page.locator(f"{PLANE} .nsewdrag").first.bounding_box()


def count_links(page: Page, chart: str, count: int) -> None:
    page.wait_for_function(
        f"n => ({WIDTHS})(document.querySelector('{chart}')).length === n", arg=count
    )


def test_a_click_on_empty_ground_shows_its_evidence_and_keeps_the_zoom(page, app, settled):
    open_link(page, app, settled, LINK)
    plane = page.locator(PLANE)
    page.wait_for_function(f"() => ({GROUND})(document.querySelector('{PLANE}')) !== 0")
    plane.evaluate(ZOOM)
    click_at(page, PLANE, 0.9, -1.2)
    count_links(page, PLANE, 7)
    settled(page)
    place = page.get_by_role("textbox", name="Place")
    across, up = (float(part) for part in place.input_value().split(","))
    assert abs(across - 0.9) < 0.02 and abs(up + 1.2) < 0.02
    assert all(0.8 <= width <= 9 for width in plane.evaluate(WIDTHS))
    expect(page.locator(".st-key-neighbours-evidence .js-plotly-plot")).to_be_visible()
    assert plane.evaluate(RANGES) == ZOOMED
    ground = plane.evaluate(GROUND)
    slider = page.locator("input[type=range][aria-label='Neighbours K']")
    slider.focus()
    slider.press("ArrowRight")
    count_links(page, PLANE, 8)
    settled(page)
    assert plane.evaluate(GROUND) != ground
    assert plane.evaluate(RANGES) == ZOOMED
    page.get_by_role("button", name="Clear").click()
    count_links(page, PLANE, 0)
    assert plane.evaluate(RANGES) == ZOOMED
    row, x, y = plane.evaluate(OBJECT)
    settled(page)
    box, (left, top) = ground_box(page), plane.evaluate(PIXELS, [x, y])
    click_point(plane, (box["x"] + left, box["y"] + top))
    count_links(page, PLANE, 8)
    expect(place).to_have_value(f"row {row + 1}")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    settled(page)
    expect(page.get_by_text(f"row {row + 1}, answer:")).to_be_in_viewport(ratio=1)
    belief = page.locator(".st-key-neighbours-belief .js-plotly-plot")
    expect(belief).to_be_in_viewport(ratio=0.9)  # its eighth neighbour may be scrolled to


@pytest.mark.slow
def test_prototypes_move_with_the_player_and_explain_a_click(page, app, settled):
    open_link(page, app, settled, LINK + "&neighbours.model=network", FILM)
    film = page.locator(FILM)
    assert len(film.evaluate(PROTOTYPES)) == 6
    at_the_end = film.evaluate(PROTOTYPES)
    film.evaluate(ZOOM)
    slider = page.locator("input[type=range][aria-label=iteration]")
    slider.focus()
    slider.press("Home")
    expect(page.locator(".counter")).to_contain_text("iteration 0 /")
    page.wait_for_function(
        f"end => String(({PROTOTYPES})(document.querySelector('{FILM}'))) !== String(end)",
        arg=at_the_end,
    )
    slider.press("End")
    click_at(page, FILM, 0.5, 0.5)
    count_links(page, FILM, 6)
    settled(page)
    assert film.evaluate(RANGES) == ZOOMED
    expect(page.get_by_text("this prototype alone")).to_be_visible()


def test_a_lecture_fits_the_projector_without_scrolling(new_page, app, settled):
    page = new_page(width=1280, height=800)
    open_link(page, app, settled, LINK + "&lecture=1&show=K,gamma&neighbours.place=0.9,-1.2")
    count_links(page, PLANE, 7)
    assert page.evaluate(
        "() => { const m = document.querySelector('[data-testid=stMain]');"
        " return m.scrollHeight <= m.clientHeight + 1; }"
    )
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    expect(page.locator("input[type=range]")).to_have_count(1)
