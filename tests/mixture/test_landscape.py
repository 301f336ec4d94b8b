"""Counting distinct maxima."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris

from belieflab import DataError, build_labels, load_sample
from belieflab.iteration import Ending
from belieflab.mixture import Landscape, SoftLabelMixture
from belieflab.mixture.gaussian_density import gaussian_log_joint
from belieflab.mixture.maxima import highest


def two_classes(n, p, ns, seed):
    """Côme et al. (2009), §5.1.3: two Gaussians 2 apart, labels of given nonspecificity."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    X = rng.normal(size=(n, p))
    X[:, 0] += 2 * truth
    doubt = np.clip(rng.uniform(ns - 0.05, ns + 0.05, n), 0, 1)
    plausibility = np.repeat(doubt[:, None], 2, axis=1)
    plausibility[np.arange(n), truth] = 1
    return X, plausibility


def basins(landscape):
    """Which starts ended together; mirror images are equally high, so their order is chance."""
    return {tuple(maximum.starts) for maximum in landscape.maxima_}


def test_precise_labels_leave_one_maximum():
    landscape = Landscape(n_starts=60, random_state=0).fit(*two_classes(1000, 10, 0.1, 0))
    assert landscape.n_maxima_ == 1
    assert landscape.maxima_[0].basin == 60


def test_vague_labels_leave_many_and_the_count_does_not_hang_on_the_distance():
    X, plausibility = two_classes(1000, 10, 0.8, 0)
    near = Landscape(n_starts=60, random_state=0).fit(X, plausibility)
    far = Landscape(n_starts=60, random_state=0, distance=1e-1).fit(X, plausibility)
    assert near.n_maxima_ == far.n_maxima_
    assert 5 <= near.n_maxima_ <= 40


def test_what_is_counted_are_maxima_and_no_saddles_for_a_push_off_them_is_undone():
    X, plausibility = two_classes(1000, 10, 0.8, 0)
    landscape = Landscape(n_starts=40, random_state=0).fit(X, plausibility)
    assert landscape.n_maxima_ > 3
    for rank, maximum in enumerate(landscape.maxima_):
        weights, means, covariances = maximum.parameters
        push = 1e-2 * np.random.default_rng(rank).standard_normal(means.shape)
        back = SoftLabelMixture(2, init=(weights, means + push, covariances), tol=1e-13)
        back.fit(X, plausibility)
        np.testing.assert_allclose(back.means_, means, atol=1e-3)
        assert back.log_likelihood_ == pytest.approx(maximum.criterion, abs=1e-6)


def test_stopped_early_one_maximum_looks_like_many():
    X, plausibility = two_classes(1000, 10, 0.5, 3)
    papers = Landscape(n_starts=40, random_state=0, stop="relative")
    early = clone(papers).set_params(tol=1e-6, still=np.inf).fit(X, plausibility)
    late = papers.fit(X, plausibility)
    assert early.n_maxima_ >= 30
    assert late.n_maxima_ <= 5
    assert (early.n_iter_ == late.n_iter_).all()


def test_the_count_grows_batch_by_batch_and_basins_share_out_the_starts():
    X, plausibility = two_classes(300, 3, 0.9, 1)
    landscape = Landscape(n_starts=25, random_state=0, batch=10)
    steps = list(landscape.iterate(X, plausibility))
    assert [step.iteration for step in steps] == [10, 20, 25]
    assert [step.criterion for step in steps] == sorted(step.criterion for step in steps)
    assert sorted(s for maximum in landscape.maxima_ for s in maximum.starts) == list(range(25))
    heights = [maximum.criterion for maximum in landscape.maxima_]
    assert heights == sorted(heights, reverse=True)


def test_relabelling_joins_mirror_images():
    X, _ = two_classes(300, 2, 1.0, 2)
    apart = Landscape(2, n_starts=30, random_state=0).fit(X)
    joined = Landscape(2, n_starts=30, random_state=0, relabel=True).fit(X)
    assert joined.n_maxima_ < apart.n_maxima_


@pytest.mark.parametrize("batch", [1, 7, 50])
def test_one_seed_gives_one_landscape_whatever_the_batch(batch):
    X, plausibility = two_classes(200, 3, 0.8, 5)
    reference = Landscape(n_starts=20, random_state=3).fit(X, plausibility)
    again = Landscape(n_starts=20, random_state=3, batch=batch).fit(X, plausibility)
    assert [m.starts for m in again.maxima_] == [m.starts for m in reference.maxima_]
    assert [m.criterion for m in again.maxima_] == [m.criterion for m in reference.maxima_]


