"""Columns of X.csv have the roles of their headings, as those of a single file have."""

import numpy as np
import pandas as pd

from belieflab.data.reading.folder_roles import folder_roles
from belieflab.data.reading.folders import FolderTables, join_tables

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


def test_columns_of_numbers_without_names_are_features_in_a_folder() -> None:
    columns = {f"column {k + 1}": ALL_NUMBERS.iloc[:, k] for k in range(3)}
    roles = folder_roles(folder_of(X=pd.DataFrame(columns)))
    assert {*roles.of.values()} == {"feature"}
