"""The Evaluate page in a real browser: a small comparison, and the sentence that it comes to."""

import re
from collections.abc import Callable

from browsing import show, until
from playwright.sync_api import Page, expect
from screens import CHART_CUT_OFF

LINK = (
    "/evaluate?data=iris&labels=expert-doubt&seed=7&evaluate.folds=3&evaluate.repeats=1"
    "&evaluate.curve=false"
)
VERDICT = r"With labels like these, .+agreement with the labels"


def test_a_small_comparison_says_in_one_sentence_which_method_to_take(
    app: str, page: Page, settled: Callable[[Page], None]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(app + LINK)
    settled(page)
    run = page.get_by_role("button", name="Run", exact=True)
    sentence = page.get_by_text(re.compile(VERDICT)).first
    expect(sentence.or_(run).first).to_be_visible()
    if run.is_visible() and not sentence.is_visible():
        run.click()
    expect(sentence).to_be_in_viewport()
    expect(page.get_by_text(re.compile("Against the true classes, ")).first).to_be_in_viewport()
    chart = page.locator(".st-key-evaluate-intervals .js-plotly-plot")
    expect(chart).to_be_visible()
    said = sentence.inner_text()
    table = page.locator(".st-key-evaluate-intervals .ytick text")
    expect(table).to_have_count(4)  # one row per method
    shown = [name.split(" ⬤")[0].strip() for name in table.all_text_contents()]
    assert any(name in said for name in shown), (said, shown)
    show(page, 390, 844, dark=False)  # a phone, on which the legend was cut off
    until(page, lambda: page.evaluate(CHART_CUT_OFF), lambda found: not found)
