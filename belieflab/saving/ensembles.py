"""Random forests and boosted trees of scikit-learn as plain trees, which predict the same."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.utils import check_array
from sklearn.utils.extmath import softmax

from belieflab.errors import DataError
from belieflab.evaluation.wrapped_estimators import is_one_of
from belieflab.saving.document import Document
from belieflab.saving.trees import LEAF, Trees

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

FORESTS = ("RandomForestClassifier", "ExtraTreesClassifier")
BOOSTING = ("HistGradientBoostingClassifier",)


@dataclass(frozen=True, eq=False)
class TreeClassifier:
    """What a forest or boosted trees predict, from plain arrays in place of scikit-learn's own.

    Attributes
    ----------
    origin : the estimator that the trees were taken from, with its settings, not fitted
    classes_ : its classes [shape=(K,)]
    trees : of a forest with probabilities at the leaves, of boosting with numbers to add up
    baseline : what boosting starts from, one number for each tree of a turn; None: a forest
    """

    origin: Any
    classes_: Codes
    trees: Trees
    baseline: Floats | None

    def predict_proba(self, X: Any) -> Floats:
        """The probabilities of the classes [shape=(n, K)]."""
        if self.baseline is None:
            X = _single(X)  # as scikit-learn compares in forests
            start = np.zeros(len(self.classes_))
            return self.trees.add_up(X, start) / (len(self.trees.starts) - 1)
        raw = self._raw(X, self.baseline)
        if raw.shape[1] > 1:
            shares: Floats = softmax(raw, copy=False)
            return shares
        upper = expit(raw[:, 0])
        return np.column_stack([1.0 - upper, upper])

    def predict(self, X: Any) -> Codes:
        """The class with the largest probability, the first of equal ones [shape=(n,)]."""
        if self.baseline is None:
            places = self.predict_proba(X).argmax(axis=1)
        else:
            raw = self._raw(X, self.baseline)
            places = raw.argmax(axis=1) if raw.shape[1] > 1 else (raw[:, 0] > 0.0).astype(np.int64)
        return self.classes_[places]

    def _raw(self, X: Any, baseline: Floats) -> Floats:
        return self.trees.add_up(_numbers(X), baseline)


def _numbers(X: Any) -> Floats:
    checked = check_array(X, dtype=np.float64, accept_sparse="csr", ensure_all_finite=False)
    return np.asarray(checked.toarray() if hasattr(checked, "tocsr") else checked)


def _single(X: Any) -> Floats:
    """The numbers rounded to single precision, which no larger one has a place in."""
    found = _numbers(X)
    with np.errstate(over="ignore"):
        rounded = found.astype(np.float32).astype(np.float64)
    if np.isinf(rounded).any():
        raise DataError(
            f"The number {found[np.isinf(rounded)][0]:g} is too large for the trees of a forest, "
            "which compare in single precision."
        )
    return rounded


def walk_length(estimator: Any) -> int:
    """The nodes that one object passes in all trees at most; 0 for what has no trees."""
    if isinstance(estimator, TreeClassifier):
        return int(estimator.trees.depths().sum())
    if is_one_of(estimator, FORESTS):
        return sum(each.get_depth() for each in estimator.estimators_)
    if is_one_of(estimator, BOOSTING):
        return sum(each.get_max_depth() for turn in estimator._predictors for each in turn)
    return 0


# -- from scikit-learn ----------------------------------------------------------------------------


def plain_trees(inner: Any) -> TreeClassifier:
    """The trees of a fitted forest or boosting; of trees that are plain already, themselves."""
    if isinstance(inner, TreeClassifier):
        return inner
    places = np.asarray(inner.classes_, np.int64)
    if is_one_of(inner, FORESTS):
        trees = Trees.stack([_of_forest(each.tree_) for each in inner.estimators_])
        return TreeClassifier(inner, places, trees, None)
    if np.any(inner.is_categorical_) or getattr(inner, "_preprocessor", None) is not None:
        raise DataError(
            "Gradient boosting on categorical features cannot be saved without pickle; give the "
            "categories as columns of 0 and 1."
        )
    trees = Trees.stack([_of_boosting(each.nodes) for turn in inner._predictors for each in turn])
    return TreeClassifier(inner, places, trees, np.ravel(inner._baseline_prediction))


def _of_forest(tree: Any) -> Trees:
    leaf = tree.children_left < 0
    return _plain(
        leaf,
        tree.feature,
        tree.threshold,
        tree.children_left,
        tree.children_right,
        tree.missing_go_to_left,
        tree.value[leaf, 0, :],
    )


def _of_boosting(nodes: Any) -> Trees:
    leaf = nodes["is_leaf"].astype(bool)
    return _plain(
        leaf,
        nodes["feature_idx"],
        nodes["num_threshold"],
        nodes["left"],
        nodes["right"],
        nodes["missing_go_to_left"],
        nodes["value"][leaf, None],
    )


def _plain(
    leaf: Any, features: Any, thresholds: Any, left: Any, right: Any, missing: Any, values: Any
) -> Trees:
    return Trees(
        np.array([0, len(leaf)], dtype=np.int64),
        np.where(leaf, LEAF, features).astype(np.int32),
        np.where(leaf, 0.0, thresholds),
        np.where(leaf, 0, left).astype(np.int32),
        np.where(leaf, 0, right).astype(np.int32),
        np.where(leaf, False, missing.astype(bool)),
        np.asarray(values, dtype=np.float64),
    )


# -- from a file ----------------------------------------------------------------------------------


def tree_arrays(model: TreeClassifier, n_features: int) -> dict[str, NDArray[Any]]:
    """The arrays of a file; trees that could not be opened are not saved."""
    model.trees.check(n_features)
    found: dict[str, NDArray[Any]] = {
        f"tree_{name}": part for name, part in model.trees._asdict().items()
    }
    return found if model.baseline is None else found | {"baseline": model.baseline}


def read_trees(document: Document, origin: Any, places: Codes, n_features: int) -> TreeClassifier:
    """The trees of a file, with every check: each walk ends, and what it adds up is finite."""
    k, boosted = len(places), is_one_of(origin, BOOSTING)
    columns = 1 if k == 2 else k
    features = document.array("tree_features", (-1,), np.int32)
    n = len(features)
    trees = Trees(
        document.array("tree_starts", (-1,), np.int64),
        features,
        document.array("tree_thresholds", (n,), finite=False),
        document.array("tree_left", (n,), np.int32),
        document.array("tree_right", (n,), np.int32),
        document.array("tree_missing_left", (n,), np.bool_),
        document.array("tree_values", (-1, 1 if boosted else k)),
    )
    trees.check(n_features)
    if not boosted:
        if (trees.values < 0.0).any() or not np.allclose(trees.values.sum(axis=1), 1.0):
            raise DataError("The probabilities at the leaves of the model do not sum to 1.")
        return TreeClassifier(origin, places, trees, None)
    baseline = document.array("baseline", (columns,))
    if k < 2 or (len(trees.starts) - 1) % columns:
        raise DataError("The model has another number of trees than its classes need.")
    if not np.isfinite(np.abs(trees.values).sum() + np.abs(baseline).sum()):
        raise DataError("The values at the leaves of the model are out of range.")
    return TreeClassifier(origin, places, trees, baseline)
