"""The watch itself: it must see what it is there to see."""

from collections.abc import Callable
from typing import Any

from browsing import forget, open_page, until
from playwright.sync_api import BrowserContext, Page


def test_sees_requests_that_leave_and_errors_that_nobody_caught(
    page: Page, watched: Callable[[Page], Any]
) -> None:
    watch = watched(page)
    page.set_content(
        "<img src='http://elsewhere.invalid/picture.png'><img src='data:image/png;base64,'>"
        "<script>console.error('said'); throw new Error('thrown')</script>"
    )
    until(page, lambda: watch.outside and watch.errors and watch.console)
    assert watch.outside == ["http://elsewhere.invalid/picture.png"]
    assert watch.errors == ["thrown"]
    assert "said" in watch.console
    assert len(watch.complaints) == 2
    watch.requests.clear()
    watch.errors.clear()


def test_sees_a_red_exception(page: Page, watched: Callable[[Page], Any]) -> None:
    page.set_content("<div data-testid='stException'>ValueError: no</div>")
    assert watched(page).complaints == ["exception on the page: ValueError: no"]
    page.set_content("")


def test_nothing_stored_is_left_for_the_next_test(kept_context: BrowserContext, app: str) -> None:
    stored = "[localStorage.a, sessionStorage.b, document.cookie.includes('c=d')]"
    for _ in range(2):
        page = open_page(kept_context)
        page.goto(f"{app}/_stcore/health")
        assert page.evaluate(stored) == [None, None, False]
        page.evaluate("() => { localStorage.a = sessionStorage.b = document.cookie = 'c=d'; }")
        assert page.evaluate(stored) == ["c=d", "c=d", True]
        forget(kept_context, [page.url])
