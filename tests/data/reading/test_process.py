"""Files read in a process of their own: the same tables, and no file can do more than fail."""

import gzip
import io
import os
import signal
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from belieflab import DataError
from belieflab.data.reading import read_folder, read_label_file, read_table, sniff
from belieflab.data.reading.described_tables import read_described_tables
from belieflab.data.reading.process import (
    Progress,
    open_described_tables,
    open_folder,
    open_label_file,
    open_members,
    open_table,
    pool,
    uploads,
)
from belieflab.data.reading.process.pool import READER, ReadingPool
from belieflab.memory import resident_bytes

ROOT = Path(__file__).parents[3]
FILES = sorted(file for file in (ROOT / "sample_data").iterdir() if file.suffix not in ("", ".md"))
CONTENT = b"x,y,class\n1,2,a\n3,,b\n"


@pytest.fixture(scope="module")
def one_process():
    made = ReadingPool(1)
    yield made
    made.close()


@pytest.fixture
def alone(one_process, monkeypatch):
    """A pool of one process, which is idle."""
    monkeypatch.setattr(uploads, "reading_pool", lambda: one_process)
    open_table(CONTENT, "a.csv")
    return one_process


def number_of(alone: ReadingPool) -> int:
    return alone._idle[0].number


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_tables_are_those_of_the_library(file):
    content = file.read_bytes()
    opened = open_table(content, file.name)
    assert opened.guess == sniff(content, file.name)
    expected = read_table(content, opened.guess)
    pd.testing.assert_frame_equal(opened.table, expected)
    assert [opened.table[c].dtype for c in opened.table] == [expected[c].dtype for c in expected]


def test_folders_labels_and_described_tables_are_those_of_the_library():
    folder = ROOT / "sample_data" / "crowd"
    files = {path.name: path.read_bytes() for path in folder.glob("*.csv")}
    ours, theirs = open_folder(files, "median", "crowd"), read_folder(files, "median", "crowd")
    np.testing.assert_array_equal(ours.dataset.X, theirs.dataset.X)
    np.testing.assert_array_equal(ours.labels.mass, theirs.labels.mass)
    assert (ours.dataset.class_names, ours.notes) == (theirs.dataset.class_names, theirs.notes)
    labels = (ROOT / "sample_data" / "labels_masses.csv").read_bytes()
    np.testing.assert_array_equal(
        open_label_file(labels, "l.csv").labels.mass, read_label_file(labels, "l.csv").labels.mass
    )
    zipped = zip_of({"about.json": "{}", "t.csv": "a,b\n1,2.5\nnan,1e-300\n", "more": "x"})
    parts = open_described_tables(zipped, "about.json", ["t.csv", "gone.csv"])
    assert parts.description == b"{}" and list(parts.tables) == ["t.csv"]
    expected = read_described_tables(zipped, "about.json", ["t.csv"]).tables["t.csv"]
    np.testing.assert_array_equal(parts.tables["t.csv"], expected)


def zip_of(members: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return stream.getvalue()


def test_a_file_that_cannot_be_read_keeps_its_guess_and_its_sentence():
    opened = open_table(b"a,b\n1,2\n3,4\n5,6,7\n", "ragged.csv")
    assert opened.table is None and opened.guess.delimiter == ","
    assert opened.problem == "Row 3 has 3 cells, but the first row has 2."
    with pytest.raises(DataError, match="The file is empty"):
        open_table(b"", "empty.csv")
    with pytest.raises(DataError, match="compressed; unpack it first"):
        open_table(b"BZh91AY", "a.csv.bz2")


def test_a_gzipped_file_is_read_as_what_is_in_it():
    plain = b"a,b\n1,2\n3,4\n"
    opened = open_table(gzip.compress(plain), "a.csv.gz")
    pd.testing.assert_frame_equal(opened.table, open_table(plain, "a.csv").table)
    folder = {"X.csv.gz": gzip.compress(plain), "y_true.csv": b"elm\nfir\n"}
    assert open_folder(folder).dataset.class_names == ("elm", "fir")


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        (lambda: b"\x1f\x8b\x01\0abc", "packed by gzip, and damaged"),
        (lambda: gzip.compress(b"a,b\n1,2\n")[:-9], "its end is missing"),
        (lambda: gzip.compress(b"a\n1\n") + gzip.compress(b"b\n"), "several parts packed by gzip"),
        (lambda: gzip.compress(bytes(170 << 20), 9), "would have more than"),
        (lambda: gzip.compress(b"PK\x03\x04" + bytes(2 << 20)), "packed twice"),
    ],
    ids=["damaged", "short", "parts", "swelling", "twice"],  # the same in every process
)
def test_a_damaged_or_swelling_gzipped_file_is_refused(pack, sentence):
    content = pack()
    with pytest.raises(DataError, match=sentence):
        open_table(content, "a.csv.gz")


