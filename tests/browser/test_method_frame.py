"""The frame of a method page in a real browser: player, run and stop, pins, export, lecture.

The page is a small one of its own (`apps/method_frame.py`), so that a failure here is the
frame's and not that of any method.
"""

import io
import re
from collections.abc import Callable, Iterator

import pandas as pd
import pytest
from app_server import running_app
from browsing import click_point, show_narrow_and_dark, stays
from playwright.sync_api import Locator, Page, expect

LINK = "data=gaussians&labels=nonspecificity&labels.ns=0.8&seed=7"
CENTRE = "g => g._fullData[1].x[0]"
ZOOM = "g => window.Plotly.relayout(g, {'xaxis.range': [-2, 2], 'yaxis.range': [-1, 1]})"
# Arrays travel as base 64 in `bdata`, in frames and in what is drawn alike.
AT_PLACE = """place => {
    const graph = key => document.querySelector(`.st-key-frame-${key} .js-plotly-plot`);
    const frame = graph('plane')._transitionData._frames.find(f => f.name === `${place}`);
    return graph('trace')._fullData[1].x[0] === place
        && graph('plane').data[1].x.bdata === frame.data[0].x.bdata;
}"""
# The place on the screen of a point of the first trace that the zoom leaves visible.
VISIBLE_POINT = """g => {
    const inside = g.querySelector('.nsewdrag').getBoundingClientRect();
    const {xaxis, yaxis} = g._fullLayout;
    const onScreen = p => [inside.left + xaxis.l2p(p.x), inside.top + yaxis.l2p(p.y)];
    const places = g.calcdata[0].map(onScreen);
    const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const middle = [inside.left + inside.width / 2, inside.top + inside.height / 4];
    return places.sort((a, b) => far(a, middle) - far(b, middle))[0];
}"""
LONGER_THAN = """length => {
    const live = document.querySelector('.st-key-frame-live .js-plotly-plot');
    return live._fullData[0].x.length > length;
}"""
RANGE = "g => Array.from(g.layout.xaxis.range)"


@pytest.fixture(scope="module")
def frame_app() -> Iterator[str]:
    with running_app("tests/browser/apps/method_frame.py") as server:
        yield server.url


@pytest.fixture
def method(page: Page, frame_app: str, settled: Callable[..., None]) -> Page:
    return opened(page, f"{frame_app}/?{LINK}", settled)


def opened(page: Page, address: str, settled: Callable[..., None]) -> Page:
    page.goto(address)
    settled(page)
    for key in ("plane", "trace"):
        expect_drawn(chart(page, key))
    expect(counter(page)).to_have_text(re.compile(r"iteration (\d+) / \1 "))
    expect_place(page, last_place(page))
    return page


def expect_drawn(picture: Locator) -> None:
    """The chart stands once; while a first request runs twice, the former may still be there."""
    points = picture.locator(".scatterlayer")
    expect(points).to_have_count(1)
    expect(points).to_be_visible()


def chart(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-frame-{key} .js-plotly-plot")


def counter(page: Page) -> Locator:
    return page.locator(".player .counter")


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="iteration")


def last_place(page: Page) -> int:
    return int(slider(page).get_attribute("max"))


def expect_place(page: Page, place: int) -> None:
    """The counter, the trace's cursor and the centres of the picture are at this iteration."""
    expect(counter(page)).to_have_text(re.compile(rf"^iteration {place} / "))
    page.wait_for_function(AT_PLACE, arg=place)


def test_the_player_starts_at_the_last_iteration_and_answers_buttons_slider_and_keys(method):
    check_plotly_is_on_the_window(method)
    for check in (
        check_steps_move_picture_and_trace_together,
        check_the_slider_answers_while_it_is_dragged,
        check_arrow_keys_move_it_wherever_the_page_is_looked_at,
        check_it_plays_to_the_end_and_can_be_paused,
    ):
        slider(method).fill(str(last_place(method)))
        expect_place(method, last_place(method))
        check(method)


