"""Classifiers on a growing set of labels answer as the whole fits do."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier

from belieflab import DataError, MassTable
from belieflab.active import Line, Tuning, active_classifiers
from belieflab.active.learner import Learner
from belieflab.data import build_labels, load_sample
from belieflab.evaluation.classifiers import CLASSIFIERS, TrainingSet
from belieflab.evaluation.classifiers.training_set import MAX_PRECOMPUTED
from belieflab.neighbors import EvidentialKNN

LABELLED = np.random.default_rng(3).permutation(150)[:28]


@pytest.fixture(scope="module")
def iris():
    return load_sample("iris", seed=0)


@pytest.fixture
def training(iris):
    # Iris has equal distances, and scikit-learn takes any of equal neighbours.
    jitter = np.random.default_rng(1).normal(scale=1e-6, size=iris.X.shape)
    return TrainingSet(iris.X + jitter, build_labels("epsilon-noise", iris, seed=1, epsilon=0.5))


def fitted(key, training, labelled=LABELLED, seed=0):
    learner = Learner(training, Tuning(), Line(key, "confidence"))
    return learner.fit(labelled, np.random.default_rng(seed))


@pytest.mark.parametrize("law", ["epsilon-noise", "hard", "crowd", "expert-doubt"])
def test_gamma_eknn_is_evidential_knn(iris, law):
    labels = build_labels(law, iris, seed=2)
    prediction = fitted("gamma-eknn", TrainingSet(iris.X, labels)).predict_all(iris.X)
    model = EvidentialKNN(7, 0.8, 2, "jousselme").fit(iris.X[LABELLED], labels[LABELLED])
    assert prediction.masses.equals(model.predict_mass(iris.X), 1e-12)
    np.testing.assert_allclose(prediction.conflict, model.predict_conflict(iris.X), atol=1e-12)
    assert (prediction.classes() == model.classes_.searchsorted(model.predict(iris.X))).all()


def test_many_objects_give_the_same_as_few(training, monkeypatch):
    few = fitted("gamma-eknn", training).predict_all(training.X).probabilities
    monkeypatch.setattr("belieflab.evaluation.classifiers.training_set.MAX_PRECOMPUTED", 10)
    assert MAX_PRECOMPUTED > 150
    many = fitted("gamma-eknn", TrainingSet(training.X, training.labels)).predict_all(training.X)
    np.testing.assert_allclose(many.probabilities, few, atol=1e-12)


FROM_ONE = [key for key, each in CLASSIFIERS.items() if each.works_from_one]
PEERS = {
    "weighted-knn": lambda _: KNeighborsClassifier(7, weights="distance"),
    "logistic": lambda _: LogisticRegression(solver="newton-cg"),
    "forest": lambda seed: RandomForestClassifier(random_state=seed),
}


@pytest.mark.parametrize("key", PEERS)
def test_the_others_are_scikit_learn_on_the_pignistic_class(training, key):
    seed = int(np.random.default_rng(0).integers(2**31 - 1))
    classes = training.labels.pignistic().argmax(axis=1)
    peer = PEERS[key](seed).fit(training.X[LABELLED], classes[LABELLED])
    ours = fitted(key, training).predict_all(training.X)
    np.testing.assert_allclose(
        ours.probabilities, peer.predict_proba(training.X), rtol=1e-9, atol=1e-12
    )


@pytest.mark.parametrize("key", FROM_ONE)
def test_few_labels_have_stated_answers(iris, key):
    labels = build_labels("hard", iris, seed=0)
    uninformed = fitted(key, TrainingSet(iris.X, labels), np.arange(0)).predict_all(iris.X)
    np.testing.assert_allclose(uninformed.probabilities, 1 / 3)
    for labelled in (np.array([0]), np.arange(20)):  # all setosa
        one_class = fitted(key, TrainingSet(iris.X, labels), labelled).predict_all(iris.X)
        assert (one_class.classes() == 0).all()
        np.testing.assert_allclose(one_class.probabilities.sum(axis=1), 1.0)
    two_classes = fitted(key, TrainingSet(iris.X, labels), np.array([0, 1, 60, 61])).predict_all(
        iris.X
    )
    if key != "gamma-eknn":
        assert (two_classes.probabilities[:, 2] == 0).all()
    assert set(two_classes.classes()) == {0, 1}


@pytest.mark.parametrize("key", FROM_ONE)
def test_a_label_that_says_nothing_changes_nothing(training, key):
    silent = MassTable.vacuous(1, training.frame)
    labels = MassTable.stack([training.labels[:149], silent])
    with_it, without = (
        fitted(key, TrainingSet(training.X, labels), labelled).predict_all(training.X).probabilities
        for labelled in (np.append(LABELLED[LABELLED < 149], 149), LABELLED[LABELLED < 149])
    )
    np.testing.assert_allclose(with_it, without, atol=1e-12)


def test_impossible_training_gets_a_sentence(iris):
    hard = build_labels("hard", iris, seed=0)
    nobody = MassTable(hard.frame, [0], np.ones((150, 1)))
    with pytest.raises(DataError, match="row 1 makes every class impossible"):
        TrainingSet(iris.X, nobody)
    with pytest.raises(DataError, match="150 objects but 10 labels"):
        TrainingSet(iris.X, hard[:10])
    with pytest.raises(DataError, match="at least two classes"):
        TrainingSet(iris.X, MassTable.vacuous(150, ["only"]))


@pytest.mark.parametrize(
    "settings", [{"n_neighbors": 0}, {"alpha": 1.0}, {"alpha": 0.0}, {"beta": -1.0}]
)
def test_impossible_settings_are_refused(settings):
    with pytest.raises(DataError, match="found"):
        Tuning(**settings)


@pytest.mark.parametrize("key", active_classifiers())
@pytest.mark.parametrize("n_labels", [0, 1, 2, 3, 4, 6, 8, 20])
def test_every_classifier_learns_from_any_number_of_labels(training, key, n_labels):
    found = fitted(key, training, LABELLED[:n_labels]).predict_all(training.X)
    assert np.isfinite(found.probabilities).all()
    np.testing.assert_allclose(found.probabilities.sum(axis=1), 1.0)
    assert (found.conflict is not None) == CLASSIFIERS[key].gives_conflict
    assert (found.masses is not None) == CLASSIFIERS[key].gives_masses


def test_those_made_for_few_labels_come_first_and_clustering_takes_no_part():
    keys = list(active_classifiers())
    assert keys[:4] == FROM_ONE == ["gamma-eknn", "weighted-knn", "logistic", "forest"]
    assert "unsupervised" not in keys


def test_mixtures_learn_from_objects_without_a_label_too(iris):
    """§3.3 of Côme et al. (2009): with ten labels in four dimensions nothing else would do."""
    training = TrainingSet(iris.X, build_labels("hard", iris, seed=0))
    labelled = np.array([0, 1, 2, 60, 61, 62, 120, 121, 122])
    found = fitted("soft", training, labelled).predict_all(iris.X)
    assert (found.classes() == iris.truth).mean() > 0.9


TRIPLETS = np.arange(150) // 3


@pytest.mark.parametrize("key", ["eknn-learned", "forest-soft"])
def test_objects_of_a_group_are_left_out_together(training, key):
    labelled = np.flatnonzero(TRIPLETS % 5 == 0)
    grouped = TrainingSet(training.X, training.labels, groups=TRIPLETS)
    together, apart = (
        fitted(key, each, labelled).predict_mass(training.X).pignistic()
        for each in (grouped, training)
    )
    seed = int(np.random.default_rng(0).integers(2**31 - 1))
    settings = {"neighbors": 7, "alpha": 0.8} if key == "eknn-learned" else {}
    X, labels = training.X[labelled], training.labels[labelled]
    peer = CLASSIFIERS.find(key).train(X, labels, seed=seed, groups=TRIPLETS[labelled], **settings)
    np.testing.assert_array_equal(together, peer.predict_mass(training.X).pignistic())
    assert not np.allclose(together, apart)


@pytest.mark.parametrize("key", ["soft", "naive-bayes", "logistic", "gaussian-nb", "weighted-knn"])
def test_objects_count_as_much_as_their_weight(training, key):
    """Also those without a label, which mixtures and networks learn from."""
    weights, labelled = np.linspace(0.1, 3.0, 150), np.sort(LABELLED)
    weighted = TrainingSet(training.X, training.labels, weights=weights)
    counted, alike = (
        fitted(key, each, labelled).predict_all(training.X).probabilities
        for each in (weighted, training)
    )
    if key == "weighted-knn":  # has no use for them
        np.testing.assert_array_equal(counted, alike)
        return
    order = labelled
    if CLASSIFIERS[key].uses_unlabelled:
        order = np.append(labelled, np.setdiff1d(np.arange(150), labelled))
    vacuous = MassTable.vacuous(len(order) - len(labelled), training.frame)
    labels = MassTable.stack([training.labels[labelled], vacuous])
    peer = CLASSIFIERS[key].train(training.X[order], labels, seed=0, weights=weights[order])
    np.testing.assert_array_equal(counted, peer.predict_all(training.X).probabilities)
    assert np.abs(counted - alike).max() > 1e-3


@pytest.mark.parametrize("key", [key for key, each in CLASSIFIERS.items() if each.takes_groups])
@pytest.mark.parametrize("labelled", [np.arange(6), np.array([0, 1, 2, 60]), np.arange(0, 150, 9)])
def test_labels_of_few_groups_are_learned_from(training, key, labelled):
    """Of one group alone objects are left out one by one, as no other group is left."""
    grouped = TrainingSet(training.X, training.labels, groups=np.arange(150) // 50)
    found = fitted(key, grouped, labelled).predict_all(training.X).probabilities
    assert np.isfinite(found).all()
    if len(labelled) == 6:
        alone = fitted(key, training, labelled).predict_all(training.X).probabilities
        np.testing.assert_array_equal(found, alone)
