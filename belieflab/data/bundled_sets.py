"""The data sets that come with the package, read from its own small CSV files.

Origins and licences stand in `bundled/README.md`. Nothing but numpy is imported: a page that
shows Iris does not wait for scikit-learn.
"""

import csv
from importlib.resources import files

import numpy as np

from belieflab.data.dataset import Dataset

CLASS_COLUMN = "class"


def read_bundled(
    file_name: str, *, name: str, source: str, class_names: tuple[str, ...] = ()
) -> Dataset:
    """A bundled file as a data set: numeric columns, then perhaps a column named `class`.

    `class_names` fixes the order of the classes; without a class column there is no truth.
    """
    text = files("belieflab.data").joinpath("bundled", file_name).read_text(encoding="utf-8")
    header, *rows = csv.reader(text.splitlines())
    has_truth = header[-1] == CLASS_COLUMN
    features = header[:-1] if has_truth else header
    codes = {class_name: code for code, class_name in enumerate(class_names)}
    return Dataset(
        X=np.array([row[: len(features)] for row in rows], dtype=np.float64),
        feature_names=tuple(features),
        truth=np.array([codes[row[-1]] for row in rows], dtype=np.int64) if has_truth else None,
        class_names=class_names,
        name=name,
        source=source,
    )


def load_iris(_rng: np.random.Generator) -> Dataset:
    """Fisher's irises: 150 flowers, 4 lengths, 3 species."""
    return read_bundled(
        "iris.csv",
        name="Iris",
        source="R. A. Fisher's irises, as scikit-learn carries them.",
        class_names=("setosa", "versicolor", "virginica"),
    )


def load_wine(_rng: np.random.Generator) -> Dataset:
    """Wines of three growers: 178 bottles, 13 chemical measurements."""
    return read_bundled(
        "wine.csv",
        name="Wine",
        source="UCI's Wine recognition data, as scikit-learn carries them.",
        class_names=("class_0", "class_1", "class_2"),
    )


def load_breast_cancer(_rng: np.random.Generator) -> Dataset:
    """Breast Cancer Wisconsin (diagnostic): 569 tumours, 30 features of their cell nuclei."""
    return read_bundled(
        "breast_cancer.csv",
        name="Breast Cancer",
        source="UCI's Breast Cancer Wisconsin (diagnostic) data, as scikit-learn carries them.",
        class_names=("malignant", "benign"),
    )


def load_crabs(_rng: np.random.Generator) -> Dataset:
    """Leptograpsus crabs: 200 animals, 5 lengths, species × sex."""
    return read_bundled(
        "crabs.csv",
        name="Crabs",
        source="Campbell and Mahon's rock crabs (1974), as R's package MASS carries them.",
        class_names=("blue male", "blue female", "orange male", "orange female"),
    )


def load_butterfly(_rng: np.random.Generator) -> Dataset:
    """Two wings, a point between them and one far away: 12 points without a truth."""
    return read_bundled(
        "butterfly.csv",
        name="Butterfly",
        source="The butterfly of Masson and Denœux (2008), as PyPI's evclust carries it.",
        class_names=("left", "right"),
    )


def load_four_class(_rng: np.random.Generator) -> Dataset:
    """Four clouds with heavy tails: 400 points in the plane."""
    return read_bundled(
        "four_class.csv",
        name="Four-class",
        source="The four-class set of Denœux's evclust, as PyPI's evclust carries it.",
        class_names=("class 1", "class 2", "class 3", "class 4"),
    )
