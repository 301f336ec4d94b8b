"""The belief playground and the glossary in a real browser."""

import re
from collections.abc import Callable
from urllib.parse import quote, urlsplit

import pytest
from browsing import open_cell
from playwright.sync_api import Page, expect

Settled = Callable[[Page], None]
GRID_ROW, GRID_NUMBERS = 35, 200
"""Height of a row of the grid in pixels, and a place inside its first column of numbers."""


def open_playground(page: Page, app: str, settled: Settled, query: str) -> None:
    page.goto(f"{app}/playground?{query}")
    settled(page)
    expect(bars(page)).to_be_visible(timeout=60_000)


def bars(page: Page):
    return page.locator(".st-key-playground-bars .js-plotly-plot").last


def conflict(page: Page):
    return page.get_by_test_id("stMetricValue").first


def go_to(page: Page, settled: Settled, group: str, name: str) -> None:
    page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=re.compile(rf"^{name}$")).click()
    settled(page)


def test_zadeh_from_a_link_another_rule_and_a_visit_to_the_glossary(
    page: Page, app: str, settled: Settled
) -> None:
    open_playground(page, app, settled, "preset=zadeh")
    expect(bars(page).locator(".bartext", has_text="{tumour}  1")).to_be_visible()
    expect(conflict(page)).to_have_text("0.9999")
    lattice = page.locator(".st-key-playground-lattice .js-plotly-plot").last
    expect(lattice).to_contain_text("1.00 [1.00, 1.00]")
    page.get_by_text("Yager", exact=True).click()
    settled(page)
    expect(bars(page)).to_contain_text("Ω  0.9999")
    expect(page).to_have_url(re.compile("preset=zadeh&rule=yager"))
    page.get_by_role("tab", name="Show the sum").click()
    settled(page)
    expect(page.get_by_text("= 0.99·0.99 + 0.99·0.01 + 0.01·0.99")).to_be_visible()
    go_to(page, settled, "Start", "Glossary")
    expect(page.get_by_role("heading", name="Pignistic probability")).to_be_visible()
    go_to(page, settled, "Prepare", "Belief playground")
    expect(bars(page)).to_contain_text("Ω  0.9999")
    expect(page).to_have_url(re.compile("preset=zadeh&rule=yager"))


@pytest.mark.slow
def test_a_copied_link_opens_the_same_picture_elsewhere(
    page: Page, app: str, settled: Settled, new_page: Callable[..., Page]
) -> None:
    open_playground(page, app, settled, "preset=agree")
    page.get_by_role("slider", name="m({dry})").first.press("ArrowRight")
    settled(page)
    expect(page).to_have_url(re.compile("m1=a-0.6~b-0.01"))
    page.get_by_text("Dubois-Prade", exact=True).click()
    settled(page)
    expect(page).to_have_url(re.compile("rule=dubois-prade"))
    other = new_page(width=800, dark=True)
    other.goto(page.url)
    settled(other)
    expect(bars(other)).to_be_visible(timeout=60_000)
    expect(conflict(other)).to_have_text(conflict(page).inner_text())
    expect(bars(other)).to_contain_text("{rain}  0.873")
    assert urlsplit(other.url).query == urlsplit(page.url).query


@pytest.mark.slow
def test_masses_typed_in_the_table_all_arrive(page: Page, app: str, settled: Settled) -> None:
    open_playground(page, app, settled, "preset=vacuous")
    page.get_by_text("Table", exact=True).click()
    settled(page)
    type_in_grid(page, 0, "0.125", settled)
    expect(page).to_have_url(re.compile("m1=a-0.125~bc-0.5"))
    type_in_grid(page, 1, "0.25", settled)
    expect(page).to_have_url(re.compile("m1=a-0.125~b-0.25~bc-0.5"))
    page.get_by_text("Sliders", exact=True).click()
    settled(page)
    expect(page.get_by_role("slider", name="m({versicolor})").first).to_have_value("0.25")


def type_in_grid(page: Page, row: int, text: str, settled: Settled) -> None:
    """Type into the first column of numbers; by its place."""
    canvas = page.get_by_test_id("stDataFrame").first.locator("canvas").first
    entry = page.locator("#portal input")
    open_cell(canvas, GRID_NUMBERS, GRID_ROW * (row + 1.5), entry)
    entry.fill(text)
    entry.press("Enter")
    settled(page)


@pytest.mark.slow
def test_names_that_look_like_markdown_stay_text(page: Page, app: str, settled: Settled) -> None:
    name = "![x](http://outside.example/x.png)"
    query = f"frame={quote(name)}~{quote('<img src=http://outside.example/y>')}&m1=a-0.4&m2=b-0.5"
    open_playground(page, app, settled, query + f"&who={quote(name)}~two")
    expect(page.get_by_test_id("stSlider").first).to_contain_text("m({![x](http:")
    expect(bars(page)).to_contain_text(name)
    for tab in ("Show the sum", "Decisions"):
        page.get_by_role("tab", name=tab).click()
        settled(page)
    assert page.get_by_test_id("stMain").locator("img").count() == 0


@pytest.mark.slow
def test_a_term_has_its_own_link(page: Page, app: str, settled: Settled) -> None:
    page.goto(f"{app}/glossary?term=cautious")
    settled(page)
    main = page.get_by_test_id("stMain")
    expect(main.locator("h3").first).to_have_text(re.compile("Cautious rule"))
    picture = main.get_by_role("img", name="Sketch of Cautious rule")
    expect(picture).to_be_visible()
    assert picture.evaluate("image => image.naturalWidth") > 0
    page.get_by_label("Find").fill("Yager")
    page.get_by_label("Find").press("Enter")
    settled(page)
    expect(main).to_contain_text(re.compile(r"\d of \d+ terms"))
