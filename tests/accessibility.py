"""What axe-core and we ourselves find wrong with how a page can be read."""

from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = {"serious", "critical"}

STREAMLIT = {
    ("scrollable-region-focusable", ".katex-display"): "st.latex scrolls wide equations in an "
    "element that no key reaches; the same equation stands in the element as MathML.",
}
"""What is Streamlit's own: by rule and selector, with the reason why it is not ours to mend."""

# Charts that are drawn, and those of them without a name of more than a few words.
UNNAMED = """() => [...document.querySelectorAll('[data-testid=stPlotlyChart]')]
    .filter(chart => !(chart.getAttribute('aria-label') ?? '').startsWith('Chart: '))
    .map(chart => chart.outerHTML.slice(0, 200))"""

# Contrast of the text at axes and of texts in the picture with the page, as WCAG has it; but for
# texts over a filled mark, whose colour stands beneath them instead.
FAINT = """() => {
    const overlap = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom;
    const isFilled = mark => {
        const look = getComputedStyle(mark);
        return mark.tagName === 'image' || look.fill !== 'none' && Number(look.fillOpacity) > 0
            && Number(look.opacity) > 0 && !/, 0\\)$/.test(look.fill);
    };
    const isBare = text => {
        const box = text.getBoundingClientRect();
        const marks = text.closest('.js-plotly-plot').querySelectorAll(
            '.scatterlayer path, .barlayer path, .shapelayer path, .contourlayer path, '
            + '.slice path, .heatmaplayer image, .imagelayer image, .annotation rect');
        return box.width && ![...marks].some(
            mark => overlap(box, mark.getBoundingClientRect()) && isFilled(mark));
    };
    const light = colour => {
        const part = colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
            .map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
    };
    const page = light(getComputedStyle(document.querySelector('.stApp')).backgroundColor);
    return [...document.querySelectorAll('.stPlotlyChart .main-svg text')]
        .filter(text => text.closest('[class$=tick], [class$=title], .legendtext')
            || text.matches('.annotation-text, .textpoint text') && isBare(text))
        .map(text => [text.textContent, light(getComputedStyle(text).fill)])
        .map(([text, ink]) => [text, (Math.max(ink, page) + 0.05) / (Math.min(ink, page) + 0.05)])
        .filter(([, ratio]) => ratio < 4.5);
}"""


def violations(page: Page) -> Iterator[tuple[str, str, str]]:
    """Rule, selector and element of everything serious."""
    for found in Axe().run(page).response["violations"]:
        if found["impact"] in GRAVE:
            for node in found["nodes"]:
                yield found["id"], str(node["target"][0]), node["html"][:200]


def streamlits(page: Page, rule: str, selector: str) -> set[tuple[str, str]]:
    """Under which names the element is listed as one that Streamlit draws by itself."""
    known = [own for listed, own in STREAMLIT if listed == rule]
    element = page.locator(selector).first
    return {(rule, own) for own in known if element.evaluate("(e, own) => e.matches(own)", own)}


def check_accessible(page: Page) -> set[tuple[str, str]]:
    """Nothing serious is ours, every chart has a name, and its text can be read.

    What was found of Streamlit's own is returned.
    """
    found = [(each, streamlits(page, *each[:2])) for each in violations(page)]
    assert not [each for each, listed in found if not listed]
    assert not page.evaluate(UNNAMED)
    assert not page.evaluate(FAINT)
    return set().union(*(listed for _, listed in found))
