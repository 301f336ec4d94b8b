"""One real Chromium, pages of it in any size and theme, and when such a page has settled."""

from collections.abc import Iterator
from contextlib import contextmanager

import chromium
from playwright.sync_api import Browser, Page, sync_playwright

# Settled: connected, something to read, not running, nothing stale or half loaded, and so for a
# third of a second, because a widget's message leaves the page only after its own short delay.
# (Something to read: the first request to a new server runs twice, with a pause between.)
SETTLED = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    const calm = app
        && app.getAttribute('data-test-connection-state') === 'CONNECTED'
        && app.getAttribute('data-test-script-state') === 'notRunning'
        && !document.querySelector('[data-testid=stSkeleton], [data-testid=stAppSkeleton]')
        && !document.querySelector('[data-testid=stStatusWidget], [data-stale=true]')
        && document.querySelector('[data-testid=stMain]')?.innerText.trim();
    const now = performance.now();
    if (!calm) { window.calmSince = undefined; return false; }
    window.calmSince ??= now;
    return now - window.calmSince > 350;
}"""


@contextmanager
def open_browser() -> Iterator[Browser]:
    """The machine's Chromium, installed first where there is none."""
    executable = chromium.require()
    with sync_playwright() as playwright:
        # Chromium's own sandbox cannot start as root, and Docker's shared memory is too small.
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
        running = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield running
        running.close()


def open_page(browser: Browser, width: int = 1440, height: int = 900, dark: bool = False) -> Page:
    """A page in a context of its own: nothing is shared with any other page."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        accept_downloads=True,
    )
    context.set_default_timeout(60_000)
    return context.new_page()


def wait_ready(page: Page, timeout: float = 120_000) -> None:
    """Wait until Streamlit has finished running and what it sent is on the page."""
    page.evaluate("window.calmSince = undefined")
    page.wait_for_function(SETTLED, polling=50, timeout=timeout)
