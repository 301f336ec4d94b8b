"""Pictures of every page of the running app; ``make screenshots`` runs this.

Each page is opened once with Iris and imperfect labels, Crowd with a crowd, and run where it has a
Run button; Class has a session open and a student who answered. Pictures of its whole length in
four widths, light and dark, go into ``screenshots/``, and one contact sheet per page,
``screenshots/<page>.png``, of what a person sees at first. A traceback or an exception on a page
ends it with an error after the last picture. ``--readme`` retakes the pictures of the README
instead; names of pages choose among them.
"""

import argparse
import io
import re
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from app_server import ROOT, Server, free_port, running_app
from browsing import open_browser, open_page, until, wait_ready
from PIL import Image
from playwright.sync_api import Browser, Page, expect

sys.path.insert(0, str(ROOT))
from belieflab.ui.shell.page_table import existing_pages

FOLDER = ROOT / "screenshots"
README_FOLDER = ROOT / ".github" / "pictures"
WORKSPACE = "data=iris&labels=expert-doubt&seed=7"
WORKSPACES = {"crowd": "data=crabs&labels=crowd&seed=7"}
"""What a page is opened with; pages that are not named, with `WORKSPACE`."""

CLASS = "class"
CODE = re.compile(r"^\s*[2-9A-Z]{5}-[2-9A-Z]{5}\s*$")
ANSWERS = 5
SIZES = ((1440, 900), (1280, 800), (800, 900), (390, 844))
THEMES = ("light", "dark")
MAX_HEIGHT = 6000
RUN_SECONDS = 60
SHEET_WIDTH = 720
CHARTS_ARE_DRAWN = """() => [...document.querySelectorAll('.stPlotlyChart')]
    .every(chart => chart.querySelector('.main-svg'))"""


def open_drawn(page: Page, address: str) -> None:
    """Open an address and wait until its charts are drawn."""
    page.goto(address)
    wait_ready(page)
    page.wait_for_function(CHARTS_ARE_DRAWN)


def run(page: Page) -> None:
    """Press Run where there is one; a run that takes too long is stopped and shown as it is."""
    main = page.get_by_test_id("stMain")
    button = main.get_by_role("button", name="Run", exact=True)
    if not button.count() or not button.first.is_enabled():
        return
    button.first.click()
    wait_ready(page)
    under_way = main.get_by_role("button", name="Stop", exact=True).or_(
        main.get_by_role("button", name="Pause", exact=True)
    )
    try:
        until(page, under_way.count, lambda count: count == 0, RUN_SECONDS)
    except AssertionError:
        under_way.first.click()
    wait_ready(page)
    page.wait_for_function(CHARTS_ARE_DRAWN)


def take(page: Page) -> bytes:
    """A picture of the window once it stands still."""
    wait_ready(page)
    page.wait_for_function(CHARTS_ARE_DRAWN)
    pictures = [page.screenshot()]

    def stands_still() -> bool:
        pictures.append(page.screenshot())
        return pictures[-1] == pictures[-2]

    until(page, stands_still)
    return pictures[-1]


def take_whole(page: Page, width: int, height: int) -> bytes:
    """A picture of the whole length of the page, in a window as high as that."""
    length = page.get_by_test_id("stMain").evaluate("element => element.scrollHeight")
    page.set_viewport_size({"width": width, "height": min(max(length, height), MAX_HEIGHT)})
    return take(page)


