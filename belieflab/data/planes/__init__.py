"""Planes for objects of more than two features, each declared once.

A page offers what is in `PLANES`; `lay_out` gives the data set that is drawn on the chosen one,
on the page and in the code it exports. Dissimilarities keep their multidimensional scaling.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.plane import Plane
from belieflab.data.planes.discriminant import discriminant_axes
from belieflab.data.planes.embedding import MAX_ROWS, embed, embedding_cost, find_known, has_umap
from belieflab.data.projection import principal_axes, rows_for_axes
from belieflab.errors import DataError

__all__ = ["PLANES", "RAW", "Plane", "PlaneKind", "lay_out", "offered_planes"]

RAW, LDA, TSNE, UMAP = "raw-pca", "lda", "tsne", "umap"


@dataclass(frozen=True)
class PlaneKind:
    """One way to lay objects out on a plane.

    make : gives the plane of a data set, its labels (or None) and a seed
    by_labels, seeded : what it depends on besides the features
    slow : whether it is computed in the background, and then nothing but objects is drawn
    available : whether what it needs is installed
    """

    key: str
    title: str
    explanation: str
    make: Callable[[Dataset, MassTable | None, int], Plane]
    by_labels: bool = False
    slow: bool = False
    available: Callable[[], bool] = lambda: True


def _raw_components(dataset: Dataset, labels: MassTable | None, seed: int) -> Plane:
    X, count = dataset.X, rows_for_axes(dataset)
    if count < len(X):
        X = X[np.sort(np.random.default_rng(0).choice(len(X), count, replace=False))]
    centre, loadings, shares = principal_axes(X, standardise=False)
    titles = [f"PCA {j + 1}, not standardised ({shares[j]:.0%} of the variance)" for j in (0, 1)]
    return _linear(RAW, dataset, (titles[0], titles[1]), loadings, centre @ loadings)


def _discriminants(dataset: Dataset, labels: MassTable | None, seed: int) -> Plane:
    if labels is None:
        raise DataError("Linear discriminant analysis needs labels, and there are none.")
    said = labels.pignistic()
    loadings, shift, count = discriminant_axes(dataset.X, said)
    titles = ("LDA 1", "LDA 2" if count == 2 else "largest variance beside LDA 1")
    return _linear(LDA, dataset, titles, loadings, shift)


def _linear(
    key: str, dataset: Dataset, titles: tuple[str, str], loadings: Any, shift: Any
) -> Plane:
    return Plane(key, titles, dataset.X @ loadings - shift, loadings, shift)


def _tsne(dataset: Dataset, labels: MassTable | None, seed: int) -> Plane:
    return Plane(TSNE, ("t-SNE 1", "t-SNE 2"), embed(TSNE, dataset.X, seed))


def _umap(dataset: Dataset, labels: MassTable | None, seed: int) -> Plane:
    return Plane(UMAP, ("UMAP 1", "UMAP 2"), embed(UMAP, dataset.X, seed))


_LEFT_OUT = f" Of more than {MAX_ROWS:,} objects a sample is placed."
PLANES = {
    each.key: each
    for each in (
        PlaneKind(
            RAW,
            "PCA, not standardised",
            "The principal components of the features as they are in the workspace, which those of "
            "large variance decide.",
            _raw_components,
        ),
        PlaneKind(
            LDA,
            "LDA by labels",
            "Linear discriminant analysis: where the classes of the labels lie farthest apart, "
            "each label counting by its pignistic probabilities.",
            _discriminants,
            by_labels=True,
        ),
        PlaneKind(
            TSNE,
            "t-SNE",
            "Neighbours stay together, larger distances mean little; computed in the background "
            "from the features as they are in the workspace." + _LEFT_OUT,
            _tsne,
            slow=True,
        ),
        PlaneKind(
            UMAP,
            "UMAP",
            "Neighbours stay together; computed in the background by umap-learn." + _LEFT_OUT,
            _umap,
            slow=True,
            available=has_umap,
        ),
    )
}

_LAID: "WeakKeyDictionary[Dataset, dict[str, tuple[MassTable | None, int, Dataset]]]" = (
    WeakKeyDictionary()
)
"""Of each data set what was laid out last, by kind: the same object for the same question."""


def offered_planes(dataset: Dataset) -> dict[str, PlaneKind]:
    """The planes that these data can be laid out on; none of two features or dissimilarities."""
    if dataset.p < 3 or dataset.dissimilarities is not None:
        return {}
    return {key: each for key, each in PLANES.items() if each.available()}


def lay_out(
    dataset: Dataset, kind: str, labels: MassTable | None = None, *, seed: int = 0
) -> Dataset:
    """The same data with a plane, on which every figure then draws them.

    Parameters
    ----------
    dataset : more than two features
    kind : "raw-pca" (principal components of the features without standardising), "lda" (linear
        discriminant analysis by labels), "tsne" or, where umap-learn is installed, "umap"
    labels : needed for "lda"; soft ones count by their pignistic probabilities
    seed : of "tsne" and "umap", and of the 5,000 objects that these place of more

    Examples
    --------
    >>> from belieflab.data import load_sample
    >>> iris = lay_out(load_sample("iris"), "raw-pca")
    >>> iris.plane.titles[0]
    'PCA 1, not standardised (92% of the variance)'
    """
    possible = offered_planes(dataset)
    if kind not in possible:
        there = f"there are {', '.join(possible)}" if possible else "these data have none"
        raise DataError(f"There is no plane {kind!r}; {there}.")
    entry = possible[kind]
    labels, seed = labels if entry.by_labels else None, seed if entry.slow else 0
    laid = _LAID.setdefault(dataset, {})
    known = laid.get(kind)
    if known is None or known[0] is not labels or known[1] != seed:
        plane = entry.make(dataset, labels, seed)
        known = laid[kind] = labels, seed, replace(dataset, plane=plane)
    return known[2]


def is_known(dataset: Dataset, kind: str, seed: int) -> bool:
    """Whether `lay_out` would answer at once."""
    return not PLANES[kind].slow or find_known(kind, dataset.X, seed) is not None


plane_cost = embedding_cost
