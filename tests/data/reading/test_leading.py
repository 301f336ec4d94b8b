"""What stands above a table is left out and said, and a row that counts the columns names them."""

import contextlib
import io

import numpy as np
import openpyxl
import pandas as pd
import pytest

from belieflab.data.reading import describe_guess, guess_roles, read_table, sniff
from belieflab.errors import DataError

N = 30
NUMBERS = np.random.default_rng(3).normal(size=(N, 2)).round(3)
TABLE = pd.DataFrame(NUMBERS, columns=["x", "z"]).assign(kind=["elm", "fir"] * (N // 2))
PLAIN = TABLE.to_csv(index=False)


def opened(content: str | bytes, name: str = "a.csv") -> tuple[pd.DataFrame, str]:
    data = content.encode() if isinstance(content, str) else content
    guess = sniff(data, name)
    return read_table(data, guess), describe_guess(guess)


@pytest.mark.parametrize(
    ("above", "rows"),
    [
        ("# exported by a tool 1.2\n# on 2024-05-05, at noon\n", 2),
        ("Report of station 5\n\n", 2),
        ("Report of station 5,,\n,,\n", 2),
        ('"Report,\nin two lines",,\n', 2),
        ("sep=,\n", 1),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_stands_above_the_names_is_left_out_and_said(above: str, rows: int, end: str) -> None:
    table, said = opened((above + PLAIN).replace("\n", end))
    pd.testing.assert_frame_equal(table, TABLE, check_dtype=False)
    assert f"{rows} row{'s'[: rows > 1]} above the table left out" in said


def test_what_excel_says_of_the_delimiter_holds() -> None:
    table, said = opened("sep=;\n" + PLAIN.replace(",", ";").replace(".", ","))
    pd.testing.assert_frame_equal(table, TABLE, check_dtype=False)
    assert "semicolon" in said and "decimal comma" in said


@pytest.mark.parametrize("sign", [",", " ", "\t"])
def test_names_as_numpy_writes_them(sign: str) -> None:
    stream = io.StringIO()
    np.savetxt(stream, NUMBERS, header=sign.join(["x", "z"]), delimiter=sign)
    table, said = opened(stream.getvalue(), "a.txt")
    assert table.columns.tolist() == ["x", "z"] and len(table) == N and "above" not in said


@pytest.mark.parametrize(
    "text",
    [
        "#,x,kind\n1,2,a\n2,3,b\n3,3,a\n",
        "x,z,kind\n,,a\n1,2,b\n3,4,a\n",
        ",,kind\n1,2,a\n2,3,b\n3,3,a\n",
        "alone\nx\ny\n",
        "a,b\nx,1\ny,2\n",
        "5,,\n1,2,3\n4,5,6\n",
        "Report,,\r,,\rx,z,kind\r1,2,a\r3,4,b\n",
        "x,z,kind\n1,2,a\n" + '"' + "9" * 140_000,
    ],
)
def test_rows_of_a_table_are_not_left_out(text: str) -> None:
    with contextlib.suppress(DataError):  # a cell may be too long
        assert sniff(text.encode(), "a.csv").skip == 0


def workbook(*sheets: list[list[object]]) -> bytes:
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for number, rows in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        sheet.title = f"Sheet {number + 1}"
        for row in rows:
            sheet.append(row)
    book.save(stream)
    return stream.getvalue()


ROWS = [[*TABLE.columns], *([float(x), float(z), kind] for x, z, kind in TABLE.to_numpy())]


def test_a_title_in_merged_cells_and_a_sheet_of_notes() -> None:
    titled = [["Measurements of 2024"], [], *ROWS]
    table, said = opened(workbook(titled, [["a note"]]), "a.xlsx")
    pd.testing.assert_frame_equal(table, TABLE, check_dtype=False)
    assert "2 rows above the table left out" in said and said.endswith("; not read: Sheet 2")
    table, said = opened(workbook([["See the other sheet."], ["Thank you."]], ROWS), "a.xlsx")
    pd.testing.assert_frame_equal(table, TABLE, check_dtype=False)
    assert "sheet Sheet 2" in said and said.endswith("; not read: Sheet 1")
    alone = workbook([["kind"], ["elm"], ["fir"], ["elm"]], [["x", "y"], [1, 2]])
    assert sniff(alone, "a.xlsx").sheet == "Sheet 1", "classes are no notes"


@pytest.mark.parametrize("index", [True, False])
@pytest.mark.parametrize("columns", [2, 3, 9])
@pytest.mark.parametrize("named", [True, False])
def test_numbers_of_columns_as_pandas_writes_them_are_names(
    index: bool, columns: int, named: bool
) -> None:
    frame = pd.DataFrame(np.random.default_rng(1).normal(size=(N, columns)))
    frame = frame.assign(kind=["elm", "fir"] * (N // 2)) if named else frame
    table, _ = opened(frame.to_csv(index=index))
    assert len(table) == N
    names = [*(["column 1"] if index else []), *map(str, range(columns)), *["kind"][:named]]
    assert table.columns.tolist() == names
    roles = guess_roles(table)
    assert roles.columns("feature") == [*map(str, range(columns))]


def test_a_first_row_of_whole_numbers_may_be_an_object() -> None:
    answers = "\n".join(f"{i % 5},{i % 5 + 1},{(i * i) % 3}" for i in range(30))
    assert not sniff(answers.replace("0,1,0", "0,1,2", 1).encode(), "a.csv").has_header
    classes = "\n".join(f"{i},{i + 1},{'ab'[i % 2]}" for i in range(30))
    assert not sniff(classes.encode(), "a.csv").has_header


def test_pixels_by_number_are_no_labels_of_the_digits() -> None:
    pixels = pd.DataFrame(np.random.default_rng(2).poisson(2.0, (200, 64)))
    table, _ = opened(pixels.assign(**{"64": np.arange(200) % 10}).to_csv(index=False))
    roles = guess_roles(table)
    assert roles.columns("truth") == ["64"] and not roles.columns("label")


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        (b"\xef\xbb\xbf\n<!DOCTYPE html>\n<html><body>Sign in", "data.csv", "a web page"),
        (b"1 1:0.5 2:3\n-1 1:1e-3 3:2\n", "a.txt", "index:value"),
    ],
)
def test_what_is_no_table_is_called_by_its_name(content: bytes, name: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        sniff(content, name)
