"""The What-if page in a real browser: curves grow under a zoom, pause keeps, a line reads."""

import re
from collections.abc import Callable

from browsing import until_chart
from playwright.sync_api import Locator, Page, expect

LINK = "what-if?data=iris&seed=7&whatif.levels=10, 40&whatif.folds=3"
CURVES = """g => Object.fromEntries((g._fullData ?? [])
    .filter(trace => trace.mode === 'lines+markers' && trace.x.length)
    .map(trace => [trace.name, trace.x.length]))"""
RANGE = "g => Array.from(g.layout.xaxis.range)"


def chart(page: Page) -> Locator:
    return page.locator(".st-key-whatif-curves .js-plotly-plot")


def until(page: Page, script: str, holds: Callable[..., bool]) -> None:
    until_chart(chart(page), script, holds)


def opened(page: Page, app: str, settled: Callable[..., None], more: str) -> Page:
    page.goto(f"{app}/{LINK}{more}")
    settled(page)
    chart(page).locator(".cartesianlayer").wait_for()
    return page


def test_curves_grow_and_a_method_joins_them_without_losing_the_zoom(page, app, settled):
    opened(page, app, settled, "&whatif.replicates=3&whatif.methods=Soft labels")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_text(re.compile("6 trainings · finished"))).to_be_visible()
    until(page, CURVES, lambda curves: curves == {"Soft labels": 2})
    chart(page).evaluate("g => window.Plotly.relayout(g, {'xaxis.range': [5, 45]})")
    page.get_by_test_id("stMultiSelect").get_by_role("combobox").click()
    page.get_by_role("option", name="Supervised", exact=True).click()
    page.keyboard.press("Escape")
    settled(page)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_text(re.compile("6 trainings · finished"))).to_be_visible()
    settled(page)
    until(page, CURVES, lambda curves: curves == {"Soft labels": 2, "Supervised": 2})
    assert chart(page).evaluate(RANGE) == [5, 45]
    expect(page.get_by_role("button", name="All computed")).to_be_disabled()
    rows = page.get_by_test_id("stTable").locator("tbody tr")
    expect(rows).to_have_count(2)
    box = chart(page).locator(".nsewdrag").first.bounding_box()
    for step in range(3):
        page.mouse.move(box["x"] + 0.9 * box["width"] + step, box["y"] + 60)
    read = chart(page).locator(".hoverlayer")
    expect(read).to_contain_text("Soft labels")
    expect(read).to_contain_text("Supervised")
    expect(read).to_contain_text("3 replicates")


def test_pause_keeps_what_is_there_also_on_another_page_and_resume_goes_on(page, app, settled):
    opened(page, app, settled, "&whatif.replicates=100")
    page.get_by_role("button", name="Run", exact=True).click()
    until(page, CURVES, lambda curves: curves.get("Soft labels") == 2)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.get_by_text(re.compile("trainings? · stopped"))).to_be_visible()
    settled(page)
    for name in ("Papers", "What-if"):
        page.get_by_test_id("stTopNavSection").filter(has_text="Compare").click()
        page.get_by_test_id("stTopNavDropdownLink").filter(has_text=name).click()
        expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    settled(page)
    until(page, CURVES, lambda curves: curves.get("Soft labels") == 2)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()


def test_stored_curves_are_read_while_the_slider_is_dragged(page, app, settled):
    page.goto(f"{app}/what-if?data=iris&seed=7")
    settled(page)
    until(page, CURVES, lambda curves: list(curves.values()) == [7] * 4)
    expect(page.get_by_text(re.compile("Stored: computed on"))).to_be_visible()
    slider = page.get_by_role("slider", name="Read the curves at: mean doubt")
    rows = page.locator(".st-key-whatif-reading tbody tr")
    expect(rows).to_have_count(4)
    line = "g => g.layout.shapes?.[0]?.x0"
    box = slider.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    seen = set()
    for step in range(1, 11):
        page.mouse.move(box["x"] + box["width"] * (0.5 + step / 20), box["y"] + 9)
        seen.add(rows.first.inner_text())
    until(page, line, lambda x: x == 40)
    assert len(seen) > 3  # it answers during the drag
    last = chart(page).evaluate("g => g._fullData.find(t => t.mode === 'lines+markers').y.at(-1)")
    expect(rows.first).to_contain_text(f"{last:.1f} %")
    page.mouse.up()
    slider.press("ArrowLeft")
    until(page, line, lambda x: x == 39)
