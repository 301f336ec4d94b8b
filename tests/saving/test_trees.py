"""Forests and boosting as plain trees: scikit-learn's own predictions, and no walk without end."""

import io
import json
import time
import zipfile

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.ensemble import (
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from threadpoolctl import threadpool_limits

from belieflab import DataError
from belieflab.data import build_labels, load_sample
from belieflab.evaluation import SoftLabelClassifier
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.saving import open_model, save_model
from belieflab.saving.ensembles import walk_length
from belieflab.saving.predictor import Predictor
from belieflab.saving.trees import MAX_DEPTH, Trees

IRIS = load_sample("iris")
LABELS = build_labels("expert-doubt", IRIS, seed=1, mean=0.3)
DATA = {
    "two classes": load_breast_cancer(return_X_y=True),
    "three classes": (IRIS.X, IRIS.truth),
    "ten classes": tuple(part[::6] for part in load_digits(return_X_y=True)),
}
ESTIMATORS = {
    "forest": RandomForestClassifier(15, random_state=0),
    "forest by leaves": RandomForestClassifier(9, max_leaf_nodes=9, random_state=0),
    "pruned forest": RandomForestClassifier(9, ccp_alpha=0.01, random_state=0),
    "extra trees": ExtraTreesClassifier(9, random_state=0),
    "boosting": HistGradientBoostingClassifier(max_iter=9),
    "boosting that stops": HistGradientBoostingClassifier(
        max_iter=30, early_stopping=True, n_iter_no_change=2, random_state=0
    ),
}


@pytest.fixture(autouse=True)
def one_core():
    """Threads of boosting wait for each other on a busy machine."""
    with threadpool_limits(1, user_api="openmp"):
        yield


def gapped(X, share, seed=0):
    found = X.copy()
    found[np.random.default_rng(seed).random(X.shape) < share] = np.nan
    return found


@pytest.mark.parametrize("gaps", [0.0, 0.15])
@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize("data", DATA)
def test_plain_trees_predict_what_scikit_learn_predicts(data, estimator, gaps):
    X, y = DATA[data]
    model = SoftLabelClassifier(ESTIMATORS[estimator]).fit(gapped(X, gaps), y)
    again = open_model(save_model(model))
    noise = np.random.default_rng(1).normal(size=X.shape) * X.std(axis=0)
    for new in (X, X + noise, gapped(X + noise, 0.3, 2), np.full((1, X.shape[1]), np.nan)):
        expected, found = model.predict_proba(new), again.predict_proba(new)
        np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-12)
        np.testing.assert_array_equal(again.predict(new), model.predict(new))
    assert walk_length(again.estimator_) == walk_length(model.estimator_) > 0


@pytest.mark.parametrize("estimator", ["forest", "boosting"])
def test_values_on_and_beside_a_threshold_go_where_scikit_learn_sends_them(estimator):
    """Forests compare rounded to single precision, boosting does not."""
    X, y = DATA["two classes"]
    model = SoftLabelClassifier(ESTIMATORS[estimator]).fit(X, y)
    again = open_model(save_model(model))
    trees, new = again.estimator_.trees, []
    for node in np.flatnonzero(trees.features >= 0)[:60]:
        at, feature = trees.thresholds[node], trees.features[node]
        for value in (at, np.nextafter(at, np.inf), np.nextafter(at, -np.inf), np.float32(at)):
            new.append(X[node % len(X)].copy())
            new[-1][feature] = value
    np.testing.assert_array_equal(again.predict_proba(new), model.predict_proba(new))


def test_only_missing_values_may_go_to_the_right():
    """Such a split has a threshold of +∞."""
    x = np.full((80, 1), 1.0)
    x[::2] = np.nan
    y = np.arange(80) % 2
    model = SoftLabelClassifier(RandomForestClassifier(5, random_state=0)).fit(x, y)
    again = open_model(save_model(model))
    assert np.isinf(again.estimator_.trees.thresholds).any()
    np.testing.assert_array_equal(again.predict([[np.nan], [1.0]]), [0, 1])


def test_soft_labels_names_and_sparse_objects():
    frame = pd.DataFrame(IRIS.X, columns=list("abcd"))
    for name in ("forest", "boosting"):
        model = SoftLabelClassifier(ESTIMATORS[name], n_folds=2, max_iter=2, random_state=0)
        model.fit(frame, LABELS)
        again = open_model(save_model(model))
        assert list(again.feature_names_in_) == list("abcd")
        np.testing.assert_array_equal(again.predict_proba(frame), model.predict_proba(frame))
        assert again.estimator.get_params() == model.estimator_.get_params()
        refitted = again.fit(frame, LABELS)  # the settings are there
        assert refitted.predict_proba(frame).shape == (150, 3)
    from scipy.sparse import csr_array

    forest = SoftLabelClassifier(ESTIMATORS["forest"]).fit(IRIS.X, IRIS.truth)
    sparse = open_model(save_model(forest)).predict_proba(csr_array(IRIS.X))
    np.testing.assert_array_equal(sparse, forest.predict_proba(IRIS.X))


