"""Bad files: each is refused with one sentence that says what is wrong and where."""

import io
import pickle
import struct
import zipfile
import zlib

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from belieflab import DataError
from belieflab.data.reading import (
    LARGEST_FILE,
    FileGuess,
    guess_roles,
    read_folder,
    read_table,
    sniff,
    to_dataset,
)
from belieflab.data.reading import limits as reading_limits


def load(content: bytes, filename: str = "data.csv"):
    table = read_table(content, sniff(content, filename))
    return to_dataset(table, guess_roles(table))


def zip_of(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["x", "y"])
    book.active.append([1, 2])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def workbook_with(part: str, content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(workbook())) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    return zip_of({**members, part: content})


def parquet_of(table: pa.Table) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return stream.getvalue()


TEXT_FILES = {
    "empty": (b"", "empty"),
    "blank lines": (b"\n \n\n", "blank lines"),
    "header only": (b"a,b,c\n", "no rows of data"),
    "header only, one column": (b"label\n", "no rows of data"),
    "one column of text": (b"name\nann\nbob\n", "only one column, 'name'"),
    "NUL bytes": (b"a,b\n1,2\n3,\x004\n", "Line 3.*NUL"),
    "binary without NUL": (bytes(range(1, 32)) * 20 + b"\xff\xfe\x81", "binary"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01", "damaged or cut short"),
    "a pickle": (pickle.dumps({"a": np.arange(3)}), "NUL"),
    "gzip": (b"\x1f\x8b\x08\0abc", "compressed"),
    "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "password"),
    "ragged, too long": (b"a,b\n1,2\n3,4\n5,6,7\n8,9\n", "Row 3 has 3 cells.*has 2"),
    "ragged, too short": (b"a,b,c\n1,2,3\n4,5\n6,7,8\n", "Row 2 has 2 cells.*has 3"),
    "more names than cells": (b"a,b,c,d\n1,2\n3,4\n5,6\n", "names has 4 cells.*has 2"),
    "duplicated names": (b"x,y,x\n1,2,3\n", "'x' appears twice, in columns 1 and 3"),
    "10,000 columns": (
        (",".join(f"c{k}" for k in range(10_000)) + "\n" + ",".join(["1"] * 10_000)).encode(),
        "10,000 columns; the limit is 2,000",
    ),
    "10,000 wide columns": (
        (",".join(f"column-{k:050d}" for k in range(10_000)) + "\n1" + ",1" * 9_999).encode(),
        "10,000 columns; the limit is 2,000",
    ),
    "Infinity": (b"x,y\n1,2\n3,Infinity\n", "Row 2 holds Infinity in column 'y'"),
    "minus inf": (b"x,y\n-inf,2\n3,4\n", "Row 1 holds Infinity in column 'x'"),
    "a number too large": (b"x,y\n1,2\n1e999,4\n", "Row 2 holds Infinity in column 'x'"),
    "masses that sum to 0.97": (b"x,{a},{b}\n1,0.5,0.5\n2,0.5,0.47\n", "row 2 sum to 0.97"),
    "negative plausibility": (b"x,pl:a,pl:b\n1,1,0\n2,1,-0.1\n", "Row 2.*-0.1"),
    "no class named": (b"x,label\n1,\n2,\n", "No row names a class"),
    "half of UTF-16": (b"\xff\xfea\0,\0b\0\n\0\x31", "does not belong to the encoding"),
    "an open quotation": (b'a,b\n1,"x\n2,y\n3,z\n', "cell|row"),
}


@pytest.mark.parametrize(("content", "sentence"), TEXT_FILES.values(), ids=TEXT_FILES.keys())
def test_bad_text_files(content, sentence):
    with pytest.raises(DataError, match=sentence):
        load(content)


ARFF_FILES = {
    "no data": (b"@relation r\n@attribute x numeric\n", "no line @data"),
    "no attribute": (b"@relation r\n@data\n1\n", "no attribute"),
    "no rows": (b"@relation r\n@attribute x numeric\n@data\n", "no rows"),
    "unknown type": (b"@relation r\n@attribute x wavelet\n@data\n1\n", "Line 2.*wavelet"),
    "not a number": (b"@relation r\n@attribute x real\n@data\n1\nb\n", "Row 2 holds 'b'.*'x'"),
    "undeclared value": (
        b"@relation r\n@attribute x real\n@attribute c {a,b}\n@data\n1,a\n2,z\n",
        "Row 2 holds 'z' in 'c'",
    ),
    "ragged": (
        b"@relation r\n@attribute x real\n@attribute z real\n@data\n1,2\n3\n",
        "Row 2 has 1 cells",
    ),
    "ragged with quotes": (
        b"@relation r\n@attribute x real\n@data\n1\n'2',3\n",
        "Line 5 has 2 cells",
    ),
    "too wide": (
        b"@relation r\n@attribute x real\n@attribute z real\n@data\n1,2,3\n",
        "3 cells for 2 attributes",
    ),
    "sparse": (b"@relation r\n@attribute x real\n@data\n{0 1}\n", "Line 4.*sparse"),
    "duplicated": (
        b"@relation r\n@attribute x real\n@attribute x real\n@data\n1,2\n",
        "'x' appears twice",
    ),
}


@pytest.mark.parametrize(("content", "sentence"), ARFF_FILES.values(), ids=ARFF_FILES.keys())
def test_bad_arff_files(content, sentence):
    with pytest.raises(DataError, match=sentence):
        load(content, "data.arff")


def test_arff_quotes_and_missing_values():
    content = (
        b"% comment\n@RELATION 'my data'\n@ATTRIBUTE 'a b' REAL\n"
        b"@ATTRIBUTE kind {'x, y', \"it's\", plain}\n@DATA\n"
        b"% another\n1.5,'x, y'\n?,\"it's\"\n2,?\n3,plain\n"
    )
    loaded = load(content, "data.arff")
    assert loaded.dataset.class_names == ("x, y", "it's", "plain")
    assert loaded.dataset.truth.tolist() == [0, -1, 2]


def test_a_file_above_the_limit_is_refused_before_anything_is_read():
    content = bytes(300 << 20)
    assert len(content) > LARGEST_FILE
    with pytest.raises(DataError, match="300 MB; the limit is 200 MB"):
        sniff(content, "big.csv")
    with pytest.raises(DataError, match="300 MB; the limit is 200 MB"):
        read_table(content, FileGuess("csv"))


# -- zip bombs and damaged workbooks ----------------------------------------------------------


def test_a_zip_bomb_dressed_as_a_workbook_is_refused_by_its_stated_size(monkeypatch):
    bomb = workbook_with("xl/worksheets/sheet1.xml", bytes(120 << 20))
    assert len(bomb) < 1 << 20
    with pytest.raises(DataError, match="would grow"):
        sniff(bomb, "book.xlsx")
    monkeypatch.setattr("belieflab.data.reading.archives.LARGEST_INFLATED", 100 << 20)
    with pytest.raises(DataError, match="Unpacked, the file would have 120 MB; the limit is 100"):
        sniff(bomb, "book.xlsx")
    with pytest.raises(DataError, match="Unpacked"):
        read_table(bomb, FileGuess("excel", sheet="Sheet"))
    with pytest.raises(DataError, match="Unpacked"):
        read_folder({"folder.zip": bomb})


def test_a_bomb_with_a_lying_directory_yields_no_more_than_it_states():
    """The central directory and the local header say 1,000 bytes; the stream holds 50 MB."""
    name = b"X.csv"
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = compressor.compress(b"1" * (50 << 20)) + compressor.flush()
    sizes = struct.pack("<III", 0, len(packed), 1000)
    local = b"PK\3\4" + struct.pack("<HHHHH", 20, 0, 8, 0, 0) + sizes
    local += struct.pack("<HH", len(name), 0) + name + packed
    central = b"PK\1\2" + struct.pack("<HHHHHH", 20, 20, 0, 8, 0, 0) + sizes
    central += struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0) + name
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(central), len(local), 0)
    with pytest.raises(DataError, match=r"'X\.csv' of the archive is damaged"):
        read_folder({"folder.zip": local + central + end})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"PK\3\4 and then nothing", "damaged"),
        (workbook()[:400], "damaged"),
        (workbook_with("xl/workbook.xml", b"not xml at all"), "no sheets"),
        (workbook_with("xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row"), "damaged|empty"),
        (zip_of({"arr_0.npy": b"\x93NUMPY"}), "is damaged; it is no NumPy array"),
        (zip_of({"one.png": b"\x89PNG", "two.png": b"\x89PNG"}), "not an Excel workbook"),
        (zip_of({f"f{k}": b"" for k in range(2001)}), "2,001 files"),
    ],
)
def test_damaged_workbooks_and_other_zips(content, sentence):
    with pytest.raises(DataError, match=sentence):
        load(content, "book.xlsx")


