"""Hostile text is read in linear time, and what was read before is read the same."""

import io
import re
import time
import zipfile
from unittest.mock import patch

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from belieflab import DataError
from belieflab.belief import frame
from belieflab.data.crowd_files import agreement, wide
from belieflab.data.label_files import read_labels, size
from belieflab.data.label_files.notation import parse_heading, split_names
from belieflab.data.reading import (
    delimited,
    guess_roles,
    match_columns,
    missing_values,
    read_label_file,
    read_table,
    sniff,
    squares,
    to_dataset,
)
from belieflab.data.reading.archives import _SHEET, sheet_names
from belieflab.data.reading.arff import _ATTRIBUTE, split_cells
from belieflab.data.reading.delimited import _with_tabs_for_spaces
from belieflab.data.reading.numbers import guess_decimal, is_number, is_numeric_column
from belieflab.ui.pages.whatif.settings import parse_levels

MEASURABLE = 0.01
"""Seconds from which on a ratio says something, also while other programs use the caches."""

TIMES_LONGER, TIMES_SLOWER = 8, 20
"""A linear reader takes 8 times as long for a text 8 times as long, a quadratic one 64 times: what
other programs do to the caches in between decides nothing."""

TRIES = 3
"""Ratios of which the smallest counts: other programs can only make one larger."""

LONGEST = 1_000_000
"""Signs; what reads that many in less time than can be measured is not quadratic."""

HOPELESS = 2.0
"""Seconds that a quadratic reader takes long before a linear one does."""


