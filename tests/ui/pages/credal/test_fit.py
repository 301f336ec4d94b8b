"""Settings become estimators; what is long waits, what is impossible is said."""

import numpy as np
import pytest

from belieflab import DataError
from belieflab.clustering import CECM, ECM, EVCLUS, RECM
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.ui.pages.credal.fit import (
    count_sets,
    expect_seconds,
    expect_steps,
    fit_or_say,
    is_quick,
    keeps_steps,
    refuse_impossible,
)
from belieflab.ui.pages.credal.pairs import Pairs
from belieflab.ui.pages.credal.settings import DISTANCE, METHODS, Settings

PAIRS = Pairs(((0, 1),), ((0, 9),))


def points(n, p=2):
    return Dataset(np.random.default_rng(0).normal(size=(n, p)), tuple(f"f{j}" for j in range(p)))


def test_the_estimator_gets_what_differs_from_its_defaults():
    settings = Settings("ECM", 3, "pairs", alpha=2.0, seed=7, start=1)
    assert settings.arguments() == {
        "n_clusters": 3,
        "random_state": 8,
        "alpha": 2.0,
        "delta_quantile": 0.7,
        "focal": "pairs",
    }
    assert isinstance(settings.make_model(), ECM)
    metric = Settings("ECM Mahalanobis", delta_by=DISTANCE, delta=4.0, tol=1e-4).make_model()
    assert (metric.metric, metric.delta, metric.tol) == ("mahalanobis", 4.0, 1e-4)
    relational = Settings("RECM", focal="neighbours").make_model()
    assert isinstance(relational, RECM) and relational.focal == "pairs"
    constrained = Settings("CECM", xi=0.2, beta=3.0).make_model()
    assert isinstance(constrained, CECM) and constrained.xi == 0.2
    partners = Settings("EVCLUS", partners=9).make_model()
    assert isinstance(partners, EVCLUS) and partners.n_partners == 9 and partners.tol == 1e-5


def test_only_methods_that_take_pairs_get_them():
    assert Settings("ECM", pairs=PAIRS).fit_arguments() == {}
    given = Settings("CECM", pairs=PAIRS).fit_arguments()
    assert given == {"must_link": [(0, 1)], "cannot_link": [(0, 9)]}
    assert Settings("EVCLUS", pairs=Pairs(((0, 1),))).fit_arguments() == {"must_link": [(0, 1)]}
    assert Settings("CECM", pairs=PAIRS).described()["pairs"] == "1=2, 1≠10"


@pytest.mark.parametrize("method", METHODS)
def test_every_method_is_quick_on_the_samples_and_waits_on_much(method):
    settings = Settings(method, 4)
    assert is_quick(load_sample("four-class"), settings)
    assert not isinstance(fit_or_say(load_sample("butterfly"), Settings(method, 2)), str)
    assert expect_seconds(points(50_000), settings) > 1


@pytest.mark.parametrize(
    ("dataset", "settings", "words"),
    [
        (points(1), Settings(), "at least two objects"),
        (points(3), Settings(n_clusters=4), "4 clusters need at least as many objects; there are"),
        (points(4001), Settings("RECM"), "practical up to 4,000 objects"),
        (points(10_000), Settings(n_clusters=12), "4,096 sets, too many masses"),
    ],
)
def test_the_impossible_gets_one_sentence(dataset, settings, words):
    with pytest.raises(DataError, match=words):
        refuse_impossible(dataset, settings)


def test_sets_are_counted():
    for focal, count in (("all", 16), ("pairs", 12), ("simple", 6)):
        model = fit_or_say(load_sample("four-class"), Settings("ECM", 4, focal))
        assert count_sets(Settings("ECM", 4, focal)) == count == len(model.partition_.focal)
    assert count_sets(Settings("CECM", 3, "simple")) == 8


def test_steps_to_come_follow_from_the_pace():
    criteria = [100.0 * (1 + 0.5**k) for k in range(60)]
    falls = -np.diff(criteria) / criteria[:-1]
    wanted = int(np.argmax(falls < 1e-6)) + 2
    assert abs(expect_steps(criteria[:12], 1e-6) - wanted) <= 2
    assert expect_steps(criteria[:3], 1e-6) is None
    assert expect_steps([1.0] * 9, 1e-6) is None


def test_steps_are_kept_as_long_as_their_masses_fit_into_memory():
    many = points(200_000)
    assert keeps_steps(many, Settings("ECM", 4))
    assert not keeps_steps(many, Settings("EVCLUS", 4))
    assert not keeps_steps(many, Settings("CECM", 4))
    assert keeps_steps(load_sample("four-class"), Settings("EVCLUS", 4))
    model = Settings("EVCLUS", 3).make_model(keep_history=False)
    model.set_params(max_iter=2).fit(points(300).X)
    assert model.history_.steps == []
