"""Pictures of every page of the running app; ``make screenshots`` runs this.

All pages, wide and narrow, light and dark, in full length go into ``screenshots/`` to be looked at;
``--readme`` retakes the pictures of the README instead.
"""

import argparse
import sys
from itertools import product
from pathlib import Path

from app_server import ROOT, running_app
from browsing import open_browser, open_page, wait_ready
from playwright.sync_api import Browser, Page

sys.path.insert(0, str(ROOT))
from belieflab.ui.shell.page_table import existing_pages

FOLDER = ROOT / "screenshots"
README_FOLDER = ROOT / ".github" / "pictures"
WORKSPACE = "data=iris&labels=expert-doubt&seed=7"
WIDTHS = (1440, 800)
HEIGHT = 900


def draw(page: Page, address: str) -> None:
    """Open an address and wait until its charts are drawn."""
    page.goto(address)
    wait_ready(page)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.stPlotlyChart')]"
        ".every(chart => chart.querySelector('.main-svg'))"
    )
    page.wait_for_timeout(500)


def show_whole(page: Page) -> None:
    """Make the window as high as the page is long."""
    height = page.get_by_test_id("stMain").evaluate("element => element.scrollHeight")
    width = page.viewport_size["width"] if page.viewport_size else WIDTHS[0]
    page.set_viewport_size({"width": width, "height": min(max(height, HEIGHT), 6000)})
    wait_ready(page)
    page.wait_for_timeout(500)


def take(
    browser: Browser, address: str, path: Path, *, width: int, dark: bool, whole: bool
) -> None:
    """Write one picture."""
    page = open_page(browser, width, HEIGHT, dark)
    draw(page, address)
    if whole:
        show_whole(page)
    path.parent.mkdir(exist_ok=True)
    page.screenshot(path=path)
    page.context.close()
    sys.stdout.write(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1024} KB\n")


def take_all(browser: Browser, app: str) -> None:
    """Every page, wide and narrow, light and dark, in full length."""
    for entry, width, dark in product(existing_pages(), WIDTHS, (False, True)):
        place = entry.address
        name = f"{entry.key}-{width}-{'dark' if dark else 'light'}.png"
        address = f"{app}/{place}?{WORKSPACE}"
        take(browser, address, FOLDER / name, width=width, dark=dark, whole=True)


def take_for_readme(browser: Browser, app: str) -> None:
    """The Labels page as it opens, light and dark."""
    address = f"{app}/labels?{WORKSPACE}"
    for name, dark in (("labels.png", False), ("labels-dark.png", True)):
        take(browser, address, README_FOLDER / name, width=WIDTHS[0], dark=dark, whole=False)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readme", action="store_true", help="retake the README's pictures")
    chosen = take_for_readme if parser.parse_args().readme else take_all
    with running_app() as server, open_browser() as chromium:
        chosen(chromium, server.url)
