"""Reading the plane in the browser: what is drawn there, and a lasso around a few points."""

import re
from typing import Any

from playwright.sync_api import Page

# What Plotly has computed for drawing: place, colour and size of every point.
PICTURE = """() => {
    const graph = document.querySelector('[data-testid=stMain] .js-plotly-plot');
    return graph.calcdata.map(points => points
        .filter(point => Number.isFinite(point.x) && Number.isFinite(point.y))
        .map(point => [point.x, point.y, point.mc ?? null, point.ms ?? null]));
}"""

# The places on the screen of the three points that lie closest together.
THREE_CLOSE_POINTS = """() => {
    const graph = [...document.querySelectorAll('[data-testid=stMain] .js-plotly-plot')]
        .find(graph => graph.offsetParent && graph._fullLayout.dragmode === 'lasso');
    const box = graph.querySelector('.nsewdrag').getBoundingClientRect();
    const {xaxis, yaxis} = graph._fullLayout;
    const points = graph.calcdata.flat()
        .filter(point => Number.isFinite(point.x) && Number.isFinite(point.y))
        .map(point => [box.left + xaxis.l2p(point.x), box.top + yaxis.l2p(point.y)]);
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    let best = null;
    for (const point of points) {
        const near = [...points].sort((a, b) => far(a, point) - far(b, point)).slice(0, 3);
        const width = far(near[2], point);
        if (best === null || width < best.width) best = {near, width};
    }
    return best.near;
}"""


def picture(page: Page) -> Any:
    """The points of the first plane of the page, trace by trace; never an empty picture."""
    page.locator("[data-testid=stMain] .js-plotly-plot .scatterlayer").first.wait_for()
    drawn = page.evaluate(PICTURE)
    assert sum(len(points) for points in drawn) >= 3
    return drawn


def lasso_three(page: Page) -> None:
    """Draw a loop around the three points that lie closest together."""
    plane = page.locator("[data-testid=stMain] .js-plotly-plot .nsewdrag:visible").first
    plane.scroll_into_view_if_needed()
    page.bring_to_front()
    places = page.evaluate(THREE_CLOSE_POINTS)
    left, right = min(x for x, _ in places) - 6, max(x for x, _ in places) + 6
    top, bottom = min(y for _, y in places) - 6, max(y for _, y in places) + 6
    page.mouse.move(left, top)
    page.mouse.down()
    for x, y in [(right, top), (right, bottom), (left, bottom), (left, top)]:
        page.mouse.move(x, y, steps=8)
    page.mouse.up()


def picked(page: Page) -> int:
    """How many objects the page says are picked."""
    line = page.get_by_text(re.compile(r"^\d+ objects? picked"))
    line.wait_for()
    return int(line.inner_text().split()[0])


def label_as(page: Page, name: str) -> None:
    """Choose one class for the picked objects and press Apply."""
    page.get_by_role("combobox", name="Possible classes").click()
    page.get_by_role("option", name=name).click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Apply", exact=True).click()