def test_a_workbook_part_that_expands_entities_is_stopped():
    entities = "".join(
        f'<!ENTITY l{k} "{f"&l{k - 1};" * 10 if k else "ha" * 10}">' for k in range(12)
    )
    laughs = f"<!DOCTYPE w [{entities}]><worksheet><sheetData>&l11;</sheetData></worksheet>"
    with pytest.raises(DataError, match=r"damaged|empty"):
        load(workbook_with("xl/worksheets/sheet1.xml", laughs.encode()), "book.xlsx")


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{}</worksheet>'
)
CELL = '<row r="{0}"><c r="A{0}"><v>1</v></c></row>'


def test_the_stated_size_of_a_sheet_is_not_trusted():
    rows = CELL.format(1) + CELL.format(2)
    large = f'<dimension ref="A1:XFD1048576"/><sheetData>{rows}</sheetData>'
    sheet = workbook_with("xl/worksheets/sheet1.xml", SHEET.format(large).encode())
    assert load(sheet, "book.xlsx").dataset.X.tolist() == [[1.0], [1.0]]


def test_a_sheet_with_a_row_far_away_or_too_many_cells_is_refused(monkeypatch):
    rows = CELL.format(1) + CELL.format(2) + CELL.format(1_000_000_000)
    far = SHEET.format(f"<sheetData>{rows}</sheetData>")
    content = workbook_with("xl/worksheets/sheet1.xml", far.encode())
    monkeypatch.setattr("belieflab.data.reading.excel.MAX_ROWS", 1000)
    with pytest.raises(DataError, match="more than 1,000 rows"):
        load(content, "book.xlsx")
    monkeypatch.setattr("belieflab.data.reading.excel.MAX_SHEET_CELLS", 3)
    with pytest.raises(DataError, match="more than 3 cells; save it as CSV"):
        load(workbook(), "book.xlsx")


