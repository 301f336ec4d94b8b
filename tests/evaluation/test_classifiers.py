"""One protocol for every classifier, keys that stay valid, and a new one through the registry."""

import time

import numpy as np
import pytest
from toys import TOY_CLASSIFIER

from belieflab import DataError, MassTable
from belieflab.active import ActiveLearning, active_classifiers
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.data import build_labels, load_sample
from belieflab.data.parameters import checked_settings
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments import Assessment, DataChoice, Job, LawChoice, MethodChoice, Sweep
from belieflab.experiments.assessment import assess
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.rules import GAMMA_RULES


@pytest.fixture(scope="module")
def iris():
    return load_sample("iris")


@pytest.fixture(scope="module")
def labels(iris):
    return build_labels("expert-doubt", iris, seed=1, mean=0.2)


@pytest.mark.parametrize("key", CLASSIFIERS)
def test_every_classifier_keeps_the_protocol(iris, labels, key):
    classifier = CLASSIFIERS[key]
    settings = checked_settings(classifier.parameters, {})
    fitted = classifier.fit(iris.X, labels, seed=3, **settings)
    masses, codes = fitted.predict_mass(iris.X), fitted.predict(iris.X)
    assert isinstance(masses, MassTable) and masses.frame == labels.frame
    bayesian = np.isin(masses.focal, masses.frame.singletons).all()
    assert bool(bayesian) is not classifier.gives_masses
    best = masses.pignistic()
    assert (best[np.arange(iris.n), codes] >= best.max(axis=1) - 1e-9).all()
    np.testing.assert_allclose(fitted.predict_all(iris.X).probabilities, best, atol=1e-12)
    if classifier.uses_labels:
        assert (codes == iris.truth).mean() > 0.75
    again = classifier.fit(iris.X, labels, seed=3, **settings)
    np.testing.assert_array_equal(again.predict(iris.X), codes)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=[pytest.mark.slow] if key == "boosting-soft" else [])
        for key in CLASSIFIERS
    ],
)
def test_the_cost_is_that_of_a_fit_within_a_factor_of_ten(key):
    """Ten, because the machine that runs this may be busy."""
    data = load_sample("gaussians", size=1000, dimension=5, classes=3)
    labels = build_labels("expert-doubt", data, seed=1, mean=0.2)
    expected = CLASSIFIERS[key].cost(data.n, data.p, 3).seconds
    seconds = []
    for _ in range(2):  # the first one compiles and loads
        begun = time.process_time()
        CLASSIFIERS[key].fit(data.X, labels, seed=0).predict(data.X)
        seconds.append(time.process_time() - begun)
    assert expected / 10 < min(seconds) < expected * 10, (key, expected, seconds)


def test_every_rule_for_gamma_is_a_classifier(iris, labels):
    rules = {
        each.fixed.get("gamma", "class") for each in CLASSIFIERS.values() if each.takes("beta")
    }
    assert rules == set(GAMMA_RULES)
    single = CLASSIFIERS["eknn-single"].fit(iris.X, labels, seed=0, neighbors=5, alpha=0.9)
    peer = EvidentialKNN(5, alpha=0.9, gamma="single").fit(iris.X, labels)
    assert single.predict_mass(iris.X).equals(peer.predict_mass(iris.X))


NETWORKS = {"naive-bayes": "naive", "aode": "aode", "tan": "tan", "structural-em": "search"}


@pytest.mark.parametrize("key", NETWORKS)
def test_networks_are_the_estimators(iris, labels, key):
    fitted = CLASSIFIERS[key].fit(iris.X, labels, seed=0)
    peer = GaussianNetworkClassifier(NETWORKS[key], stop="relative", max_iter=5000)
    peer.fit(iris.X, labels)
    np.testing.assert_array_equal(fitted.predict_proba(iris.X), peer.predict_proba(iris.X))
    assert fitted.iterations == np.sum(peer.n_iter_)


@pytest.mark.parametrize("key", NETWORKS)
def test_networks_learn_from_few_labels_and_many_objects_without(iris, key):
    protocol = ActiveLearning(
        iris, [key], ["confidence"], n_start=8, n_queries=4, n_repetitions=2, seed=1
    )
    [curve] = protocol.fit().curves()
    assert curve.final > 0.6


@pytest.mark.parametrize(
    ("key", "settings", "stored"),
    [
        ("knn", {}, {"key": "knn", "settings": {"neighbors": 7}}),
        ("weighted-knn", {}, {"key": "knn", "settings": {"neighbors": 7}}),
        (
            "eknn-jousselme",
            {"neighbors": 4},
            {"key": "eknn", "settings": {"neighbors": 4, "alpha": 0.95, "gamma": "jousselme"}},
        ),
        (
            "eknn",
            {"gamma": "learned"},
            {"key": "eknn", "settings": {"neighbors": 7, "alpha": 0.95, "gamma": "learned"}},
        ),
        (
            "eknn",
            {"beta": 1.0},
            {
                "key": "eknn",
                "settings": {"neighbors": 7, "alpha": 0.95, "gamma": "class", "beta": 1.0},
            },
        ),
    ],
)
def test_stored_results_are_found_under_the_keys_they_have(key, settings, stored):
    assert MethodChoice(key, settings).described() == stored
    assert CLASSIFIERS.find(stored["key"]).described(stored["settings"]) == stored


CELLS = {
    "soft": "a1890f3c29836a7c55f455bc0773beb6",
    "label-noise": "92ee1a304e59fa8f795cfafb39f100d1",
    "knn-tbm": "737f806514299892695e240d9e56cdc5",
    "eknn": "54839beddcf7b6995a6722459b1ff651",
    "knn": "0ffdd006285fd65436d101d8091f2fbb",
}
"""Names of cells in stores on disk."""


@pytest.mark.parametrize("key", CELLS)
def test_cells_keep_their_names(key):
    sweep = any_sweep(key)
    assert sweep.cells[0].key == CELLS[key]


def any_sweep(key):
    return Sweep(
        "small",
        (DataChoice("iris"),),
        LawChoice("expert-doubt", "mean"),
        (0.2,),
        (MethodChoice(key),),
        test=Assessment("folds", folds=3),
    )


def test_a_classifier_is_added_through_the_registry_alone(iris):
    with CLASSIFIERS.temporarily(TOY_CLASSIFIER):
        assert list(active_classifiers())[-1] == "toy-classifier"
        assert assess(Job(any_sweep("toy-classifier").cells[0], 0, 0), {}).score < 0.2
        protocol = ActiveLearning(
            iris, ["toy-classifier"], ["nonspecificity"], n_queries=2, n_repetitions=1
        )
        [curve] = protocol.fit().curves()
        assert curve.final > 0.5
        with pytest.raises(DataError, match="Toy classifier does not measure conflict"):
            list(protocol.run(protocol.lines[0]._replace(strategy="conflict"), 0))
    assert "toy-classifier" not in CLASSIFIERS
    with pytest.raises(DataError, match="no classifier called 'toy-classifier'; there are soft"):
        MethodChoice("toy-classifier")


@pytest.mark.parametrize("key", ["logistic", "forest"])
def test_labels_of_one_class_or_none_have_stated_answers(iris, key):
    setosa = build_labels("hard", iris)[:50]
    fitted = CLASSIFIERS[key].fit(iris.X[:50], setosa, seed=0)
    assert (fitted.predict(iris.X) == 0).all()
    with pytest.raises(DataError, match="nothing to learn"):
        CLASSIFIERS[key].fit(iris.X, MassTable.vacuous(iris.n, iris.frame), seed=0)
