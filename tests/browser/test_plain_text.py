"""Class and column names that look like Markdown or HTML are shown letter by letter.

Every page is watched: a request to another machine fails the test by itself.
"""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

IMAGE = "![x](http://example.org/x.png)"
SCRIPT = "<img src=x onerror=window.caught=1>"
COLUMN = "<b>width</b> [y](http://example.org)"


def awkward_file(path: Path) -> Path:
    rows = [f"{k / 7:.3f},{k % 5},{IMAGE if k % 2 else SCRIPT}" for k in range(20)]
    path.write_text("\n".join([f"{COLUMN},height,kind", *rows]))
    return path


def check(page: Page) -> None:
    """Nothing of the file became part of the page's markup."""
    assert page.evaluate("window.caught") is None
    for selector in ('img[src*="example.org"]', "img[onerror]", 'a[href*="example.org"]'):
        assert page.locator(selector).count() == 0


def test_markup_in_names_stays_text_on_every_page(
    page: Page, app: str, settled: Callable[[Page], None], tmp_path: Path
) -> None:
    page.goto(f"{app}/data?data.way=Upload")
    settled(page)
    uploader = page.get_by_test_id("stTabs").locator("input[type=file]")
    expect(uploader).to_have_count(1, timeout=60_000)
    uploader.set_input_files(awkward_file(tmp_path / "![f](http:--example.org).csv"))
    page.get_by_role("button", name="Use this data").click()
    expect(page.get_by_test_id("stMain")).to_contain_text("20 objects × 2 features, 2 classes")
    settled(page)
    expect(page.locator("svg text", has_text=IMAGE[:12]).first).to_be_visible()
    check(page)

    page.get_by_role("link", name="Next: Labels").click()
    expect(page.get_by_role("heading", name="Labels", level=1)).to_be_visible()
    settled(page)
    page.get_by_role("combobox", name="Law of labels").click()
    page.get_by_role("option", name="Guess and doubt").click()
    expect(page.get_by_text("labels are wrong")).to_be_visible()
    settled(page)
    legend = page.locator(".js-plotly-plot .legendtext")
    expect(legend.filter(has_text=IMAGE[:20]).first).to_be_attached()
    expect(legend.filter(has_text=SCRIPT[:20]).first).to_be_attached()
    expect(page.locator(".js-plotly-plot .xtitle").first).to_have_text(COLUMN)
    check(page)
    for tab in ("Edit", "Import"):
        page.get_by_role("tab", name=tab).click()
        settled(page)
        check(page)

    page.get_by_role("tab", name="Simulate").click()
    settled(page)
    point = page.locator(".js-plotly-plot .scatterlayer .point").first
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.get_by_role("button", name="Open in the playground").click()
    expect(page.get_by_role("heading", name="Belief playground", level=1)).to_be_visible()
    settled(page)
    check(page)
