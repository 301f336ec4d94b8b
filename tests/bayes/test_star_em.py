"""EM of stars: compiled steps are those of the common loop, and nothing is compiled twice."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_iris

from belieflab import MassTable
from belieflab.bayes import GaussianNetworkClassifier, learning, star_em
from belieflab.bayes.family_kernel import fit_families
from belieflab.bayes.star_em_kernel import run_star
from belieflab.bayes.star_kernel import expect_star, fit_star
from belieflab.bayes.warmup import warm_up
from belieflab.iteration import StopFlag

X, Y = load_iris(return_X_y=True)
DOUBTFUL = MassTable.from_guess_and_doubt(Y, np.linspace(0.1, 0.9, 150))
CASES = {
    "naive": ({}, DOUBTFUL, None),
    "relative": ({"stop": "relative", "tol": 1e-10}, DOUBTFUL, None),
    "as a start": ({"labels": "start", "tol": 1e-9}, DOUBTFUL, None),
    "weights": ({"tol": 1e-9}, DOUBTFUL, np.linspace(0.0, 2.0, 150)),
    "few steps": ({"max_iter": 3, "tol": 0.0}, DOUBTFUL, None),
    "one step": ({"max_iter": 1}, DOUBTFUL, None),
    "a class without objects": ({}, MassTable.from_hard(Y, [0, 1, 2, 3]), None),
    "AODE": ({"structure": "aode", "tol": 1e-9}, DOUBTFUL, None),
    "features left out": ({"structure": "selective"}, DOUBTFUL, None),
    "a large floor": ({"floor": 0.3, "labels": "start"}, DOUBTFUL, None),
}


def steps_of(settings, labels, weights):
    model = GaussianNetworkClassifier(**settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        steps = list(model.iterate(X, labels, weights))
    return model, steps


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_compiled_steps_are_those_of_the_common_loop(case, monkeypatch):
    model, steps = steps_of(*case)
    monkeypatch.setattr(learning, "has_compiled_steps", lambda components, stop: False)
    other, others = steps_of(*case)
    assert len(steps) == len(others) and model.ending_ is other.ending_
    assert model.notes_ == other.notes_
    for one, two in zip(steps, others, strict=True):
        assert one.iteration == two.iteration
        assert one.criterion == pytest.approx(two.criterion, rel=1e-11)
        assert one.notes == two.notes
    np.testing.assert_allclose(model.predict_proba(X), other.predict_proba(X), atol=1e-9)
    np.testing.assert_array_equal(model.n_iter_, other.n_iter_)


def test_only_stars_on_few_rows_have_compiled_steps(monkeypatch):
    monkeypatch.setattr(star_em, "SEGMENT_ROWS", 100)
    many = GaussianNetworkClassifier().fit(X, DOUBTFUL)
    monkeypatch.setattr(star_em, "SEGMENT_ROWS", 1000)
    few = GaussianNetworkClassifier().fit(X, DOUBTFUL)
    assert many.log_likelihood_ == pytest.approx(few.log_likelihood_, rel=1e-12)


def test_a_flag_ends_compiled_steps():
    flag, model = StopFlag(), GaussianNetworkClassifier(tol=0.0)
    seen = 0
    for step in model.iterate(X, DOUBTFUL, stop=flag):
        seen = step.iteration
        if step.iteration == 20:
            flag.set()
    assert seen == model.n_iter_ == 20


def test_after_the_warm_up_no_fit_compiles_anything():
    warm_up()
    kernels = (expect_star, fit_star, run_star, fit_families)
    before = [kernel.signatures for kernel in kernels]
    assert all(before)
    for structure in ("naive", "aode", "tan", "search-select", "full"):
        GaussianNetworkClassifier(structure, max_iter=3).fit(X, DOUBTFUL)
    GaussianNetworkClassifier(label_model="dirichlet").fit(X, DOUBTFUL, np.ones(150))
    assert [kernel.signatures for kernel in kernels] == before
