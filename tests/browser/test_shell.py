"""The shell as a person meets it: deep links, navigation, narrow screens, hidden truth."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

LABELS = "labels?data=iris&labels=expert-doubt&seed=3"


def card(page: Page) -> str:
    return page.locator(".workspace-card").inner_text()


def test_a_deep_link_works_as_the_first_request_to_a_new_server(
    new_server: Callable[[], str], page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{new_server()}/{LABELS}")
    expect(page.get_by_role("heading", name="Labels", level=1)).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.locator(".workspace-card")).to_contain_text("Iris")
    expect(page.get_by_test_id("stTopNavSection").first).to_be_visible()
    assert "seed=3" in page.url and "labels=expert-doubt" in page.url
    assert not page.get_by_role("dialog").count()


def test_the_note_about_kernels_goes_away_by_itself(
    new_server: Callable[[], str], page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(new_server())
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=60_000)
    expect(page.locator(".warm-up")).to_have_count(0, timeout=60_000)
    settled(page)


def test_going_from_page_to_page_loses_nothing(
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


def test_seed_undo_and_reset_change_card_and_address(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/{LABELS}")
    settled(page)
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


def test_hidden_truth_is_on_no_card_and_comes_back(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/{LABELS}")
    settled(page)
    assert "wrong guesses" in card(page)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Hide truth").click()
    expect(page.locator(".workspace-card")).not_to_contain_text("wrong guesses", timeout=30_000)
    settled(page)
    page.get_by_test_id("stSidebar").get_by_role("button", name="Reveal").click()
    expect(page.locator(".workspace-card")).to_contain_text("wrong guesses", timeout=30_000)


def test_a_bad_link_gets_a_sentence_and_the_app_lives_on(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/labels?data=atlantis&labels=hard&seed=2")
    alert = page.get_by_test_id("stAlert").filter(has_text="This link cannot be opened")
    expect(alert).to_contain_text("There is no sample called 'atlantis'", timeout=30_000)
    settled(page)
    assert "atlantis" not in page.url


def test_columns_go_under_each_other_on_a_narrow_screen(
    app: str, new_page: Callable[..., Page], settled: Callable[[Page], None]
) -> None:
    page = new_page(width=800)
    page.goto(app)
    settled(page)
    buttons = page.locator("[class*=st-key-start-story] button")
    boxes = [buttons.nth(k).bounding_box() for k in range(buttons.count())]
    assert len(boxes) >= 4
    assert len({round(box["x"]) for box in boxes if box}) == 1
    overflow = page.evaluate(
        "() => document.querySelector('[data-testid=stMain]').scrollWidth"
        " - document.querySelector('[data-testid=stMain]').clientWidth"
    )
    assert overflow <= 1


def test_start_shows_its_two_pictures(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(app)
    settled(page)
    pictures = page.get_by_test_id("stMain").get_by_test_id("stImage").locator("img")
    expect(pictures).to_have_count(2)
    for k in range(2):
        assert pictures.nth(k).evaluate("image => image.complete && image.naturalWidth > 100")


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


def test_start_does_not_wait_for_the_charting_library(
    app: str, page: Page, settled: Callable[[Page], None], watched: Callable
) -> None:
    def charting() -> list[str]:
        return [url for url in watched(page).requests if "plotly" in url.lower()]

    page.goto(app)
    settled(page)
    expect(page.get_by_role("button", name="Begin: Iris with doubt")).to_be_enabled()
    assert not charting()
    page.goto(f"{app}/{LABELS}")
    settled(page)
    assert charting(), "the library is known by another name now: this test no longer sees it"