@pytest.mark.parametrize("key", ["forest-soft", "boosting-soft"])
def test_the_ready_classifiers_can_be_saved(key):
    fitted = CLASSIFIERS.find(key).fit(IRIS.X, LABELS, trees=5, max_iter=1)
    again = open_model(save_model(fitted.model))
    expected = fitted.predict_proba(IRIS.X)
    np.testing.assert_allclose(again.predict_proba(IRIS.X), expected, rtol=0.0, atol=1e-12)


def test_boosting_on_categories_is_not_saved():
    model = HistGradientBoostingClassifier(max_iter=2, categorical_features=[0])
    X = np.column_stack([np.arange(150) % 3, IRIS.X])
    with pytest.raises(DataError, match="columns of 0 and 1"):
        save_model(SoftLabelClassifier(model).fit(X, IRIS.truth))


def test_predicting_with_many_trees_is_known_to_take_time():
    few, many = (
        SoftLabelClassifier(RandomForestClassifier(count, random_state=0)).fit(IRIS.X, IRIS.truth)
        for count in (1, 100)
    )
    costs = [Predictor.of(model, IRIS).cost(100_000).seconds for model in (few, many)]
    assert costs[1] > 1.0 > costs[0]


# -- files that somebody else made ----------------------------------------------------------------

FOREST = save_model(
    SoftLabelClassifier(RandomForestClassifier(3, random_state=0)).fit(IRIS.X, IRIS.truth)
)
BOOSTING = save_model(
    SoftLabelClassifier(HistGradientBoostingClassifier(max_iter=2)).fit(IRIS.X, IRIS.truth)
)


