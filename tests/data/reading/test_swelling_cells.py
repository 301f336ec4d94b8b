"""Cells that take a bit in a small file and eight bytes in memory: tied to the size of the file."""

import gzip
import io
import zipfile
from collections.abc import Callable
from functools import cache

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from belieflab import DataError
from belieflab.data.reading import FileGuess, guess_roles, read_table, to_dataset
from belieflab.data.reading.limits import MAX_CELLS, MEGABYTE, cells_limit, inflated_limit
from belieflab.data.reading.process import open_folder, open_table
from belieflab.ui.pages.data.draft_reading import open_files

N = 25_000_000
SENTENCE = (
    r"25,000,000 rows of 2 columns; "
    r"the limit is (19|2\d),\d{3},\d{3} cells for a file of 0\.\d\d MB"
)


@cache
def nearly_zeros() -> np.ndarray:
    table = np.zeros((N, 2), np.int8)
    table[::1_000_003] = 1
    return table


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def parquet(make: Callable[[np.ndarray], object]) -> bytes:
    stream = io.BytesIO()
    columns = {name: make(column) for name, column in zip("ab", nearly_zeros().T, strict=True)}
    pq.write_table(pa.table(columns), stream, compression="zstd")
    return stream.getvalue()


def zipped(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def words(codes: np.ndarray) -> pa.Array:
    return pa.array(["u", "v"]).take(pa.array(codes))


FILES = {
    "int8.npy.gz": lambda: gzip.compress(npy(nearly_zeros())),
    "bool.npy.gz": lambda: gzip.compress(npy(nearly_zeros().astype(bool))),
    "float16.npy.gz": lambda: gzip.compress(npy(nearly_zeros().astype(np.float16))),
    "bytes.npy.gz": lambda: gzip.compress(npy(np.full((N, 2), b"a"))),
    "text.csv.gz": lambda: gzip.compress(b"a,b\n" + b"1,x\n" * N),
    "int8.parquet": lambda: parquet(pa.array),
    "bool.parquet": lambda: parquet(lambda column: pa.array(column > 0)),
    "null.parquet": lambda: parquet(lambda column: pa.nulls(len(column))),
    "words.parquet": lambda: parquet(words),
    "codes.parquet": lambda: parquet(lambda column: words(column).dictionary_encode()),
}


def test_a_small_file_may_hold_fewer_cells_than_a_large_one():
    assert 8 * cells_limit(97_000) <= inflated_limit(97_000) < 8 * cells_limit(97_000) + 8
    assert cells_limit(5 * MEGABYTE) == MAX_CELLS == cells_limit(200 * MEGABYTE)


@pytest.mark.parametrize("name", FILES)
def test_a_small_file_of_many_cells_is_refused(name):
    content = FILES[name]()
    assert len(content) < 500_000
    with pytest.raises(DataError, match=SENTENCE):
        opened = open_table(content, name)
        raise DataError(opened.problem)


def test_the_library_counts_the_size_of_the_file_as_well():
    with pytest.raises(DataError, match=SENTENCE):
        read_table(FILES["int8.parquet"](), FileGuess("parquet"))
    packed = zipped({"X.npy": npy(nearly_zeros())})
    guess = FileGuess("npz", sheets=("X",), sheet="X")
    with pytest.raises(DataError, match=SENTENCE):
        read_table(packed, guess)


@pytest.mark.parametrize("name", ["X.csv", "points.npy"])
def test_a_file_in_a_zip_counts_by_the_size_of_the_zip(name):
    """A folder, and a file that is unpacked first and read by itself."""
    content = npy(nearly_zeros())
    if name == "X.csv":
        drawn = np.random.default_rng(0).integers(10, size=(200_000, 2))
        lines = b"".join(b"%d,%d\n" % (x, y) for x, y in drawn)
        content = lines + b"1,0\n" * (N - len(drawn))
    draft = open_files({"study.zip": zipped({name: content})})
    assert draft.table is None
    with pytest.raises(DataError, match=SENTENCE):
        raise DataError(draft.problem)


def test_the_tables_of_a_folder_count_together():
    """Each of them is allowed."""
    column = b"0\n" * 8_000_000
    files = {f"{name}.csv": gzip.compress(column) for name in ("X", "y_true", "weights", "ids")}
    with pytest.raises(DataError, match=r"would take 1\d\d MB of memory; the limit is 15\d MB"):
        open_folder(files)


def test_a_text_that_many_cells_of_a_workbook_share_is_counted_each_time():
    stream = io.BytesIO()
    openpyxl.Workbook().save(stream)
    with zipfile.ZipFile(stream) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    rows = [b'<row><c><v>%d</v></c><c t="s"><v>0</v></c></row>' % row for row in range(12_000)]
    data = b"<sheetData>%s</sheetData>" % b"".join(rows)
    namespace = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    parts["xl/worksheets/sheet1.xml"] = b"<worksheet %s>%s</worksheet>" % (namespace, data)
    text = b"<si><t>%s</t></si>" % (b"long " * 4_000)
    parts["xl/sharedStrings.xml"] = b"<sst %s>%s</sst>" % (namespace, text)
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    types = b'<Override PartName="/xl/sharedStrings.xml" ContentType="%s"/></Types>' % kind
    named = "[Content_Types].xml"
    parts[named] = parts[named].replace(b"</Types>", types)
    content = zipped(parts)
    assert len(content) < 100_000
    with pytest.raises(DataError, match=r"would take 2\d\d MB of memory; the limit is 1\d\d MB"):
        open_table(content, "a.xlsx")


def test_what_a_small_file_may_hold_is_read():
    table = np.zeros((4_000_000, 2), np.int8)
    table[::3] = 1
    opened = open_table(gzip.compress(npy(table)), "a.npy.gz").table
    np.testing.assert_array_equal(to_dataset(opened, guess_roles(opened)).dataset.X, table)
