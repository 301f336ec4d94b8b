"""What a person made survives: a reload, a killed server, a new tab, a second tab."""

import os
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from app_server import free_port, running_app
from browsing import until
from playwright.sync_api import Page, expect

TAB = "sessionStorage.getItem('belieflab.workspace')"
ALL = "JSON.parse(localStorage.getItem('belieflab.workspaces') || '[]')"


def card(page: Page) -> str:
    return page.locator(".workspace-card").inner_text()


def upload_and_edit(page: Page, app: str, settled: Callable[..., None], folder: Path) -> None:
    """Load a file of one's own, and give it labels by hand."""
    file = folder / "flowers *1*.csv"
    rows = [f"{number},{number % 7}.5,{'ab'[number % 2]}" for number in range(40)]
    file.write_text("\n".join(["x,y,kind", *rows]))
    page.goto(f"{app}/data?data.way=Upload")
    settled(page)
    page.get_by_test_id("stTabs").locator("input[type=file]").set_input_files(file)
    use = page.get_by_role("button", name="Use this data")
    use.wait_for(timeout=90_000)
    settled(page)
    use.click()
    expect(page.locator(".workspace-card")).to_contain_text("flowers")
    settled(page)
    page.get_by_role("link", name="Next: Labels").click()
    expect(page.get_by_role("heading", name="Labels", level=1)).to_be_visible()
    settled(page)
    page.get_by_role("tab", name="Edit").click()
    page.get_by_role("button", name="Begin with vacuous labels").click()
    expect(page.locator(".workspace-card")).to_contain_text("labels by hand")
    settled(page)


def test_a_reload_loses_nothing(
    app: str, page: Page, settled: Callable[..., None], tmp_path: Path
) -> None:
    upload_and_edit(page, app, settled, tmp_path)
    shown, address = card(page), page.url
    page.reload()
    settled(page)
    assert (card(page), page.url) == (shown, address)
    expect(page.get_by_role("tab", name="Edit")).to_have_attribute("aria-selected", "true")
    undo(page)


@pytest.mark.slow
def test_a_killed_server_loses_nothing(
    new_page: Callable[..., Page], settled: Callable[..., None], tmp_path: Path
) -> None:
    page, port, data = new_page(), free_port(), tmp_path / "data"
    connection = page.get_by_test_id("stApp"), "data-test-connection-state", "CONNECTED"
    with running_app(port=port, data=str(data)) as server:
        upload_and_edit(page, server.url, settled, tmp_path)
        shown, address = card(page), page.url
        wait_saved(page, data)
        os.kill(server.process, signal.SIGKILL)
        expect(connection[0]).not_to_have_attribute(*connection[1:])
    with running_app(port=port, data=str(data)):
        expect(connection[0]).to_have_attribute(*connection[1:], timeout=60_000)
        settled(page)
        assert (card(page), page.url) == (shown, address)
        page.reload()
        settled(page)
        assert (card(page), page.url) == (shown, address)
        undo(page)


@dataclass(frozen=True)
class Sweep:
    """A long computation of a page: its link and button, its charts, and how many results it has.

    It is killed after `kept` of these; each is so many `steps` of the progress.
    """

    page: str
    link: str
    button: str
    charts: tuple[str, ...]
    results: int
    kept: int
    steps: int = 1

    def points(self, page: Page) -> list[list[Any]]:
        """Name, x and y of what is drawn in each chart."""
        charts = [page.locator(f".st-key-{self.page}-{key} .js-plotly-plot") for key in self.charts]
        return [chart.evaluate(POINTS) for chart in charts]

    def begin(self, page: Page) -> None:
        """Press the button."""
        page.get_by_role("button", name=self.button, exact=True).last.click()

    def finish(self, page: Page) -> None:
        """Wait until all is there."""
        done = page.get_by_role("button", name="All computed")
        expect(done).to_be_disabled(timeout=120_000)


POINTS = """g => (g._fullData ?? []).filter(trace => trace.x?.length && trace.y?.length)
    .map(trace => [trace.name, Array.from(trace.x), Array.from(trace.y)])"""
