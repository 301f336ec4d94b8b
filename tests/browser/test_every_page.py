"""Every page, with data and without: in view, nothing cut off, readable by all, any window.

What is looked at stands together here, because opening a page is most of the time.
"""

import re
from collections.abc import Callable

import pytest
from accessibility import STREAMLIT, check_accessible
from browsing import show, until
from playwright.sync_api import Page, expect
from screens import (
    BOTTOM,
    CHART_CUT_OFF,
    CHARTS_ARE_DRAWN,
    check_pictures_and_player_are_in_view,
)

from belieflab.ui.shell.page_table import existing_pages

ADDRESSES = {entry.key: entry.address for entry in existing_pages()}
IRIS = "data=iris&labels=expert-doubt&seed=7"
READ_IN_THE_DARK = ("mixture", "playground")
LIGHT, DARK = False, True
# What is in the address, and the window and theme in which the page is opened, then looked at too.
WAYS = [
    pytest.param(IRIS, [(1280, 800, LIGHT), (800, 900, DARK), (390, 844, DARK)], id="1280"),
    pytest.param(
        IRIS,
        [(1440, 900, DARK), (1440, 900, LIGHT), (390, 844, LIGHT)],
        id="1440",
        marks=pytest.mark.slow,
    ),
    pytest.param(
        "",
        [(1440, 900, LIGHT), (1440, 900, DARK), (800, 900, DARK), (390, 844, LIGHT)],
        id="without-data",
        marks=pytest.mark.slow,
    ),
]
# Texts of numbers, buttons, tabs and the title that are wider than what shows them.
CUT_OFF = """() => [...document.querySelectorAll(
    '[data-testid=stMetric] *, button, button p, [role=tab], h1, .st-key-page_head p')]
    .filter(each => each.innerText?.trim() && each.scrollWidth > each.clientWidth + 1
        && getComputedStyle(each).overflowX !== 'visible')
    .map(each => each.innerText)"""
# Points of the largest trace on WebGL, and pixels that are painted there.
MARKERS = """g => Math.max(0, ...g._fullData
    .filter(each => each.type === 'scattergl' && each.visible === true)
    .map(each => each.x.length))"""
PAINTED = """g => {
    const canvas = g.querySelector('.gl-canvas-context');
    if (!canvas) return 0;
    const copy = document.createElement('canvas'), paper = copy.getContext('2d');
    copy.width = canvas.width;
    copy.height = canvas.height;
    paper.drawImage(canvas, 0, 0);
    const pixels = paper.getImageData(0, 0, copy.width, copy.height).data;
    return pixels.filter((value, place) => place % 4 === 3 && value > 0).length;
}"""
SIDEWAYS = "main => main.scrollWidth - main.clientWidth"


def check_fit(page: Page, dark: bool) -> None:
    """A heading can be seen, nothing is wider than the window, and the theme is the chosen one."""
    assert page.get_by_role("heading", level=1).first.is_visible()
    main = page.get_by_test_id("stMain")
    until(page, lambda: main.evaluate(SIDEWAYS), lambda sideways: sideways <= 0)
    background = main.evaluate("element => getComputedStyle(element.closest('.stApp')).background")
    assert ("rgb(27, 30, 34)" in background) == dark


def check_nothing_is_cut_off(page: Page) -> None:
    assert page.evaluate(CUT_OFF) == []
    bar = page.get_by_test_id("stHeader").evaluate(BOTTOM)
    for button in page.locator(".st-key-view_options button").all():
        assert button.bounding_box()["y"] >= bar


@pytest.mark.parametrize(("query", "looks"), WAYS)
@pytest.mark.parametrize("key", ADDRESSES)
def test_opens_by_its_address_and_is_in_view_readable_and_never_too_wide(
    key: str,
    query: str,
    looks: list[tuple[int, int, bool]],
    app: str,
    new_page: Callable[..., Page],
) -> None:
    page = new_page(*looks[0])
    asked = query.replace("expert-doubt", "crowd") if key == "crowd" else query
    page.goto(f"{app}/{ADDRESSES[key]}?{asked}")
    for width, height, dark in looks:
        show(page, width, height, dark)
        check_fit(page, dark)
        page.wait_for_function(CHARTS_ARE_DRAWN)
        until(page, lambda: page.evaluate(CHART_CUT_OFF), lambda found: not found)
        if width > 1000:
            check_nothing_is_cut_off(page)
            if query:
                check_pictures_and_player_are_in_view(page, ADDRESSES[key], height)
        if width > 1000 or (dark and width > 390 and key in READ_IN_THE_DARK):
            found = check_accessible(page)
            # What is listed as Streamlit's own is still there.
            assert key != "glossary" or found == set(STREAMLIT)


def test_pages_without_data_follow_each_other_and_fit_wide_and_narrow_light_and_dark(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(app)
    dark = LIGHT
    for entry in existing_pages():
        if entry.address:
            page.get_by_test_id("stTopNavSection").filter(has_text=entry.group).click()
            links = page.get_by_test_id("stTopNavDropdownLink")
            links.filter(has_text=re.compile(f"^{re.escape(entry.title)}$")).click()
            page.wait_for_url(re.compile(f"/{entry.address}"))
            expect(page.get_by_role("heading", level=1, name=entry.title)).to_be_visible()
        settled(page)
        check_fit(page, dark)
        dark = not dark
        show(page, 800, 900, dark)
        check_fit(page, dark)
        page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.slow
def test_a_large_mixture_is_drawn_at_once_and_its_numbers_are_whole(
    app: str, page: Page, settled: Callable[..., None]
) -> None:
    page.goto(f"{app}/mixture?data=gaussians&data.size=50000&labels=expert-doubt")
    settled(page)
    expect(page.get_by_text("5,000 of 50,000 objects are drawn")).to_be_visible(timeout=60_000)
    plane = page.locator(".st-key-mixture-plane .js-plotly-plot")
    until(page, lambda: plane.evaluate(MARKERS), lambda count: count == 5000)
    until(page, lambda: plane.evaluate(PAINTED), lambda count: count > 1000)
    expect(page.get_by_test_id("stMetric").first).to_be_visible(timeout=60_000)
    check_nothing_is_cut_off(page)
