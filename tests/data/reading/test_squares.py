"""Square files: recognised however they are written, and refused with the place of a flaw."""

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from belieflab.data.dissimilarities import MAX_OBJECTS, from_dissimilarities
from belieflab.data.reading import (
    MAX_COLUMNS,
    Roles,
    describe_table,
    examine_square,
    find_questions,
    guess_roles,
    missing_values,
    read_table,
    sniff,
    squares,
    to_dataset,
    write_dataset,
)
from belieflab.data.reading.limits import MAX_SQUARE, check_table_size
from belieflab.data.reading.process import open_table
from belieflab.data.reading.squares import find_matrix
from belieflab.errors import DataError

NAMES = ["ash", "birch", "cedar", "dogwood", "elm", "fir"]
PLACES = np.array([0.0, 1.25, 3.5, 4.0, 7.75, 9.0])
D = np.abs(PLACES[:, None] - PLACES)
NUMBERS = [[f"{value:g}" for value in row] for row in D]
UPPER = np.triu(np.ones((6, 6)), 1) > 0


def joined(rows: list[list[str]], sep: str = ",") -> str:
    return "\n".join(sep.join(row) for row in rows) + "\n"


def frame(**more: object) -> pd.DataFrame:
    return pd.DataFrame(D, index=NAMES, columns=NAMES).assign(**more)


def lower(sep: str = ",", names: bool = False, diagonal: bool = True) -> str:
    rows = [row[: i + diagonal] for i, row in enumerate(NUMBERS)]
    named = [[NAMES[i], *row] if names else row for i, row in enumerate(rows) if row]
    return joined(named, sep)


def upper(names: bool = False) -> str:
    rows = [row[i:] for i, row in enumerate(NUMBERS)]
    return joined([[NAMES[i], *row] if names else row for i, row in enumerate(rows)])


FILES = {
    "numbers alone": (joined(NUMBERS), False),
    "spaces": (joined(NUMBERS, "  "), False),
    "tabs": (joined(NUMBERS, "\t"), False),
    "numbered headings": (pd.DataFrame(D).to_csv(index=False), False),
    "headings": (frame().to_csv(index=False), True),
    "names of rows": (frame().to_csv(header=False), True),
    "both": (frame().to_csv(), True),
    "as R writes it": (frame().to_csv(sep=" ").lstrip(" "), True),
    "lower": (lower(), False),
    "lower, spaces": (lower(" "), False),
    "lower, names": (lower(names=True), True),
    "lower, headings": ("," + ",".join(NAMES) + "\n" + lower(names=True), True),
    "R's dist": (" ".join(NAMES[:-1]) + "\n" + lower(" ", True, False), True),
    "upper": (upper(), False),
    "upper, names": (upper(names=True), True),
    "upper left blank": (frame().mask(UPPER).to_csv(), True),
    "lower left blank": (frame().mask(~UPPER).to_csv(), True),
    "columns in another order": (frame()[NAMES[::-1]].to_csv(), True),
}


@pytest.mark.parametrize("name", FILES)
def test_a_square_file_is_read_as_dissimilarities(name: str) -> None:
    text, named = FILES[name]
    opened = open_table(text.encode(), "distances.csv")
    assert opened.table is not None
    roles = guess_roles(opened.table)
    said = describe_table(opened.table, roles)
    assert said.startswith("6 objects, dissimilarities (6 × 6), no classes")
    assert find_questions(opened.table, roles) == ()
    assert not missing_values(opened.table, roles).counts
    assert examine_square(opened.table, roles)[1] == ""
    dataset = to_dataset(opened.table, roles).dataset
    assert_array_equal(dataset.dissimilarities, D)
    assert dataset.ids == (tuple(NAMES) if named else ())


def read(text: str) -> pd.DataFrame:
    return read_table(text.encode(), sniff(text.encode()))


def test_an_array_and_a_workbook_are_read_too(tmp_path) -> None:
    array = io.BytesIO()
    np.save(array, D)
    book = io.BytesIO()
    frame().to_excel(book)
    for content in (array.getvalue(), book.getvalue()):
        table = read_table(content, sniff(content))
        assert_array_equal(to_dataset(table, guess_roles(table)).dataset.dissimilarities, D)


CLASSES = ["x", "x", "x", "y", "y", "y"]


@pytest.mark.parametrize(
    "text",
    [
        frame(kind=CLASSES).to_csv(),
        frame().assign(kind=CLASSES)[["kind", *NAMES]].to_csv(),
        frame().astype(str).T.assign(kind=CLASSES).T.to_csv(),
    ],
    ids=["column", "first column", "row"],
)
def test_classes_beside_the_matrix_are_the_truth(text: str) -> None:
    table = read(text)
    dataset = to_dataset(table, guess_roles(table)).dataset
    assert_array_equal(dataset.dissimilarities, D)
    assert_array_equal(dataset.truth, [0, 0, 0, 1, 1, 1])
    assert dataset.class_names == ("x", "y")


