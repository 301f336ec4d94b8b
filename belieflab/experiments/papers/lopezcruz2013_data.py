"""The data sets of López-Cruz et al. 2013: bundled ones, and files that a user has."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.experiments.sweep import GIVEN, DataChoice, hand_over


@dataclass(frozen=True)
class DataFile:
    """A data set in a file with a header, features and the class in the last column.

    Attributes
    ----------
    name : what to call it; `files` : names of the file, the first that is there is taken
    n, p : objects and features of the file
    mark : digest of the points and classes that the stored results were computed on
    erased : features that are left out, numbered from 0
    """

    name: str
    files: tuple[str, ...]
    n: int
    p: int
    mark: str
    erased: tuple[int, ...] = ()


FILES = (
    DataFile("Appendicitis", ("appendicitis.csv",), 106, 7, "77763d11"),
    DataFile("Fourclass", ("fourclass_libsvm.csv", "fourclass.csv"), 862, 2, "81038a91"),
    DataFile("Glass", ("glass_full.csv", "glass.csv"), 214, 9, "49ae23ee", erased=(7,)),
    DataFile("Ionosphere", ("ionosphere.csv", "ion.csv"), 351, 34, "566ed8ab", erased=(0, 1)),
    DataFile("Phoneme", ("phoneme.csv",), 5404, 5, "071cdfb0"),
    DataFile("Ring", ("ring.csv",), 7400, 20, "63afdc04"),
)
"""Those that are not bundled."""

BUNDLED = ("crabs", "iris", "wine")


def find_data_sets(
    folder: Path | None, *, stored: bool = False
) -> tuple[list[DataChoice], dict[str, Dataset]]:
    """The data sets by name, standardised, and those to hand over: bundled ones, then files.

    With `stored` also those without a file whose results are stored.
    """
    choices = [DataChoice(key, scaling="standardise") for key in BUNDLED]
    given: dict[str, Dataset] = {}
    for each in FILES if folder is not None else ():
        choice, handed = hand_over(_read(each, folder or Path()), scaling="standardise")
        choices.append(choice)
        given |= handed
    for each in FILES if stored else ():
        settings = {"name": f"{each.name} {each.mark}"}
        choices.append(DataChoice(GIVEN, settings, title=each.name, scaling="standardise"))
    return sorted(choices, key=lambda choice: choice.name), given


def _read(data: DataFile, folder: Path) -> Dataset:
    path = next((folder / name for name in data.files if (folder / name).is_file()), None)
    if path is None:
        raise DataError(f"There is no {' or '.join(data.files)} in {folder}.")
    try:
        table = pd.read_csv(path)
        X = table.iloc[:, :-1].to_numpy(dtype=np.float64)
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read as numbers with a class behind: {error}") from None
    if X.shape != (data.n, data.p):
        raise DataError(
            f"{path} has {X.shape[0]} rows of {X.shape[1]} features and a class; {data.name} has "
            f"{data.n} rows of {data.p}."
        )
    kept = [j for j in range(data.p) if j not in data.erased]
    classes, codes = np.unique(table.iloc[:, -1].astype(str), return_inverse=True)
    names = tuple(str(table.columns[j]) for j in kept)
    truth = codes.astype(np.int64)
    return Dataset(
        X[:, kept], names, truth, tuple(map(str, classes)), name=data.name, source=path.name
    )
