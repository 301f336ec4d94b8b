"""The Suspects page in a real browser: a click on the plane tells about that very object."""

from collections.abc import Callable

import pytest
from browsing import click_point
from playwright.sync_api import Page, expect

PLANE = ".st-key-suspects-plane .js-plotly-plot"
LINK = "/suspects?data=iris&labels=expert-doubt&seed=7"
# Row and place on the screen of the object that has no other near it.
ALONE = """g => {
    const points = g.calcdata.filter(c => c[0].trace.customdata).flat()
        .filter(p => Number.isFinite(p.x) && Number.isFinite(p.y));
    const gap = p => Math.min(...points.filter(q => q !== p).map(
        q => Math.hypot(q.x - p.x, q.y - p.y)));
    const alone = points.reduce((a, b) => gap(b) > gap(a) ? b : a);
    const box = g.querySelector('.nsewdrag').getBoundingClientRect();
    const trace = g.calcdata.find(c => c.includes(alone))[0].trace;
    return [Number(trace.customdata[alone.i]), box.left + g._fullLayout.xaxis.l2p(alone.x),
        box.top + g._fullLayout.yaxis.l2p(alone.y)];
}"""


@pytest.mark.slow
def test_a_click_on_the_plane_chooses_that_object(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(app + LINK)
    settled(page)
    plane = page.locator(PLANE)
    plane.locator(".scatterlayer").wait_for()
    expect(page.get_by_text("click an object on the plane")).to_be_visible()
    row, x, y = plane.evaluate(ALONE)
    click_point(plane, (x, y))
    settled(page)
    expect(page.get_by_text(f"row {row + 1}: label")).to_be_visible()
    expect(page.locator(".st-key-suspects-story .js-plotly-plot .barlayer")).to_be_visible()
