"""The shell as a person meets it: deep links, navigation, narrow screens, hidden truth."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

LABELS = "labels?data=iris&labels=expert-doubt&seed=3"


def card(page: Page) -> str:
    return page.locator(".workspace-card").inner_text()


def test_pages_truth_seed_undo_and_reset_keep_card_and_address_in_step(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/{LABELS}")
    settled(page)
    before = card(page)
    for group, name in (("Prepare", "Data"), ("Start", "Start"), ("Prepare", "Labels")):
        page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
        page.get_by_test_id("stTopNavDropdownLink").filter(
            has_text=re.compile(rf"^{name}$")
        ).click()
        settled(page)
        assert card(page) == before
        assert "data=iris" in page.url and "seed=3" in page.url
    expect(page.get_by_role("heading", name="Labels", level=1)).to_be_visible()
    check_hidden_truth_is_on_no_card_and_comes_back(page, settled)
    check_seed_undo_and_reset_change_card_and_address(page, settled)


def check_hidden_truth_is_on_no_card_and_comes_back(
    page: Page, settled: Callable[[Page], None]
) -> None:
    assert "wrong labels" in card(page)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Hide truth").click()
    expect(page.locator(".workspace-card")).not_to_contain_text("wrong labels", timeout=30_000)
    settled(page)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Reveal").click()
    expect(page.locator(".workspace-card")).to_contain_text("wrong labels", timeout=30_000)
    settled(page)


def check_seed_undo_and_reset_change_card_and_address(
    page: Page, settled: Callable[[Page], None]
) -> None:
    before = card(page)
    seed = page.get_by_role("spinbutton", name="Seed")
    seed.fill("44")
    seed.press("Enter")
    page.wait_for_url(re.compile("seed=44"))
    settled(page)
    assert card(page) != before
    page.get_by_role("button", name="Undo", exact=True).first.click()
    page.wait_for_url(re.compile("seed=3"))
    settled(page)
    assert card(page) == before
    expect(seed).to_have_value("3")
    page.get_by_role("button", name="Reset", exact=True).first.click()
    expect(page.locator(".workspace-card")).to_contain_text("Nothing loaded yet", timeout=30_000)
    settled(page)
    assert "data=" not in page.url


def test_a_bad_link_gets_a_sentence_and_the_app_lives_on(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/labels?data=atlantis&labels=hard&seed=2")
    alert = page.get_by_test_id("stAlert").filter(has_text="This link cannot be opened")
    expect(alert).to_contain_text("There is no sample called 'atlantis'", timeout=30_000)
    settled(page)
    assert "atlantis" not in page.url


def test_user_text_stays_text_on_the_page(
    app: str, page: Page, settled: Callable[[Page], None], watched: Callable
) -> None:
    nasty = "![x](http://example.org/x.png) *b* :smile: -> https://example.org a@b.cd $x$"
    page.goto(f"{app}/?data={nasty.replace('&', '%26')}")
    alert = page.get_by_test_id("stAlert").filter(has_text="This link cannot be opened")
    expect(alert).to_be_visible(timeout=30_000)
    settled(page)
    seen = alert.inner_text().replace("\u2060", "")
    assert nasty in seen
    assert alert.locator("a, img, em, .katex").count() == 0
    assert not watched(page).outside


def test_start_shows_its_pictures_without_the_charting_library_and_fits_a_narrow_screen(
    app: str, page: Page, settled: Callable[[Page], None], watched: Callable
) -> None:
    def charting() -> list[str]:
        return [url for url in watched(page).requests if "plotly" in url.lower()]

    page.goto(app)
    settled(page)
    expect(page.locator(".st-key-start-lesson-masses button")).to_be_enabled()
    check_pictures(page)
    page.set_viewport_size({"width": 800, "height": 900})
    check_columns_under_each_other(page)
    assert not charting()
    page.goto(f"{app}/{LABELS}")
    settled(page)
    assert charting(), "the library is known by another name now: this test no longer sees it"


def check_pictures(page: Page) -> None:
    pictures = page.get_by_test_id("stMain").get_by_test_id("stImage").locator("img")
    expect(pictures).to_have_count(2)
    for k in range(2):
        assert pictures.nth(k).evaluate("image => image.complete && image.naturalWidth > 100")


def check_columns_under_each_other(page: Page) -> None:
    buttons = page.locator("[class*=st-key-start-lesson] button")
    boxes = [buttons.nth(k).bounding_box() for k in range(buttons.count())]
    assert len(boxes) >= 4
    assert len({round(box["x"]) for box in boxes if box}) == 1
    overflow = page.evaluate(
        "() => document.querySelector('[data-testid=stMain]').scrollWidth"
        " - document.querySelector('[data-testid=stMain]').clientWidth"
    )
    assert overflow <= 1