def changed(*cells: tuple[str, str, object]) -> pd.DataFrame:
    table = frame()
    for row, column, value in cells:
        table.loc[row, column] = value
    return table


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (changed(("birch", "elm", 8.0)), "Row 'birch', column 'elm' holds 8, but row 'elm', colu"),
        (changed(("fir", "ash", -9.0), ("ash", "fir", -9.0)), "'ash' and 'fir' is -9"),
        (changed(("elm", "elm", 2.0)), "'elm' to itself is 2, not 0"),
        (changed(("fir", "ash", None), ("ash", "fir", None)), "'ash' and 'fir' is missing"),
        (frame().iloc[:-1], "'fir' has a column and no row"),
        (frame().drop(columns="fir"), "'fir' has a row and no column"),
        (1.0 / (1.0 + frame()), "these look like similarities"),
        (frame().rename(index={"fir": "yew"}), "same names; 'yew' has a row and no column"),
    ],
)
def test_a_flaw_is_said_with_its_place_and_the_table_may_be_features(
    table: pd.DataFrame, sentence: str
) -> None:
    found = read(table.to_csv())
    roles = guess_roles(found)
    square, flaw = examine_square(found, roles)
    assert sentence in flaw and square
    with pytest.raises(DataError) as refusal:
        to_dataset(found, roles)
    assert str(refusal.value) == flaw
    as_features = roles.with_roles(dict.fromkeys(square, "feature"))
    assert to_dataset(found, as_features, missing="median").dataset.p == len(square)


def test_a_blank_cell_is_taken_from_the_other_direction_and_that_is_said() -> None:
    found = read(changed(("birch", "elm", None), ("fir", "ash", None)).to_csv())
    loaded = to_dataset(found, guess_roles(found))
    assert loaded.dataset.dissimilarities is not None
    assert_array_equal(loaded.dataset.dissimilarities, D)
    said = "2 blank cells taken from the other direction; the first: row 2, column 'elm'."
    assert said in loaded.notes
    half = read(frame().where(UPPER).to_csv())
    assert not any("blank" in note for note in to_dataset(half, guess_roles(half)).notes)


def test_other_tables_are_no_dissimilarities() -> None:
    rng = np.random.default_rng(0)
    for values in (rng.normal(size=(6, 6)), rng.normal(size=(6, 5)), np.ones((6, 6))):
        table = pd.DataFrame(values, columns=[f"f{k}" for k in range(values.shape[1])])
        assert not guess_roles(table).columns("dissimilarity")
    table = pd.DataFrame(rng.random((6, 6)), columns=NAMES)
    square, flaw = examine_square(table, guess_roles(table))
    assert square == tuple(NAMES) and flaw  # a person may say that they are


def test_features_beside_a_matrix_are_refused() -> None:
    table = read(frame(height=[1.5, 2.5, 3.25, 8.0, 1.0, 0.5]).to_csv())
    roles = guess_roles(table)
    assert "'height' has a column and no row" in examine_square(table, roles)[1]
    ignored = roles.with_role("height", "ignore")
    assert_array_equal(to_dataset(table, ignored).dataset.dissimilarities, D)
    with pytest.raises(DataError, match="'height' is a feature"):
        to_dataset(table, roles.with_role("height", "feature"))


@pytest.mark.parametrize("names", [tuple(NAMES), (), ("id", "truth", "text", "m:{a}", "b", "c")])
def test_what_is_written_reads_back(names: tuple[str, ...]) -> None:
    truth = {"truth": np.array([0, 0, 1, 1, 0, 1]), "class_names": ("x", "y")}
    dataset, _ = from_dissimilarities(D / 3, names, **truth)
    table = read_table(content := write_dataset(dataset), sniff(content))
    own = ["id"] if names else []
    roles = Roles(dict(zip(table.columns, [*own, *["dissimilarity"] * 6, "truth"], strict=True)))
    back = to_dataset(table, roles).dataset
    assert_array_equal(back.dissimilarities, D / 3)
    assert_array_equal(back.X, dataset.X)
    assert back.ids == dataset.ids
    assert guess_roles(table).of == roles.of


@given(
    st.integers(3, 7).flatmap(
        lambda n: arrays(np.float64, (n, n), elements=st.sampled_from([0.0, 1.0, 1.5, 2.0, np.nan]))
    )
)
def test_the_directions_of_pairs_are_compared_as_all_at_once(values: np.ndarray) -> None:
    one, other = (half[np.triu_indices(len(values), 1)] for half in (values, values.T))
    both = ~np.isnan(one) & ~np.isnan(other)
    found = squares._compare_directions(values)
    assert found.either == (~np.isnan(one) | ~np.isnan(other)).sum()
    assert (found.both, found.agree) == (both.sum(), (one == other)[both].sum())
    if both.any():
        held = np.concatenate([one[both], other[both]])
        assert (found.lowest, found.highest) == (held.min(), held.max())


def test_a_square_table_may_be_as_wide_as_the_library_takes_and_no_other_table() -> None:
    assert MAX_SQUARE == MAX_OBJECTS
    check_table_size(MAX_SQUARE, MAX_SQUARE + 1)
    with pytest.raises(DataError, match="2,001 columns; the limit is 2,000"):
        check_table_size(500, MAX_COLUMNS + 1)
    with pytest.raises(DataError, match="5,000 for dissimilarities"):
        check_table_size(MAX_SQUARE + 9, MAX_SQUARE + 9)


def test_more_than_two_thousand_objects_come_by_upload() -> None:
    n = MAX_COLUMNS + 50
    D = np.abs(np.subtract.outer(np.arange(n) % 100, np.arange(n) % 100))
    content = "\n".join(",".join(map(str, row)) for row in D.tolist()).encode()
    table = read_table(content, sniff(content, "D.csv"))
    assert table.shape == (n, n) and len(find_matrix(table)) == n
