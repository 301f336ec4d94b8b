"""Why a fit ended, whatever ended it, and what of its steps is kept."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from belieflab import MassTable
from belieflab.iteration import Ending
from belieflab.mixture import FitWarning, LabelNoiseMixture, SoftLabelMixture

X, Y = load_iris(return_X_y=True)
DOUBTFUL = MassTable.from_guess_and_doubt(
    np.where(np.arange(150) % 7 == 3, (Y + 1) % 3, Y), [0.4] * 150
)

MODELS = {
    "plain": lambda **more: SoftLabelMixture(**more),
    "annealed": lambda **more: SoftLabelMixture(annealing=(0.5, 1.0), random_state=0, **more),
    "label noise": lambda **more: LabelNoiseMixture(**more),
    "by posterior": lambda **more: SoftLabelMixture(stop="posterior", **more),
    "relative": lambda **more: SoftLabelMixture(stop="relative", **more),
    "weibull": lambda **more: SoftLabelMixture(components="weibull", **more),
}


@pytest.fixture(params=MODELS)
def make(request):
    return MODELS[request.param]


def summary(model):
    return model.ending_, model.converged_, model.n_iter_, model.notes_


def test_a_fit_that_meets_its_tolerance_has_converged(make):
    model = make().fit(X, DOUBTFUL)
    assert summary(model) == (Ending.CONVERGED, True, model.n_iter_, ())
    assert 0 < model.n_iter_ < model.max_iter
    assert len(model.history_) >= model.n_iter_ + 1


def test_a_tolerance_met_exactly_at_the_limit_is_met(make):
    free = make().fit(X, DOUBTFUL)
    exact = make(max_iter=free.n_iter_).fit(X, DOUBTFUL)
    assert summary(exact) == (Ending.CONVERGED, True, free.n_iter_, ())
    one_less = make(max_iter=free.n_iter_ - 1).fit(X, DOUBTFUL)
    assert summary(one_less) == (Ending.MAX_ITER, False, free.n_iter_ - 1, ())


def test_the_limit_ends_a_fit(make):
    assert summary(make(max_iter=3, tol=0).fit(X, DOUBTFUL)) == (Ending.MAX_ITER, False, 3, ())


def test_no_m_step_at_all_is_the_start_itself(make):
    model = make(max_iter=0).fit(X, DOUBTFUL)
    assert summary(model)[:3] == (Ending.MAX_ITER, False, 0)
    assert model.predict(X).shape == (150,)


def test_the_caller_may_stop_after_a_fit_that_converged(make):
    model = make().fit(X, DOUBTFUL)
    for step in model.iterate(X, DOUBTFUL):
        if step.iteration == 2:
            break
    assert summary(model) == (Ending.STOPPED, False, 2, ())
    assert model.log_likelihood_ == step.criterion
    assert len(model.history_) == len(model.history_.criterion)


def fallen_fits():
    """Fits of small samples in which a step would lower the likelihood, found by trying."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        points = rng.normal(size=(12, 3)) + 3 * rng.integers(0, 2, (12, 1))
        plausibility = rng.uniform(size=(12, 3)) ** 4
        plausibility[np.arange(12), rng.integers(0, 3, 12)] = 1
        yield points, MassTable.from_contour(plausibility)


@pytest.mark.parametrize("kind", [SoftLabelMixture, LabelNoiseMixture])
def test_a_fall_is_refused_and_said(kind):
    fell = 0
    for points, labels in fallen_fits():
        for covariance in ("EVE", "VEI", "VEV", "EEV", "VVE"):
            model = kind(covariance=covariance, tol=1e-12)
            for _ in model.iterate(points, labels):
                pass
            if model.ending_ is Ending.FELL:
                fell += 1
                assert not model.converged_
                assert model.notes_[-1] == SoftLabelMixture.fall_note
                assert "kept at" in model.notes_[0]
                assert model.log_likelihood_ == model.history_.criterion.max()
            else:
                assert SoftLabelMixture.fall_note not in model.notes_
        if fell > 5:
            return
    pytest.fail(f"{fell} falls were found")


def test_fit_warns_of_a_fall():
    for points, labels in fallen_fits():
        model = SoftLabelMixture(covariance="EVE", tol=1e-12)
        for _ in model.iterate(points, labels):
            pass
        if model.ending_ is Ending.FELL:
            with pytest.warns(FitWarning) as caught:
                model.fit(points, labels)
            assert any("lowered the likelihood" in str(each.message) for each in caught)
            return
    pytest.fail("no fall was found")


def test_rounding_where_the_criterion_is_about_zero_is_no_fall():
    plain = SoftLabelMixture(tol=1e-12).fit(X, DOUBTFUL)
    unit = np.exp(plain.log_likelihood_ / (150 * 4))
    model = SoftLabelMixture(tol=0, max_iter=300).fit(X * unit, DOUBTFUL)
    assert abs(model.log_likelihood_) < 1e-6
    assert (np.diff(model.history_.criterion) < 0).any()
    assert model.ending_ is Ending.MAX_ITER


def test_the_notes_of_one_fit_are_not_those_of_the_next():
    model = SoftLabelMixture()
    with pytest.warns(FitWarning):
        model.fit(np.column_stack([X, X[:, 0]]), Y)
    assert model.notes_
    assert model.fit(X, Y).notes_ == ()


@pytest.mark.parametrize("keep", [False, True])
def test_parameters_of_every_step_are_kept_only_when_asked_for(make, keep):
    model = make(keep_history=keep, max_iter=5, tol=0).fit(X, DOUBTFUL)
    assert len(model.history_.criterion) >= 6
    assert len(model.history_.steps) == (len(model.history_) if keep else 0)
    if keep:
        assert model.history_.steps[-1].snapshot is model.parameters_
