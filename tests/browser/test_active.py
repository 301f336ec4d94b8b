"""The Active learning page in a real browser: curves grow, a film plays, a person answers."""

import re
from collections.abc import Callable

import pytest
from browsing import until_chart
from playwright.sync_api import Locator, Page, expect

from belieflab.figures.active.pool import ASKED, LABELLED

LINK = (
    "active?data=iris&labels=epsilon-noise&labels.epsilon=0.5&seed=7"
    "&active.repetitions=4&active.queries=6"
)
LENGTH = "(g, trace) => g._fullData[trace].x.length"
PLACE = "(g, trace) => [g._fullData[trace].x[0], g._fullData[trace].y[0]]"
ZOOM = "g => { window.Plotly.relayout(g, {'xaxis.range': [9, 12]}); }"
RANGE = "g => Array.from(g._fullLayout.xaxis.range)"


def chart(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-active-{key} .js-plotly-plot")


def until(page: Page, key: str, script: str, argument: object, holds: Callable[..., bool]) -> None:
    until_chart(chart(page, key), script, holds, argument)


@pytest.fixture
def opened(page: Page, app: str, settled: Callable[..., None]) -> Callable[[str, str], Page]:
    def open_link(more: str, key: str) -> Page:
        page.goto(f"{app}/{LINK}{more}")
        settled(page)
        chart(page, key).locator(".cartesianlayer").wait_for()
        return page

    return open_link


def test_curves_grow_without_losing_the_zoom_and_the_film_follows_the_player(opened, settled):
    page = opened("", "curves")
    chart(page, "film").locator(".cartesianlayer").wait_for()
    chart(page, "curves").evaluate(ZOOM)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text(re.compile("56 questions · finished"))).to_be_visible(timeout=120_000)
    settled(page)
    for trace in (1, 3):
        until(page, "curves", LENGTH, trace, lambda length: length == 7)
    assert chart(page, "curves").evaluate(RANGE) == [9, 12]
    expect(page.get_by_text("labels 8 / 14")).to_be_visible()
    first = chart(page, "film").evaluate(PLACE, ASKED)
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.get_by_text("labels 9 / 14")).to_be_visible()
    until(page, "film", PLACE, ASKED, lambda place: place != first)
    until(page, "film", LENGTH, LABELLED, lambda length: length == 9)


def test_answers_change_the_plane_and_can_be_taken_back(opened, settled):
    page = opened("&active.mode=Play the oracle", "plane")
    until(page, "plane", LENGTH, LABELLED, lambda length: length == 8)
    asked = chart(page, "plane").evaluate(PLACE, ASKED)
    chart(page, "plane").evaluate(ZOOM)
    for name in ("versicolor", "virginica"):
        page.get_by_role("button", name=name, exact=True).click()
        settled(page)
    page.get_by_role("button", name="Answer", exact=True).click()
    settled(page)
    until(page, "plane", LENGTH, LABELLED, lambda length: length == 9)
    until(page, "plane", PLACE, ASKED, lambda place: place != asked)
    until(page, "error", LENGTH, 0, lambda length: length == 2)
    assert chart(page, "plane").evaluate(RANGE) == [9, 12]
    hover = chart(page, "plane").evaluate("(g, trace) => g._fullData[trace].text[8]", LABELLED)
    assert "{versicolor, virginica} 1.00" in hover
    page.get_by_role("button", name="Undo", exact=True).last.click()
    settled(page)
    until(page, "plane", PLACE, ASKED, lambda place: place == asked)
    until(page, "plane", LENGTH, LABELLED, lambda length: length == 8)


def test_a_lecture_fits_the_projector(new_page, app, settled):
    page = new_page(width=1280, height=800)
    page.goto(f"{app}/{LINK}&lecture=1&show=epsilon")
    settled(page)
    chart(page, "film").locator(".cartesianlayer").wait_for()
    expect(page.get_by_role("slider", name="Share ε of spoilt labels")).to_be_visible()
    expect(page.get_by_text("Start labels")).to_have_count(0)
    for key in ("curves", "film"):
        box = chart(page, key).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
    expect(page.get_by_role("button", name="Leave")).to_be_in_viewport()
    expect(page.get_by_text("labels 8 / 14")).to_be_in_viewport()
