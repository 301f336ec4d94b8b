"""The lattice on a phone: as wide as the window, and no two texts on each other."""

from collections.abc import Callable

import pytest
from browsing import until
from playwright.sync_api import Page
from screens import CHART_CUT_OFF

OVERLAPPING = """graph => {
    const boxes = [...graph.querySelectorAll('.textpoint text')]
        .map(text => [text.textContent, text.getBoundingClientRect()]);
    return boxes.flatMap(([name, one], k) => boxes.slice(k + 1)
        .filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1
            && one.top < other.bottom - 1 && other.top < one.bottom - 1)
        .map(([other]) => `${name} / ${other}`));
}"""


@pytest.mark.parametrize("frame", ["", "&frame=setosa~versicolor~virginica"])
def test_the_lattice_fits_a_phone_and_its_numbers_keep_apart(
    frame: str, app: str, new_page: Callable[..., Page], settled: Callable[[Page], None]
) -> None:
    page = new_page(width=390, height=844)
    page.goto(f"{app}/playground?preset=zadeh{frame}")
    settled(page)
    lattice = page.locator(".st-key-playground-lattice .js-plotly-plot").last
    lattice.locator(".textpoint text").last.wait_for()
    until(page, lambda: page.evaluate(CHART_CUT_OFF), lambda found: not found)
    until(page, lambda: lattice.evaluate(OVERLAPPING), lambda found: not found)
