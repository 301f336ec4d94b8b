"""What a workspace file may take of the app's own memory: tied to the size of the file."""

import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import plotly.graph_objects as go
import pytest

from belieflab import DataError
from belieflab.clustering import ECM
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.ui.shell import workspace_file, workspace_reader
from belieflab.ui.shell.json_size import json_bytes
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.pinned import MAX_OF_PAGE, MAX_PICTURES, Pinned
from belieflab.ui.shell.state import State
from belieflab.ui.shell.workspace_file import SavedWorkspace, write
from belieflab.ui.shell.workspace_reader import read

ROOT = Path(__file__).parents[3]
HEAD = b'{"format": "belieflab workspace", "version": 1, "seed": 1, '
EMOJI = "\U0001f600".encode()
SWELLING = {
    "values": HEAD
    + b'"zz": ['
    + b"[1.5]," * 590_000
    + b'1], "yy": ['
    + b"{}," * 190_000
    + b'1], "xx": ['
    + b'"\\ud800",' * 4_500_000
    + b"1]}",
    "wide name": HEAD + b'"name": "' + b"a" * 60_000_000 + EMOJI + b'"}',
    "escaped wide name": HEAD + b'"name": "' + b"a" * 60_000_000 + b'\\ud83d\\ude00"}',
    "accepted": HEAD + b'"xx": [' + b'"\\ud800",' * 800_000 + b"1]}",
}


def zipped(description: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(workspace_file.DESCRIPTION, description)
    return stream.getvalue()


OPEN = """
import sys
from pathlib import Path
from belieflab import DataError
from belieflab.data.reading.process import open_described_tables
from belieflab.ui.shell import workspace_file, workspace_reader
def held(what):
    return int(Path("/proc/self/status").read_text().partition(what)[2].split()[0]) // 1024
def open_it(content):
    tables, description = workspace_reader.TABLES, workspace_file.DESCRIPTION
    return workspace_reader.from_parts(open_described_tables(content, description, tables))
try:
    open_it(b"PK")
except DataError:
    before = held("VmRSS:")
said = ""
try:
    open_it(Path(sys.argv[1]).read_bytes())
except DataError as error:
    said = str(error)
print(held("VmHWM:") - before, said)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems say less about memory")
@pytest.mark.parametrize("name", SWELLING)
def test_a_small_file_takes_little_of_the_memory_of_the_app(name, tmp_path):
    content = zipped(SWELLING[name])
    assert len(content) < 100_000
    (tmp_path / "w.zip").write_bytes(content)
    command = [sys.executable, "-c", OPEN, str(tmp_path / "w.zip")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    grown, _, said = done.stdout.strip().partition(" ")
    assert int(grown) < 250
    refusal = (
        r"workspace.json .* would take \d+ MB .*; the limit is 1[56]\d MB for a file of 0.\d\d MB."
    )
    assert re.fullmatch("" if name == "accepted" else refusal, said)


def test_halves_of_characters_are_replaced_wherever_they_stand():
    text = (
        HEAD + b'"settings": {"a\\ud800": "\\udfff", "b": [["\\ud800x", {"c": "\\\\ud800"}]]},'
        b'"annotator_weights": {"\\ud801": 0.5}, "more": "\\ud83d\\ude00"}'
    )
    found = workspace_reader._read_description(text, None)
    assert found["settings"] == {"a\ufffd": "\ufffd", "b": [["\ufffdx", {"c": "\\ud800"}]]}
    assert found["annotator_weights"] == {"\ufffd": 0.5} and found["more"] == "\U0001f600"
    with pytest.raises(DataError, match="holds an entry twice"):
        workspace_reader._read_description(HEAD + b'"\\ud800": 1, "\\udfff": 2}', None)


def test_a_description_that_the_server_has_no_memory_for_is_refused_before_it_is_read(monkeypatch):
    monkeypatch.setenv("BELIEFLAB_MAX_MEMORY", "1GB")
    monkeypatch.setattr("belieflab.memory.server_bytes", lambda: 950_000_000)
    text = HEAD + b'"xx": [' + b"0," * 1_000_000 + b"0]}"
    monkeypatch.setattr(json, "loads", None)
    with pytest.raises(DataError, match="needs 64 MB more"):
        workspace_reader._read_description(text, len(text))


def test_a_workspace_with_six_pins_on_every_page_opens():
    """Pictures up to all that a file may hold, and partitions."""
    iris = load_sample("iris")
    partition = ECM(3, random_state=0, max_iter=3).fit(iris.X).partition_
    pages = [page.key for page in PAGES.values()]
    each = MAX_PICTURES // (MAX_OF_PAGE * len(pages)) // 6
    grid = list(range(each // 2))
    picture = go.Figure(go.Scatter(x=grid, y=grid), {"title": {"text": "🙂"}})
    runs = [Pinned(f"run {k}", {"K": k}, {"error": 0.1}, picture, partition) for k in range(6)]
    content = write(SavedWorkspace(State(dataset=iris, seed=3), pins=dict.fromkeys(pages, runs)))
    back = read(content).pins
    assert all(len(back[page]) == MAX_OF_PAGE for page in pages)
    assert all(run.picture is not None for runs in back.values() for run in runs)


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (500_000, "a cat 🙂"),
        pytest.param(1_000_000, "a photo", marks=pytest.mark.slow),
    ],
)
def test_many_objects_that_pack_well_open_again(n, text):
    """Hardly more than ids, texts, parts and weights; the features take a letter each."""
    X = np.column_stack([np.arange(n) % 5, np.arange(n) % 3]).astype(float)
    ids, split = tuple(map(str, range(n))), ("train", "test") * (n // 2)
    beside = {"ids": ids, "texts": (text,) * n, "split": split, "weights": np.ones(n)}
    content = write(SavedWorkspace(State(dataset=Dataset(X, ("a", "b"), **beside), seed=3)))
    assert len(content) < 5 * n
    assert read(content).state.dataset.texts == (text,) * n


def test_texts_count_by_their_widest_letter():
    assert json_bytes(b'"abc"', 1 << 40) == 10
    assert json_bytes('"abé"'.encode(), 1 << 40) == 2 * 2 * 6
    assert json_bytes(b'"ab\\\\ud83d"', 1 << 40) == 2 * 2 * 11
    assert json_bytes(b'"ab\\ud83d\\ude00"', 1 << 40) == 2 * 4 * 16
    values = b'[1, {"a": "[,{"}]'
    assert json_bytes(values, 1 << 40) - json_bytes(values, 0) == 60 + 100 + 240
