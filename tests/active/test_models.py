"""Models on a growing set of labels answer as the whole fits do."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from belieflab import DataError, MassTable
from belieflab.active import MODELS, Tuning
from belieflab.active.material import FEW, Material
from belieflab.data import build_labels, load_sample
from belieflab.neighbors import EvidentialKNN

TOLD = np.random.default_rng(3).permutation(150)[:28]


@pytest.fixture(scope="module")
def iris():
    return load_sample("iris", seed=0)


@pytest.fixture
def material(iris):
    # Iris has equal distances, and scikit-learn takes any of equal neighbours.
    jitter = np.random.default_rng(1).normal(scale=1e-6, size=iris.X.shape)
    return Material(iris.X + jitter, build_labels("epsilon-noise", iris, seed=1, epsilon=0.5))


def learned(key, material, told=TOLD, seed=0):
    return MODELS[key].learn(material, Tuning(), told, np.random.default_rng(seed))


@pytest.mark.parametrize("law", ["epsilon-noise", "hard", "crowd", "expert-doubt"])
def test_gamma_eknn_is_evidential_knn(iris, law):
    labels = build_labels(law, iris, seed=2)
    opinion = learned("gamma-eknn", Material(iris.X, labels)).opine(iris.X)
    model = EvidentialKNN(7, 0.8, 2, "jousselme").fit(iris.X[TOLD], labels[TOLD])
    assert opinion.masses.equals(model.predict_mass(iris.X), 1e-12)
    np.testing.assert_allclose(opinion.conflict, model.predict_conflict(iris.X), atol=1e-12)
    assert (opinion.decide() == model.classes_.searchsorted(model.predict(iris.X))).all()


def test_many_objects_give_the_same_as_few(material, monkeypatch):
    few = learned("gamma-eknn", material).opine(material.X).probabilities
    monkeypatch.setattr("belieflab.active.material.FEW", 10)
    assert FEW > 150
    many = learned("gamma-eknn", Material(material.X, material.labels)).opine(material.X)
    np.testing.assert_allclose(many.probabilities, few, atol=1e-12)


PEERS = {
    "weighted-knn": lambda _: KNeighborsClassifier(7, weights="distance"),
    "logistic": lambda _: LogisticRegression(solver="newton-cg"),
    "forest": lambda seed: RandomForestClassifier(random_state=seed),
}


@pytest.mark.parametrize("key", PEERS)
def test_the_others_are_scikit_learn_on_the_pignistic_class(material, key):
    seed = int(np.random.default_rng(0).integers(2**31 - 1))
    classes = material.labels.pignistic().argmax(axis=1)
    peer = PEERS[key](seed).fit(material.X[TOLD], classes[TOLD])
    told_too = learned(key, material).opine(material.X)
    np.testing.assert_allclose(
        told_too.probabilities, peer.predict_proba(material.X), rtol=1e-9, atol=1e-12
    )


@pytest.mark.parametrize("key", MODELS)
def test_few_labels_have_stated_answers(iris, key):
    labels = build_labels("hard", iris, seed=0)
    told_nothing = learned(key, Material(iris.X, labels), np.arange(0)).opine(iris.X)
    np.testing.assert_allclose(told_nothing.probabilities, 1 / 3)
    for told in (np.array([0]), np.arange(20)):  # all setosa
        one_class = learned(key, Material(iris.X, labels), told).opine(iris.X)
        assert (one_class.decide() == 0).all()
        np.testing.assert_allclose(one_class.probabilities.sum(axis=1), 1.0)
    two_classes = learned(key, Material(iris.X, labels), np.array([0, 1, 60, 61])).opine(iris.X)
    if key != "gamma-eknn":
        assert (two_classes.probabilities[:, 2] == 0).all()
    assert set(two_classes.decide()) == {0, 1}


@pytest.mark.parametrize("key", MODELS)
def test_a_label_that_says_nothing_changes_nothing(material, key):
    silent = MassTable.vacuous(1, material.frame)
    labels = MassTable.stack([material.labels[:149], silent])
    with_it, without = (
        learned(key, Material(material.X, labels), told).opine(material.X).probabilities
        for told in (np.append(TOLD[TOLD < 149], 149), TOLD[TOLD < 149])
    )
    np.testing.assert_allclose(with_it, without, atol=1e-12)


def test_impossible_material_gets_a_sentence(iris):
    hard = build_labels("hard", iris, seed=0)
    nobody = MassTable(hard.frame, [0], np.ones((150, 1)))
    with pytest.raises(DataError, match="row 1 makes every class impossible"):
        Material(iris.X, nobody)
    with pytest.raises(DataError, match="150 objects but 10 labels"):
        Material(iris.X, hard[:10])
    with pytest.raises(DataError, match="at least two classes"):
        Material(iris.X, MassTable.vacuous(150, ["only"]))


@pytest.mark.parametrize(
    "settings", [{"n_neighbors": 0}, {"alpha": 1.0}, {"alpha": 0.0}, {"beta": -1.0}]
)
def test_impossible_settings_are_refused(settings):
    with pytest.raises(DataError, match="found"):
        Tuning(**settings)
