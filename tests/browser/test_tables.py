"""The buttons above a table that come with Streamlit."""

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.slow
def test_a_table_can_be_searched_and_enlarged_but_not_downloaded_unguarded(
    page: Page, app: str, settled
) -> None:
    page.goto(f"{app}/suspects?data=iris&labels=guess-doubt")
    settled(page)
    table = page.get_by_test_id("stDataFrame").first
    table.hover()
    buttons = table.get_by_test_id("stElementToolbarButton")
    for name in ("Search", "Fullscreen"):
        expect(buttons.filter(has=page.get_by_label(name)).first).to_be_visible()
    download = buttons.filter(has=page.locator('button[aria-label^="Download as CSV"]'))
    expect(download).to_have_count(1)  # it is there, or this test would watch nothing
    expect(download).to_be_hidden()