def test_an_encrypted_zip_is_refused():
    content = bytearray(zip_of({"X.csv": b"1;2\n"}))
    content[6] |= 1
    content[content.index(b"PK\1\2") + 8] |= 1
    with pytest.raises(DataError, match="password"):
        read_folder({"folder.zip": bytes(content)})


def test_a_workbook_with_an_empty_sheet_or_names_only():
    book = openpyxl.Workbook()
    stream = io.BytesIO()
    book.save(stream)
    with pytest.raises(DataError, match="empty"):
        load(stream.getvalue(), "book.xlsx")
    book.active.append(["x", "y"])
    stream = io.BytesIO()
    book.save(stream)
    with pytest.raises(DataError, match="no rows of data"):
        load(stream.getvalue(), "book.xlsx")


# -- Parquet ------------------------------------------------------------------------------------


def test_damaged_parquet_files():
    good = parquet_of(pa.table({"x": np.arange(1000.0)}))
    for bad in (good[:-100], good[: len(good) // 2], b"PAR1" + bytes(64) + b"PAR1", b"PAR1"):
        with pytest.raises(DataError, match="Parquet file is damaged"):
            load(bad, "data.parquet")
    flipped = bytearray(good)
    flipped[10:40] = b"\xff" * 30
    with pytest.raises(DataError, match="Parquet file is damaged"):
        load(bytes(flipped), "data.parquet")


def test_parquet_renamed_to_csv_is_read_for_what_it_is():
    content = parquet_of(pa.table({"x": [1.0, 2.0], "c": ["a", "b"]}))
    assert sniff(content, "data.csv").kind == "parquet"
    assert load(content, "data.csv").dataset.X.tolist() == [[1.0], [2.0]]


def test_parquet_columns_that_are_no_plain_values_are_named():
    for column in (
        pa.array([[1, 2], [3]]),
        pa.array([{"a": 1}, {"a": 2}]),
        pa.array([b"\0", b"x"]),
    ):
        with pytest.raises(DataError, match="column 'odd'"):
            load(parquet_of(pa.table({"x": [1.0, 2.0], "odd": column})), "data.parquet")


def test_parquet_integers_booleans_dates_and_dictionaries():
    table = pa.table(
        {
            "whole": pa.array([1, None, 3], pa.int64()),
            "flag": [True, False, True],
            "day": pa.array([0, 1, 2], pa.date32()),
            "kind": pa.array(["b", "a", "b"]).dictionary_encode(),
        }
    )
    read = read_table(parquet_of(table), FileGuess("parquet"))
    assert read["whole"].isna().tolist() == [False, True, False]
    assert read["flag"].tolist() == ["true", "false", "true"]
    assert read["day"].tolist()[1] == "1970-01-02"
    assert list(read["kind"].cat.categories) == ["b", "a"]


def test_a_parquet_bomb_of_few_bytes_and_many_rows_is_refused(monkeypatch):
    content = parquet_of(pa.table({"x": np.zeros(2_000_000)}))
    assert len(content) < 100_000
    monkeypatch.setattr(reading_limits, "MAX_CELLS", 1_000_000)
    with pytest.raises(DataError, match=r"2,000,000 rows.*limit is 1,000,000 cells"):
        load(content, "data.parquet")


def test_parquet_metadata_of_pandas_is_not_obeyed():
    frame = pd.DataFrame({"x": [1.0, 2.0]}, index=pd.Index(["a", "b"], name="who"))
    read = read_table(parquet_of(pa.Table.from_pandas(frame)), FileGuess("parquet"))
    assert list(read.columns) == ["x", "who"]


# -- what a person chose wrongly --------------------------------------------------------------


def test_wrong_choices_get_a_sentence():
    content = "größe;b\n1;2\n".encode("cp1252")
    with pytest.raises(DataError, match="not UTF-8"):
        read_table(content, FileGuess("csv", encoding="utf-8", delimiter=";"))
    with pytest.raises(DataError, match="encoding"):
        read_table(content, FileGuess("csv", encoding="klingon", delimiter=";"))
    with pytest.raises(DataError, match="no sheet 'gone'"):
        read_table(workbook(), FileGuess("excel", sheet="gone"))
    for kind in ("excel", "parquet", "arff"):
        with pytest.raises(DataError):
            read_table(b"a,b\n1,2\n", FileGuess(kind))


CELLS = (
    '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>y</t></is></c></row>'
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>{number}</v></c></row></sheetData>'
)


@pytest.mark.parametrize(
    ("digits", "sentence"),
    [(500, "Row 1 holds Infinity in column 'y'"), (5000, "The Excel file is damaged")],
)
def test_a_whole_number_beyond_floating_point_in_a_workbook(digits, sentence):
    sheet = SHEET.format(CELLS.format(number="9" * digits)).encode()
    with pytest.raises(DataError, match=sentence):
        load(workbook_with("xl/worksheets/sheet1.xml", sheet), "book.xlsx")
