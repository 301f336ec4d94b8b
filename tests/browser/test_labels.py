"""The Labels page in a real browser: sliders, lasso, undo, the table, zoom, and how it looks."""

import re

import pytest
from browsing import open_cell, show_narrow_and_dark
from playwright.sync_api import Locator, Page, expect


def open_iris(page: Page, app: str, settled) -> None:
    page.goto(f"{app}/labels?data=iris&labels=expert-doubt")
    settled(page)
    expect(page.get_by_text("labels are wrong")).to_be_visible()


def open_tab(page: Page, name: str, settled) -> None:
    page.get_by_role("tab", name=name).click()
    settled(page)


def lasso(page: Page, around: float = 0.12) -> None:
    """Draw a loop around the upper left part of the plane, where some setosa are."""
    plot = page.locator(".js-plotly-plot .nsewdrag").first
    plot.scroll_into_view_if_needed()
    page.bring_to_front()
    box = plot.bounding_box()
    left, top = box["x"] + 0.02 * box["width"], box["y"] + 0.02 * box["height"]
    right, bottom = left + around * box["width"], box["y"] + 0.5 * box["height"]
    page.mouse.move(left, top)
    page.mouse.down()
    for x, y in [(right, top), (right, bottom), (left, bottom), (left, top)]:
        page.mouse.move(x, y, steps=8)
    page.mouse.up()


def type_into_cell(page: Page, table: Locator, text: str) -> None:
    """Write into the first cell of the column `set`; the grid is a canvas, so by its place."""
    overlay = page.locator(".gdg-growing-entry textarea, textarea.gdg-input, input.gdg-input").first
    open_cell(table, 200, 52, overlay)
    overlay.fill(text)
    overlay.press("Enter")


def picked(page: Page) -> int:
    line = page.get_by_text(re.compile(r"^\d+ objects? picked")).inner_text()
    return int(line.split()[0])


@pytest.mark.slow
def test_one_button_loads_labels_and_a_slider_changes_the_sentence(page, app, settled):
    page.goto(f"{app}/labels")
    settled(page)
    page.get_by_role("button", name="Load Iris").click()
    settled(page)
    expect(page.get_by_text("labels are wrong")).to_be_visible()
    before = page.get_by_text("labels are wrong").inner_text()
    slider = page.get_by_role("slider", name="Mean doubt")
    slider.focus()
    for _ in range(5):
        slider.press("ArrowRight")
    settled(page)
    expect(page.get_by_text("labels are wrong")).not_to_have_text(before)
    expect(page.locator(".js-plotly-plot")).to_have_count(4)


def test_lasso_then_set_with_doubt_then_undo(page, app, settled):
    open_iris(page, app, settled)
    open_tab(page, "Edit", settled)
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    lasso(page)
    page.get_by_text(re.compile(r"^\d+ objects? picked")).wait_for()
    settled(page)
    count = picked(page)
    assert count >= 1
    page.get_by_role("combobox", name="Possible classes").click()
    page.get_by_role("option", name="virginica").click()
    settled(page)
    page.keyboard.press("Escape")
    doubt = page.locator('input[type=range][aria-label="Doubt"]')
    doubt.focus()
    for _ in range(4):
        doubt.press("ArrowRight")
    settled(page)
    page.get_by_role("button", name="Apply").click()
    settled(page)
    rows = "row" if count == 1 else "rows"
    card = page.get_by_test_id("stSidebar")
    expect(card.get_by_text(f"{count} {rows} edited by hand")).to_be_visible()
    expect(
        page.get_by_text(f"{count} {rows} labelled {{virginica}} with doubt 0.04")
    ).to_be_visible()
    page.get_by_test_id("stMain").get_by_role("button", name="Undo").click()
    settled(page)
    expect(card.get_by_text("Expert with doubt")).to_be_visible()


def test_a_click_shows_one_label_leaves_the_zoom_alone_and_all_fits(page, app, settled):
    open_iris(page, app, settled)
    graph = page.locator(".js-plotly-plot").first
    graph.scroll_into_view_if_needed()
    zoom = "g => window.Plotly.relayout(g, {'xaxis.range': [-3.5, 1], 'yaxis.range': [-2, 2]})"
    graph.evaluate(zoom)
    page.mouse.move(5, 5)
    point = graph.locator(".scatterlayer .point").first
    box = point.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_text(re.compile(r"The label of row \d+"))).to_be_visible()
    settled(page)
    assert graph.evaluate("g => g.layout.xaxis.range") == [-3.5, 1]
    check_width(page, 1440)
    show_narrow_and_dark(page)
    check_width(page, 800)


def test_typing_into_the_table_and_committing(page, app, settled):
    open_iris(page, app, settled)
    open_tab(page, "Edit", settled)
    table = page.get_by_test_id("stDataFrame")
    table.scroll_into_view_if_needed()
    type_into_cell(page, table, "versicolor|virginica")
    expect(page.get_by_text("1 row edited, not yet committed.")).to_be_visible()
    open_tab(page, "Simulate", settled)
    open_tab(page, "Edit", settled)
    expect(page.get_by_text("1 row edited, not yet committed.")).to_be_visible()
    page.get_by_role("button", name="Commit edits").click()
    settled(page)
    expect(page.get_by_test_id("stSidebar").get_by_text("1 row edited by hand")).to_be_visible()


def check_width(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for chart in page.locator(".js-plotly-plot").all():
        box = chart.bounding_box()
        assert box["x"] + box["width"] <= width