def write(path: Path, picture: bytes) -> None:
    """Save a picture and print its name."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(picture)
    sys.stdout.write(f"{path.relative_to(ROOT)}  {len(picture) // 1024} KB\n")
    sys.stdout.flush()


def contact_sheet(pictures: Sequence[bytes]) -> bytes:
    """All pictures in one, the themes side by side."""
    tiles = []
    for picture in pictures:
        image = Image.open(io.BytesIO(picture)).convert("RGB")
        width = min(image.width, SHEET_WIDTH)
        tiles.append(image.resize((width, image.height * width // image.width)))
    rows = [tiles[k : k + len(THEMES)] for k in range(0, len(tiles), len(THEMES))]
    heights = [max(tile.height for tile in row) for row in rows]
    sheet = Image.new("RGB", (SHEET_WIDTH * len(THEMES), sum(heights)), "grey")
    for r, row in enumerate(rows):
        for column, tile in enumerate(row):
            sheet.paste(tile, (column * SHEET_WIDTH, sum(heights[:r])))
    out = io.BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()


def complaints(page: Page) -> list[str]:
    """Exceptions and tracebacks that the page shows."""
    shown = page.get_by_test_id("stException").all_inner_texts()
    text = page.get_by_test_id("stMain").inner_text()
    return shown or (["a traceback in the text"] if "Traceback (most recent" in text else [])


def take_page(browser: Browser, address: str, key: str) -> list[str]:
    """One page in every size and theme; returns what is wrong with it."""
    page = open_page(browser, *SIZES[0])
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    open_drawn(page, address)
    run(page)
    wrong += take_views(page, key)
    page.context.close()
    return wrong


def take_class(browser: Browser, server: Server, students_port: int) -> list[str]:
    """The page of a class with an open session, and that of a student who answers."""
    teacher, student = open_page(browser, *SIZES[0]), open_page(browser, *SIZES[-1])
    open_drawn(teacher, f"{server.url}/crowd?crowd.answers_of=Class&{WORKSPACE}")
    wrong = take_views(teacher, "class-begin")
    teacher.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    teacher.get_by_role("button", name="Open the session").click()
    code = teacher.get_by_text(CODE).inner_text().strip()
    student.goto(f"http://127.0.0.1:{students_port}/#{code}")
    for nth in range(ANSWERS):
        expect(student.get_by_text(f"{nth + 1} of ")).to_be_visible()
        student.locator("#classes button").nth(nth % 2).click()
        student.locator("#next").click()
    write(FOLDER / "class-student.png", student.screenshot())
    wrong += take_views(teacher, "class")
    for page in (teacher, student):
        page.context.close()
    return wrong


def take_views(page: Page, key: str) -> list[str]:
    """An open page in every size and theme, as a sheet of their first screens; what is wrong."""
    views = []
    for (width, height), theme in product(SIZES, THEMES):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": height})
        views.append(take(page))
        write(FOLDER / f"{key}-{width}-{theme}.png", take_whole(page, width, height))
    write(FOLDER / f"{key}.png", contact_sheet(views))
    return complaints(page)


def take_all(browser: Browser, server: Server, keys: Sequence[str]) -> list[str]:
    """Every page, or those of these keys; returns what is wrong, one line each."""
    wrong = []
    for entry in existing_pages():
        if not keys or entry.key in keys:
            workspace = WORKSPACES.get(entry.key, WORKSPACE)
            found = take_page(browser, f"{server.url}/{entry.address}?{workspace}", entry.key)
            wrong += [f"{entry.key}: {text}" for text in found]
    return wrong + failures(server)


def failures(server: Server) -> list[str]:
    """The end of the server's log where that holds a traceback."""
    traced = "Traceback (most recent" in server.tail(10_000)
    return [f"The server's log holds a traceback:\n{server.tail(60)}"] if traced else []


def take_for_readme(browser: Browser, server: Server, keys: Sequence[str]) -> list[str]:
    """The Labels page as it opens, light and dark."""
    for name, dark in (("labels.png", False), ("labels-dark.png", True)):
        page = open_page(browser, *SIZES[0], dark)
        open_drawn(page, f"{server.url}/labels?{WORKSPACE}")
        write(README_FOLDER / name, take(page))
        page.context.close()
    return []


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--readme", action="store_true", help="retake the README's pictures")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="only these, by key")
    chosen = parser.parse_args()
    act = take_for_readme if chosen.readme else take_all
    with open_browser() as chromium:
        with running_app() as server:
            wrong = act(chromium, server, chosen.pages)
        if not chosen.readme and CLASS in (chosen.pages or [CLASS]):
            port = free_port()
            with running_app(students_port=port) as server:
                wrong += take_class(chromium, server, port) + failures(server)
    if wrong:
        sys.exit("\n".join(wrong))
