"""Bad files thrown at the running app: one sentence each, and the session lives on."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

MEGABYTE = 1 << 20

SENTENCES = {
    "empty.csv": "The file is empty",
    "binary.csv": "NUL byte",
    "one_column.csv": "only one column",
    "wide.csv": "10,000 columns; the limit is",
    "void.csv": "No value at all in b",
    "twice.csv": "'a' appears twice, in columns 1 and 2",
    "short.csv": "The masses of row 2 sum to 0.97",
    "negative.csv": "Row 2 has the plausibility -0.1",
    "infinite.csv": "Row 2 holds Infinity in column 'a'",
    "bomb.xlsx": "Unpacked, the file would have",
    "huge.csv": "200",
}


def write_bad_files(folder: Path) -> None:
    names = ",".join(f"c{j}" for j in range(10_000))
    texts = {
        "empty.csv": b"",
        "binary.csv": bytes(range(256)) * 64,
        "one_column.csv": b"word\nfoo\nbar\nbaz\n",
        "wide.csv": f"{names}\n{'1,' * 9_999}1\n".encode(),
        "void.csv": b"a,b\n1,\n2,\n3,\n",
        "twice.csv": b"a,a\n1,2\n3,4\n",
        "short.csv": b"x,{a},{b}\n1,0.5,0.5\n2,0.5,0.47\n",
        "negative.csv": b"x,pl:a,pl:b\n1,1,0.5\n2,-0.1,1\n",
        "infinite.csv": b"a,b\n1,2\nInfinity,3\n4,5\n",
    }
    for name, content in texts.items():
        (folder / name).write_bytes(content)
    with zipfile.ZipFile(
        folder / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED, compresslevel=1
    ) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", "<workbook/>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _ in range(700):
                sheet.write(bytes(MEGABYTE))
    with (folder / "huge.csv").open("wb") as huge:
        huge.write(b"a,b\n1,2\n")
        huge.truncate(300 * MEGABYTE)


def upload(page: Page, path: Path, settled: Callable[..., None]) -> None:
    page.get_by_test_id("stTabs").locator("input[type=file]").set_input_files(path)
    settled(page)


@pytest.mark.slow
def test_bad_files_get_a_sentence_and_the_session_lives_on(
    page: Page, app: str, settled: Callable[..., None], tmp_path: Path
) -> None:
    write_bad_files(tmp_path)
    page.goto(f"{app}/data?data=iris")
    settled(page)
    card = page.get_by_test_id("stSidebar")
    expect(card).to_contain_text("Iris")
    page.get_by_role("tab", name="Upload").click()
    settled(page)
    main = page.get_by_test_id("stMain")
    for name, sentence in SENTENCES.items():
        upload(page, tmp_path / name, settled)
        use = page.get_by_role("button", name="Use this data")
        if name not in {"void.csv", "huge.csv"} and use.count():
            use.click()
            settled(page)
        expect(main, name).to_contain_text(sentence)
        expect(page.get_by_test_id("stException"), name).to_have_count(0)
        expect(card, name).to_contain_text("Iris")
        discard = page.get_by_role("button", name="Discard")
        if discard.count():
            discard.click()
            settled(page)
    page.get_by_role("tab", name="Sample").click()
    settled(page)
    page.get_by_role("button", name="Wine", exact=True).click()
    expect(card).to_contain_text("178 × 13")