def workbook_of(sheets: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("xl/workbook.xml", sheets)
    return stream.getvalue()


def tabs(text: str) -> bytes:
    return bytes(_with_tabs_for_spaces(memoryview(text.encode())))


def refused(read):
    """The reader, which may also refuse; how long that takes is what counts."""

    def attempt(text):
        try:
            read(text)
        except DataError:
            pass

    return attempt


HOSTILE = {
    "number": (lambda text: is_number(text, "."), lambda n: "1" * n + "x"),
    "number with a point": (lambda text: is_number(text, "."), lambda n: "1" * n + ".1" * n),
    "decimal comma": (lambda text: guess_decimal([text]), lambda n: "1" * n + "," + "1" * n + "x"),
    "exponent": (lambda text: is_number(text, ","), lambda n: "1e" + "1" * n + "x"),
    "spaces before a number": (
        lambda text: is_numeric_column([text], "."),
        lambda n: " " * n + "x",
    ),
    "code": (lambda text: is_numeric_column([text], "."), lambda n: "0" * n + "x"),
    "sheets": (
        _SHEET.findall,
        lambda n: "<sheet " * (n // 7),
    ),
    "sheet without end": (
        _SHEET.findall,
        lambda n: '<sheet name="' + "a" * n,
    ),
    "names of sheets": (
        _SHEET.findall,
        lambda n: '<sheet name="a" ' + 'name="' * (n // 6),
    ),
    "prefix of a sheet": (
        _SHEET.findall,
        lambda n: "<" + "a" * n,
    ),
    "spaces within a line": (tabs, lambda n: "a" + " " * n + "b"),
    "spaces before a return": (tabs, lambda n: "a" + " \r" * n + "b"),
    "ARFF cell": (split_cells, lambda n: "a" + " " * n + "b"),
    "ARFF spaces": (split_cells, lambda n: " " * n + "b"),
    "ARFF quotation": (split_cells, lambda n: "'a'" + " " * n + "b"),
    "ARFF marks": (split_cells, lambda n: "'," * (n // 2)),
    "ARFF mixed marks": (split_cells, lambda n: "'\",\"' ," * (n // 7)),
    "ARFF escapes": (split_cells, lambda n: "'" + "\\'," * (n // 3)),
    "ARFF attribute": (_ATTRIBUTE.fullmatch, lambda n: "@attribute" + " " * n + "{"),
    "ARFF name": (_ATTRIBUTE.fullmatch, lambda n: "@attribute '" + "\\'" * (n // 2)),
    "names of a set": (refused(lambda text: split_names(text, "|")), lambda n: 'a|"b"|' * (n // 6)),
    "mark in a set": (refused(lambda text: split_names(text, "|")), lambda n: 'a"|' * (n // 3)),
    "heading": (refused(parse_heading), lambda n: "label={" + "," * n + "}"),
    "levels": (refused(parse_levels), lambda n: "." * n),
    "levels by": (refused(parse_levels), lambda n: "1" * n + " to " + "1" * n + " by "),
}


def seconds(read, *texts, runs=5) -> list[float]:
    """CPU time of the quickest of several runs with each text, taken in turn."""
    quickest = [np.inf] * len(texts)
    for _ in range(runs):
        for place, text in enumerate(texts):
            begun = time.process_time()
            read(text)
            quickest[place] = min(quickest[place], time.process_time() - begun)
        if sum(quickest) > HOPELESS:
            break
    return quickest


@pytest.mark.parametrize("name", HOSTILE)
def test_the_time_grows_with_the_length_of_the_text_and_not_with_its_square(name):
    read, text = HOSTILE[name]
    n = 4_000
    while (once := seconds(read, text(n))[0]) < MEASURABLE and n < LONGEST:
        n *= 2
    if once >= MEASURABLE:
        pairs = (seconds(read, text(n), text(TIMES_LONGER * n)) for _ in range(TRIES))
        assert any(longer <= TIMES_SLOWER * once for once, longer in pairs)
    assert once < HOPELESS


HOSTILE_FILES = {
    "digits.csv": b"a,b\n" + b"1" * 60_000 + b"x,2\n",
    "spaces.txt": b"a b\n1 2\n3" + b" " * 200_000 + b"4\n",
    "spaces.arff": b"@relation r\n@attribute a string\n@data\na" + b" " * 200_000 + b"b\n",
}


@pytest.mark.parametrize("name", HOSTILE_FILES)
def test_a_hostile_file_of_a_few_kilobytes_is_read_at_once(name):
    content = HOSTILE_FILES[name]

    def load(content):
        return read_table(content, sniff(content, name))

    assert seconds(refused(load), content, runs=2)[0] < HOPELESS


REPEATED = [
    *(",", ";", " ", '"', "'", "{", "{}", "\n", "\r", ",\n", "a,", '"a",', "1 ", "1\n", '"\n'),
    *("1.", "1e", "9", "-", "'=", '\\"', "@attribute", '"a"|', "[", "é", "NA,"),
]
AROUND = {
    "alone.csv": ("", ""),
    "cells.csv": ("a,b,class\n1,2,x\n3,4,", "\n"),
    "cells.arff": ("@relation r\n@attribute a string\n@attribute b real\n@data\nx,1\n", "\n"),
    "declared.arff": ("@relation r\n@attribute a {", "}\n@data\na\n"),
    "sets.csv": ("set\na\n", "\n"),
}


@pytest.mark.parametrize("name", AROUND)
def test_no_sign_repeated_a_hundred_thousand_times_takes_long(name):
    """A reader that is not linear would take minutes for one of these."""
    before, after = AROUND[name]

    def load(content):
        table = read_table(content, sniff(content, name))
        roles = guess_roles(table)
        missing_values(table, roles)
        to_dataset(table, roles, missing="median")

    for sign in REPEATED:
        content = (before + sign * (100_000 // len(sign)) + after).encode()
        for read in (load, lambda content: read_label_file(content, name)):
            assert seconds(refused(read), content, runs=1)[0] < 2 * HOPELESS, sign


def test_sets_of_whole_numbers_are_looked_up_and_not_searched(monkeypatch):
    """Searching every class for every name took 12 s for a file of 100 KB."""
    searched = []
    monkeypatch.setattr(frame, "find_classes", lambda *given: searched.append(given))
    rows = [f"{k}|{(7 * k) % 300}" for k in range(300)]
    assert len(read_labels(pd.DataFrame({"set": rows}), "sets")) == 300
    assert not searched


@pytest.mark.parametrize("layout", ["hard", "guess-doubt"])
def test_classes_that_no_table_can_hold_are_refused(layout, monkeypatch):
    monkeypatch.setattr(size, "MAX_MASSES", 12)
    columns = pd.DataFrame({"label": ["a", "b", "c", "d"]})
    if layout == "guess-doubt":
        columns = pd.DataFrame({"guess": columns["label"], "doubt": [0.5] * 4})
    read_labels(columns[:3], layout)
    with pytest.raises(DataError, match="4 different sets of classes in 4 rows; the limit is 12"):
        read_labels(columns, layout)


def test_plausibilities_of_thousands_of_classes_are_refused_before_their_sets_are_made():
    columns = pd.DataFrame(np.ones((2_000, 1_500)), columns=[f"pl:c{k}" for k in range(1_500)])
    with pytest.raises(DataError, match="1,500 classes in 2,000 rows are too many"):
        read_labels(columns, "plausibilities")


@given(st.text(alphabet="01+-.,e ", max_size=12))
@example("1.")
@example("+.5e-3 ")
def test_numbers_are_those_of_before(cell):
    before = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")
    assert is_number(cell, ".") == bool(before.fullmatch(cell))
    before = re.compile(r"\s*[+-]?(\d+,?\d*|,\d+)([eE][+-]?\d+)?\s*")
    assert is_number(cell, ",") == bool(before.fullmatch(cell))


@given(st.text(alphabet="a'\"\\, \t", max_size=14))
@example('\'a, b\' , "c\\"" ,  d e ,')
@example("'it''s', 'open")
def test_cells_of_arff_are_those_of_before(line):
    cell = re.compile(r"""\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,]*?)\s*(,|$)""")
    before, position, comma = [], 0, ","
    while comma:
        found = cell.match(line, position)
        bare = found[1]
        if len(bare) >= 2 and bare[0] == bare[-1] and bare[0] in "'\"":
            bare = re.sub(r"\\(.)", r"\1", bare[1:-1])
        before.append(bare)
        position, comma = found.end(), found[2]
    assert split_cells(line) == before


@given(st.text(alphabet=" \t\r\na", max_size=14))
def test_tabs_for_spaces_are_those_of_before(text):
    inner = re.sub(rb"(?m)^[ \t]+|[ \t]+(?=\r?$)", b"", text.encode())
    for block in (4, 1 << 22):
        with patch.object(delimited, "_BLOCK", block):
            assert tabs(text) == re.sub(rb"[ \t]+", b"\t", inner)


def test_sheets_are_named_as_before():
    text = (
        '<workbook><sheets><sheet name="a &amp; b &gt; c" sheetId="1"/>'
        '<x:sheet sheetId="2" state="visible" name="d>e"/><sheet sheetId="3"/>'
        "<sheetView/></sheets></workbook>"
    )
    assert sheet_names(workbook_of(text)) == ("a & b > c", "d>e")


def test_labels_that_no_table_can_hold_are_refused(monkeypatch):
    monkeypatch.setattr(size, "MAX_MASSES", 12)
    sets = ["a", "b", "a|b", "c"]
    read_labels(pd.DataFrame({"set": sets[:3]}), "sets")
    with pytest.raises(DataError, match="4 different sets of classes in 4 rows; the limit is 12"):
        read_labels(pd.DataFrame({"set": sets}), "sets")
    contours = np.array([[1.0, 0.5, 0.0], [0.0, 1.0, 0.5], [0.5, 0.2, 1.0]])
    columns = pd.DataFrame(contours, columns=["pl:a", "pl:b", "pl:c"])
    read_labels(columns[:2])
    with pytest.raises(DataError, match="different sets of classes in 3 rows"):
        read_labels(columns)


def counted(monkeypatch, module, name) -> list[int]:
    """How often a function of a module is called from now on."""
    calls, function = [], getattr(module, name)
    monkeypatch.setattr(module, name, lambda *given: (calls.append(1), function(*given))[1])
    return calls


def test_columns_of_text_are_compared_with_a_limited_number_of_others(monkeypatch):
    """2,000 of them made four million pairs of lists of classes."""
    calls = counted(monkeypatch, wide, "_overlap")
    other = pd.DataFrame({f"c{k}": [f"{k} a", f"{k} b"] * 5 for k in range(500)})
    assert wide.shared_columns(other, [*other]) == []
    assert len(calls) <= 500 * wide.MAX_COMPARED
    alike = pd.DataFrame({f"c{k}": [f"{k // 2} a", f"{k // 2} b"] * 5 for k in range(10)})
    assert wide.shared_columns(alike, [*alike]) == [*alike]
    alike["c2"], alike["c3"] = ["only"] * 10, ["here"] * 10
    assert wide.shared_columns(alike, [*alike]) == [
        name for name in alike if name not in ("c2", "c3")
    ]


def test_columns_of_codes_are_compared_with_a_limited_number_of_others(monkeypatch):
    calls = counted(monkeypatch, agreement, "_are_alike")
    other = pd.DataFrame({f"c{k}": [2 * k, 2 * k + 1] * 5 for k in range(500)})
    assert agreement.agreeing_columns(other, [*other]) == []
    assert len(calls) <= 500 * (agreement.MAX_COMPARED + 1)


def test_the_names_of_the_rows_are_sought_in_a_few_columns(monkeypatch):
    calls = counted(monkeypatch, squares, "as_names")
    table = pd.DataFrame({f"c{k}": [f"w{k}{row}" for row in range(60)] for k in range(60)})
    assert squares.find_matrix(table) == [] and len(calls) <= 2 * squares.MAX_TRIED


def test_a_long_text_names_no_columns():
    names = [f"c{k}" for k in range(2_000)]
    with pytest.raises(DataError, match="at most 4,000 characters"):
        match_columns("a*," * 50_000, names)
    assert match_columns("C1, c19*, 3-4, c1", names) == ["c1", "c19", *names[190:200],
                                                         *names[1900:2000], "c2", "c3"]  # fmt: skip
    with pytest.raises(DataError) as raised:
        match_columns("x" * 3_999, names)
    assert len(str(raised.value)) < 200
