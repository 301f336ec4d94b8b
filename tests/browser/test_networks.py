"""The Networks page in a real browser: the player moves arcs, clicks pick, a lecture fits."""

import pytest
from playwright.sync_api import Page, expect

GRAPH = ".st-key-networks-graph .js-plotly-plot"
BESIDE = ".st-key-networks-beside .js-plotly-plot"
TRACE = ".st-key-networks-trace .js-plotly-plot"
LINK = "/networks?data=iris&labels=expert-doubt"

# What the arcs are drawn as, where the nodes are, and what the step changed.
ARCS = "g => g.calcdata[1].filter(p => p.x !== undefined).length + g.calcdata[2].length"
NODES = "g => g.calcdata[5].map(p => [p.x, p.y])"
TEXT = "g => g.calcdata[6][0].tx"
TITLE = "g => g.layout.xaxis.title.text"


def open_link(page: Page, app: str, settled, link: str = LINK) -> None:
    page.goto(app + link)
    settled(page)
    for chart in (GRAPH, BESIDE, TRACE):
        page.locator(f"{chart} .scatterlayer").wait_for()


def click_at(page: Page, x: float, y: float) -> None:
    """Click where these numbers are on the graph."""
    ground = page.locator(f"{GRAPH} .nsewdrag").first
    left, top = page.locator(GRAPH).evaluate(
        "(g, [x, y]) => [g._fullLayout.xaxis.d2p(x), g._fullLayout.yaxis.d2p(y)]", [x, y]
    )
    ground.click(position={"x": left, "y": top})


def test_arcs_appear_with_the_player_nodes_stay_and_a_click_picks(page, app, settled):
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    open_link(page, app, settled)
    graph, slider = page.locator(GRAPH), page.locator("input[type=range][aria-label=step]")
    nodes, arcs = graph.evaluate(NODES), graph.evaluate(ARCS)
    sent.clear()
    slider.focus()
    slider.press("Home")
    page.wait_for_function(f"n => ({ARCS})(document.querySelector('{GRAPH}')) < n", arg=arcs)
    assert graph.evaluate(NODES) == nodes
    for _ in range(6):
        slider.press("ArrowRight")
    expect(page.locator(".counter")).to_contain_text("step 7 / 21")
    page.wait_for_function(f"() => ({TEXT})(document.querySelector('{GRAPH}')).startsWith('add')")
    slider.press("End")
    page.wait_for_function(f"n => ({ARCS})(document.querySelector('{GRAPH}')) === n", arg=arcs)
    assert graph.evaluate(NODES) == nodes
    assert not sent
    check_a_click_picks_a_feature_or_an_arc_and_empty_ground_nothing(page, settled)


def check_a_click_picks_a_feature_or_an_arc_and_empty_ground_nothing(page: Page, settled) -> None:
    nodes = page.locator(GRAPH).evaluate(NODES)
    picked = page.get_by_role("combobox", name="Beside the network")
    click_at(page, *nodes[3])
    expect(picked).to_have_value("petal width (cm)")
    settled(page)
    assert page.locator(BESIDE).evaluate(TITLE) == "petal width (cm)"
    (x1, y1), (x2, y2) = nodes[0], nodes[2]
    click_at(page, (x1 + x2) / 2, (y1 + y2) / 2)
    expect(picked).to_have_value("sepal length (cm) → petal length (cm)")
    settled(page)
    assert page.locator(BESIDE).evaluate(TITLE) == "sepal length (cm)"
    click_at(page, 1.2, 1.2)
    expect(picked).to_have_value("The plane")


@pytest.mark.slow
def test_everything_down_to_the_player_is_in_view(new_page, app, settled):
    page = new_page(width=1280, height=800)
    open_link(page, app, settled, "/networks?data=wine&labels=expert-doubt")
    for part in (GRAPH, BESIDE, TRACE, "input[type=range][aria-label=step]"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800


@pytest.mark.slow  # test_lecture.py walks all pages with every change
def test_a_lecture_fits_the_projector_without_scrolling(new_page, app, settled):
    page = new_page(width=1280, height=800)
    open_link(page, app, settled, LINK + "&lecture=1&show=structure,noise")
    expect(page.get_by_role("combobox", name="Structure")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
    assert page.evaluate(
        "() => { const m = document.querySelector('[data-testid=stMain]');"
        " return m.scrollHeight <= m.clientHeight + 1; }"
    )