def check_plotly_is_on_the_window(method):
    """No document promises `window.Plotly`, yet player, live traces and pictures rest on it."""
    kinds = "names => names.map(name => typeof window.Plotly?.[name])"
    names = ["animate", "redraw", "restyle", "toImage"]
    assert method.evaluate(kinds, names) == ["function"] * 4
    assert chart(method, "plane").evaluate("g => g._transitionData._frames.length") > 5


def check_steps_move_picture_and_trace_together(method):
    last = last_place(method)
    method.get_by_role("button", name="Step back").click()
    expect_place(method, last - 1)
    method.get_by_role("button", name="First", exact=True).click()
    expect_place(method, 0)
    method.get_by_role("button", name="Step", exact=True).click()
    expect_place(method, 1)
    method.get_by_role("button", name="Last", exact=True).click()
    expect_place(method, last)


def check_the_slider_answers_while_it_is_dragged(method):
    box = slider(method).bounding_box()
    height = box["y"] + box["height"] / 2
    method.mouse.move(box["x"] + box["width"] - 8, height)
    method.mouse.down()
    places = []
    for share in (0.7, 0.4, 0.1):
        method.mouse.move(box["x"] + share * box["width"], height, steps=3)
        place = int(slider(method).input_value())
        expect_place(method, place)  # the button is still down
        places.append(place)
    method.mouse.up()
    assert places == sorted(set(places), reverse=True)


def check_arrow_keys_move_it_wherever_the_page_is_looked_at(method):
    last = last_place(method)
    method.locator("h1").first.click()
    method.keyboard.press("ArrowLeft")
    expect_place(method, last - 1)
    slider(method).focus()
    method.keyboard.press("ArrowLeft")
    expect_place(method, last - 2)


def check_it_plays_to_the_end_and_can_be_paused(method):
    method.get_by_label("Speed").select_option("fast")
    method.get_by_role("button", name="Play").click()
    method.get_by_role("button", name="Pause").click()
    paused = int(slider(method).input_value())
    assert paused < last_place(method)
    expect_place(method, paused)
    assert stays(method, slider(method).input_value, 400)
    expect_place(method, paused)
    method.keyboard.press("Escape")
    method.get_by_role("button", name="Play").click()
    expect(method.get_by_role("button", name="Play")).to_be_visible()
    expect_place(method, last_place(method))


def test_place_and_zoom_survive_a_rerun_a_click_and_a_new_iteration(method, settled):
    chart(method, "plane").evaluate(ZOOM)
    slider(method).fill("3")
    expect_place(method, 3)
    method.get_by_text("Rare").click()
    settled(method)
    expect_place(method, 3)
    click_point(chart(method, "plane"), chart(method, "plane").evaluate(VISIBLE_POINT))
    expect(method.get_by_text("Picked: 1")).to_be_visible()
    settled(method)
    expect_place(method, 3)
    assert chart(method, "plane").evaluate(RANGE) == [-2, 2]
    check_another_fit_is_shown_at_its_own_end(method, settled)


def check_another_fit_is_shown_at_its_own_end(method, settled):
    before = last_place(method)
    digits = method.locator('input[type=range][aria-label="Digits"]')
    digits.focus()
    digits.press("End")
    settled(method)
    expect(slider(method)).not_to_have_attribute("max", str(before))
    expect_place(method, last_place(method))


def test_a_run_shows_its_progress_grows_a_trace_and_stops(method, settled):
    live = chart(method, "live")
    live.locator(".cartesianlayer").wait_for()
    length = "g => g._fullData[0].x?.length ?? 0"
    main = method.get_by_test_id("stMain")
    main.get_by_role("button", name="Run").click()
    expect(main.get_by_text(re.compile(r"\d+ steps · .+ left"))).to_be_visible()
    method.wait_for_function(LONGER_THAN, arg=3)
    live.evaluate("g => window.Plotly.relayout(g, {'xaxis.range': [0, 7]})")
    seen = live.evaluate(length)
    method.wait_for_function(LONGER_THAN, arg=seen)
    assert live.evaluate(RANGE) == [0, 7]
    main.get_by_role("button", name="Stop").click()
    expect(main.get_by_text("stopped after")).to_be_visible()
    settled(method)
    kept = int(main.get_by_text("stopped after").inner_text().split()[0])
    assert seen <= kept < 60
    main.get_by_role("button", name="Go on").click()
    expect(main.get_by_text("60 steps · finished after")).to_be_visible(timeout=30_000)
    expect(main.get_by_role("button", name="Run")).to_be_visible()