def parts_of(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_arrays(content, change):
    """The file with its trees changed in place, or by a dictionary of new arrays."""
    parts = parts_of(content)
    arrays = {
        name.removesuffix(".npy").removeprefix("tree_"): np.load(io.BytesIO(part))
        for name, part in parts.items()
        if name.startswith("tree_") or name == "baseline.npy"
    }
    arrays |= change(arrays) or {}
    for name, array in arrays.items():
        stream = io.BytesIO()
        np.save(stream, array)
        parts["baseline.npy" if name == "baseline" else f"tree_{name}.npy"] = stream.getvalue()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()


def at_first(name, value):
    """A change of the root of the first tree."""

    def change(arrays):
        arrays[name][0] = value

    return change


def leaf_with_child(arrays):
    leaf = np.flatnonzero(arrays["features"] < 0)[0]
    arrays["left"][leaf] = 1


def cycle(arrays):
    """A node below the root leads back to itself."""
    node = np.flatnonzero(arrays["features"] >= 0)[1]
    arrays["right"][node] = node


def shared(arrays):
    arrays["right"][0] = arrays["left"][0]


def into_the_next_tree(arrays):
    arrays["right"][0] = arrays["starts"][1] + 1


def wrapped_round(arrays):
    steps = [0, 2**62, 2**63 - 1, -(2**63), -(2**62), len(arrays["features"])]
    return {"starts": np.array(steps, dtype=np.int64)}


def chain(length):
    """A tree of one long walk."""

    def change(arrays):
        inner = np.arange(0, 2 * length, 2)
        left, right = np.zeros((2, 2 * length + 1), np.int32)
        left[inner], right[inner] = inner + 1, inner + 2
        features = np.full(2 * length + 1, -1, np.int32)
        features[inner] = 0
        values = np.full((length + 1, arrays["values"].shape[1]), 1 / arrays["values"].shape[1])
        return {
            "starts": np.array([0, len(left)]),
            "features": features,
            "left": left,
            "right": right,
            "thresholds": np.zeros(len(left)),
            "missing_left": np.zeros(len(left), bool),
            "values": values,
        }

    return change


FIT, CHILD = "does not fit", "leads to a node that is not below it"
HOSTILE = {
    "loop at the root": (at_first("left", 0), CHILD),
    "loop below": (cycle, CHILD),
    "child before all": (at_first("left", -5), CHILD),
    "child behind all": (at_first("right", 2**31 - 1), CHILD),
    "one child twice": (shared, CHILD),
    "child in another tree": (into_the_next_tree, CHILD),
    "leaf with a child": (leaf_with_child, CHILD),
    "feature": (at_first("features", 4), "a feature that it does not have"),
    "negative feature": (at_first("features", -2), "a feature that it does not have"),
    "another leaf": (at_first("features", -1), "number of leaves"),
    "no number": (at_first("thresholds", np.nan), "no number"),
    "minus infinity": (at_first("thresholds", -np.inf), "no number"),
    "first tree": (at_first("starts", 1), "do not follow"),
    "starts backwards": (lambda a: {"starts": a["starts"][::-1].copy()}, "do not follow"),
    "no tree": (lambda a: {"starts": a["starts"][:1]}, "do not follow"),
    "starts far outside": (wrapped_round, "do not follow"),
    "starts of another kind": (lambda a: {"starts": a["starts"].astype(float)}, FIT),
    "fewer thresholds": (lambda a: {"thresholds": a["thresholds"][1:]}, FIT),
    "left as a table": (lambda a: {"left": a["left"][:, None]}, FIT),
    "missing as numbers": (lambda a: {"missing_left": a["missing_left"].astype(np.int8)}, FIT),
    "values of other classes": (lambda a: {"values": a["values"][:, :0]}, FIT),
    "too few values": (lambda a: {"values": a["values"][1:]}, "number of leaves"),
    "infinite value": (at_first("values", np.inf), "no finite number"),
    "too deep": (chain(MAX_DEPTH + 1), "10,000 nodes deep"),
}
BY_KIND = {
    "negative share": (FOREST, at_first("values", [-1.0, 1.0, 1.0]), "sum to 1"),
    "other shares": (FOREST, at_first("values", [0.5, 1.0, 1.0]), "sum to 1"),
    "large values": (BOOSTING, at_first("values", 1e308), None),
    "beyond all numbers": (BOOSTING, lambda a: {"values": 0 * a["values"] + 1e308}, "out of range"),
    "another baseline": (BOOSTING, lambda a: {"baseline": np.zeros(2)}, FIT),
    "one tree less": (
        BOOSTING,
        lambda a: (
            {
                name: part[: a["starts"][5]]
                if name not in {"starts", "values", "baseline"}
                else part
                for name, part in a.items()
            }
            | {"starts": a["starts"][:6]}
            | {"values": a["values"][: (a["features"][: a["starts"][5]] < 0).sum()]}
        ),
        "another number of trees",
    ),
}


@pytest.mark.parametrize("content", [FOREST, BOOSTING], ids=["forest", "boosting"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_trees_are_refused_in_one_sentence(name, content):
    change, said = HOSTILE[name]
    hostile = with_arrays(content, change)
    begun = time.process_time()
    with pytest.raises(DataError, match=said) as refused:
        open_model(hostile)
    assert "\n" not in str(refused.value) and time.process_time() - begun < 5.0


@pytest.mark.parametrize("name", BY_KIND)
def test_hostile_values_are_refused_in_one_sentence(name):
    content, change, said = BY_KIND[name]
    hostile = with_arrays(content, change)
    if said is None:
        assert np.isfinite(open_model(hostile).predict_proba(IRIS.X)).all()
        return
    with pytest.raises(DataError, match=said):
        open_model(hostile)


@pytest.mark.parametrize("name", ["os", "DummyClassifier", "__class__", "sklearn.ensemble"])
def test_a_file_names_no_class_to_import(name):
    parts = parts_of(FOREST)
    main = json.loads(parts["model.json"])
    main["values"]["estimator"] = name
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for part, content in (parts | {"model.json": json.dumps(main)}).items():
            archive.writestr(part, content)
    with pytest.raises(DataError, match="cannot be opened"):
        open_model(buffer.getvalue())


def test_trees_that_could_not_be_opened_are_not_saved(monkeypatch):
    model = SoftLabelClassifier(RandomForestClassifier(3, random_state=0))
    model.fit(IRIS.X, IRIS.truth)
    monkeypatch.setattr("belieflab.saving.trees.MAX_STEPS", 5)
    for refused in (lambda: save_model(model), lambda: open_model(FOREST)):
        with pytest.raises(DataError, match="nodes deep together; the limit is 5"):
            refused()


def test_a_single_leaf_is_a_tree():
    leaf = Trees(
        np.array([0, 1]),
        np.array([-1], np.int32),
        np.zeros(1),
        np.zeros(1, np.int32),
        np.zeros(1, np.int32),
        np.zeros(1, bool),
        np.array([[0.25, 0.75]]),
    )
    leaf.check(3)
    assert leaf.depths().tolist() == [0]
    np.testing.assert_array_equal(leaf.add_up(np.zeros((2, 3)), np.ones(2)), [[1.25, 1.75]] * 2)
