"""What a step of a control costs on every page with sliders: bytes, and time to the last change.

A view control changes how a result is looked at, a fit control what is computed. The times are
those of a quiet machine.
"""

import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.live_drag import NO_BROWSER, ROOT, WATCH, Traffic, last_change, open_case
from benchmarks.measurement import Measurement

STEPS = 6
BAR_S = 0.5
LAW = "&labels=expert-doubt"


@dataclass(frozen=True)
class Case:
    """A page, the key of a control of its view and of a slider that its fit depends on."""

    page: str
    view: str
    fit: str
    labels: str = LAW

    def address(self, data: str) -> str:
        """Of the page with these data."""
        return f"/{self.page}?data={data}{self.labels}"


CASES = (
    Case("labels", "labels-colour", "labels-law-expert-doubt-mean"),
    Case("mixture", "mixture-show", "mixture-noise"),
    Case("crowd", "crowd-tab", "crowd-law-reliability", "&labels=crowd"),
    Case("playground", "playground-view", "playground-doubt-0"),
    Case("landscape", "landscape-tab", "landscape-noise"),
    Case("neighbours", "neighbours-shade", "neighbours-K"),
    Case("networks", "networks-colour", "networks-noise"),
    Case("active", "active-tab", "active-queries"),
    Case("credal-partition", "credal-show", "credal-alpha", ""),
    Case("eknnclus", "eknnclus-tab", "eknnclus-K", ""),
    Case("what-if", "whatif-tab", "whatif-replicates", ""),
    Case("evaluate", "evaluate-tab", "evaluate-noise"),
    Case("suspects", "suspects-tab", "suspects-noise"),
)


def run() -> Iterator[Measurement]:
    """One row per page."""
    sys.path.append(str(ROOT / "tests"))  # the server and the browser of the browser tests
    try:
        from app_server import running_app
        from browsing import open_browser
    except ModuleNotFoundError as error:
        raise SystemExit(NO_BROWSER) from error
    with running_app() as server, open_browser() as browser:
        for case in CASES:
            page, traffic = open_case(case, server.url, browser, "iris")
            view, view_bytes = step_view(page, traffic, case)
            fit, fit_bytes = step_fit(page, traffic, case)
            page.context.close()
            yield Measurement(
                name="page-step",
                ours_s=view,
                peer=f"the bar of {BAR_S} s",
                peer_s=BAR_S,
                ratio=BAR_S / view,
                threads=1,
                what=f"{case.page} on Iris, median of {STEPS} steps: {case.view} "
                f"{1000 * view:.0f} ms and {view_bytes / 1000:.1f} kB, {case.fit} "
                f"{1000 * fit:.0f} ms and {fit_bytes / 1000:.1f} kB",
            )


def step_view(page: Any, traffic: Traffic, case: Case) -> tuple[float, int]:
    """Seconds and bytes of a click on one of the first two choices of a control, in turns."""
    choices = page.locator(f".st-key-{case.view}").locator("[role=radio], [role=tab]")
    if not choices.first.is_visible():
        page.get_by_role("button", name="View", exact=True).click()
    choices.first.wait_for()
    return _median(page, traffic, lambda step: choices.nth((step + 1) % 2).click())


def step_fit(page: Any, traffic: Traffic, case: Case) -> tuple[float, int]:
    """Seconds and bytes of a step of a slider by its arrow key."""
    slider = page.locator(f".st-key-{case.fit} input[type=range]")
    page.keyboard.press("Escape")
    slider.focus()
    return _median(page, traffic, lambda _: slider.press("ArrowRight"))


def _median(page: Any, traffic: Traffic, act: Any) -> tuple[float, int]:
    """Medians over some steps; the first, which fetches scripts and fonts, is not counted."""
    seconds, sizes = [], []
    for step in range(STEPS + 2):
        page.evaluate(WATCH)
        page.evaluate(WATCH_ENDS)
        traffic.take()
        begun = page.evaluate("performance.now()")
        act(step)
        seconds.append(last_change(page, begun))
        sizes.append(traffic.take())
    return statistics.median(seconds[2:]), int(statistics.median(sizes[2:]))


# The end of a run counts as a change: a tab has no chart.
WATCH_ENDS = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    window.endWatch ??= new MutationObserver(() => {
        const state = app.getAttribute('data-test-script-state');
        if (state === 'notRunning') drawings.push([performance.now(), '']);
    });
    window.endWatch.observe(app, {attributes: true, attributeFilter: ['data-test-script-state']});
}"""
