"""The pictures of the pages, and whether they are in view without scrolling."""

from playwright.sync_api import Page, expect

# By page what must be in view, by the keys of its charts.
CHARTS = {
    "mixture": ("mixture-plane", "mixture-trace"),
    "landscape": ("landscape-map", "landscape-plane"),
    "neighbours": ("neighbours-plane", "neighbours-curve"),
    "networks": ("networks-graph", "networks-beside", "networks-trace"),
    "active": ("active-curves", "active-film"),
    "credal-partition": ("credal-plane", "credal-trace"),
    "eknnclus": ("eknnclus-plane", "eknnclus-clusters", "eknnclus-energy"),
    "what-if": ("whatif-curves",),
    "evaluate": ("evaluate-intervals", "evaluate-rejection", "evaluate-learning"),
    "suspects": ("suspects-plane",),
    "labels": ("labels-simulate-plane", "labels-histogram", "labels-ternary"),
    "crowd": ("crowd-map",),
    "playground": ("playground-bars", "playground-lattice"),
}
WITH_PLAYER = ("mixture", "networks", "active", "credal-partition", "eknnclus")
BOTTOM = "element => element.getBoundingClientRect().bottom"
# Rows of the player: its buttons, the slider and the speed stand in one.
PLAYER_ROWS = """player => new Set([...player.querySelectorAll('button, select, .place')]
    .map(each => { const box = each.getBoundingClientRect();
        return Math.round((box.top + box.bottom) / 20); })).size"""
CHARTS_ARE_DRAWN = """() => [...document.querySelectorAll('.stPlotlyChart')]
    .every(chart => chart.querySelector('.main-svg'))"""
# Texts that reach out of their chart, charts that reach out of the window.
CHART_CUT_OFF = """() => [...document.querySelectorAll('.js-plotly-plot')]
    .filter(graph => graph.offsetParent)
    .flatMap(graph => {
        const box = graph.getBoundingClientRect();
        const outside = [...graph.querySelectorAll('svg text')].filter(text => {
            const own = text.getBoundingClientRect();
            return text.textContent.trim() && own.width && !text.closest('.hoverlayer')
                && (own.left < box.left - 1 || own.right > box.right + 1
                    || own.top < box.top - 1 || own.bottom > box.bottom + 1);
        });
        const wide = box.left < 0 || box.right > innerWidth ? ['wider than the window'] : [];
        return [...wide, ...outside.map(text => text.textContent)];
    })"""
# The smallest type of the charts: what is drawn, and what a hover box would have.
CHART_TYPE = """() => {
    const shown = [...document.querySelectorAll('.js-plotly-plot svg text')]
        .filter(text => text.textContent.trim() && text.getBoundingClientRect().width);
    const hover = [...document.querySelectorAll('.js-plotly-plot')]
        .map(graph => graph._fullLayout.hoverlabel.font.size);
    const sizes = shown.map(text => parseFloat(getComputedStyle(text).fontSize));
    return Math.min(99, ...sizes, ...hover);
}"""
PAGE_TYPE = """() => Math.min(99, ...[...document.querySelectorAll(
    '[data-testid=stMain] p, [data-testid=stMain] label')]
    .filter(each => each.offsetParent && each.innerText.trim())
    .map(each => parseFloat(getComputedStyle(each).fontSize)))"""
HIDDEN_BELOW = "main => main.scrollHeight - main.clientHeight"


def check_pictures_and_player_are_in_view(page: Page, address: str, height: int) -> None:
    """The charts of a page, and its player in one row, end above the foot of the window."""
    for chart in CHARTS.get(address, ()):
        picture = page.locator(f".st-key-{chart} .js-plotly-plot")
        picture.locator(".main-svg").first.wait_for()
        assert picture.evaluate(BOTTOM) <= height, chart
    if address in WITH_PLAYER:
        assert page.locator(".player").evaluate(BOTTOM) <= height
        assert page.locator(".player").evaluate(PLAYER_ROWS) == 1


def begin_lecture(page: Page) -> None:
    """Turn the page into a lecture by the button of its share menu."""
    page.get_by_text("Save, open, share").click()
    page.get_by_role("button", name="Begin the lecture").click()
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()


def check_fits(page: Page) -> None:
    """A lecture fits the projector without scrolling, in type that the last row can read."""
    page.wait_for_function(CHARTS_ARE_DRAWN)
    main = page.get_by_test_id("stMain")
    assert main.evaluate(HIDDEN_BELOW) <= 0, page.url
    expect(page.get_by_test_id("stSidebar")).not_to_be_visible()
    leave = page.locator(".st-key-lecture_row").get_by_role("button", name="Leave")
    expect(leave).to_be_in_viewport()
    assert page.evaluate(CHART_TYPE) >= 17, page.url
    assert page.evaluate(PAGE_TYPE) >= 17, page.url