@pytest.mark.parametrize("ns", [0.6, 0.85])
def test_acceleration_changes_neither_where_starts_end_nor_how_iterations_are_counted(ns):
    X, plausibility = two_classes(500, 5, ns, 4)
    plain = Landscape(n_starts=60, random_state=0, accelerated=False).fit(X, plausibility)
    quick = Landscape(n_starts=60, random_state=0).fit(X, plausibility)
    assert [m.starts for m in quick.maxima_] == [m.starts for m in plain.maxima_]
    assert (quick.n_iter_ == plain.n_iter_).all()
    for mine, theirs in zip(quick.runs_, plain.runs_, strict=True):
        assert mine.criterion == pytest.approx(theirs.criterion, abs=1e-6)
    e_steps = [sum(run.iterations for run in each.runs_) for each in (quick, plain)]
    assert e_steps[0] < 0.8 * e_steps[1]


@pytest.mark.parametrize("covariance", ["full", "diagonal", "VEV"])
def test_the_units_of_the_features_change_nothing(covariance):
    X, _ = load_iris(return_X_y=True)
    settings = {"n_starts": 8, "random_state": 0, "covariance": covariance, "max_iter": 150}
    reference = Landscape(3, **settings).fit(X)
    assert reference.n_maxima_ > 1
    for factor in (1e3, 1e6):
        scaled = Landscape(3, **settings).fit(factor * X)
        assert scaled.n_maxima_ == reference.n_maxima_
        assert basins(scaled) == basins(reference)
        assert (scaled.n_iter_ == reference.n_iter_).all()
        for mine, theirs in zip(scaled.runs_, reference.runs_, strict=True):
            expected = factor * theirs.parameters.means
            np.testing.assert_allclose(mine.parameters.means, expected, rtol=1e-5)
        shift = len(X) * X.shape[1] * np.log(factor)
        assert scaled.maxima_[0].criterion + shift == pytest.approx(reference.maxima_[0].criterion)


def test_features_in_units_of_their_own_change_nothing():
    X, _ = load_iris(return_X_y=True)
    reference = Landscape(3, n_starts=20, random_state=0).fit(X)
    scaled = Landscape(3, n_starts=20, random_state=0).fit(X * [1e-3, 1.0, 1e3, 1e6] + 7)
    assert basins(scaled) == basins(reference)


def test_what_is_reported_are_parameters_and_criterion_of_the_data_themselves():
    X, plausibility = two_classes(300, 3, 0.5, 1)
    X = 40 * X + 100
    for covariance in ("full", "EII"):
        landscape = Landscape(n_starts=5, random_state=0, covariance=covariance)
        maximum = landscape.fit(X, plausibility).maxima_[0]
        model = SoftLabelMixture(init=maximum.parameters, covariance=covariance, max_iter=0)
        model.fit(X, plausibility)
        assert model.log_likelihood_ == pytest.approx(maximum.criterion, rel=1e-12)


def test_every_start_says_why_it_ended():
    X, plausibility = two_classes(200, 3, 0.8, 5)
    landscape = Landscape(n_starts=6, random_state=0).fit(X, plausibility)
    assert {run.ending for run in landscape.runs_} == {Ending.CONVERGED}
    assert landscape.ending_ is Ending.CONVERGED
    assert landscape.converged_
    short = Landscape(n_starts=6, random_state=0, max_iter=4).fit(X, plausibility)
    assert {run.ending for run in short.runs_} == {Ending.MAX_ITER}
    assert {run.iterations for run in short.runs_} == {4}
    assert short.ending_ is Ending.MAX_ITER


def test_a_collapsed_start_is_kept_and_marked():
    X = np.concatenate([np.zeros((12, 1)), np.linspace(3, 9, 8)[:, None]])
    landscape = Landscape(2, n_starts=10, random_state=0).fit(X)
    assert any(run.collapsed for run in landscape.runs_)
    assert np.isfinite([run.criterion for run in landscape.runs_]).all()


