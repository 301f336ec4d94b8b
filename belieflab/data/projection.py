"""Two axes to look at points along: features, principal components, those of a plane, the row."""

from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError

ROW_AXIS = "row"

MAX_PRODUCTS, MIN_ROWS = 2e8, 2_000
"""Rows times squared features from which principal axes are those of a sample of rows: a second."""

Floats = NDArray[np.float64]
_AXES: "WeakKeyDictionary[Dataset, tuple[Floats, Floats, Floats]]" = WeakKeyDictionary()
"""The principal axes of the data sets there are: every picture of the same data asks for them."""


@dataclass(frozen=True)
class Axis:
    """One direction of view: `x1`, `x2`… for features, `pc1`, `pc2`, of the plane, or `row`."""

    key: str
    title: str


@dataclass(frozen=True)
class Projection:
    """The map x ↦ x loadings - shift onto a plane of view, for points and for models of them.

    Attributes
    ----------
    loadings : [shape=(p, 2)]; a column of zeros stands for the row number, which no feature gives
    shift : [shape=(2,)]
    """

    loadings: NDArray[np.float64]
    shift: NDArray[np.float64]


def axis_choices(dataset: Dataset) -> list[Axis]:
    """Every axis one may choose for this data, features first."""
    choices = [Axis(f"x{j + 1}", name) for j, name in enumerate(dataset.feature_names)]
    if dataset.p >= 2 and dataset.dissimilarities is None:
        choices += [Axis("pc1", "PCA 1"), Axis("pc2", "PCA 2")]
    if dataset.plane is not None:
        pairs = zip(dataset.plane.axes, dataset.plane.titles, strict=True)
        choices += [Axis(key, title) for key, title in pairs]
    return [*choices, Axis(ROW_AXIS, "row number")]


def default_axes(dataset: Dataset) -> tuple[str, str]:
    """The two axes to begin with: of the plane they lie on, two features, else the components."""
    if dataset.plane is not None:
        return dataset.plane.axes
    if dataset.p == 1:
        return "x1", ROW_AXIS
    return ("x1", "x2") if dataset.p == 2 else ("pc1", "pc2")


def project(
    dataset: Dataset, horizontal: str, vertical: str
) -> tuple[NDArray[np.float64], tuple[str, str]]:
    """Coordinates along two axes [shape=(n, 2)] and the titles of those axes."""
    titles = {axis.key: axis.title for axis in axis_choices(dataset)}
    for key in (horizontal, vertical):
        if key not in titles:
            raise DataError(f"There is no axis {key!r}; there are {', '.join(titles)}.")
    scores, shares = np.empty((0, 0)), np.empty(0)
    if {"pc1", "pc2"} & {horizontal, vertical}:
        centre, loadings, shares = _axes_of(dataset)
        scores = (dataset.X - centre) @ loadings
    about = "about " if rows_for_axes(dataset) < dataset.n else ""
    plane = dataset.plane
    columns, names = [], []
    for key in (horizontal, vertical):
        if key == ROW_AXIS:
            columns.append(np.arange(1.0, dataset.n + 1))
            names.append(titles[key])
        elif plane is not None and key in plane.axes:
            columns.append(plane.coordinates[:, plane.axes.index(key)])
            names.append(titles[key])
        elif key.startswith("pc"):
            j = int(key[2:]) - 1
            columns.append(scores[:, j])
            names.append(f"{titles[key]} ({about}{shares[j]:.0%} of the variance)")
        else:
            columns.append(dataset.X[:, int(key[1:]) - 1])
            names.append(titles[key])
    return np.column_stack(columns), (names[0], names[1])


def principal_components(
    X: NDArray[np.float64], n_components: int = 2
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Scores [shape=(n, n_components)] and shares of variance on standardised features.

    The singular value decomposition Z = U S Vᵀ of the centred and scaled features; scores are Z V.
    Each component points where its largest loading is positive, so a picture never flips.
    """
    centre, loadings, shares = principal_axes(X, n_components)
    return (X - centre) @ loadings, shares


def principal_axes(
    X: NDArray[np.float64], n_components: int = 2, *, standardise: bool = True
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Centre [shape=(p,)], loadings [shape=(p, n_components)] and shares of variance.

    Loadings apply to the features in their own units: scores are (X - centre) loadings. Without
    `standardise` the components are those of the features as they are.
    """
    centre = X.mean(axis=0)
    centred = X - centre
    spread = centred.std(axis=0) if standardise else np.ones(X.shape[1])
    spread = np.where(spread > 0, spread, 1.0)
    standard = centred / spread
    # With many more rows than columns, R of Z = Q R has the same singular values and V, cheaply.
    small = np.linalg.qr(standard, mode="r") if len(X) > 4 * X.shape[1] else standard
    _, values, directions = np.linalg.svd(small, full_matrices=False)
    directions = directions[:n_components]
    strongest = np.argmax(np.abs(directions), axis=1)
    signs = np.sign(directions[np.arange(len(directions)), strongest])
    loadings = (directions * np.where(signs == 0, 1.0, signs)[:, None]).T / spread[:, None]
    total = float((values**2).sum())
    shares = values[:n_components] ** 2 / total if total > 0 else np.zeros(len(directions))
    missing = n_components - loadings.shape[1]
    return centre, np.pad(loadings, ((0, 0), (0, missing))), np.pad(shares, (0, missing))


def _axes_of(dataset: Dataset) -> tuple[Floats, Floats, Floats]:
    """What `principal_axes` gives, found once per data set; of a sample where that takes long."""
    if dataset not in _AXES:
        X, count = dataset.X, rows_for_axes(dataset)
        if count < len(X):
            X = X[np.sort(np.random.default_rng(0).choice(len(X), count, replace=False))]
        _AXES[dataset] = principal_axes(X)
    return _AXES[dataset]


def rows_for_axes(dataset: Dataset) -> int:
    """How many rows principal axes are found from."""
    return min(dataset.n, max(int(MAX_PRODUCTS / dataset.p**2), MIN_ROWS))


def find_projection(dataset: Dataset, horizontal: str, vertical: str) -> Projection | None:
    """The map behind `project` for two axes of the same names; None where it is not linear."""
    plane = dataset.plane
    loadings, shift = np.zeros((dataset.p, 2)), np.zeros(2)
    for column, key in enumerate((horizontal, vertical)):
        if plane is not None and key in plane.axes:
            if plane.loadings is None or plane.shift is None:
                return None
            j = plane.axes.index(key)
            loadings[:, column], shift[column] = plane.loadings[:, j], plane.shift[j]
        elif key.startswith("pc"):
            centre, axes, _ = _axes_of(dataset)
            loadings[:, column] = axes[:, int(key[2:]) - 1]
            shift[column] = centre @ loadings[:, column]
        elif key != ROW_AXIS:
            loadings[int(key[1:]) - 1, column] = 1.0
    return Projection(loadings, shift)
