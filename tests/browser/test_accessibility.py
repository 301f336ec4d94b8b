"""axe-core finds nothing serious on any page that is ours; charts are told in words.

The pages with a picture are looked at where their pictures are (`test_screens.py`).
"""

from collections.abc import Callable

import pytest
from accessibility import STREAMLIT, check_accessible, violations
from playwright.sync_api import Page
from screens import CHARTS

from belieflab.ui.shell.page_table import existing_pages

ADDRESSES = {entry.key: entry.address for entry in existing_pages()}
WORKSPACE = "data=iris&labels=expert-doubt&seed=7"
OTHERS = [key for key, address in ADDRESSES.items() if address not in CHARTS]
DARK = ("mixture", "playground")


def open_settled(page: Page, app: str, key: str, settled: Callable[[Page], None]) -> None:
    page.goto(f"{app}/{ADDRESSES[key]}?{WORKSPACE}")
    settled(page)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.stPlotlyChart')]"
        ".every(chart => chart.querySelector('.main-svg'))"
    )


@pytest.mark.parametrize(
    ("key", "dark"), [(key, False) for key in OTHERS] + [(key, True) for key in DARK]
)
def test_nothing_serious_is_ours(key, dark, app, new_page, settled):
    page = new_page(dark=dark)
    open_settled(page, app, key, settled)
    check_accessible(page)


def test_what_is_listed_as_streamlits_is_found(app, page, settled):
    open_settled(page, app, "glossary", settled)
    found = [(rule, page.locator(selector).first) for rule, selector, _ in violations(page)]
    for rule, own in STREAMLIT:
        matches = "(e, own) => e.matches(own)"
        assert any(each == rule and place.evaluate(matches, own) for each, place in found)
