"""The workspace file: paint, lasso, save, reload, open; the same picture."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import wait_ready
from planes import label_as, lasso_three, picked, picture
from playwright.sync_api import Page, expect


def card(page: Page) -> str:
    return page.locator(".workspace-card").inner_text()


def go_to(page: Page, group: str, name: str, settled: Callable[[Page], None]) -> None:
    page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
    link = page.get_by_test_id("stTopNavDropdownLink").filter(has_text=re.compile(rf"^{name}$"))
    link.click()
    settled(page)


def paint(page: Page, app: str, settled: Callable[[Page], None]) -> None:
    page.goto(f"{app}/data?data.way=Paint")
    settled(page)
    plane = page.get_by_role("img", name="Painting plane")
    plane.scroll_into_view_if_needed()
    box = plane.bounding_box()
    assert box is not None
    for share, class_name in ((0.25, "Paint class 1"), (0.7, "Paint class 2")):
        page.get_by_role("radio", name=class_name).click()
        page.mouse.move(box["x"] + share * box["width"], box["y"] + 0.3 * box["height"])
        page.mouse.down()
        page.mouse.move(
            box["x"] + (share + 0.15) * box["width"], box["y"] + 0.6 * box["height"], steps=10
        )
        page.mouse.up()
    page.get_by_role("button", name="Use these points", exact=True).click()
    settled(page)


def save(page: Page, where: Path) -> Path:
    page.get_by_text("Save, open, share").click()
    wait_ready(page)  # opening it runs the page
    with page.expect_download() as download:
        page.get_by_test_id("stSidebar").get_by_role("button", name="Save workspace file").click()
    path = where / download.value.suggested_filename
    download.value.save_as(path)
    return path


def open_file(page: Page, path: Path, settled: Callable[[Page], None]) -> None:
    page.get_by_text("Save, open, share").click()
    page.get_by_test_id("stSidebar").locator("input[type=file]").set_input_files(path)
    settled(page)


def test_paint_lasso_save_reload_open_gives_the_same_picture(
    app: str, page: Page, settled: Callable[[Page], None], tmp_path: Path
) -> None:
    paint(page, app, settled)
    go_to(page, "Prepare", "Labels", settled)
    page.get_by_role("tab", name="Edit").click()
    page.get_by_role("button", name="Begin with vacuous labels").click()
    settled(page)
    lasso_three(page)
    count = picked(page)
    settled(page)
    label_as(page, "B")
    expect(page.locator(".workspace-card")).to_contain_text(
        f"{count} rows edited by hand", timeout=30_000
    )
    settled(page)
    before, shown = picture(page), card(page)
    path = save(page, tmp_path)
    page.reload()
    settled(page)
    assert card(page) == shown
    assert picture(page) == before
    page.get_by_test_id("stSidebar").get_by_role("button", name="Reset", exact=True).click()
    expect(page.locator(".workspace-card")).to_contain_text("Nothing loaded yet")
    settled(page)
    open_file(page, path, settled)
    expect(page.locator(".workspace-card")).to_contain_text("edited by hand", timeout=30_000)
    settled(page)
    assert card(page) == shown
    assert picture(page) == before


def test_a_foreign_zip_gets_a_sentence_and_nothing_is_lost(
    app: str, page: Page, settled: Callable[[Page], None], tmp_path: Path
) -> None:
    page.goto(f"{app}/labels?data=iris&labels=hard")
    settled(page)
    before = card(page)
    path = tmp_path / "foreign.zip"
    path.write_bytes(b"PK\x05\x06" + bytes(18))
    open_file(page, path, settled)
    alert = page.get_by_test_id("stAlert").filter(has_text="no workspace file")
    expect(alert).to_be_visible(timeout=30_000)
    assert card(page) == before


@pytest.mark.slow
def test_the_controls_of_a_page_come_back_in_another_browser(
    app: str,
    page: Page,
    new_page: Callable[..., Page],
    settled: Callable[[Page], None],
    tmp_path: Path,
) -> None:
    page.goto(f"{app}/labels?data=iris&labels=expert-doubt&labels.tab=Edit&labels.colour=truth")
    settled(page)
    path = save(page, tmp_path)
    other = new_page()
    other.goto(f"{app}/labels")
    settled(other)
    open_file(other, path, settled)
    expect(other.locator(".workspace-card")).to_contain_text("Iris", timeout=30_000)
    expect(other.get_by_role("tab", name="Edit")).to_have_attribute("aria-selected", "true")
    settled(other)
    assert picture(other) == picture(page)
