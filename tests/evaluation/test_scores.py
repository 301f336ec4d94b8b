from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, make_scorer
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from belieflab import DataError, MassTable
from belieflab.errors import FitWarning
from belieflab.evaluation import SoftStratifiedKFold, predict_mass, soft_accuracy
from belieflab.mixture import SoftLabelMixture
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork

X, Y = load_iris(return_X_y=True)
LABELS = MassTable.from_guess_and_doubt(Y, 0.3)


def test_on_hard_labels_it_is_the_accuracy():
    predicted = np.roll(Y, 7)
    expected = accuracy_score(Y, predicted)
    for labels in (Y, Y.astype(float), Y.astype(str), pd.Series(Y, dtype="Int64")):
        assert soft_accuracy(labels, predicted) == pytest.approx(expected)
    assert soft_accuracy(MassTable.from_hard(Y), predicted.astype(str)) == pytest.approx(expected)


def test_on_soft_labels_it_is_the_mean_pignistic_probability_of_the_predictions():
    labels = MassTable("ab", [1, 2, 3], [[0.6, 0.0, 0.4], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert soft_accuracy(labels, ["a", "a", "b"]) == pytest.approx((0.8 + 0.0 + 0.5) / 3)
    assert soft_accuracy(labels, ["a", "c", "c"]) == pytest.approx(0.8 / 3)


def test_all_wrong_is_zero_but_text_against_numbers_is_refused():
    assert soft_accuracy([0, 0], [1, 1]) == 0.0
    with pytest.raises(DataError, match=r"'setosa'.*0, 1"):
        soft_accuracy([0, 1], ["setosa", "setosa"])
    with pytest.raises(DataError, match="Row 2: there is no predicted class"):
        soft_accuracy([0, 1], [0.0, np.nan])


def test_unknown_labels_share_their_probability():
    assert soft_accuracy([0, 1, -1], [0, 1, 1], unknown=-1) == pytest.approx(2.5 / 3)


@pytest.mark.parametrize("scoring", [soft_accuracy, make_scorer(soft_accuracy)])
@pytest.mark.parametrize(
    "model", [EvidentialKNN(), make_pipeline(StandardScaler(), SoftLabelMixture())]
)
def test_it_scores_mass_tables_in_cross_validation(model, scoring):
    folds = SoftStratifiedKFold(5, random_state=0)
    scores = cross_val_score(model, X, LABELS, cv=folds, scoring=scoring)
    own = [
        model.fit(X[train], LABELS[train]).score(X[test], LABELS[test])
        for train, test in folds.split(X, LABELS)
    ]
    np.testing.assert_allclose(scores, own)
    assert 0.75 < scores.mean() <= 0.8  # the labels themselves say 0.8


def test_it_chooses_parameters_on_mass_tables():
    search = GridSearchCV(
        EvidentialKNN(),
        {"n_neighbors": [1, 7]},
        scoring=soft_accuracy,
        cv=SoftStratifiedKFold(4, random_state=0),
    ).fit(X, LABELS)
    assert search.best_score_ > 0.75
    assert soft_accuracy(search, X, LABELS) == pytest.approx(
        search.best_estimator_.score(X, LABELS)
    )


def test_a_model_inside_a_pipeline_says_what_is_unknown():
    spoilt = np.where(np.arange(150) % 10 == 0, -1, Y)
    model = make_pipeline(StandardScaler(), EvidentialKNN(unknown=-1)).fit(X, spoilt)
    assert soft_accuracy(model, X, spoilt) == pytest.approx(model.score(X, spoilt))


@pytest.mark.parametrize(
    "model",
    [
        EvidentialKNN(),
        SoftLabelMixture(covariance="tied"),
        EvidentialNetwork(random_state=0, max_iter=5),
    ],
)
def test_unshuffled_folds_of_sorted_data_are_warned_about(model):
    with pytest.warns(FitWarning, match=r"No label favours the class(es)? \d.*SoftStratifiedKFold"):
        cross_val_score(model, X, LABELS, cv=KFold(3), scoring=soft_accuracy)
    with pytest.warns(FitWarning, match="No label favours the class 1"):
        model.fit(X[Y != 1], LABELS[Y != 1])
    contour = pd.DataFrame(LABELS.contour(), columns=["s", "ve", "vi"])
    with pytest.warns(FitWarning, match="No label favours the class s"):
        model.fit(X[Y != 0], contour[Y != 0])


def test_classes_that_tie_or_are_left_open_are_not_warned_about():
    pairs = MassTable.from_sets([[0, 1], [1, 2]] * 75, [0, 1, 2])
    EvidentialKNN().fit(X, pairs)
    SoftLabelMixture().fit(X, MassTable.vacuous(150, range(2)))
    SoftLabelMixture(2, random_state=0).fit(X)


def test_masses_come_out_of_a_pipeline_in_one_call():
    model = make_pipeline(StandardScaler(), EvidentialKNN())
    masses = predict_mass(model.fit(X, LABELS), X)
    direct = EvidentialKNN().fit(StandardScaler().fit_transform(X), LABELS)
    assert masses.equals(direct.predict_mass(StandardScaler().fit_transform(X)))
    assert masses.frame.values == (0, 1, 2)
    assert predict_mass(direct, X[:2]).equals(direct.predict_mass(X[:2]))
    alone = make_pipeline(EvidentialKNN()).fit(X, LABELS)
    assert predict_mass(alone, X).equals(alone[-1].predict_mass(X))


def test_masses_come_out_of_a_search_and_of_any_classifier():
    search = GridSearchCV(
        make_pipeline(StandardScaler(), EvidentialKNN()),
        {"evidentialknn__n_neighbors": [3, 7]},
        cv=SoftStratifiedKFold(3),
    ).fit(X, LABELS)
    assert predict_mass(search, X).equals(predict_mass(search.best_estimator_, X))
    names = np.array(["s", "ve", "vi"])[Y]
    plain = make_pipeline(StandardScaler(), LogisticRegression()).fit(X, names)
    masses = predict_mass(plain, X)
    assert masses.frame.values == ("s", "ve", "vi")
    np.testing.assert_allclose(masses.pignistic(), plain.predict_proba(X))


def test_a_model_without_probabilities_is_refused():
    with pytest.raises(DataError, match="LinearSVC gives neither masses nor probabilities"):
        predict_mass(LinearSVC().fit(X, Y), X)


def test_the_readme_shows_model_selection_that_runs():
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    code = next(block for block in text.split("```python")[1:] if "soft_accuracy" in block)
    names = {}
    exec(code.split("```")[0], names)  # noqa: S102
    assert names["scores"].shape == (5,) and names["scores"].mean() > 0.6
    assert names["masses"].shape[0] == 150
