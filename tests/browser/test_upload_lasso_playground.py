"""A person's own file, labelled by lasso, one label opened in the playground."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
from planes import label_as, lasso_three, picked
from playwright.sync_api import Page, expect


def flowers(path: Path) -> Path:
    """Thirty points of two kinds, as a German spreadsheet would save them."""
    rng = np.random.default_rng(0)
    lines = ["Länge;Breite;Art"]
    for kind, centre in (("Rose", 0.0), ("Tulpe", 4.0)):
        lines += [f"{x:.2f};{y:.2f};{kind}" for x, y in rng.normal(centre, 1.0, size=(15, 2))]
    path.write_text("\n".join(lines).replace(".", ","), encoding="cp1252")
    return path


def test_upload_then_lasso_then_playground(
    page: Page, app: str, settled: Callable[[Page], None], tmp_path: Path
) -> None:
    page.goto(f"{app}/data?data.way=Upload")
    settled(page)
    uploader = page.get_by_test_id("stTabs").locator("input[type=file]")
    expect(uploader).to_have_count(1, timeout=60_000)
    uploader.set_input_files(flowers(tmp_path / "blumen.csv"))
    use = page.get_by_role("button", name="Use this data")
    use.wait_for(timeout=90_000)
    settled(page)
    use.click()
    main, card = page.get_by_test_id("stMain"), page.locator(".workspace-card")
    expect(main).to_contain_text("30 objects × 2 features, 2 classes")
    settled(page)
    page.get_by_role("link", name="Next: Labels").click()
    expect(page.get_by_role("heading", name="Labels", level=1)).to_be_visible()
    settled(page)
    page.get_by_role("tab", name="Edit").click()
    page.get_by_role("button", name="Begin with vacuous labels").click()
    expect(card).to_contain_text("labels by hand")
    settled(page)
    lasso_three(page)
    count = picked(page)
    assert count >= 3
    settled(page)
    label_as(page, "Tulpe")
    expect(card).to_contain_text(f"{count} rows edited by hand")
    expect(main).to_contain_text(f"{30 - count} say nothing")
    settled(page)
    lasso_three(page)
    assert picked(page) == count
    page.get_by_role("button", name="Open in the playground").click()
    page.wait_for_url(re.compile("/playground"))
    settled(page)
    expect(page.get_by_role("heading", name="Belief playground", level=1)).to_be_visible()
    expect(main.get_by_text(re.compile(r"^Row \d+$")).first).to_be_visible()
    assert "m1=b-1" in page.url
    expect(card).to_contain_text("blumen")
