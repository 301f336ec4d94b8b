"""Which objects are held out together: random folds, and folds balanced by soft labels."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import BaseCrossValidator

from belieflab.belief.labels import as_mass_table
from belieflab.data.group_folds import fold_groups
from belieflab.errors import DataError
from belieflab.randomness import make_generator

Codes = NDArray[np.int64]


def random_folds(
    n: int, n_folds: int, rng: np.random.Generator, groups: Codes | None = None
) -> Codes:
    """The fold of each of n objects, sizes as equal as n allows [shape=(n,)].

    With groups [shape=(n,)] the objects of one group stay together.
    """
    if groups is not None:
        return fold_groups(groups, n_folds, rng)
    _check(n, n_folds)
    return rng.permutation(np.arange(n) % n_folds)


def soft_stratified_folds(
    probabilities: NDArray[np.float64],
    n_folds: int,
    rng: np.random.Generator | None = None,
    groups: Codes | None = None,
) -> Codes:
    """The fold of each object, so that folds have about the same mean probabilities [shape=(n,)].

    López-Cruz et al. (2013), §4.1: objects are ranked by falling probability of each class but
    the last; in the order of their mean rank r_i each joins the fold with the smallest Σ r_i so
    far. Objects of equal mean rank come in random order when `rng` is given, else in their own.
    With groups [shape=(n,)] whole groups join folds by the sums of their ranks.
    """
    from scipy.stats import rankdata  # a second that few runs need

    n, n_classes = probabilities.shape
    _check(n, n_folds)
    ranks = [rankdata(-probabilities[:, k]) for k in range(max(n_classes - 1, 1))]
    mean_rank = np.mean(ranks, axis=0)
    if groups is not None:
        return fold_groups(groups, n_folds, rng, mean_rank)
    chance = np.arange(n) if rng is None else rng.permutation(n)
    folds = np.empty(n, dtype=np.int64)
    sums = np.zeros(n_folds)
    for i in np.lexsort((chance, mean_rank)):
        folds[i] = sums.argmin()
        sums[folds[i]] += mean_rank[i]
    return folds


class SoftStratifiedKFold(BaseCrossValidator):
    """Soft-stratified cross-validation for scikit-learn's model selection.

    Every fold has about the same mean pignistic probabilities of the classes, whatever the order
    of the rows (López-Cruz et al. (2013), §4.1). Rows of one group, where `groups` are given to
    `split`, stay together.

    Parameters
    ----------
    n_splits : int, default 10
        Number of folds.
    random_state : int, Generator or None
        Objects whose labels rank alike come in random order when it is given, else in their own.
    unknown : optional
        A value of hard labels that means unknown, such as -1.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.model_selection import cross_val_score
    >>> from belieflab import MassTable
    >>> from belieflab.evaluation import soft_accuracy
    >>> from belieflab.neighbors import EvidentialKNN
    >>> X = np.arange(20.0)[:, None]
    >>> labels = MassTable.from_guess_and_doubt(["a"] * 10 + ["b"] * 10, 0.2)
    >>> model = EvidentialKNN(3, gamma=0.1)
    >>> folds = SoftStratifiedKFold(5)
    >>> cross_val_score(model, X, labels, cv=folds, scoring=soft_accuracy).round(3)
    array([0.7, 0.9, 0.9, 0.9, 0.9])
    """

    def __init__(
        self, n_splits: int = 10, random_state: Any = None, *, unknown: Any = None
    ) -> None:
        self.n_splits = n_splits
        self.random_state = random_state
        self.unknown = unknown

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """Number of folds."""
        return self.n_splits

    def _iter_test_indices(
        self, X: Any = None, y: Any = None, groups: Any = None
    ) -> Iterator[Codes]:
        if y is None:
            raise DataError("Soft-stratified folds are balanced by the labels; none were given.")
        n = len(y) if X is None else X.shape[0] if hasattr(X, "shape") else len(X)
        labels, _ = as_mass_table(y, n, unknown=self.unknown)
        rng = None if self.random_state is None else make_generator(self.random_state)
        codes = None if groups is None else np.unique(groups, return_inverse=True)[1]
        folds = soft_stratified_folds(labels.pignistic(), self.n_splits, rng, codes)
        for fold in range(self.n_splits):
            yield np.flatnonzero(folds == fold)


def _check(n: int, n_folds: int) -> None:
    if not 2 <= n_folds <= n:
        raise DataError(f"{n} objects can be cut into 2 to {n} folds; {n_folds} were asked for.")
