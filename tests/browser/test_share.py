"""Share links: what is copied from the address bar opens the same picture elsewhere."""

import re
from collections.abc import Callable

from planes import picture
from playwright.sync_api import Page, expect


def card(page: Page) -> str:
    return page.locator(".workspace-card").inner_text()


def test_a_link_copied_from_labels_opens_the_same_labels_in_a_new_browser(
    app: str, new_page: Callable[..., Page], settled: Callable[[Page], None]
) -> None:
    mine = new_page()
    mine.goto(f"{app}/labels?data=gaussians&data.distance=3&labels=expert-doubt")
    settled(mine)
    seed = mine.get_by_role("spinbutton", name="Seed")
    seed.fill("12345")
    seed.press("Enter")
    mine.wait_for_url(re.compile("seed=12345"))
    settled(mine)
    doubt = mine.locator("input[type=range][aria-label='Mean doubt']")
    doubt.focus()
    doubt.press("ArrowRight")
    mine.wait_for_url(re.compile(r"labels\.mean=0\.21"))
    settled(mine)
    theirs = new_page()
    theirs.goto(mine.url)
    settled(theirs)
    assert card(theirs) == card(mine)
    assert picture(theirs) == picture(mine)
    assert theirs.url == mine.url


def test_a_new_server_opens_a_deep_link_first_and_the_same_labels_as_another_server(
    app: str,
    new_server: Callable[[], str],
    new_page: Callable[..., Page],
    settled: Callable[[Page], None],
) -> None:
    here, there, server = new_page(), new_page(), new_server()
    check_first_request(there, server, settled)
    path = "labels?data=many-clusters&labels=crowd&labels.rule=average&seed=99"
    here.goto(f"{app}/{path}")
    there.goto(f"{server}/{path}")
    settled(here)
    settled(there)
    assert card(there) == card(here)
    assert picture(there) == picture(here)


def check_first_request(page: Page, server: str, settled: Callable[[Page], None]) -> None:
    page.goto(f"{server}/labels?data=iris&labels=expert-doubt&seed=3")
    expect(page.get_by_role("heading", name="Labels", level=1)).to_be_visible(timeout=60_000)
    settled(page)
    expect(page.locator(".warm-up")).to_have_count(0)  # the note about kernels goes by itself
    expect(page.locator(".workspace-card")).to_contain_text("Iris")
    expect(page.get_by_test_id("stTopNavSection").first).to_be_visible()
    assert "seed=3" in page.url and "labels=expert-doubt" in page.url
    assert not page.get_by_role("dialog").count()
    expect(page.get_by_text("Page not found")).to_have_count(0)


def test_the_address_follows_from_page_to_page_and_keeps_what_pages_put_there(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.goto(f"{app}/labels?data=iris&labels=hard&seed=5&labels.tab=Edit")
    settled(page)
    assert "labels.tab=Edit" in page.url
    expect(page.get_by_role("tab", name="Edit")).to_have_attribute("aria-selected", "true")
    page.goto(f"{app}/playground?preset=murder&data=iris&seed=5")
    settled(page)
    assert "preset=murder" in page.url and "data=iris" in page.url
