"""What every browser test shares: one server, one browser, and pages that are watched.

``app``        the address of the one server of this test session
``page``       a fresh page, 1440 x 900, light
``new_page``   a factory of such pages: ``new_page(width=800, height=900, dark=True)``
``settled``    ``settled(page)`` waits until Streamlit has finished running
``new_server`` a factory of further servers, for what only a first request can show
``watched``    what a page wrote and sent: ``watched(page).console``, ``.errors``, ``.requests``

A test fails at its end if a page sent a request to another machine, threw an uncaught error in
JavaScript, or shows a red Streamlit exception.

A test that fails is run once more, because a browser on a busy machine may lose a click; the last
lines of the output name every test that passed only then.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from _pytest.runner import runtestprotocol
from app_server import Server, running_app
from browsing import forget, open_browser, open_context, open_page, wait_ready
from playwright.sync_api import Browser, BrowserContext, Page, expect

HERE = Path(__file__).parent
AGAIN = "passed only when it was run again"
LOCAL = {"localhost", "127.0.0.1", "::1"}

# A busy machine draws slowly; what never comes is still a failure.
expect.set_options(timeout=30_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a browser test, and once more where it fails."""
    if HERE not in item.path.parents:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if failed := [report for report in reports if report.failed]:
        item.user_properties.append((AGAIN, failed[0].longreprtext[-300:]))
        item._initrequest()  # type: ignore[attr-defined]  # its fixtures are made anew
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Name the tests that failed at first, with the end of what they said."""
    for report in terminalreporter.stats.get("passed", []):
        for text in (text for name, text in report.user_properties if name == AGAIN):
            terminalreporter.write_line(f"{report.nodeid} {AGAIN}: {text}", yellow=True)


@dataclass
class Watch:
    """Console messages, uncaught errors and requests of one page."""

    page: Page
    console: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on(
            "console",
            lambda message: self.console.append(message.text) if message.type == "error" else None,
        )

    @property
    def outside(self) -> list[str]:
        """The requests that left this machine."""
        addresses = [(urlsplit(url), url) for url in self.requests]
        return [
            url
            for address, url in addresses
            if address.scheme not in {"data", "blob", "about"} and address.hostname not in LOCAL
        ]

    @property
    def exceptions(self) -> list[str]:
        """The red exceptions on the page."""
        if self.page.is_closed():
            return []
        return self.page.get_by_test_id("stException").all_inner_texts()

    @property
    def complaints(self) -> list[str]:
        """Everything that must not happen on any page, one line each."""
        return (
            [f"asked another machine: {url}" for url in self.outside]
            + [f"uncaught error in the page: {error}" for error in self.errors]
            + [f"exception on the page: {text}" for text in self.exceptions]
        )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running_app() as running:
        yield running


@pytest.fixture(scope="session")
def app(server: Server) -> str:
    return server.url


@pytest.fixture
def new_server() -> Iterator[Callable[[], str]]:
    with ExitStack() as stack:
        yield lambda: stack.enter_context(running_app()).url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # All pages of a context run in one process, which need not compile the app's scripts again.
    with open_browser("--process-per-site") as running:
        yield running


@pytest.fixture(scope="session")
def kept_context(browser: Browser, app: str) -> BrowserContext:
    """Where the first page of every test opens: what the browser has loaded once, it keeps."""
    context = open_context(browser)
    context.new_page().goto(f"{app}/_stcore/health")  # it stays, and with it the process
    return context


@pytest.fixture
def watches(server: Server, kept_context: BrowserContext) -> Iterator[list[Watch]]:
    kept: list[Watch] = []
    yield kept
    complaints = [complaint for watch in kept for complaint in watch.complaints]
    if any(watch.exceptions for watch in kept):
        complaints += ["The end of the server's log:", server.tail()]
    for watch in kept[1:]:
        watch.page.context.close()
    forget(kept_context, [url for watch in kept for url in watch.requests])
    if complaints:
        pytest.fail("\n".join(complaints))


@pytest.fixture
def new_page(
    browser: Browser, kept_context: BrowserContext, watches: list[Watch]
) -> Callable[..., Page]:
    """Open a page as in a browser of its own; it is watched until the test ends."""

    def open_watched(width: int = 1440, height: int = 900, dark: bool = False) -> Page:
        page = open_page(browser if watches else kept_context, width, height, dark)
        watches.append(Watch(page))
        return page

    return open_watched


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def settled() -> Callable[..., None]:
    return wait_ready


@pytest.fixture
def watched(watches: list[Watch]) -> Callable[[Page], Watch]:
    return lambda page: next(watch for watch in watches if watch.page is page)