def test_a_landscape_that_is_stopped_is_right_about_what_it_has():
    X, plausibility = two_classes(200, 3, 0.9, 1)
    landscape = Landscape(n_starts=25, random_state=0, batch=10)
    for _ in landscape.iterate(X, plausibility):
        break
    assert landscape.ending_ is Ending.STOPPED
    assert not landscape.converged_
    assert len(landscape.runs_) == len(landscape.n_iter_) == 10
    assert sorted(s for maximum in landscape.maxima_ for s in maximum.starts) == list(range(10))
    heights = [maximum.criterion for maximum in landscape.maxima_]
    assert heights == sorted(heights, reverse=True)


def test_a_stored_landscape_does_not_hold_the_data():
    X, plausibility = two_classes(20_000, 3, 0.1, 1)
    landscape = Landscape(n_starts=5, random_state=0).fit(X, plausibility)
    stored = pickle.dumps(landscape)
    assert len(stored) < 20_000
    assert pickle.loads(stored).n_maxima_ == landscape.n_maxima_


@pytest.mark.parametrize(
    "wrong",
    [
        {"n_components": 2.5},
        {"n_starts": 0},
        {"tol": -1.0},
        {"tol": np.nan},
        {"distance": "near"},
        {"relabel": "yes"},
        {"covariance": "round"},
        {"init": "pignistic"},
        {"max_iter": -5},
        {"counting_tol": np.inf},
        {"still": -1},
        {"stop": "posterior"},
        {"accelerated": 1},
        {"batch": 0},
        {"random_state": "seed"},
    ],
)
def test_arguments_are_checked(wrong):
    (name,) = wrong
    with pytest.raises(DataError, match=name):
        Landscape(**wrong).fit(*two_classes(50, 2, 0.5, 0))


def test_a_stopped_landscape_goes_on_to_the_same_result():
    dataset = load_sample("gaussians", seed=1, size=120)
    labels = build_labels("nonspecificity", dataset, seed=1, ns=0.9)
    whole = Landscape(n_starts=40, random_state=3).fit(dataset.X, labels)
    parted = Landscape(n_starts=40, random_state=3)
    next(iter(parted.iterate(dataset.X, labels)))
    assert 0 < len(parted.runs_) < 40
    for _ in parted.iterate(dataset.X, labels, resume=True):
        pass
    assert [run.criterion for run in parted.runs_] == [run.criterion for run in whole.runs_]
    assert [m.starts for m in parted.maxima_] == [m.starts for m in whole.maxima_]


@pytest.mark.parametrize("covariance", ["full", "spherical", "VEE"])
def test_a_maximum_predicts_as_the_mixture_it_is(covariance):
    X, labels = two_classes(200, 3, 0.8, seed=1)
    X = 7.0 + X * ([1.0, 100.0, 0.01] if covariance == "full" else 3.0)
    landscape = Landscape(n_starts=15, covariance=covariance, random_state=0).fit(X, labels)
    for maximum in landscape.maxima_:
        if maximum.collapsed:
            continue
        model = landscape.mixture(X, labels, maximum.first)
        assert model.log_likelihood_ == pytest.approx(maximum.criterion, rel=1e-9)
        for mine, its in zip(model.parameters_, maximum.parameters, strict=True):
            np.testing.assert_array_equal(mine, its)
        joint = gaussian_log_joint(maximum.parameters, X)
        expected = np.exp(joint - np.logaddexp.reduce(joint, axis=1)[:, None])
        np.testing.assert_allclose(model.predict_proba(X), expected, atol=1e-12)
        assert model.ending_ is landscape.runs_[maximum.first].ending
    best = highest(landscape.maxima_)
    assert landscape.mixture(X, labels).log_likelihood_ == pytest.approx(best.criterion, rel=1e-9)


def test_what_has_collapsed_or_is_not_there_does_not_predict():
    X, labels = two_classes(60, 2, 0.5, seed=1)
    landscape = Landscape(n_starts=3, random_state=0).fit(X, labels)
    for start in (-1, 3):
        with pytest.raises(DataError, match="3 have ended"):
            landscape.mixture(X, labels, start)
    landscape.runs_[1] = replace(landscape.runs_[1], collapsed=True)
    with pytest.raises(DataError, match="choose another"):
        landscape.mixture(X, labels, 1)
    assert landscape.mixture(X, labels).converged_
    landscape.runs_ = [replace(run, collapsed=True) for run in landscape.runs_]
    with pytest.raises(DataError, match="Every start collapsed"):
        landscape.mixture(X, labels)