SWEEPS = (
    Sweep(
        "whatif",
        "what-if?data=gaussians&data.size=400&whatif.levels=10, 20, 30, 40&whatif.replicates=40",
        "Run",
        ("curves",),
        results=640,
        kept=100,
    ),
    Sweep(
        "landscape",
        "landscape?data=gaussians&data.size=300&data.dimension=4&landscape.starts=100"
        "&landscape.label_sets=4",
        "Sweep",
        ("sweep_maxima", "sweep_iterations"),
        results=36,
        kept=5,
        steps=100,
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize("sweep", SWEEPS, ids=lambda sweep: sweep.page)
def test_a_sweep_goes_on_where_its_server_was_killed(
    new_page: Callable[..., Page], settled: Callable[..., None], tmp_path: Path, sweep: Sweep
) -> None:
    page, other, port, data = new_page(), new_page(), free_port(), tmp_path / "data"
    connection = page.get_by_test_id("stApp"), "data-test-connection-state", "CONNECTED"
    with running_app(port=port, data=str(data)) as server:
        page.goto(f"{server.url}/{sweep.link}")
        settled(page)
        sweep.begin(page)
        until(page, lambda: sum(count_results(data)), lambda count: count >= sweep.kept)
        os.kill(server.process, signal.SIGKILL)
        expect(connection[0]).not_to_have_attribute(*connection[1:])
    (kept,) = count_results(data)
    with running_app(port=port, data=str(data)) as server:
        expect(connection[0]).to_have_attribute(*connection[1:], timeout=60_000)
        left = f"Resume, {(sweep.results - kept) * sweep.steps:,}"
        resume = page.get_by_role("button", name=re.compile(left))
        expect(resume).to_be_enabled()
        settled(page)
        until(page, lambda: all(sweep.points(page)))
        resume.click()
        sweep.finish(page)
        other.goto(f"{server.url}/{sweep.link}")
        settled(other)
        sweep.begin(other)  # a workspace of its own, without a break
        sweep.finish(other)
        until(page, lambda: sweep.points(page) == sweep.points(other))
        assert sorted(count_results(data)) == [sweep.results] * 2
        forget(page, settled)
        assert count_results(data) == [sweep.results]


def count_results(data: Path) -> list[int]:
    """How many results lie in each file beside the workspaces."""
    counts = []
    for path in (data / "results").glob("*.sqlite"):
        with closing(sqlite3.connect(path)) as base, suppress(sqlite3.OperationalError):
            counts += base.execute("SELECT count(*) FROM results").fetchone()
    return counts


def test_a_reloaded_page_finds_its_run_going_on(
    app: str, page: Page, settled: Callable[..., None]
) -> None:
    data = "data=gaussians&data.size=20000&data.dimension=10&labels=nonspecificity&labels.ns=0.9"
    page.goto(f"{app}/landscape?{data}&landscape.starts=500")
    settled(page)
    page.get_by_role("button", name="Run", exact=True).click()
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop", exact=True)
    begun = wait_for_steps(page, 2)
    page.reload()
    expect(stop).to_be_visible(timeout=60_000)
    assert wait_for_steps(page, begun) >= begun  # the same run, not another one
    stop.click()
    expect(page.get_by_text(re.compile(r"\d starts? · stopped after"))).to_be_visible()


def wait_for_steps(page: Page, least: int) -> int:
    """Wait until so many starts have ended; returns how many have."""
    shown, found = page.get_by_test_id("stProgress").get_by_text(re.compile(r"^\d+ starts?")), [0]

    def enough() -> bool:
        texts = shown.all_inner_texts()
        found[0] = int(texts[0].split()[0]) if texts else 0
        return found[0] >= least

    until(page, enough)
    return found[0]


def undo(page: Page) -> None:
    """Take back the labels by hand."""
    page.get_by_test_id("stSidebar").get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".workspace-card")).to_contain_text("No labels yet")


