"""Planes that keep neighbours together: t-SNE of scikit-learn and, where installed, UMAP.

No linear map leads to them, so nothing but the objects themselves can be drawn there.
"""

from collections.abc import Callable
from importlib.util import find_spec
from threading import Lock

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from belieflab.answers import Answers
from belieflab.cost import Cost
from belieflab.data.fingerprint import fingerprint
from belieflab.errors import DataError
from belieflab.iteration import leave_when_stopped, stop_between_calls

Floats = NDArray[np.float64]

MAX_ROWS = 5_000
"""Objects that are placed, at most; others are left out of the picture."""

MIN_ROWS = 5
PERPLEXITY = 30.0
SECONDS_PER_ROW = 6e-3
MAX_BYTES = 50_000_000

_FOUND = Answers(MAX_BYTES)
"""Coordinates by kind, contents of the features and seed; all sessions share them."""

_LOCK = Lock()


def sample(n: int, seed: int) -> NDArray[np.int64]:
    """The rows that are placed: all of them, or a seeded sample in increasing order."""
    if n <= MAX_ROWS:
        return np.arange(n)
    return np.sort(np.random.default_rng(seed).choice(n, MAX_ROWS, replace=False))


def embed(kind: str, X: Floats, seed: int) -> Floats:
    """Coordinates [shape=(n, 2)] by t-SNE or UMAP, NaN beyond a sample of 5,000 rows.

    The same features and seed give the same coordinates, found once: they are computed on one
    core, where no sum depends on the number of threads.

    Parameters
    ----------
    kind : "tsne" or "umap"
    X : points [shape=(n, p)]
    seed : of the sample and of the method
    """
    if len(X) < MIN_ROWS:
        raise DataError(f"This plane needs at least {MIN_ROWS} objects; there are {len(X)}.")
    known = find_known(kind, X, seed)
    if known is not None:
        return known
    rows = sample(len(X), seed)
    points = X[rows]
    placed = leave_when_stopped(lambda: _place(kind, points, seed))
    found = np.full((len(X), 2), np.nan)
    found[rows] = placed
    with _LOCK:
        _FOUND.put(kind, _name(X, seed), found)
    return found


def find_known(kind: str, X: Floats, seed: int) -> Floats | None:
    """The coordinates where they were found before; None where not."""
    with _LOCK:
        known: Floats | None = _FOUND.get(kind, {}).get(_name(X, seed))
        return known


def embedding_cost(n: int) -> Cost:
    """What finding the coordinates of n objects is expected to cost."""
    placed = min(n, MAX_ROWS)
    return Cost(1.0 + SECONDS_PER_ROW * placed, 4_000.0 * placed)


def has_umap() -> bool:
    """Whether the optional package umap-learn is installed."""
    return find_spec("umap") is not None


def _place(kind: str, points: Floats, seed: int) -> Floats:
    """The coordinates; t-SNE ends between two of its iterations where nobody waits any more."""
    with stop_between_calls("sklearn"):
        return _METHODS[kind](points, seed)


def _name(X: Floats, seed: int) -> tuple[str, int]:
    return fingerprint(X), seed


def _tsne(X: Floats, seed: int) -> Floats:
    from sklearn.manifold import TSNE

    perplexity = min(PERPLEXITY, (len(X) - 1) / 3)
    with threadpool_limits(1):
        model = TSNE(init="pca", perplexity=perplexity, random_state=seed, n_jobs=1)
        return np.asarray(model.fit_transform(X), dtype=np.float64)


def _umap(X: Floats, seed: int) -> Floats:
    from umap import UMAP

    with threadpool_limits(1):
        model = UMAP(n_neighbors=min(15, len(X) - 1), random_state=seed, n_jobs=1)
        return np.asarray(model.fit_transform(X), dtype=np.float64)


_METHODS: dict[str, Callable[[Floats, int], Floats]] = {"tsne": _tsne, "umap": _umap}
