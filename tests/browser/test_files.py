"""The files people bring most likely, one after the other on one page: said, asked, drawn."""

import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from browsing import wait_ready
from PIL import Image
from playwright.sync_api import Page, expect

SAMPLES = Path(__file__).parents[2] / "sample_data"
KINDS = np.array(["elm", "fir", "oak"])
CODES = np.repeat([0, 1, 2], 10)


def table(*columns: np.ndarray, heads: str) -> bytes:
    rows = [",".join(map(str, row)) for row in zip(*columns, strict=True)]
    return "\n".join([heads, *rows]).encode()


def make_files() -> dict[str, bytes]:
    rng = np.random.default_rng(2)
    X = rng.normal(CODES[:, None] * 3.0, 0.5, (30, 2)).round(3)
    ids = np.array([f"t{k}" for k in range(30)])
    said = [np.where(rng.random(30) < 0.8, CODES, rng.integers(0, 3, 30)) for _ in range(3)]
    who, what = np.repeat(["ann", "bob", "cy"], 30), np.tile(ids, 3)
    votes = np.stack([rng.multinomial(9, np.eye(3)[code] * 0.7 + 0.1) for code in CODES], axis=1)
    D = np.abs(X[:, :1] - X[:, 0]).round(4)
    picture = io.BytesIO()
    Image.fromarray(
        (40 * np.add.outer(np.arange(24) // 12, np.arange(32) // 16)).astype(np.uint8)
    ).save(picture, "PNG")
    head = ",".join(["", *ids])
    return {
        "trees.csv": table(ids, *X.T, KINDS[CODES], heads="tree_id,width,height,species"),
        "labelled.csv": table(*X.T, KINDS[CODES], heads="width,height,label"),
        "raters.csv": table(*X.T, *said, heads="width,height,rater1,rater2,rater3"),
        "votes.csv": table(*votes, heads="elm,fir,oak"),
        "distances.csv": table(ids, *D.T, heads=head),
        "picture.png": picture.getvalue(),
        "records.json": json.dumps([{"x": float(a), "y": float(b)} for a, b in X]).encode(),
        "classes.csv": table(ids[::-1], KINDS[CODES][::-1], heads="name,class"),
        "answers.csv": table(who, what, KINDS[np.concatenate(said)], heads="worker,item,answer"),
        "export.json": (SAMPLES / "answers" / "label_studio.json").read_bytes(),
    }


def use(page: Page, name: str = "Use this data") -> None:
    page.get_by_role("button", name=name).click()
    wait_ready(page)


def answer(page: Page, text: str) -> None:
    page.get_by_role("radiogroup").get_by_text(text).click()
    wait_ready(page)


def choose_files(
    page: Page, folder: Path, settled: Callable[..., None], first: str, *others: str
) -> None:
    chooser = page.get_by_test_id("stTabs").locator("input[type=file]")
    chooser.set_input_files([folder / name for name in (first, *others)])
    expect(page.get_by_test_id("stMain")).to_contain_text(first)
    settled(page)


def test_ten_files_on_one_page(
    page: Page, app: str, settled: Callable[..., None], tmp_path: Path
) -> None:
    for name, content in make_files().items():
        (tmp_path / name).write_bytes(content)
    main, card = page.get_by_test_id("stMain"), page.get_by_test_id("stSidebar")
    picture = page.locator(".st-key-data-picture .js-plotly-plot")

    upload = partial(choose_files, page, tmp_path, settled)
    page.goto(f"{app}/data?data.way=Upload")
    settled(page)
    upload("trees.csv")
    expect(main).to_contain_text("30 objects, 2 features, 3 classes in species, ids in tree_id")
    use(page)
    expect(picture).to_be_visible()
    expect(card).to_contain_text("30 × 2")
    upload("labelled.csv")
    expect(page.get_by_role("button", name="Use this data")).to_be_disabled()
    answer(page, "Labels, which may be wrong")
    use(page)
    expect(card).to_contain_text("mean nonspecificity")
    upload("raters.csv")
    answer(page, "Answers of 3 annotators, one column each")
    use(page)
    expect(page.get_by_role("link", name="Next: Crowd")).to_be_visible()
    upload("votes.csv")
    answer(page, "Votes for each class, and one for any")
    use(page)
    expect(main).to_contain_text("30 objects × 3 features")
    upload("picture.png")
    expect(main).to_contain_text("PNG image, 32 × 24 pixels. Objects: 768 pixels; features: grey.")
    use(page)
    expect(page.get_by_role("link", name="Next: segment it")).to_be_visible()
    upload("records.json")
    expect(main).to_contain_text("30 objects, 2 features, true classes: none, labels: none.")
    use(page)
    expect(main).to_contain_text("records: 30 objects × 2 features")
    upload("classes.csv", "distances.csv")
    expect(main).to_contain_text(
        "30 objects, dissimilarities (30 × 30), no classes, ids in column 1"
    )
    use(page)
    expect(picture).to_be_visible()
    answer(page, "The true classes of 30 objects")
    expect(main).to_contain_text("Rows are joined to the objects by name.")
    use(page, "Use as the true classes of distances")
    expect(card).to_contain_text("3 classes")
    upload("answers.csv")
    answer(page, "Answers: worker said answer about item (3 annotators, 30 items)")
    use(page, "Open as answers about distances")
    expect(main.locator("h1")).to_contain_text("Crowd")
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    page.goto(f"{app}/data?data.way=Upload")
    settled(page)
    upload("export.json")
    expect(main).to_contain_text("annotators about 30 items")
    use(page, "Open as a crowd")
    expect(main.locator("h1")).to_contain_text("Crowd")
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    expect(page.get_by_test_id("stException")).to_have_count(0)