def test_a_pinned_run_is_drawn_beside_the_next_on_the_same_axes(method, settled):
    method.get_by_role("button", name="Pin", exact=True).click()
    settled(method)
    digits = method.locator('input[type=range][aria-label="Digits"]')
    digits.focus()
    digits.press("Home")
    settled(method)
    method.get_by_role("tab", name="Compare pinned").click()
    settled(method)
    pictures = [chart(method, f"pinned-{k}") for k in (0, 1)]
    for picture in pictures:
        expect_drawn(picture)
    first, second = (picture.evaluate(RANGE) for picture in pictures)
    assert first == second
    assert pictures[0].evaluate(CENTRE) != pictures[1].evaluate(CENTRE)
    method.get_by_role("button", name="Unpin").click()
    expect(method.get_by_text("Nothing is pinned yet")).to_be_visible()


def test_formula_and_code_are_shown_results_and_pictures_taken_away(method, settled):
    method.get_by_role("tab", name="Formula").click()
    settled(method)
    expect(method.locator(".katex").first).to_be_visible()
    method.get_by_role("tab", name="Code").click()
    settled(method)
    expect(method.get_by_text("build_labels").first).to_be_visible()
    with method.expect_download() as started:
        method.get_by_role("button", name="Download as a script").click()
    script = started.value.path().read_text()
    names: dict = {}
    exec(compile(script, "script", "exec"), names)  # noqa: S102
    assert f"L = {names['height']:.1f}" in counter(method).inner_text()
    check_results_and_pictures_can_be_taken_away(method)


def download(page: Page, button: str) -> bytes:
    with page.expect_download() as started:
        page.get_by_role("button", name=button, exact=True).click()
    return started.value.path().read_bytes()


def check_results_and_pictures_can_be_taken_away(method):
    method.get_by_role("button", name="Export").click()
    results = pd.read_csv(io.BytesIO(download(method, "Results as CSV")))
    assert len(results) == 300 and "decision" in results
    slider(method).fill("3")
    expect_place(method, 3)
    assert download(method, "PNG").startswith(b"\x89PNG")
    assert b"<svg" in download(method, "SVG")[:500]
    method.set_content(download(method, "HTML that moves, 5 MB").decode())
    expect(method.locator(".js-plotly-plot .slider-group")).to_be_visible()


def test_a_lecture_fits_the_projector_and_is_left_again(new_page, frame_app, settled):
    page = new_page(width=1280, height=800)
    opened(page, f"{frame_app}/?{LINK}&lecture=1&show=tol", settled)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollHeight <= main.clientHeight")
    for thing in (
        chart(page, "plane"),
        chart(page, "trace"),
        slider(page),
        page.get_by_role("button", name="Leave"),
    ):
        box = thing.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
    expect(page.get_by_text("Digits")).to_be_visible()
    for text in ("Rare", "Export", "Formula", "A method"):
        expect(page.get_by_text(text, exact=True)).to_have_count(0)
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()
    expect(page.get_by_test_id("stHeader")).not_to_be_visible()
    page.keyboard.press("PageUp")
    expect_place(page, last_place(page) - 1)
    page.get_by_role("button", name="Leave").click()
    settled(page)
    expect(page.get_by_role("heading", name="A method")).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_be_visible()
    assert "lecture" not in page.url


def test_an_empty_page_offers_what_it_needs_and_nothing_runs_off_the_side(page, frame_app, settled):
    page.goto(frame_app)
    settled(page)
    expect(page.get_by_text("EM needs points with labels")).to_be_visible()
    page.get_by_role("button", name="Load two Gaussian classes").click()
    settled(page)
    expect_drawn(chart(page, "plane"))
    expect_place(page, last_place(page))
    check_width(page, 1440)
    show_narrow_and_dark(page)
    check_width(page, 800)


def check_width(page: Page, width: int) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for part in page.locator(".player button, .player input, .player select").all():
        box = part.bounding_box()
        assert box["x"] + box["width"] <= width
