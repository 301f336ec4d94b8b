"""The EKNNclus page in a real browser: the player recolours, runs come in, a click shows one."""

import re
from collections.abc import Callable

import pytest
from browsing import click_point, until_chart
from playwright.sync_api import Locator, Page, expect

LINK = (
    "eknnclus?data=many-clusters&data.clusters=16&data.per_cluster=75&seed=7&eknnclus.K=60"
    "&eknnclus.start=a+number&eknnclus.c0=90&eknnclus.runs=8"
)
COLOURS = "g => Array.from(g._fullData[0].marker.color)"
LENGTH = "(g, trace) => g._fullData[trace].x.length"
PIXELS = """g => {
    const canvas = g.querySelector('.gl-canvas-context'), copy = document.createElement('canvas');
    copy.width = canvas.width; copy.height = canvas.height;
    copy.getContext('2d').drawImage(canvas, 0, 0);
    const data = copy.getContext('2d').getImageData(0, 0, copy.width, copy.height).data;
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += data[i] * 3 + data[i + 1] * 5 + data[i + 2];
    return sum;
}"""
PLACE_OF = """(g, [trace, i]) => {
    const { x, y } = g._fullData[trace], { xaxis, yaxis } = g._fullLayout;
    const box = g.getBoundingClientRect();
    return [box.x + xaxis._offset + xaxis.d2p(x[i]), box.y + yaxis._offset + yaxis.d2p(y[i])];
}"""


@pytest.fixture
def eknnclus(page: Page, app: str, settled: Callable[..., None]) -> Page:
    page.goto(f"{app}/{LINK}")
    settled(page)
    chart(page, "plane").locator(".cartesianlayer").wait_for()
    return page


def chart(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-eknnclus-{key} .js-plotly-plot")


def until(
    page: Page, key: str, script: str, argument: object, holds: Callable[..., bool]
) -> object:
    return until_chart(chart(page, key), script, holds, argument)


def test_labels_evolve_runs_come_in_and_a_click_shows_one(eknnclus, settled):
    watch_labels_evolve(eknnclus)
    watch_runs_come_in(eknnclus, settled)


def watch_labels_evolve(eknnclus: Page) -> None:
    last = until(eknnclus, "plane", COLOURS, None, lambda colours: len(set(colours)) > 8)
    painted = chart(eknnclus, "plane").evaluate(PIXELS)
    eknnclus.locator(".st-key-eknnclus-player .first").click()
    first = until(eknnclus, "plane", COLOURS, None, lambda colours: colours != last)
    assert len(set(first)) > len(set(last))  # pale labels that die out later
    until(eknnclus, "plane", PIXELS, None, lambda sum_of_colours: sum_of_colours != painted)
    for key in ("clusters", "energy"):
        until(eknnclus, key, "g => g._fullData[2].x[0]", None, lambda sweep: sweep == 0)
    expect(eknnclus.locator(".st-key-eknnclus-player .counter")).to_contain_text("90 clusters")


def watch_runs_come_in(eknnclus: Page, settled: Callable[..., None]) -> None:
    eknnclus.get_by_role("button", name="Run 8 times").click()
    expect(eknnclus.get_by_text(re.compile("8 runs · finished"))).to_be_visible(timeout=60_000)
    settled(eknnclus)
    bars = "g => Array.from(g._fullData[0].y)"
    until(eknnclus, "counts", bars, None, lambda counts: sum(counts) == 8)
    until(eknnclus, "energies", LENGTH, 1, lambda length: length == 7)
    lowest = "g => g._fullData[0].y[0] < Math.min(...g._fullData[1].y, ...g._fullData[2].y)"
    assert chart(eknnclus, "energies").evaluate(lowest)
    wanted = chart(eknnclus, "energies").evaluate(
        "g => { const t = g._fullData[1]; const i = t.x.indexOf(Math.max(...t.x));"
        " return [i, t.customdata[i]]; }"
    )
    chart(eknnclus, "energies").scroll_into_view_if_needed()
    energies = chart(eknnclus, "energies")
    click_point(energies, energies.evaluate(PLACE_OF, [1, wanted[0]]))
    settled(eknnclus)
    expect(eknnclus.get_by_role("spinbutton", name="Run shown")).to_have_value(str(wanted[1]))
    until(eknnclus, "counts", bars, None, lambda counts: sum(counts) == 8)  # still there
