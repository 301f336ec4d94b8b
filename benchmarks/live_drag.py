"""How a slider answers in a real browser: while it is dragged, and after it is released.

The bars are those of a quiet machine: on a busy one all times grow.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.measurement import Measurement

ROOT = Path(__file__).resolve().parents[1]
STEPS, DRAG_S = 20, 2.0
RELEASES = 10
MIN_LEVELS, MAX_GAP_MS, MAX_BYTES = 15, 250, 1_000_000
BARS_S = {"iris": 0.5, "four-class": 0.5, "gaussians&data.size=1000": 0.8}
"""Seconds from a release to the last change of a chart, by data."""

NO_BROWSER = "live-drag drives a browser: install requirements-dev.txt, which holds playwright."

# Every drawing of every chart, with the time and the level that is shown.
WATCH = """() => {
    window.drawings = [];
    for (const graph of document.querySelectorAll('.js-plotly-plot')) {
        if (graph.isWatched) continue;
        graph.isWatched = true;
        const note = () => drawings.push([performance.now(), graph.layout.meta?.version ?? '']);
        for (const event of ['plotly_afterplot', 'plotly_animated']) graph.on(event, note);
    }
}"""
REBUILT = """() => [...document.querySelectorAll('.js-plotly-plot')]
    .filter(graph => !graph.isWatched).length"""
"""Charts that were not there when the watch began: they were built anew."""

HELD = "slider => [...(window.belieflabSliders?.get(slider)?.levels.keys() ?? [])].map(Number)"
LEVELS = "slider => window.belieflabSliders?.get(slider)?.levels.size ?? 0"
CALM_MS = 900
"""A page whose charts have not changed for so long has answered."""


@dataclass(frozen=True)
class Case:
    """A page, the key of its slider as a class, the label law it needs, and what else is set."""

    page: str
    slider: str
    law: str = "expert-doubt"
    settings: str = ""

    def address(self, data: str) -> str:
        """Of the page with these data."""
        law = f"&labels={self.law}" if self.law else ""
        return f"/{self.page}?data={data}{law}{self.settings}"


CASES = (
    Case("labels", "st-key-labels-law-expert-doubt-mean"),
    Case("mixture", "st-key-mixture-noise"),
    Case("neighbours", "st-key-neighbours-noise"),
    Case("neighbours", "st-key-neighbours-K"),
    Case("networks", "st-key-networks-noise", settings="&networks.structure=naive"),
    Case("credal-partition", "st-key-credal-alpha", law=""),
    Case("eknnclus", "st-key-eknnclus-K", law=""),
)


@dataclass
class Traffic:
    """The sizes of what the server sent to a page."""

    sizes: list[int] = field(default_factory=list)

    def watch(self, page: Any) -> None:
        """Count every message from now on."""
        note = lambda frame: self.sizes.append(len(frame))  # noqa: E731
        page.on("websocket", lambda socket: socket.on("framereceived", note))

    def take(self) -> int:
        """The bytes since it was last asked."""
        total, self.sizes[:] = sum(self.sizes), []
        return total


def run() -> Iterator[Measurement]:
    """One row per page and slider: the drag on Iris, then releases on all data."""
    sys.path.append(str(ROOT / "tests"))  # the server and the browser of the browser tests
    try:
        from app_server import running_app
        from browsing import open_browser
    except ModuleNotFoundError as error:
        raise SystemExit(NO_BROWSER) from error
    with running_app() as server, open_browser() as browser:
        for case in CASES:
            yield measure(case, server.url, browser)


def measure(case: Case, url: str, browser: Any) -> Measurement:
    """Drag and release one slider; the ratio compares the slowest median with its bar."""
    levels, gap, batch = drag(case, url, browser)
    found = {data: release(case, url, browser, data) for data in BARS_S}
    worst = max(found, key=lambda data: found[data].seconds / BARS_S[data])
    medians = ", ".join(f"{data} {1000 * each.seconds:.0f} ms" for data, each in found.items())
    sent = ", ".join(f"{data} {each.size / 1000:.0f} kB" for data, each in found.items())
    rebuilt, held = (
        sum(values) for values in zip(*(each[2:] for each in found.values()), strict=True)
    )
    seconds = found[worst].seconds
    return Measurement(
        name="live-drag",
        ours_s=seconds,
        peer=f"the bar of {BARS_S[worst]} s after a release ({worst})",
        peer_s=BARS_S[worst],
        ratio=BARS_S[worst] / seconds,
        threads=1,
        what=f"{case.page}, {case.slider.removeprefix('st-key-')}: {levels} levels in a drag of "
        f"{STEPS} steps in {DRAG_S:.0f} s on Iris (bar {MIN_LEVELS}), longest gap {gap:.0f} ms "
        f"(bar {MAX_GAP_MS}), batch {batch / 1000:.0f} kB (bar {MAX_BYTES // 1000}); last change "
        f"after a release, median of {RELEASES}: {medians}; {rebuilt} charts rebuilt; "
        f"{held} of {len(found) * RELEASES} releases at a level that was there; "
        f"sent per release: {sent}",
    )


def drag(case: Case, url: str, browser: Any) -> tuple[int, float, int]:
    """Distinct levels shown in one drag over the whole slider, the longest gap, bytes before."""
    page, traffic = open_case(case, url, browser, "iris")
    left, width, y = _place(page, case)
    traffic.take()
    page.mouse.move(left + 0.4 * width, y)
    _wait_levels(page, case)
    batch = traffic.take()
    page.mouse.down()
    page.evaluate("drawings.length = 0")
    begun = time.perf_counter()
    for step in range(STEPS):
        page.mouse.move(left + width * (0.05 + 0.85 * step / (STEPS - 1)), y)
        page.wait_for_timeout(max(0, 1000 * (begun + DRAG_S * (step + 1) / STEPS - _now())))
    drawings = [each for each in page.evaluate("drawings") if each[1].startswith("level")]
    page.mouse.up()
    page.context.close()
    times = [when for when, _ in drawings]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    return len({level for _, level in drawings}), max(gaps, default=float("inf")), batch


class Release(NamedTuple):
    """Medians of the seconds from a release to the last change of a chart and of the bytes sent.

    rebuilt : charts that were built anew; held : releases at a level that the browser had
    """

    seconds: float
    size: int
    rebuilt: int
    held: int


def release(case: Case, url: str, browser: Any, data: str) -> Release:
    """Release the slider some times; the first, which fetches scripts, does not count."""
    page, traffic = open_case(case, url, browser, data)
    slider = page.locator(f".{case.slider} input[type=range]")
    slider.focus()
    seconds, sizes, rebuilt, held = [], [], 0, 0
    for number in range(RELEASES + 1):
        page.evaluate(WATCH)
        traffic.take()
        levels = page.evaluate(HELD, case.slider)
        begun = page.evaluate("performance.now()")
        slider.press("ArrowRight")
        seconds.append(last_change(page, begun))
        sizes.append(traffic.take())
        if number:
            rebuilt += page.evaluate(REBUILT)
            held += any(abs(float(slider.input_value()) - level) < 1e-9 for level in levels)
    page.context.close()
    return Release(statistics.median(seconds[1:]), int(statistics.median(sizes[1:])), rebuilt, held)


def open_case(case: Any, url: str, browser: Any, data: str) -> tuple[Any, Traffic]:
    """The page of a case once it is calm, and what it is sent from now on."""
    from browsing import open_page, wait_ready

    page, traffic = open_page(browser), Traffic()
    traffic.watch(page)
    page.goto(url + case.address(data))
    wait_ready(page)
    page.locator(".js-plotly-plot .plot-container").first.wait_for()
    page.wait_for_timeout(CALM_MS)  # the player makes its first move
    page.evaluate(WATCH)
    return page, traffic


def _place(page: Any, case: Case) -> tuple[float, float, float]:
    """Left end and width of the slider, and the height of its thumb."""
    box = page.locator(f".{case.slider} [data-testid=stSlider]").bounding_box()
    thumb = page.locator(f".{case.slider} input[type=range]").bounding_box()
    return box["x"], box["width"], thumb["y"]


def _wait_levels(page: Any, case: Case) -> None:
    """Wait until no more levels come."""
    count, since = -1, _now()
    while _now() - since < 2 * CALM_MS / 1000 or count < 1:
        page.wait_for_timeout(100)
        found = page.evaluate(LEVELS, case.slider)
        if found != count:
            count, since = found, _now()
        if _now() - since > 30:
            return


def last_change(page: Any, begun: float) -> float:
    """Seconds from `begun` to the last drawing of a chart, once nothing has moved for a while."""
    page.evaluate("since => { drawings.push([since, '']); }", begun)
    page.wait_for_function(
        f"() => performance.now() - drawings.at(-1)[0] > {CALM_MS}"
        " && document.querySelector('[data-testid=stApp]')?"
        ".getAttribute('data-test-script-state') === 'notRunning'",
        polling=50,
    )
    last: float = page.evaluate("Math.max(...drawings.map(([when]) => when))")
    return (last - begun) / 1000


def _now() -> float:
    return time.perf_counter()
