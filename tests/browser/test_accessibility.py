"""axe-core finds nothing serious on any page that is ours; charts are told in words."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from belieflab.ui.shell.page_table import existing_pages

ADDRESSES = {entry.key: entry.address for entry in existing_pages()}
WORKSPACE = "data=iris&labels=expert-doubt&seed=7"
DARK = ("mixture", "playground")
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

# Contrast of the text at axes with the page, as WCAG has it.
FAINT = """() => {
    const light = colour => {
        const part = colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
            .map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
    };
    const page = light(getComputedStyle(document.querySelector('.stApp')).backgroundColor);
    return [...document.querySelectorAll('.stPlotlyChart .main-svg text')]
        .filter(text => text.closest('[class$=tick], [class$=title], .legendtext'))
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


def is_streamlits(page: Page, rule: str, selector: str) -> bool:
    """Whether the element is one of those that Streamlit draws by itself."""
    known = [own for listed, own in STREAMLIT if listed == rule]
    element = page.locator(selector).first
    return any(element.evaluate("(e, own) => e.matches(own)", own) for own in known)


def open_settled(page: Page, app: str, key: str, settled: Callable[[Page], None]) -> None:
    page.goto(f"{app}/{ADDRESSES[key]}?{WORKSPACE}")
    settled(page)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.stPlotlyChart')]"
        ".every(chart => chart.querySelector('.main-svg'))"
    )


@pytest.mark.parametrize(
    ("key", "dark"), [(key, False) for key in ADDRESSES] + [(key, True) for key in DARK]
)
def test_nothing_serious_is_ours(key, dark, app, new_page, settled):
    page = new_page(dark=dark)
    open_settled(page, app, key, settled)
    ours = [each for each in violations(page) if not is_streamlits(page, *each[:2])]
    assert not ours
    assert not page.evaluate(UNNAMED)
    assert not page.evaluate(FAINT)


def test_what_is_listed_as_streamlits_is_found(app, page, settled):
    open_settled(page, app, "glossary", settled)
    found = [(rule, page.locator(selector).first) for rule, selector, _ in violations(page)]
    for rule, own in STREAMLIT:
        matches = "(e, own) => e.matches(own)"
        assert any(each == rule and place.evaluate(matches, own) for each, place in found)
