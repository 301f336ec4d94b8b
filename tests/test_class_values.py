"""Class values keep their type from the labels through fit to predictions and scores."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_iris
from sklearn.metrics import accuracy_score

from belieflab import DataError, MassTable
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.errors import FitWarning
from belieflab.mixture import Landscape, SoftLabelMixture
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork

X, Y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])
ESTIMATORS = [
    EvidentialKNN(),
    SoftLabelMixture(),
    EvidentialNetwork(max_iter=20, random_state=0),
    GaussianNetworkClassifier("tan"),
]


def with_nan(y):
    labels = y.astype(float)
    labels[::10] = np.nan
    return labels


def with_na(y):
    labels = pd.Series(y, dtype="Int64")
    labels[::10] = pd.NA
    return labels


@pytest.fixture(params=ESTIMATORS, ids=lambda model: type(model).__name__)
def model(request):
    return request.param


@pytest.mark.parametrize("spoil", [with_nan, with_na])
def test_missing_labels_do_not_change_what_a_class_is(model, spoil):
    model.fit(X, spoil(Y))
    accuracy = accuracy_score(Y, model.predict(X))
    assert accuracy > 0.9
    for y in (Y, Y.astype(float), Y.astype(np.int8), pd.Series(Y, dtype="Int64"), Y.astype(str)):
        assert model.score(X, y) == pytest.approx(accuracy)
    assert model.score(X, MassTable.from_hard(Y)) == pytest.approx(accuracy)
    assert model.score(X, MassTable.from_hard(Y.astype(str))) == pytest.approx(accuracy)
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.classes_.dtype == np.int64
    assert model.predict(X).dtype == np.int64
    assert model.predict_mass(X).frame.values == (0, 1, 2)


def test_the_documented_way_gives_the_documented_accuracy():
    assert EvidentialKNN().fit(X, with_nan(Y)).score(X, Y) == pytest.approx(0.973, abs=5e-4)


def test_fitting_on_masses_of_integers_predicts_integers(model):
    predicted = model.fit(X, MassTable.from_hard(with_nan(Y))).predict(X)
    assert predicted.dtype == np.int64
    assert (predicted == Y).mean() == model.score(X, Y) > 0.9


@pytest.mark.parametrize(
    "labels",
    [
        NAMES[Y],
        NAMES[Y].astype(object),
        pd.Series(NAMES[Y]),
        pd.Series(pd.Categorical(NAMES[Y])),
        pd.Series(NAMES[Y], dtype="string"),
    ],
    ids=["text", "objects", "series", "categorical", "string dtype"],
)
def test_text_labels_of_every_kind_are_one(model, labels):
    model.fit(X, labels)
    accuracy = accuracy_score(NAMES[Y], model.predict(X))
    assert accuracy > 0.9
    for y in (NAMES[Y], pd.Series(pd.Categorical(NAMES[Y])), MassTable.from_hard(NAMES[Y])):
        assert model.score(X, y) == pytest.approx(accuracy)


def test_booleans_match_zero_and_one(model):
    model.fit(X, Y == 0)
    assert model.classes_.dtype == np.bool_
    assert model.predict(X).dtype == np.bool_
    accuracy = (model.predict(X) == (Y == 0)).mean()
    assert accuracy > 0.95
    assert model.score(X, (Y == 0).astype(int)) == pytest.approx(accuracy)
    assert model.score(X, pd.Series(Y == 0, dtype="boolean")) == pytest.approx(accuracy)
    assert model.fit(X, (Y == 0).astype(int)).score(X, Y == 0) == pytest.approx(accuracy)


def test_labels_none_of_which_was_learned_raise_and_name_both_sides(model):
    model.fit(X, Y)
    with pytest.raises(DataError, match=r"'setosa', 'versicolor', 'virginica'.*0, 1, 2"):
        model.score(X, NAMES[Y])
    with pytest.raises(DataError, match=r"'setosa'.*0, 1, 2"):
        model.score(X, MassTable.from_hard(NAMES[Y]))


def test_a_class_absent_from_training_counts_as_wrong(model):
    seen = Y < 2
    model.fit(X[seen], Y[seen])
    assert model.score(X, Y) == accuracy_score(Y, model.predict(X))


def test_minus_one_means_the_same_in_every_fold(model):
    spoilt = np.where(np.arange(len(Y)) % 10 == 0, -1, Y)
    with pytest.warns(FitWarning, match="unknown=-1"):
        model.fit(X, spoilt)
    assert model.classes_.tolist() == [-1, 0, 1, 2]
    with_unknown = type(model)(**{**model.get_params(), "unknown": -1}).fit(X, spoilt)
    assert with_unknown.classes_.tolist() == [0, 1, 2]
    only_two = np.isin(spoilt, [-1, 1])
    predicted = with_unknown.predict(X[only_two])
    shares = np.where(spoilt[only_two] == -1, 1 / 3, predicted == spoilt[only_two])
    assert with_unknown.score(X[only_two], spoilt[only_two]) == pytest.approx(shares.mean())
    with_unknown.set_params(unknown=None)  # the meaning was fixed when it was fitted
    assert with_unknown.score(X[only_two], spoilt[only_two]) == pytest.approx(shares.mean())


def test_the_landscape_is_with_unknown_what_unknown_is_too():
    spoilt = np.where(np.arange(len(Y)) % 10 == 0, -1, Y)
    found = Landscape(n_starts=2, tol=1e-3, still=1.0, random_state=0, unknown=-1).fit(X, spoilt)
    assert found.classes_.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("labels", "classes"),
    [
        (pl.Series(with_nan(Y), dtype=pl.Float64), [0, 1, 2]),
        (pl.Series([None if row % 10 == 0 else int(y) for row, y in enumerate(Y)]), [0, 1, 2]),
        (pl.Series(NAMES[Y].tolist()), NAMES.tolist()),
        (pl.Series(NAMES[Y].tolist(), dtype=pl.Categorical), NAMES.tolist()),
    ],
    ids=["floats", "integers", "text", "categorical"],
)
def test_polars_labels_are_labels_like_others(model, labels, classes):
    points = pl.DataFrame(X)
    model.fit(points, labels)
    assert model.classes_.tolist() == classes
    truth = np.array(classes)[Y]
    assert model.score(points, truth) == accuracy_score(truth, model.predict(points)) > 0.9


def test_a_data_frame_of_plausibilities_brings_its_classes(model):
    contour = MassTable.from_guess_and_doubt(Y, 0.3).contour()
    for table in (pd.DataFrame(contour, columns=NAMES), pl.DataFrame(contour, NAMES.tolist())):
        model.fit(X, table)
        assert model.classes_.tolist() == NAMES.tolist()
        assert model.score(X, NAMES[Y]) > 0.9
        assert model.score(X, table) > 0.7


def test_predictions_have_the_type_of_the_labels(model):
    for dtype in (np.int32, np.uint8, np.int64, "<U3"):
        assert model.fit(X, Y.astype(dtype)).predict(X).dtype == np.dtype(dtype)
