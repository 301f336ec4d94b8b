"""Every page opens by its own address and fits the window, wide and light, narrow and dark."""

from collections.abc import Callable

import pytest
from browsing import show_narrow_and_dark
from playwright.sync_api import Page

from belieflab.ui.shell.page_table import existing_pages

ADDRESSES = {entry.key: entry.address for entry in existing_pages()}


def check_fit(page: Page, dark: bool) -> None:
    """A heading can be seen, nothing is wider than the window, and the theme is the chosen one."""
    assert page.get_by_role("heading", level=1).first.is_visible()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
    background = main.evaluate("element => getComputedStyle(element.closest('.stApp')).background")
    assert ("rgb(27, 30, 34)" in background) == dark


@pytest.mark.parametrize("key", ADDRESSES)
def test_opens_by_its_address_and_fits(
    key: str, app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/{ADDRESSES[key]}")
    settled(page)
    check_fit(page, dark=False)
    show_narrow_and_dark(page)
    check_fit(page, dark=True)
