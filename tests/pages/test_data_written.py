"""Answers that were opened on the Data page go back in the layout that their file had."""

import json
from pathlib import Path

import numpy as np
import pytest
from opened_pages import drawn, open_page
from streamlit.testing.v1 import AppTest

from belieflab.data.crowd_files import write_crowd_file
from belieflab.data.crowd_files.losses import ending_of
from belieflab.ui.shell.page_table import ROOT

FOLDER = ROOT / "sample_data" / "crowd"
KINDS = ("elm", "fir", "oak")


def opened(*files: tuple[str, bytes]) -> AppTest:
    app = open_page("data", way="Upload")
    for name, content in files:
        app.file_uploader[0].upload(name, content)
    app = drawn(app)
    for radio in app.radio:
        if str(radio.key).startswith("data.question"):
            app = drawn(radio.set_value(radio.options[0].replace("\\", "")))
    keys = [button.key for button in app.button]
    key = "data.answers" if "data.answers" in keys else "data.use"
    return drawn(app.button(key=key).click())


def written(app: AppTest) -> tuple[list[str], str]:
    """The lines of the file that Crowd offers, and its ending."""
    crowd = app.session_state["workspace"].state.crowd
    content = write_crowd_file(crowd, crowd.answers.combine("average"))
    return content.decode().splitlines(), ending_of(crowd)


def codes(separator: str) -> bytes:
    right = np.arange(30) % 3
    said = np.column_stack([right, right, np.where(right, right, -1), (right + 1) % 3])
    return "".join(separator.join(map(str, row)) + "\n" for row in said.tolist()).encode()


def test_columns_of_numbers_without_headings_are_written_without() -> None:
    lines, ending = written(opened(("labelme_answers.txt", codes(" "))))
    assert ending == "txt" and lines[:3] == ["0", "1", "2"] and len(lines) == 30


def lines_of(head: str, separator: str) -> bytes:
    rows = [(f"w{j}", f"t{i}", KINDS[(i + j // 3) % 3]) for i in range(12) for j in range(4)]
    heads = [head] if head else []
    return "\n".join([*heads, *(separator.join(row) for row in rows)]).encode()


@pytest.mark.parametrize(
    ("name", "separator", "head"),
    [("a.tsv", "\t", "who\twhat\twhich"), ("a.csv", ";", "who;what;which"), ("a.txt", "|", "")],
)
def test_answers_one_per_line_keep_separator_headings_and_ending(
    name: str, separator: str, head: str
) -> None:
    lines, ending = written(opened((name, lines_of(head, separator))))
    assert ending == Path(name).suffix[1:]
    assert lines[0].startswith(head or separator.join(["combined", "t0", "elm"]))
    assert lines[bool(head)].startswith(separator.join(["combined", "t0", "elm"]))


def test_columns_of_annotators_beside_features_keep_separator_and_ending() -> None:
    rows = [f"{k}.5\t{KINDS[k % 3]}\t{KINDS[k % 3]}\t{KINDS[(k + k // 9) % 3]}" for k in range(30)]
    content = "\n".join(["width\tann\tbob\tcy", *rows]).encode()
    lines, ending = written(opened(("trees.tsv", content)))
    assert ending == "tsv" and lines[:2] == ["width\tcombined", "0.5\telm"]


def test_records_are_written_as_records() -> None:
    said = [{"tree": f"t{k}", "ann": KINDS[k % 3], "bob": KINDS[k % 3]} for k in range(12)]
    for name, content in (
        ("trees.json", json.dumps(said)),
        ("trees.jsonl", "\n".join(map(json.dumps, said))),
    ):
        lines, ending = written(opened((name, content.encode())))
        assert ending == "json"
        assert json.loads("\n".join(lines))[1] == {"tree": "t1", "combined": "fir"}
    rows = [row.split(";") for row in lines_of("", ";").decode().splitlines()]
    said = [dict(zip(("who", "what", "which"), row, strict=True)) for row in rows]
    lines, ending = written(opened(("said.json", json.dumps(said).encode())))
    first = {"who": "combined", "what": "t0", "which": "elm"}
    assert ending == "json" and json.loads("\n".join(lines))[0].items() >= first.items()


def test_the_answers_of_a_folder_are_written_as_they_were() -> None:
    parts = {
        "X.csv": b"1;2\n3;4\n5;6\n",
        "X_pictures.csv": b"9\n5\n7\n",
        "classes.csv": b"0;elm\n1;fir\n",
        "DATA_imperfect.csv": b"user;img;answer;certitude\n"
        + "".join(
            f'{j};{picture};"[""{name}""]";7\n'
            for j in range(3)
            for picture, name in (("7", "elm"), ("5", "fir"), ("9", "elm"))
        ).encode(),
    }
    lines, ending = written(opened(*parts.items()))
    assert ending == "csv" and lines[0] == "user;img;answer;certitude"
    assert lines[1].startswith("combined;7;") and '""elm""' in lines[1]
