"""Small files that would become large: refused while they are unpacked, with bounded memory."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from allocation import peak_of

from belieflab import DataError
from belieflab.data.reading import (
    FileGuess,
    entries,
    guess_roles,
    read_folder,
    read_label_file,
    read_table,
    sniff,
    to_dataset,
    write_labels,
)
from belieflab.data.reading.limits import MEGABYTE, inflated_limit
from belieflab.data.reading.parquet_pages import unpacked_size
from belieflab.ui.shell.workspace_reader import read as read_workspace

ROOT = Path(__file__).parents[3]
MIB = 1 << 20


def zip_of(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def parquet_of(columns: dict[str, object], **options: object) -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.table(columns), stream, **options)
    return stream.getvalue()


def test_a_small_file_may_grow_less_than_a_large_one():
    assert inflated_limit(50_000) < 160 * MEGABYTE
    assert inflated_limit(200 * MEGABYTE) == 600 * MEGABYTE


def test_members_that_nobody_needs_are_not_unpacked():
    bomb = zip_of({"X.csv": b"1,2\n3,4\n", "readme.txt": bytes(40 * MIB), "y.bin": b"?"})
    found = []
    peak = peak_of(lambda: found.append(read_folder({"f.zip": bomb.replace(b"y.bin", b"z.bin")})))
    assert found[0].dataset.n == 2 and found[0].notes == ("Left alone: readme.txt, z.bin.",)
    assert peak < 10 * MIB


def test_a_workspace_unpacks_only_what_it_is_made_of():
    bomb = zip_of({"workspace.json": b"{}", "more.csv": bytes(40 * MIB)})

    def refuse() -> None:
        with pytest.raises(DataError, match="does not describe"):
            read_workspace(bomb)

    assert peak_of(refuse) < 10 * MIB


def test_a_workspace_of_zeros_is_refused_before_it_is_unpacked():
    bomb = zip_of({"workspace.json": b"{}", "points.csv": b"a\n" + b"0\n" * (90 * MIB)})
    assert len(bomb) < MIB

    def refuse() -> None:
        with pytest.raises(DataError, match=r"would unpack to 189 MB; 1\d\d MB are allowed"):
            read_workspace(bomb)

    assert peak_of(refuse) < 10 * MIB


@pytest.mark.parametrize("piece", [b"[],", b"{},", b'{"a":{}},', b"0,", b'"",'])
def test_a_workspace_of_empty_values_is_refused_before_it_is_parsed(piece):
    """60 MB of them took gigabytes; the file had 60 KB."""
    values = piece * (30_000_000 // len(piece))
    bomb = zip_of({"workspace.json": b'{"a":[' + values + b"0]}"})
    assert len(bomb) < 150_000

    def refuse() -> None:
        with pytest.raises(DataError, match="holds too many values"):
            read_workspace(bomb)

    assert peak_of(refuse) < 100 * MIB


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_ways_of_packing_without_a_limit_are_refused(method):
    """Python unpacks 4 KB of these at once, to whatever they become."""
    bomb = zip_of({"X.csv": bytes(30 * MIB)}, method)

    def refuse() -> None:
        with pytest.raises(DataError, match="packed in an un"):
            read_folder({"f.zip": bomb})
        with pytest.raises(DataError, match="packed in an un"):
            entries.read_entries(bomb)

    assert peak_of(refuse) < 10 * MIB


PARQUET_BOMBS = {
    "one text for all rows": {"x": pa.array(["a" * 2_000]).take(pa.array(np.zeros(400_000, int)))},
    "wide zeros": {
        f"x{k}": pa.array(np.zeros(700_000, np.int64)).cast(pa.decimal128(38)) for k in range(16)
    },
}


@pytest.mark.parametrize("name", PARQUET_BOMBS)
def test_a_parquet_bomb_is_refused_while_its_batches_are_read(name, tmp_path):
    content = parquet_of(PARQUET_BOMBS[name], compression="zstd")
    assert len(content) < 200_000
    (tmp_path / "bomb").write_bytes(content)
    assert grown_by_reading(tmp_path / "bomb") < 450


def test_pages_are_measured_by_their_own_headers():
    """The sizes of the footer are not looked at: these are those of the pages."""
    content = parquet_of({"x": np.arange(50_000.0), "t": ["é"] * 50_000}, row_group_size=20_000)
    metadata = pq.ParquetFile(io.BytesIO(content)).metadata
    stated = sum(
        metadata.row_group(g).column(c).total_uncompressed_size
        for g in range(metadata.num_row_groups)
        for c in range(metadata.num_columns)
    )
    found = unpacked_size(content, metadata, 1 << 40)
    assert 0.98 * stated < found <= stated  # the stated sizes hold the headers as well


def test_a_page_that_would_unpack_to_gigabytes_is_refused_before(tmp_path):
    texts = pa.array(["a" * 2_000]).take(pa.array(np.zeros(90_000, int)))
    content = parquet_of(
        {"x": texts}, compression="zstd", use_dictionary=False, data_page_size=1 << 30
    )
    assert len(content) < 200_000
    (tmp_path / "bomb").write_bytes(content)
    assert grown_by_reading(tmp_path / "bomb") < 60


READ = """
import resource, sys
from belieflab import DataError
from belieflab.data.reading import FileGuess, read_table
import pyarrow.parquet, pyarrow.compute
content = open(sys.argv[1], "rb").read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    read_table(content, FileGuess("parquet"))
except DataError as error:
    assert "Unpacked, the file would have" in str(error), error
else:
    raise SystemExit("the file was read")
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def grown_by_reading(path: Path) -> int:
    """Megabytes by which refusing a file raises the peak of a process of its own."""
    command = [sys.executable, "-c", READ, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


# -- damaged files, blank sheets, halves of characters ------------------------------------------


@pytest.mark.parametrize("content", [b",,,\n,,,\n", b";;\n;;\n", b"\t\t\n", b'"",""\n'])
def test_a_blank_sheet_saved_as_text_gets_a_sentence(content):
    with pytest.raises(DataError, match="nothing but blank"):
        read_table(content, sniff(content, "sheet.csv"))


def test_every_cut_and_every_changed_byte_of_a_parquet_file_gives_a_sentence_or_a_table():
    good = parquet_of({"x": np.arange(20.0), "c": ["a", "b"] * 10})
    rng = np.random.default_rng(0)
    damaged = [good[:cut] for cut in range(4, len(good), 7)]
    for place in rng.integers(4, len(good), 400):
        damaged.append(good[:place] + bytes([rng.integers(256)]) + good[place + 1 :])
    for content in damaged:
        try:
            read_table(content, FileGuess("parquet"))
        except DataError as error:
            assert "\n" not in str(error)


def test_a_median_of_the_largest_numbers_is_a_number():
    content = b"x,y\n1.7e308,1\n1.6e308,2\n,3\n"
    table = read_table(content, sniff(content, "a.csv"))
    X = to_dataset(table, guess_roles(table), missing="median").dataset.X
    assert X[2, 0] == pytest.approx(1.65e308)


def test_half_a_character_in_a_class_name_is_replaced_so_that_it_can_be_saved():
    labels = read_label_file(b'set\n"""\\ud800"""\nb\n', "labels.csv").labels
    assert labels.frame.names == ("b", "\ufffd")
    assert "\ufffd".encode() in write_labels(labels, "sets")
