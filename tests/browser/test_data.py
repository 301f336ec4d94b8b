"""The Data page in a real browser: samples, pictures, files that belong together, roles."""

from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import answered, open_cell, show_narrow_and_dark
from playwright.sync_api import Page, expect

CROWD = Path(__file__).parents[2] / "sample_data" / "crowd"


def open_data(page: Page, app: str, settled: Callable[..., None], way: str = "Sample") -> None:
    page.goto(f"{app}/data?data.way={way}")
    settled(page)


def test_one_click_on_a_card_shows_the_data(
    page: Page, app: str, settled: Callable[..., None]
) -> None:
    open_data(page, app, settled)
    expect(page.get_by_test_id("stTabs").get_by_test_id("stImage")).to_have_count(8)
    page.get_by_role("button", name="Wine", exact=True).click()
    expect(page.get_by_test_id("stMain")).to_contain_text("178 objects × 13 features, 3 classes")
    picture = page.locator(".st-key-data-picture")
    expect(picture.locator(".js-plotly-plot")).to_be_visible(timeout=30_000)
    page.get_by_text("Parallel coordinates", exact=True).click()
    expect(picture.locator(".parcoords").first).to_be_visible(timeout=30_000)
    assert "data=wine" in page.url and "data.view=Parallel" in page.url
    page.get_by_role("link", name="Next: Labels").click()
    expect(page.get_by_test_id("stMain").locator("h1")).to_contain_text("Labels")
    expect(page.get_by_test_id("stSidebar")).to_contain_text("178 × 13")


def test_files_that_belong_together_bring_their_labels(
    page: Page, app: str, settled: Callable[..., None]
) -> None:
    open_data(page, app, settled, "Upload")
    files = [CROWD / name for name in ("X.csv", "y.csv", "y_true.csv", "classes.csv")]
    page.get_by_test_id("stTabs").locator("input[type=file]").set_input_files(files)
    main = page.get_by_test_id("stMain")
    expect(main).to_contain_text("These files belong together")
    page.get_by_role("button", name="Use this data").click()
    expect(main).to_contain_text("with labels.")
    expect(page.get_by_test_id("stSidebar")).to_contain_text("mean nonspecificity")


def test_a_role_is_changed_in_the_table_and_outlives_another_page(
    page: Page, app: str, settled: Callable[..., None], tmp_path: Path
) -> None:
    path = tmp_path / "insects.csv"
    path.write_text("width,height,kind\n1.5,2.5,ant\n2.5,1.5,bee\n0.5,3.5,ant\n")
    open_data(page, app, settled, "Upload")
    page.get_by_test_id("stTabs").locator("input[type=file]").set_input_files(path)
    settled(page)
    page.get_by_text("Change what the columns are").click()
    settled(page)
    choose_role(page, row=0, role="ignore")
    settled(page)
    page.get_by_role("tab", name="Sample").click()
    settled(page)
    page.get_by_role("tab", name="Upload").click()
    settled(page)
    page.get_by_role("button", name="Use this data").click()
    expect(page.get_by_test_id("stMain")).to_contain_text("3 objects × 1 feature, 2 classes")


def choose_role(page: Page, row: int, role: str) -> None:
    """Open the role cell of a row (the second column) and choose until the app knows it."""
    grid = page.get_by_test_id("stTabs").get_by_test_id("stDataFrame").last
    option = page.get_by_role("option", name=role)
    for _ in range(3):
        open_cell(grid, 130, 35 * (row + 1) + 18, option)
        if answered(page, option.click):
            return
    raise AssertionError(f"The app has not heard of the role {role}.")


@pytest.mark.slow
def test_nothing_is_wider_than_the_screen(
    page: Page, app: str, settled: Callable[..., None]
) -> None:
    page.goto(f"{app}/data?data=butterfly")
    settled(page)
    for change in (lambda page: None, show_narrow_and_dark):
        change(page)
        for way in ("Upload", "Generate", "Paint", "Sample"):
            page.get_by_role("tab", name=way).click()
            settled(page)
            main = page.get_by_test_id("stMain")
            assert main.evaluate("node => node.scrollWidth <= node.clientWidth"), way
