"""Columns of X.csv have the roles of their headings, as those of a single file have."""

import numpy as np
import pandas as pd
import pytest

from belieflab.data.reading.folder_roles import folder_roles
from belieflab.data.reading.folders import FolderTables, join_tables, read_folder
from belieflab.errors import DataError

N = 40
X = np.random.default_rng(0).normal(size=N)
NAMES = np.array(["cat", "dog"])[np.arange(N) // 3 % 2]
FLAG = np.arange(N) // 2 % 2 + 0.0


def folder_of(**tables: pd.DataFrame) -> FolderTables:
    parts = {"X": "features", "y_true": "truth", "ids": "ids", "classes": "classes"}
    return FolderTables(
        {parts[name]: table for name, table in tables.items()},
        {parts[name]: f"{name}.csv" for name in tables},
    )


ALL_NUMBERS = pd.DataFrame(
    {"plant_id": np.arange(N) + 7.0, "x": X, "z": X * 9, "is_train": FLAG, "grade": FLAG[::-1]}
)


def test_columns_of_numbers_beside_other_files_have_the_roles_of_their_headings() -> None:
    truth = pd.DataFrame({"kind": NAMES})
    roles = folder_roles(folder_of(X=ALL_NUMBERS, y_true=truth))
    assert [*roles.of.values()] == ["id", "feature", "feature", "split", "feature"]
    dataset = join_tables(folder_of(X=ALL_NUMBERS, y_true=truth)).dataset
    assert dataset.ids[0] == "7" and dataset.p == 3 and dataset.split_kind == "parts"
    alone = folder_roles(folder_of(X=ALL_NUMBERS))
    assert alone.columns("truth") == ["grade"], "asked about, as in a single file"
    named = folder_roles(folder_of(X=ALL_NUMBERS, ids=truth))
    assert named.of["plant_id"] == "ignore"


@pytest.mark.parametrize(("others", "unknown"), [((1,), 0), ((0, 1), 1), ((1, 2, 3), 1)])
def test_minus_one_and_one_alone_are_two_true_classes(others, unknown) -> None:
    codes = np.resize([-1, *others], N)
    dataset = join_tables(folder_of(X=ALL_NUMBERS, y_true=pd.DataFrame({"kind": codes}))).dataset
    names = [str(code) for code in sorted({*codes.tolist()})[unknown:]]
    assert dataset.truth is not None and [*dataset.class_names] == names
    assert [names[k] if k >= 0 else "-1" for k in dataset.truth] == [*map(str, codes)]


def test_columns_of_numbers_without_names_are_features_in_a_folder() -> None:
    columns = {f"column {k + 1}": ALL_NUMBERS.iloc[:, k] for k in range(3)}
    roles = folder_roles(folder_of(X=pd.DataFrame(columns)))
    assert {*roles.of.values()} == {"feature"}


def test_numbers_of_rows_as_pandas_writes_them_are_no_feature_and_no_class() -> None:
    order = np.random.default_rng(1).permutation(N)
    points = pd.DataFrame({"x": X, "z": X * 9}, index=order)
    classes = pd.DataFrame({"kind": NAMES}, index=order)
    given = {"X.csv": points, "y.csv": classes.sort_index(), "y_true.csv": classes}
    loaded = read_folder({name: table.to_csv().encode() for name, table in given.items()})
    dataset, labels = loaded.dataset, loaded.labels
    assert dataset.feature_names == ("x", "z") and dataset.ids == tuple(map(str, order))
    assert labels is not None and dataset.class_names == ("cat", "dog")
    assert [dataset.class_names[k] for k in dataset.truth] == [*NAMES], "by the rows' own names"
    assert labels.pignistic().argmax(axis=1).tolist() == dataset.truth.tolist()
    assert "Rows are joined to the objects by column 1." in loaded.notes
    given["X.csv"] = points.reset_index(drop=True)
    plain = {name: t.to_csv(index=name != "X.csv").encode() for name, t in given.items()}
    assert read_folder(plain).dataset.class_names == ("cat", "dog")


def test_the_name_of_a_column_is_no_class_where_a_row_is_missing() -> None:
    points = pd.DataFrame({"x": X, "z": X * 9}).to_csv(index=False).encode()
    short = pd.DataFrame({"kind": NAMES[:-1]}).to_csv(index=False).encode()
    with pytest.raises(DataError, match=r"X.csv has 40 rows, but y.csv has 39"):
        read_folder({"X.csv": points, "y.csv": short})
    unnamed = pd.DataFrame({"kind": NAMES}).to_csv(index=False, header=False).encode()
    labels = read_folder({"X.csv": points, "y.csv": unnamed}).labels
    assert labels is not None and labels.frame.names == ("cat", "dog") and len(labels) == N
