"""The roles of the columns of X.csv, beside which other files may hold classes, labels and ids."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pandas as pd

from belieflab.data.reading.columns import column_names
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.roles import Roles, guess_roles
from belieflab.errors import DataError

if TYPE_CHECKING:
    from belieflab.data.reading.folders import FolderTables


def folder_roles(folder: "FolderTables") -> Roles:
    """The roles of the columns of X.csv, guessed as those of a single file.

    Files beside it may hold the classes or the ids; numbers are then no classes and no ids.
    """
    table, files = folder.tables["features"], folder.files.keys()
    guessed, found = guess_roles(table), dict[str, Role]()
    unnamed = column_names(None, table.shape[1])
    unnamed = unnamed if {*unnamed} == {*guessed.of} else []  # a first one may be row names
    for name, role in guessed.of.items():
        number = pd.api.types.is_numeric_dtype(table[name].dtype)
        if role in ("truth", "label") and number and has_classes(folder):
            role = "feature"
        elif role in ("truth", "label") and {"truth", "labels"} & files:
            role = "category"
        elif number and (role == "dissimilarity" or (role != "truth" and name in unnamed)):
            role = "feature"
        elif number and role == "id" and "ids" in files:
            role = "ignore"
        found[name] = role
    kept = "label" in found.values()
    return Roles(found, guessed.layout if kept else None, guessed.training)


def has_classes(folder: "FolderTables") -> bool:
    """Whether a file beside X.csv holds the true classes, labels or the names of the classes."""
    return bool({"truth", "labels", "classes"} & folder.files.keys())


_BESIDE: dict[str, Role] = {"truth": "truth", "labels": "label", "ids": "id", "classes": "truth"}


def refuse_twice(roles: Roles, files: Mapping[str, str]) -> None:
    """Refuse what a column of X.csv and a file beside it both say."""
    for part, role in _BESIDE.items():
        columns = roles.columns(role)
        if columns and part in files:
            raise DataError(
                f"{columns[0]!r} in {files['features']} is given as {role}, and so is "
                f"{files[part]}: give the column another role, or leave out the file."
            )
