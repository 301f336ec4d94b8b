"""What is in view without scrolling, nothing cut off, readable by all, narrow windows, keys."""

from collections.abc import Callable

import pytest
from accessibility import check_accessible
from browsing import until
from playwright.sync_api import Page, expect
from screens import CHARTS

IRIS = "data=iris&labels=expert-doubt&seed=7"
WITH_PLAYER = ("mixture", "networks", "active", "credal-partition", "eknnclus")
BOTTOM = "element => element.getBoundingClientRect().bottom"
# Texts of numbers, buttons, tabs and the title that are wider than what shows them.
CUT_OFF = """() => [...document.querySelectorAll(
    '[data-testid=stMetric] *, button, button p, [role=tab], h1, .st-key-page_head p')]
    .filter(each => each.innerText?.trim() && each.scrollWidth > each.clientWidth + 1
        && getComputedStyle(each).overflowX !== 'visible')
    .map(each => each.innerText)"""
# Rows of the player: its buttons, the slider and the speed stand in one.
PLAYER_ROWS = """player => new Set([...player.querySelectorAll('button, select, .place')]
    .map(each => { const box = each.getBoundingClientRect();
        return Math.round((box.top + box.bottom) / 20); })).size"""
SIDEWAYS = "main => main.scrollWidth - main.clientWidth"


def open_drawn(page: Page, address: str, settled: Callable[..., None], charts: tuple) -> None:
    page.goto(address)
    settled(page)
    for chart in charts:
        page.locator(f".st-key-{chart} .main-svg").first.wait_for()


@pytest.mark.parametrize("key", CHARTS)
def test_pictures_and_player_are_in_view_and_nothing_is_cut_off(key, app, new_page, settled):
    page = new_page(width=1280, height=800)
    open_drawn(page, f"{app}/{key}?{IRIS}", settled, CHARTS[key])
    for chart in CHARTS[key]:
        assert page.locator(f".st-key-{chart} .js-plotly-plot").evaluate(BOTTOM) <= 800, chart
    if key in WITH_PLAYER:
        assert page.locator(".player").evaluate(BOTTOM) <= 800
        assert page.locator(".player").evaluate(PLAYER_ROWS) == 1
    assert page.evaluate(CUT_OFF) == []
    bar = page.get_by_test_id("stHeader").evaluate(BOTTOM)
    for button in page.locator(".st-key-view_options button").all():
        assert button.bounding_box()["y"] >= bar
    check_accessible(page)
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    main = page.get_by_test_id("stMain")
    until(page, lambda: main.evaluate(SIDEWAYS), lambda sideways: sideways <= 0)


@pytest.mark.parametrize("width", [390, 800])
def test_a_narrow_window_opens_with_the_sidebar_closed(width, app, new_page, settled):
    page = new_page(width=width, height=844)
    open_drawn(page, f"{app}/labels?{IRIS}", settled, CHARTS["labels"])
    sidebar = page.get_by_test_id("stSidebar")
    until(page, lambda: sidebar.get_attribute("data-collapsed"), lambda is_so: is_so == "true")
    title, view = page.get_by_role("heading", level=1), page.locator(".st-key-view_options button")
    tabs = page.get_by_role("tab")
    boxes = [each.bounding_box() for each in (title, view, tabs.first, tabs.last)]
    for k, one in enumerate(boxes):
        for other in boxes[k + 1 :]:
            apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
            above = one["y"] + one["height"] <= other["y"] + 1
            assert apart or above or other["y"] + other["height"] <= one["y"] + 1


def test_the_player_is_the_second_stop_of_the_tab_key_and_lists_its_keys(app, page, settled):
    open_drawn(page, f"{app}/mixture?{IRIS}", settled, CHARTS["mixture"])
    expect(page.locator(".player .keys")).to_have_text("space play, pause   ← → step")
    expect(page.locator(".skip-link")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    expect(page.locator(".skip-link")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator(".player .play")).to_be_focused()
    counter = page.locator(".player .counter")
    page.keyboard.press("ArrowLeft")
    expect(counter).to_contain_text("iteration 11 / 12")


def test_the_answer_to_a_click_stands_beside_the_plane(app, new_page, settled):
    page = new_page(width=1280, height=800)
    charts = ("neighbours-plane", "neighbours-belief")
    open_drawn(page, f"{app}/neighbours?{IRIS}&neighbours.place=0.9,-1.2", settled, charts)
    plane, answer = (page.locator(f".st-key-{chart}").first.bounding_box() for chart in charts)
    assert answer["x"] > plane["x"] + plane["width"] and answer["y"] + answer["height"] <= 800
    expect(page.get_by_text("Answer: versicolor")).to_be_in_viewport()