def wait_saved(page: Page, data: Path) -> None:
    """Wait until the store holds the labels and the points of the file."""

    def count() -> int:
        if not (data / "workspaces.sqlite").exists():
            return 0
        with sqlite3.connect(data / "workspaces.sqlite") as base:
            rows = base.execute("SELECT record FROM workspace").fetchall()
        return sum(b"labels by hand" in row[0] for row in rows)

    until(page, count)


@pytest.mark.slow
def test_a_new_tab_is_offered_what_was_made_and_a_link_wins(
    app: str, page: Page, settled: Callable[..., None], tmp_path: Path
) -> None:
    upload_and_edit(page, app, settled, tmp_path)
    shown = card(page)
    link = page.context.new_page()
    link.goto(f"{app}/labels?data=iris&labels=hard")
    settled(link)
    expect(link.locator(".workspace-card")).to_contain_text("Iris")
    offer = link.get_by_role("button", name="Continue with flowers *1*, 1 edit, a moment ago")
    expect(offer).to_be_visible()
    lesson = page.context.new_page()
    for path in ("?lesson=worth&step=2", "mixture?data=iris&labels=hard&lecture=1"):
        lesson.goto(f"{app}/{path}")
        settled(lesson)
        expect(lesson.get_by_role("button", name="Continue with")).to_have_count(0)
    page.close()
    offer.click()
    expect(link.locator(".workspace-card")).to_contain_text("flowers")
    settled(link)
    assert card(link) == shown


@pytest.mark.slow
def test_a_second_tab_on_one_workspace_says_so_and_has_a_copy(
    app: str, page: Page, settled: Callable[..., None], tmp_path: Path
) -> None:
    upload_and_edit(page, app, settled, tmp_path)
    key, shown = page.evaluate(TAB), card(page)
    second = page.context.new_page()
    # As a browser does when a tab is duplicated: the new one begins with the other's storage.
    copied = f"sessionStorage.setItem('belieflab.workspace', '{key}')"
    second.add_init_script(f"if (!sessionStorage.length) {copied}")
    second.goto(page.url)
    expect(second.get_by_text("also open in another tab")).to_be_visible()
    settled(second)
    assert card(second) == shown
    until(second, lambda: second.evaluate(TAB), lambda found: found != key)
    second.get_by_role("button", name="Reset", exact=True).click()
    expect(second.locator(".workspace-card")).to_contain_text("Nothing loaded yet")
    page.reload()
    settled(page)
    assert card(page) == shown and page.evaluate(TAB) == key


def forget(page: Page, settled: Callable[..., None]) -> None:
    """Press the button that deletes all of this browser."""
    page.get_by_text("Save, open, share").click()
    settled(page)
    page.get_by_role("button", name="Forget everything").click()
    page.get_by_role("button", name="Delete it all").click()
    expect(page.locator(".workspace-card")).to_contain_text("Nothing loaded yet")
    settled(page)


@pytest.mark.slow
def test_forget_everything_leaves_nothing(
    new_page: Callable[..., Page], settled: Callable[..., None], tmp_path: Path
) -> None:
    page, data = new_page(), tmp_path / "data"
    with running_app(data=str(data)) as server:
        upload_and_edit(page, server.url, settled, tmp_path)
        wait_saved(page, data)
        forget(page, settled)
        until(page, lambda: page.evaluate(f"[{TAB}, {ALL}.length]"), lambda got: got == [None, 0])
        assert "belieflab_saved" not in page.evaluate("document.cookie")
        page.reload()
        settled(page)
        expect(page.locator(".workspace-card")).to_contain_text("Nothing loaded yet")
        assert b"flowers" not in (data / "workspaces.sqlite").read_bytes()


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_uses_the_app_as_ever(
    app: str, page: Page, settled: Callable[..., None]
) -> None:
    page.add_init_script(
        "for (const name of ['sessionStorage', 'localStorage'])"
        " Object.defineProperty(window, name, {get() { throw new Error('blocked'); }});"
    )
    page.goto(f"{app}/labels?data=iris&labels=hard")
    settled(page)
    page.reload()
    settled(page)
    expect(page.locator(".workspace-card")).to_contain_text("Iris")
