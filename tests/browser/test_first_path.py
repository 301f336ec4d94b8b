"""The first path: Start, one click, a sentence, a lasso, the playground; under three minutes."""

import re
import time
from collections.abc import Callable

from planes import label_as, lasso_three, picked
from playwright.sync_api import Page, expect


def test_from_start_to_the_playground_in_under_three_minutes(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    begun = time.monotonic()
    page.goto(app)
    page.get_by_role("button", name="Begin: Iris with doubt").click()
    page.wait_for_url(re.compile("/labels"))
    settled(page)
    step = page.locator(".st-key-shell_story_step")
    expect(step).to_contain_text("What changed")
    expect(step).to_contain_text("lasso three points")
    expect(page.locator(".workspace-card")).to_contain_text("Expert with doubt")
    step.get_by_role("button", name="Open Edit").click()
    expect(page.get_by_role("tab", name="Edit")).to_have_attribute("aria-selected", "true")
    settled(page)
    lasso_three(page)
    count = picked(page)
    assert count >= 3
    settled(page)
    label_as(page, "virginica")
    expect(step).to_contain_text("Your labels are in", timeout=30_000)
    expect(page.locator(".workspace-card")).to_contain_text(f"{count} rows edited by hand")
    settled(page)
    step.get_by_role("button", name="Belief playground").click()
    page.wait_for_url(re.compile("/playground"))
    settled(page)
    expect(page.get_by_role("heading", name="Belief playground", level=1)).to_be_visible()
    expect(step).to_contain_text("One of your labels stands beside the expert's")
    expect(page.get_by_text("Your label").first).to_be_visible()
    assert time.monotonic() - begun < 180


def test_zadehs_example_is_one_click_away(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(app)
    page.get_by_role("button", name="Hear the doctors").click()
    page.wait_for_url(re.compile("/playground.*preset=zadeh"))
    settled(page)
    expect(page.locator(".st-key-shell_story_step")).to_contain_text("Dempster's rule gives it 1")
    page.get_by_role("button", name="Leave the story").click()
    expect(page.locator(".st-key-shell_story_step")).to_have_count(0, timeout=30_000)


def test_the_other_stories_load_what_they_promise(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    for button, law in (("Ask the crowd", "Crowd"), ("Move the doubt", "Guess and doubt")):
        page.goto(app)
        page.get_by_role("button", name=button).click()
        page.wait_for_url(re.compile("/labels"))
        expect(page.locator(".workspace-card")).to_contain_text(law, timeout=30_000)
        settled(page)
        expect(page.locator(".st-key-shell_story_step")).to_contain_text("Next:")
