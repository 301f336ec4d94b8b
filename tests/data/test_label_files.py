"""Labels in files: every layout is detected, read, and written back bit for bit."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from belieflab import DataError, Frame, MassTable
from belieflab.data.label_files import (
    LAYOUTS,
    detect_layout,
    label_columns,
    layouts_for,
    parsing,
    read_labels,
    why_not,
)
from belieflab.data.reading import (
    describe_table,
    folders,
    guess_roles,
    label_uploads,
    read_folder,
    read_label_file,
    read_table,
    roles,
    sniff,
    to_dataset,
    write_labels,
)

SAMPLES = Path(__file__).parents[2] / "sample_data"

NASTY = [
    "a|b", "a,b", "{a}", 'say "hi"', "=1+1", "+x", "-1", "@me", "\tt", "'=q", "''=q", "'plain",
    "*", "Ω", "∅", " lead", "trail ", "новый", "日本", "🙂", "![x](http://y)", "<img src=x>", "1",
    "01", "1.50", "NA", "nan", "None", "?", "-", "label", "set", "doubt", "a;b", "two\nlines",
    "car\rriage", "p:x", "pl:y", "a=b", "label={a, b}", "{", "}", "\\", "|", ",", "true", "x'",
    "2020-01-01", "12:30", "e", "inf", "#N/A", "Ω={a}",
]  # fmt: skip

names = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=6).filter(
        lambda name: bool(name.strip())
    ),
)
frames = st.one_of(
    st.lists(names, min_size=1, max_size=5, unique=True),
    st.lists(st.integers(0, 20).map(str), min_size=1, max_size=5, unique=True),  # text that looks
    st.lists(st.integers(-5, 20), min_size=1, max_size=5, unique=True),
    st.just([False, True]),
    st.just(["False", "True"]),
    st.just([0.5, 1, 2]),
).map(Frame)
EXAMPLES = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def typed(frame: Frame) -> list:
    return [(type(value), value) for value in frame.values]


def same(table: MassTable, other: MassTable) -> bool:
    """The same classes in order and, bit for bit, the same mass on every set of every row."""
    if typed(table.frame) != typed(other.frame) or len(table) != len(other):
        return False

    def column(of: MassTable, mask: int) -> np.ndarray:
        found = np.flatnonzero(of.focal == mask)
        return of.mass[:, found[0]] if len(found) else np.zeros(len(of))

    masks = set(table.focal.tolist()) | set(other.focal.tolist())
    return all((column(table, mask) == column(other, mask)).all() for mask in masks)


def check_round_trip(table: MassTable, layout: str) -> None:
    assert layout in layouts_for(table)
    for kind in ("csv", "parquet"):
        content = write_labels(table, layout, kind)
        back = read_label_file(content, f"labels.{kind}")
        assert back.layout == layout
        assert same(back.labels, table)
        assert same(read_label_file(content, "", frame=table.frame, n=len(table)).labels, table)


def rows_of(n_columns: int, low: float = 0.0):
    return st.integers(1, 6).flatmap(
        lambda n: arrays(np.float64, (n, n_columns), elements=st.floats(low, 1.0, width=64))
    )


@EXAMPLES
@given(st.data())
def test_hard_labels_come_back(data):
    frame = data.draw(frames)
    y = data.draw(st.lists(st.sampled_from([*frame.names, None]), min_size=1, max_size=6))
    check_round_trip(MassTable.from_hard(np.array(y, dtype=object), frame), "hard")


@EXAMPLES
@given(st.data())
def test_sets_come_back(data):
    frame = data.draw(frames)
    masks = data.draw(st.lists(st.integers(0, frame.omega), min_size=1, max_size=6))
    check_round_trip(MassTable.from_sets(masks, frame), "sets")


@EXAMPLES
@given(st.data())
def test_guesses_with_doubt_come_back(data):
    frame = data.draw(frames.filter(lambda frame: frame.size > 1))
    doubt = data.draw(rows_of(1))[:, 0]
    guess = data.draw(
        st.lists(st.sampled_from(frame.names), min_size=len(doubt), max_size=len(doubt))
    )
    table = MassTable.from_guess_and_doubt(np.array(guess, dtype=object), doubt, frame)
    check_round_trip(table, "guess-doubt")


@EXAMPLES
@given(st.data())
def test_plausibilities_come_back(data):
    frame = data.draw(frames)
    contour = data.draw(rows_of(frame.size))
    check_round_trip(MassTable.from_contour(contour, frame), "plausibilities")


@EXAMPLES
@given(st.data())
def test_probabilities_come_back(data):
    frame = data.draw(frames)
    shares = data.draw(rows_of(frame.size, low=1e-3))
    table = MassTable.from_probabilities(shares / shares.sum(axis=1, keepdims=True), frame)
    check_round_trip(table, "probabilities")


@EXAMPLES
@given(st.data())
def test_masses_come_back_with_their_focal_sets_in_order(data):
    frame = data.draw(frames)
    focal = data.draw(st.lists(st.integers(0, frame.omega), min_size=1, max_size=6, unique=True))
    shares = data.draw(rows_of(len(focal), low=1e-300))
    table = MassTable(frame, focal, shares / shares.sum(axis=1, keepdims=True))
    check_round_trip(table, "masses")
    back = read_label_file(write_labels(table, "masses"), "labels.csv").labels
    np.testing.assert_array_equal(back.focal, table.focal)
    np.testing.assert_array_equal(back.mass, table.mass)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("layout", ["hard", "sets", "guess-doubt", "probabilities", "masses"])
def test_labels_with_ids_are_joined_by_them(layout, kind):
    table = MassTable.from_hard(["a", "b", "b"], Frame(["a", "b", "c"]))
    content = write_labels(table, layout, kind, ["=x", "y", "7"])
    back = read_label_file(content, f"labels.{kind}", table.frame, 3, ids=("7", "=x", "y"))
    assert same(back.labels, table[[2, 0, 1]])


@pytest.mark.parametrize(
    ("heading", "good", "bad"),
    [
        ("class", "cat", "owl"),
        ("guess,doubt", "cat,0.5", "cat,7"),
        ("guess,doubt", "dog,0.5", "owl,0.5"),
        ("set", "*", "cat|owl"),
        ("p_cat,p_dog", "0.5,0.5", "0.9,0.9"),
        ("pl:cat,pl:dog", "1,0.5", "1,7"),
        ("count_cat,count_dog", "1,2", "-1,2"),
        ("{cat},{dog}", "0.5,0.5", "0.9,0.9"),
        ("{cat},{dog}", "0.5,0.5", "-0.1,1.1"),
    ],
)
def test_what_is_wrong_is_said_of_the_row_of_the_file(heading, good, bad):
    frame, ids = Frame(["cat", "dog"]), [f"p{k}" for k in range(9)]
    lines = {name: good for name in ("p8", "p2", "strange", "p5", "p7", "p4", "p0", "p1", "p3")}
    content = "".join(f"{name},{bad if name == 'p4' else cells}\n" for name, cells in lines.items())
    with pytest.raises(DataError, match=r"[Rr]ow 6 of the file \(p4\)"):
        read_label_file(f"id,{heading}\n{content}".encode(), "a.csv", frame, len(ids), ids=ids)
    fine = "".join(
        f"{name},{bad if name == 'strange' else cells}\n" for name, cells in lines.items()
    )
    read = read_label_file(f"id,{heading}\n{fine}".encode(), "a.csv", frame, len(ids), ids=ids)
    whole = f"id,{heading}\n" + "".join(f"{name},{good}\n" for name in ids)
    expected = read_label_file(whole.encode(), "a.csv", frame, len(ids), ids=ids).labels
    rest = np.flatnonzero(np.array(ids) != "p6")
    assert same(read.labels[rest], expected[rest])
    np.testing.assert_allclose(read.labels[[6]].contour(), 1.0)


def test_random_contours_of_many_classes_come_back():
    contour = np.random.default_rng(3).random((3000, 8)) ** 3
    check_round_trip(MassTable.from_contour(contour, [f"c{k}" for k in range(8)]), "plausibilities")


@pytest.mark.parametrize(
    "layout", ["hard", "sets", "guess-doubt", "plausibilities", "probabilities", "masses"]
)
def test_labels_on_more_than_63_classes_come_back(layout):
    rng = np.random.default_rng(0)
    names = [f"c{k:02}" for k in range(70)]
    guesses = np.array(names)[rng.permutation(70)]
    contour = rng.random((20, 70)) ** 3
    table = {
        "hard": MassTable.from_hard(guesses),
        "sets": MassTable.from_sets([{name, "c69"} for name in guesses], names),
        "guess-doubt": MassTable.from_guess_and_doubt(guesses, 0.25),
        "plausibilities": MassTable.from_contour(contour, names),
        "probabilities": MassTable.from_probabilities(np.eye(70)[:, ::-1], names),
        "masses": MassTable(names, [0, 1 << 69, 3 << 68, (1 << 70) - 1], np.full((3, 4), 0.25)),
    }[layout]
    assert table.focal.dtype == object
    check_round_trip(table, layout)


def test_a_table_that_a_layout_cannot_say_is_refused_with_its_row():
    table = MassTable("abc", [1, 2, 6], [[1.0, 0, 0], [0.5, 0.3, 0.2]])
    assert layouts_for(table) == ("masses",)
    for layout in ("hard", "sets", "guess-doubt", "plausibilities", "probabilities"):
        assert why_not(table, layout).startswith("Row 2")
        with pytest.raises(DataError, match="Row 2"):
            write_labels(table, layout)


def test_what_is_not_written_says_so():
    table = MassTable.vacuous(2, "ab")
    with pytest.raises(DataError, match="not written"):
        write_labels(table, "bitmasks")
    with pytest.raises(DataError, match="no label layout called"):
        write_labels(table, "prose")


@pytest.mark.parametrize(
    ("columns", "layout"),
    [
        ({"label": ["a", None, "b"]}, "hard"),
        ({"anything": ["a", None, "b"]}, "hard"),
        ({"set": ["a", "b", "c"]}, "sets"),
        ({"anything": ["a", "a|b", "*"]}, "sets"),
        ({"guess": ["a", "b"], "doubt": [0.1, 0.2]}, "guess-doubt"),
        ({"who": ["a", "b"], "unsure": [0.1, 0.2]}, "guess-doubt"),
        ({"pl:a": [0.5, 1.0], "pl:b": [0.5, 0.0]}, "plausibilities"),
        ({"p:a": [1.0, 0.0], "p:b": [0.0, 1.0]}, "probabilities"),
        ({"a": [0.5, 0.1], "b": [0.5, 0.9]}, "probabilities"),
        ({"a": [1.0, 0.1], "b": [0.0, 1.0]}, "plausibilities"),
        ({"a": [1.0, 0.0], "b": [0.0, 1.0]}, "plausibilities"),
        ({"{a}": [0.5], "Ω": [0.5]}, "masses"),
        ({"{a, b}": [1.0], "∅": [0.0]}, "masses"),
        ({f"column {j}": [0.0 if j != 3 else 1.0] for j in range(8)}, "bitmasks"),
    ],
)
def test_layouts_are_detected(columns, layout):
    assert detect_layout(pd.DataFrame(columns)) == layout


def test_headings_and_cells_that_fit_nothing_are_refused():
    with pytest.raises(DataError, match="fit no layout"):
        detect_layout(pd.DataFrame({"a": ["x"], "b": ["y"], "c": ["z"]}))


def test_the_classes_of_the_data_decide_between_class_columns_and_masses_by_number():
    columns = pd.DataFrame({f"column {j}": [0.25] for j in range(4)})
    assert detect_layout(columns, Frame("ab")) == "bitmasks"
    assert detect_layout(columns) == "probabilities"
    four = pd.DataFrame({name: [0.25] for name in "abcd"})
    assert detect_layout(four, Frame("abcd")) == "probabilities"


def test_class_columns_are_put_in_the_order_of_the_frame():
    columns = pd.DataFrame({"p:b": [0.25], "p:a": [0.75]})
    assert read_labels(columns, frame=Frame("ab")).mass.tolist() == [[0.75, 0.25]]


def test_minus_one_is_unknown_among_codes_unless_it_is_a_class():
    codes = pd.DataFrame({"label": ["0", "-1", "2"]})
    assert read_labels(codes).frame.names == ("0", "2")
    assert read_labels(codes).nonspecificity().tolist() == [0, 1, 0]
    signs = pd.DataFrame({"label": ["1", "-1"]})
    assert read_labels(signs).frame.names == ("-1", "1")


def test_blank_doubt_is_none_and_blank_guess_is_unknown():
    columns = pd.DataFrame({"guess": ["a", None, "b"], "doubt": [None, 0.3, 1.0]})
    assert read_labels(columns).nonspecificity().tolist() == [0, 1, 1]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"label": ["a", "x"]}, "Row 2.*'x'"),
        ({"set": ["a", "b|x"]}, "Row 2.*'x'"),
        ({"set": ["a", '"b']}, "Row 2.*quotation"),
        ({"guess": ["a", "x"], "doubt": [0, 0]}, "Row 2.*'x'"),
        ({"guess": ["a", "b"], "doubt": [0.1, 1.5]}, "Row 2.*1.5"),
        ({"guess": ["a", "b"], "doubt": ["0.1", "some"]}, "Row 2.*'some'.*'doubt'"),
        ({"pl:a": [1, 0.5], "pl:b": [0, -0.2]}, "Row 2.*-0.2"),
        ({"pl:a": [1, 1.2], "pl:b": [0, 0]}, "Row 2.*1.2"),
        ({"pl:a": [1, 1], "pl:b": [0, np.inf]}, "Row 2.*Infinity.*'pl:b'"),
        ({"pl:a": [1, 1], "pl:b": [0, np.nan]}, "Row 2.*'b'"),
        ({"pl:a": [1.0], "pl:x": [0.0]}, "'x'"),
        ({"pl:a": [1.0]}, "no column for the class 'b'"),
        ({"p:a": [1, 0.5], "p:b": [0, 0.47]}, "row 2.*0.97"),
        ({"{a}": [1, 0.5], "Ω": [0, 0.47]}, "row 2.*0.97"),
        ({"{a}": [1, 1.5], "Ω": [0, -0.5]}, "Row 2.*-0.5"),
        ({"{a}": [1.0], "{x}": [0.0]}, "'x'"),
        ({"{a}": [1.0], "{b": [0.0]}, "fit no layout|class '{a}'"),
    ],
)
def test_bad_labels_name_their_row_and_what_was_found(columns, sentence):
    with pytest.raises(DataError, match=sentence):
        read_labels(pd.DataFrame(columns), frame=Frame("ab"))


def test_every_layout_has_a_sentence_and_an_example():
    for layout in LAYOUTS.values():
        assert layout.explanation.endswith(".")
        assert layout.example.endswith(".csv")


def test_label_columns_declare_their_classes_only_where_needed():
    assert list(label_columns(MassTable.from_hard(["a", "b"], "ab"), "hard")) == ["label"]
    assert list(label_columns(MassTable.from_hard(["a", "b"], "ba"), "hard")) == ["label={b, a}"]
    masses = MassTable("ab", [2, 3], [[0.5, 0.5]])
    assert list(label_columns(masses, "masses")) == ["{b}", "Ω={a, b}"]


def test_a_complete_column_of_labels_beside_others_is_read():
    """It is the truth of a data file, but in a label file it can only be the labels."""
    read = read_label_file(b"id,label\n1,a\n2,b\n3,a\n")
    assert read.layout == "hard" and read.notes == ("Passed over: id.",)
    assert read.labels.mass_of(0b01).tolist() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_of_a_file_is_detected_once(layout, monkeypatch):
    calls = []

    def counted(columns, frame=None):
        calls.append(columns)
        return detect_layout(columns, frame)

    for module in (label_uploads, parsing, roles):
        monkeypatch.setattr(module, "detect_layout", counted)
    content = (SAMPLES / LAYOUTS[layout].example).read_bytes()
    # Votes look the same with and without one more for any class: that is the person's choice.
    expected = layout.removesuffix("-doubt") if layout.startswith("counts") else layout
    assert read_label_file(content, LAYOUTS[layout].example).layout == expected
    assert len(calls) == 1


@pytest.mark.parametrize("classes", [{}, {"classes.csv": b"a\nb\n"}])
def test_the_layout_of_a_folder_is_detected_once(classes, monkeypatch):
    calls = []

    def counted(columns, frame=None):
        calls.append(columns)
        return detect_layout(columns, frame)

    for module in (folders, parsing):
        monkeypatch.setattr(module, "detect_layout", counted)
    files = {"X.csv": b"x,y\n1,2\n3,4\n", "y.csv": b"set\na|b\nb\n", "y_true.csv": b"class\na\nb\n"}
    loaded = read_folder(files | classes)
    assert loaded.labels.mass_of(0b11).tolist() == [1.0, 0.0]
    assert loaded.dataset.truth.tolist() == [0, 1]
    assert len(calls) == 1


def test_numbers_of_rows_beside_classes_are_no_doubt():
    table = pd.DataFrame({"species": ["cat", "dog", "cat", "dog"]})
    found = read_label_file(table.to_csv().encode(), "y.csv", n=4)
    assert found.layout == "hard" and found.labels.frame.names == ("cat", "dog")
    assert found.notes == ("Passed over: column 1.",)


def test_whole_numbers_are_the_same_classes_with_and_without_a_point():
    """As pandas writes a column of whole numbers with a blank cell, or joins two of them."""
    for classes, cells in (("01", ["1.0", "", "0.0"]), (("0.0", "1.0"), ["1", "", "0"])):
        found = read_label_file("\n".join(["label", *cells]).encode(), "y.csv", Frame(classes), 3)
        assert found.labels.frame.names == tuple(classes)
        assert found.labels.pignistic()[[0, 2]].tolist() == [[0.0, 1.0], [1.0, 0.0]]
    found = read_label_file(b"label\n1\n1.0\n2\n1.5\n2.0", "y.csv")
    assert found.labels.frame.names == ("1", "1.5", "2")
    with pytest.raises(DataError, match=r"Unknown class '3\.0'"):
        read_label_file(b"label\n1.0\n3.0", "y.csv", Frame("12"), 2)


def test_true_classes_with_and_without_a_point_are_those_of_the_labels():
    for heads in ("label", "p_1,p_2"):
        said = {"label": ("1", "2"), "p_1,p_2": ("0.75,0.25", "0.5,0.5")}[heads]
        rows = [f"0.5,{said[0]},1.0", f"1.5,{said[1]},2.0", f"2.5,{said[0]},1"]
        content = "\n".join([f"x,{heads},class", *rows]).encode()
        table = read_table(content, sniff(content, "a.csv"))
        roles = guess_roles(table)
        loaded = to_dataset(table, roles)
        assert loaded.dataset.class_names == ("1", "2") and loaded.labels is not None
        assert loaded.dataset.truth.tolist() == [0, 1, 0]
        assert "2 classes in class" in describe_table(table, roles)
