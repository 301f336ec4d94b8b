"""The first path: Start, one click, a step, a lasso, the playground; under three minutes."""

import re
import time
from collections.abc import Callable

import pytest
from planes import label_as, lasso_three, picked
from playwright.sync_api import Page, expect


@pytest.mark.slow
def test_from_start_to_the_playground_in_under_three_minutes(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    begun = time.monotonic()
    page.goto(app)
    page.locator(".st-key-start-lesson-worth button").click()
    page.wait_for_url(re.compile("/labels"))
    settled(page)
    step = page.locator(".st-key-lesson_panel")
    expect(step).to_contain_text("What changed")
    expect(page.locator(".workspace-card")).to_contain_text("Expert with doubt")
    step.get_by_role("button", name="Skip").click()
    expect(step).to_contain_text("First your guess")
    step.get_by_text("Yours replace them", exact=True).click()
    expect(step).to_contain_text("Lasso three points")
    expect(page.get_by_role("tab", name="Edit")).to_have_attribute("aria-selected", "true")
    settled(page)
    lasso_three(page)
    count = picked(page)
    assert count >= 3
    settled(page)
    label_as(page, "virginica")
    expect(step).to_contain_text("Yours stand in their place")
    expect(page.locator(".workspace-card")).to_contain_text(f"{count} rows edited by hand")
    settled(page)
    step.get_by_role("button", name="Next").click()
    page.wait_for_url(re.compile("/playground"))
    settled(page)
    expect(page.get_by_role("heading", name="Belief playground", level=1)).to_be_visible()
    expect(step).to_contain_text("One of your labels stands beside the expert's")
    expect(page.get_by_text("Your label").first).to_be_visible()
    assert time.monotonic() - begun < 180
