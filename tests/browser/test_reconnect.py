"""A browser that was away for longer than its session is kept whole finds its page again."""

import re
from collections.abc import Callable

import pytest
from browsing import until
from planes import picture
from playwright.sync_api import Page, WebSocketRoute, expect

from belieflab.ui.shell.departed import LOOK_SECONDS, STRIP_SECONDS

STATE = "document.querySelector('[data-testid=stApp]')?.dataset.testConnectionState"


class Line:
    """The connection of a page to its server, which can be cut."""

    def __init__(self, page: Page) -> None:
        self.is_cut, self._open = False, list[WebSocketRoute]()
        page.route_web_socket(re.compile("_stcore/stream"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            socket.close(code=1001)
        else:
            self._open += [socket, socket.connect_to_server()]

    def cut(self) -> None:
        self.is_cut = True
        while self._open:
            self._open.pop().close(code=1001)


@pytest.mark.slow
@pytest.mark.parametrize("address", ["mixture", "credal-partition", "labels"])
def test_after_a_long_interruption_the_page_is_whole_and_answers(
    app: str, page: Page, settled: Callable[[Page], None], address: str
) -> None:
    line = Line(page)
    page.goto(f"{app}/{address}?data=iris&labels=expert-doubt&seed=4")
    settled(page)
    card = page.locator(".workspace-card")
    before, shown = picture(page), card.inner_text()
    line.cut()
    until(page, lambda: page.evaluate(STATE), lambda state: state != "CONNECTED")
    page.wait_for_timeout(1_000 * (STRIP_SECONDS + 2 * LOOK_SECONDS))  # what the server promises
    line.is_cut = False
    until(page, lambda: page.evaluate(STATE), lambda state: state == "CONNECTED", 120)
    settled(page)
    assert card.inner_text() == shown
    assert picture(page) == before
    seed = page.get_by_role("spinbutton", name="Seed")
    seed.fill("11")
    seed.press("Enter")
    page.wait_for_url(re.compile("seed=11"))
    settled(page)
    until(page, lambda: picture(page), lambda now: now != before)
    expect(page.get_by_test_id("stException")).to_have_count(0)
