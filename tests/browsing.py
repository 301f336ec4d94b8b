"""One real Chromium, pages of it in any size and theme, and waiting for what such a page shows."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from urllib.parse import urlsplit

import chromium
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright
from playwright.sync_api import TimeoutError as NothingCame

T = TypeVar("T")

# Settled: connected, something to read, not running, nothing stale or half loaded, kernels ready
# (the page is drawn once more when they are), and so for a third of a second, because a widget's
# message leaves the page only after its own short delay.
# (Something to read: the first request to a new server runs twice, with a pause between.)
SETTLED = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    const calm = app
        && app.getAttribute('data-test-connection-state') === 'CONNECTED'
        && app.getAttribute('data-test-script-state') === 'notRunning'
        && !document.querySelector('[data-testid=stSkeleton], [data-testid=stAppSkeleton]')
        && !document.querySelector('[data-testid=stStatusWidget], [data-stale=true], .warm-up');
    const now = performance.now();
    if (!calm) { window.calmSince = undefined; return false; }
    window.calmSince ??= now;
    return now - window.calmSince > 350
        && Boolean(document.querySelector('[data-testid=stMain]')?.innerText.trim());
}"""


WATCH_RUNS = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    window.scriptRan = false;
    new MutationObserver(() => {
        if (app.getAttribute('data-test-script-state') !== 'notRunning') window.scriptRan = true;
    }).observe(app, {attributes: true});
}"""


@contextmanager
def open_browser(*more: str) -> Iterator[Browser]:
    """The machine's Chromium, installed first where there is none; with more arguments."""
    executable = chromium.require()
    with sync_playwright() as playwright:
        # Chromium's own sandbox cannot start as root, and Docker's shared memory is too small.
        arguments = ["--no-sandbox", "--disable-dev-shm-usage", *more]
        running = playwright.chromium.launch(executable_path=executable, args=arguments)
        yield running
        running.close()


def open_context(browser: Browser) -> BrowserContext:
    """As another person's browser: nothing is shared with any other context."""
    context = browser.new_context(
        reduced_motion="reduce",  # a fifth of the work of a page load is animation
        accept_downloads=True,
    )
    context.set_default_timeout(60_000)
    return context


def open_page(
    browser: Browser | BrowserContext, width: int = 1440, height: int = 900, dark: bool = False
) -> Page:
    """A page in a context of its own, or in one that is there already."""
    context = browser if isinstance(browser, BrowserContext) else open_context(browser)
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if dark else "light")
    return page


def forget(context: BrowserContext, requests: list[str]) -> None:
    """Close all pages but the one that stays, and remove what they stored."""
    staying, *others = context.pages
    for page in others:
        page.close()
    context.clear_cookies()
    tools = context.new_cdp_session(staying)
    for scheme, place in {urlsplit(url)[:2] for url in requests}:
        if scheme == "http":
            origin = {"origin": f"{scheme}://{place}", "storageTypes": "local_storage,indexeddb"}
            tools.send("Storage.clearDataForOrigin", origin)
    tools.detach()


def wait_ready(page: Page, timeout: float = 120_000) -> None:
    """Wait until Streamlit has finished running and what it sent is on the page."""
    page.evaluate("window.calmSince = undefined")
    page.wait_for_function(SETTLED, polling=50, timeout=timeout)


def until(
    page: Page, read: Callable[[], T], holds: Callable[[T], bool] = bool, seconds: float = 60
) -> T:
    """Read again until it holds; fail with what was read last."""
    deadline = time.monotonic() + seconds
    while not holds(found := read()):
        assert time.monotonic() < deadline, str(found)[:400]
        page.wait_for_timeout(50)  # between two looks; the page works on meanwhile
    return found


def until_chart(
    chart: Locator, script: str, holds: Callable[[T], bool] = bool, argument: object = None
) -> T:
    """Wait until what the script reads from a Plotly chart holds."""
    return until(chart.page, lambda: chart.evaluate(script, argument), holds)


def click_point(chart: Locator, place: tuple[float, float]) -> None:
    """Click the point of a Plotly chart at this place of the page.

    A click takes the point that is hovered, which a busy browser finds a while later.
    """
    chart.page.mouse.move(*place)
    chart.locator(".hoverlayer .hovertext").first.wait_for()
    chart.page.mouse.click(*place)


def stays(page: Page, read: Callable[[], object], milliseconds: float) -> bool:
    """Whether it reads the same for so long: that nothing happens shows only over time."""
    before = read()
    page.wait_for_timeout(milliseconds)
    return read() == before


def open_cell(grid: Locator, x: float, y: float, editor: Locator) -> None:
    """Double click at this place of a grid until the cell's editor opens.

    The grid is a canvas: nothing shows from outside whether it takes clicks already.
    """
    for _ in range(10):
        grid.dblclick(position={"x": x, "y": y}, force=True)
        try:
            editor.wait_for(timeout=3_000)
            return
        except NothingCame:
            grid.page.keyboard.press("Escape")  # an editor that opened without its list
    raise AssertionError(f"No editor opened at ({x:.0f}, {y:.0f}) of the grid.")


def answered(page: Page, act: Callable[[], None], seconds: float = 5.0) -> bool:
    """Do something and wait until the app runs because of it; False where it does not.

    A grid sends an edit some time after it is made, so a page that is calm may not know it yet.
    """
    page.evaluate(WATCH_RUNS)
    act()
    try:
        page.wait_for_function("() => window.scriptRan", timeout=1_000 * seconds)
    except NothingCame:
        return False
    wait_ready(page)
    return True


def show(page: Page, width: int, height: int, dark: bool) -> None:
    """The same page in another window and theme, without loading it again."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark" if dark else "light")
    wait_ready(page)


def show_narrow_and_dark(page: Page, width: int = 800) -> None:
    """The same page in a narrow window and the dark theme."""
    show(page, width, 900, dark=True)