def test_the_process_imports_nothing_of_the_app():
    code = (
        "import sys, belieflab.data.reading.process.child as child; child._prepare();"
        "print([m for m in ('streamlit', 'numba', 'sklearn', 'plotly') if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"


def test_a_file_that_kills_the_process_gets_a_sentence_and_the_next_is_read(alone):
    before = number_of(alone)
    os.kill(before, signal.SIGSTOP)

    def kill(progress: Progress) -> None:
        os.kill(before, signal.SIGKILL)

    with pytest.raises(DataError, match="stopped the process that read it"):
        open_table(CONTENT, "a.csv", watch=kill)
    assert number_of(alone) != before
    assert open_table(CONTENT, "a.csv").table.shape == (2, 3)


def test_a_file_that_takes_too_long_gets_a_sentence_and_the_next_is_read(alone, monkeypatch):
    monkeypatch.setattr(pool, "SECONDS", 0.1)
    before = number_of(alone)
    os.kill(before, signal.SIGSTOP)
    with pytest.raises(DataError, match="took longer than 0 s, the limit for its size"):
        open_table(CONTENT, "a.csv")
    monkeypatch.undo()
    monkeypatch.setattr(uploads, "reading_pool", lambda: alone)
    assert number_of(alone) != before
    assert open_table(CONTENT, "a.csv").table.shape == (2, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems are watched by the process")
def test_a_file_that_takes_too_much_memory_gets_a_sentence_and_the_next_is_read(alone, monkeypatch):
    monkeypatch.setattr(pool, "MEMORY", 160 << 20)
    monkeypatch.setattr(pool, "MEMORY_PER_BYTE", 0)
    with pytest.raises(DataError, match=r"needs more than 160 MB of memory|stopped the process"):
        open_table(b"x,y\n" + b"1.5,2.5\n" * 5_000_000, "a.csv")
    assert open_table(CONTENT, "a.csv").table.shape == (2, 3)


def test_an_error_that_nobody_expects_becomes_a_sentence(alone, capfd):
    with pytest.raises(DataError, match=r"The file cannot be read \(KeyError\)"):
        alone.ask({"job": "dance", "files": {}, "settings": {}, "readers": [], "stored": 0}, 0)
    assert open_table(CONTENT, "a.csv").table.shape == (2, 3)


class Left(BaseException):
    """What Streamlit raises in a run that is no longer wanted."""


def test_whoever_leaves_frees_the_process(alone):
    before = number_of(alone)
    os.kill(before, signal.SIGSTOP)

    def leave(progress: Progress) -> None:
        raise Left

    with pytest.raises(Left):
        open_table(CONTENT, "a.csv", watch=leave)
    assert number_of(alone) != before
    assert open_table(CONTENT, "a.csv").table.shape == (2, 3)


def test_whoever_asks_first_is_served_first(alone):
    before = number_of(alone)
    os.kill(before, signal.SIGSTOP)
    queued = {name: threading.Event() for name in "abc"}
    seen: dict[str, int] = {}
    read: list[str] = []

    def ask(name: str) -> None:
        def watch(progress: Progress) -> None:
            seen.setdefault(name, progress.before)
            queued[name].set()

        open_table(CONTENT, name, watch=watch)
        read.append(name)

    threads = [threading.Thread(target=ask, args=(name,)) for name in "abc"]
    for thread, name in zip(threads, "abc", strict=True):
        thread.start()
        assert queued[name].wait(60)
    os.kill(before, signal.SIGCONT)
    for thread in threads:
        thread.join(60)
    assert seen == {"a": 0, "b": 1, "c": 2}
    assert sorted(read) == ["a", "b", "c"]


def test_the_process_ends_with_the_app():
    code = (
        "import os, signal; from belieflab.data.reading.process import reading_pool;"
        "reading_pool().start(); print(reading_pool()._idle[0].number, flush=True);"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    found = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    number, until = int(found.stdout), time.monotonic() + 60
    while Path(f"/proc/{number}/stat").exists() and time.monotonic() < until:
        if Path(f"/proc/{number}/stat").read_text().split()[2] == "Z":
            return  # ended; nobody took note of it
        time.sleep(0.05)
    assert time.monotonic() < until


def test_a_packed_file_is_not_taken_for_the_other_of_its_name():
    files = {"X.csv": b"a,b\n1,2\n", "X.csv.gz": gzip.compress(b"a,b\n3,4\n")}
    with pytest.raises(DataError, match=r"two files 'X.csv', one of them packed"):
        open_folder(files)


def test_the_files_of_a_zip_are_unpacked_by_the_process(monkeypatch):
    content = zip_of({"study/a.csv": "x\n1\n", "b.md": "no", "c.json": "[\x00]"})
    monkeypatch.setattr(zipfile, "ZipFile", None)  # of this process
    assert open_members(content, [".csv", ".json"]) == {"a.csv": b"x\n1\n", "c.json": b"[\0]"}


def test_a_table_for_which_the_app_has_no_memory_is_refused_before_it_is_taken(alone, monkeypatch):
    monkeypatch.setenv("BELIEFLAB_MAX_MEMORY", "1GB")
    monkeypatch.setattr("belieflab.memory.server_bytes", lambda: 950_000_000)
    packed = gzip.compress(b"a,b\n" + b"1,2\n" * 2_000_000)
    assert 3 * len(packed) < 1e6  # as a file it is small
    with pytest.raises(DataError, match="needs 96 MB more"):
        open_table(packed, "a.csv.gz")
    assert open_table(CONTENT, "a.csv").table.shape == (2, 3)


def test_one_who_has_a_file_read_lets_others_pass():
    made, order = ReadingPool(2), []
    asked = [made._place(None, 1.0) for _ in range(4)]

    def enter(place, reader) -> None:
        READER.set(reader)
        with place:
            order.append(reader)
            held[reader].wait(5)

    held = {reader: threading.Event() for reader in ("one", "other")}
    threads = []
    for number, (place, reader) in enumerate(
        zip(asked, ["one", "one", "one", "other"], strict=True)
    ):
        threads.append(threading.Thread(target=enter, args=(place, reader)))
        threads[-1].start()
        wait_until(lambda number=number: len(made._busy) + len(made._queue) == number + 1)
    wait_until(lambda: len(order) == 2)
    assert order == ["one", "other"] and len(made._queue) == 2
    for event in held.values():
        event.set()
    for thread in threads:
        thread.join(5)
    assert order == ["one", "other", "one", "one"] and not made._busy


def wait_until(holds) -> None:
    until = time.monotonic() + 5
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.slow
def test_an_upload_of_200_megabytes_is_read_and_a_small_one_at_once(alone, capsys):
    rng = np.random.default_rng(0)
    lines = [
        ",".join(f"{x:.8f}" for x in row) + f",{'abc'[row.argmax() % 3]}"
        for row in rng.random((20_000, 12))
    ]
    block = ("\n".join(lines) + "\n").encode()
    header = ",".join([*(f"x{j}" for j in range(12)), "class"]).encode() + b"\n"
    copies = 195 * (1 << 20) // len(block)
    content = header + block * copies
    small = header + block[: 5_000 - len(header)].rpartition(b"\n")[0]
    begun = time.perf_counter()
    assert len(open_table(small, "small.csv").table) == small.count(b"\n")
    quick = time.perf_counter() - begun
    process, peaks = number_of(alone), [0]

    def watch(_: Progress) -> None:
        peaks.append(1024 * int(status_of(process).partition("VmHWM:")[2].split()[0]))

    before, begun = resident_bytes(), time.perf_counter()
    table = open_table(content, "large.csv", watch=watch).table
    seconds = time.perf_counter() - begun
    size, held = len(content), max(peaks)
    grown = resident_bytes() - before
    found = [f"5 KB in {quick:.3f} s"]
    found.append(f"{size >> 20} MB in {seconds:.1f} s of {pool.time_limit(size):.0f} s")
    found.append(f"the process held {held / 1e9:.2f} GB of {pool.memory_limit(size) / 1e9:.2f} GB")
    with capsys.disabled():
        print(f"\n{', '.join(found)}, the app {grown / 1e9:.2f} GB more")  # noqa: T201
    assert table.shape == (20_000 * copies, 13) and table.iloc[-1, 0] == float(lines[-1][:10])
    assert 2 * size < held < pool.memory_limit(size)
    assert quick < 1.0 and seconds < pool.time_limit(size)


def status_of(process: int) -> str:
    """What the system says of a process; nothing of one that has ended."""
    try:
        return Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return "VmHWM: 0"
