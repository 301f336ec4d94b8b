"""Every page opens by its own address, wide and light, narrow and dark, and fits the window."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from belieflab.ui.shell.navigation import existing_pages

ADDRESSES = {entry.key: entry.address for entry in existing_pages()}


@pytest.mark.parametrize(("width", "dark"), [(1440, False), (800, True)])
@pytest.mark.parametrize("key", ADDRESSES)
def test_opens_by_its_address_and_fits(
    key: str,
    width: int,
    dark: bool,
    app: str,
    new_page: Callable[..., Page],
    settled: Callable[[Page], None],
) -> None:
    page = new_page(width=width, dark=dark)
    page.goto(f"{app}/{ADDRESSES[key]}")
    settled(page)
    assert page.get_by_role("heading", level=1).first.is_visible()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
    background = main.evaluate("element => getComputedStyle(element.closest('.stApp')).background")
    assert ("rgb(27, 30, 34)" in background) == dark
