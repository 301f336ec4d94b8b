"""Clustering algorithms: settings become estimators, costs are known, the impossible is said."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score
from toy_clustering import TOY

from belieflab import DataError
from belieflab.clustering import CECM, ECM, EVCLUS, RECM
from belieflab.clustering.algorithms import ALGORITHMS, all_parameters
from belieflab.clustering.algorithms.parameters import DISTANCE
from belieflab.cost import QUICK_SECONDS
from belieflab.data.samples import load_sample
from belieflab.data.settings import Settings
from belieflab.iteration import StopFlag

PAIRS = "1=2, 1≠10"


def settings_of(key, **chosen):
    return ALGORITHMS[key].settings({"c": 4} | chosen)


def make_model(key, seed=0, keep_history=True, **chosen):
    return ALGORITHMS[key].make_model(settings_of(key, **chosen), seed, keep_history)


def fitted(key, dataset, **chosen):
    model, settings = make_model(key, **chosen), settings_of(key, **chosen)
    assert list(ALGORITHMS[key].iterate(model, dataset, settings, StopFlag()))
    return model


def test_the_estimator_gets_what_differs_from_its_defaults():
    settings = settings_of("ECM", c=3, focal="pairs", alpha=2.0, start=1)
    assert ALGORITHMS["ECM"].arguments(settings, seed=7) == {
        "n_clusters": 3,
        "random_state": 8,
        "alpha": 2.0,
        "delta_quantile": 0.7,
        "focal": "pairs",
    }
    assert isinstance(make_model("ECM"), ECM)
    metric = make_model("ECM Mahalanobis", delta_by=DISTANCE, delta=4.0, tol="1e-4")
    assert (metric.metric, metric.delta, metric.tol) == ("mahalanobis", 4.0, 1e-4)
    relational = make_model("RECM", focal="neighbours")
    assert isinstance(relational, RECM) and relational.focal == "pairs"
    constrained = make_model("CECM", xi=0.2, beta=3.0)
    assert isinstance(constrained, CECM) and constrained.xi == 0.2
    partners = make_model("EVCLUS", partners=9)
    assert isinstance(partners, EVCLUS) and partners.n_partners == 9 and partners.tol == 1e-5


def test_only_algorithms_that_take_pairs_get_them():
    def given(key, pairs):
        return ALGORITHMS[key].pairs(settings_of(key, pairs=pairs), 12).arguments

    assert given("ECM", PAIRS) == {}
    assert given("CECM", PAIRS) == {"must_link": [(0, 1)], "cannot_link": [(0, 9)]}
    assert given("EVCLUS", "1=2") == {"must_link": [(0, 1)]}
    assert settings_of("CECM", pairs=PAIRS).described()["pairs"] == "1=2, 1≠10"


@pytest.mark.parametrize("key", ALGORITHMS)
def test_every_algorithm_is_quick_on_the_samples_and_waits_on_much(key):
    chosen, settings = ALGORITHMS[key], settings_of(key)
    assert chosen.cost(400, 2, settings).seconds <= QUICK_SECONDS
    dataset = load_sample("picture" if chosen.input.needs_image else "butterfly")
    assert chosen.accepts(dataset) and chosen.accepts(load_sample("picture"))
    assert fitted(key, dataset, c=2).partition_.n_clusters == 2
    assert chosen.cost(500_000, 2, settings).seconds > 1


@pytest.mark.parametrize(
    ("key", "n", "chosen", "sentence"),
    [
        ("ECM", 1, {}, "at least two objects"),
        ("ECM", 3, {}, "4 clusters need at least as many objects; there are"),
        ("RECM", 4001, {}, "practical up to 4,000 objects; there are 4,001"),
        ("ECM", 10_000, {"c": 12}, "4,096 sets, too many masses"),
    ],
)
def test_the_impossible_gets_one_sentence(key, n, chosen, sentence):
    assert sentence in ALGORITHMS[key].problem(n, settings_of(key, **chosen))
    assert ALGORITHMS[key].problem(400, settings_of(key)) == ""


def test_sets_are_counted():
    chosen = ALGORITHMS["ECM"]
    for focal, count in (("all", 16), ("pairs", 12), ("simple", 6)):
        model = fitted("ECM", load_sample("four-class"), focal=focal)
        assert chosen.n_sets(settings_of("ECM", focal=focal)) == count
        assert count == len(model.partition_.focal)
    assert ALGORITHMS["CECM"].n_sets(settings_of("CECM", c=3, focal="simple")) == 8


def test_steps_are_kept_as_long_as_their_masses_fit_into_memory():
    def keeps(key, n):
        return ALGORITHMS[key].keeps_steps(n, settings_of(key))

    assert keeps("ECM", 200_000)
    assert not keeps("EVCLUS", 200_000) and not keeps("CECM", 200_000)
    assert keeps("EVCLUS", 400)
    model = make_model("EVCLUS", c=3, keep_history=False)
    model.set_params(max_iter=2).fit(load_sample("four-class").X)
    assert model.history_.steps == []


def test_only_an_image_is_clustered_by_its_neighbourhoods():
    assert not ALGORITHMS["Spatial ECM"].accepts(load_sample("iris"))
    dataset = load_sample("picture")
    model = fitted("Spatial ECM", dataset, neighbour_weight=0.9)
    plain = fitted("ECM", dataset)
    mistakes = {
        key: 1 - adjusted_rand_score(dataset.truth, each.labels_)
        for key, each in (("spatial", model), ("plain", plain))
    }
    assert mistakes["spatial"] < 0.7 * mistakes["plain"]
    last = model.partition_at(model.kept_steps[-1], dataset.X)
    np.testing.assert_allclose(last.mass, model.partition_.mass, atol=1e-12)
    places = model.masses_at(model.kept_steps[-1], dataset.X, model.prototypes_)
    assert (places.labels() == np.arange(4)).all() and places.mass.max(axis=1).min() > 0.99


def test_parameters_need_the_algorithms_that_have_them():
    needs = {each.name: each.needs for each in all_parameters(ALGORITHMS)}
    assert needs["beta"] == {"algorithm": ("ECM", "ECM Mahalanobis", "RECM", "Spatial ECM")}
    assert needs["quantile"] == {"delta_by": ("quantile",)}  # which needs the algorithm
    with ALGORITHMS.temporarily(TOY):
        needs = {each.name: each.needs for each in all_parameters(ALGORITHMS)}
        assert needs["runs"] == {"algorithm": (TOY.key,)}
        helps = {each.name: each.help for each in all_parameters(ALGORITHMS)}
        assert helps["c"].endswith("Certain means: as many means.")
        assert "RECM, EVCLUS: all pairs in place" in helps["focal"]
        assert needs["c"] == {"algorithm": tuple(ALGORITHMS)}
        settings = Settings(all_parameters(ALGORITHMS), {})
        assert "runs" in settings and "alpha" in settings


def test_a_shared_parameter_is_declared_once():
    other = tuple(replace(each, high=99) for each in TOY.parameters)
    with ALGORITHMS.temporarily(replace(TOY, parameters=other)):
        with pytest.raises(ValueError, match="declares 'c' in its own way"):
            all_parameters(ALGORITHMS)


def test_an_unknown_algorithm_is_refused():
    with pytest.raises(DataError, match="There is no clustering algorithm called 'DBSCAN'"):
        ALGORITHMS.find("DBSCAN")
