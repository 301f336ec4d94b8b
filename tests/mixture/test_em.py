"""Theorems about EM with soft labels, and the numbers other programs find."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from make_golden_em import m_step, soft_labels
from sklearn.datasets import load_iris
from sklearn.mixture import GaussianMixture

from belieflab import MassTable
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.proportions import Proportions

GOLDEN = json.loads((Path(__file__).parent / "golden_em.json").read_text())["fits"]


@pytest.mark.parametrize("key", GOLDEN)
def test_golden_numbers(key):
    data, kind, ending = key.split("|")
    X, y = load_iris(return_X_y=True)
    X = X if data == "iris" else X[:, 2:4]
    plausibility = soft_labels("clean" if kind == "vacuous" else kind, y)
    start = m_step(X, plausibility / plausibility.sum(axis=1, keepdims=True))
    labels = None if kind == "vacuous" else MassTable.from_contour(plausibility)
    stop = {
        "tol1e6": {"tol": 1e-6},
        "conv": {"tol": 1e-13},
    }.get(ending) or {"tol": 0.0, "max_iter": int(ending.removeprefix("its"))}
    model = SoftLabelMixture(3, init=start, stop="relative", **stop).fit(X, labels)
    golden = GOLDEN[key]
    assert model.log_likelihood_ == pytest.approx(golden["loglik"], abs=1e-9)
    assert model.n_iter_ + 1 == golden["n_iter"]
    np.testing.assert_allclose(model.weights_, golden["pi"], atol=1e-9)
    np.testing.assert_allclose(model.means_, golden["mu"], atol=1e-9)
    np.testing.assert_allclose(model.covariances_, golden["S"], atol=1e-9)


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), n=st.integers(8, 60), p=st.integers(1, 4))
def test_the_likelihood_never_decreases(family, seed, n, p):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p)) + 3 * rng.integers(0, 2, (n, 1))
    plausibility = rng.uniform(size=(n, 3)) ** 2
    plausibility[np.arange(n), rng.integers(0, 3, n)] = 1
    model = SoftLabelMixture(covariance=family, max_iter=60, tol=1e-10)
    trace = [step.criterion for step in model.iterate(X, MassTable.from_contour(plausibility))]
    assert (np.diff(trace) >= -1e-9 * np.abs(trace[:-1])).all()
    assert np.isfinite(trace).all()


def test_vacuous_labels_are_scikit_learns_mixture_from_the_same_start():
    X, _ = load_iris(return_X_y=True)
    for kind, name in (("full", "full"), ("tied", "tied"), ("diag", "diagonal")):
        rng = np.random.default_rng(0)
        start = m_step(X, rng.dirichlet(np.ones(3), size=len(X)))
        if kind == "tied":
            start = (
                start[0],
                start[1],
                np.tile((start[0][:, None, None] * start[2]).sum(0), (3, 1, 1)),
            )
        if kind == "diag":
            start = (start[0], start[1], start[2] * np.eye(4))
        precisions = np.linalg.inv(start[2])
        peer = GaussianMixture(
            3, covariance_type=kind, reg_covar=0, tol=0, max_iter=40,
            weights_init=start[0], means_init=start[1],
            precisions_init={"full": precisions, "tied": precisions[0],
                             "diag": np.einsum("kii->ki", precisions)}[kind],
        )  # fmt: skip
        with pytest.warns(match="did not converge"):
            peer.fit(X)
        ours = SoftLabelMixture(3, name, init=start, tol=0.0, max_iter=40).fit(X)
        theirs = {
            "full": peer.covariances_,
            "tied": np.tile(peer.covariances_, (3, 1, 1)),
            "diag": peer.covariances_[:, :, None] * np.eye(4) if kind == "diag" else None,
        }[kind]
        np.testing.assert_allclose(ours.weights_, peer.weights_, atol=1e-8)
        np.testing.assert_allclose(ours.means_, peer.means_, atol=1e-8)
        np.testing.assert_allclose(ours.covariances_, theirs, atol=1e-8)


def test_hard_labels_are_the_closed_form_gaussian_classifier():
    X, y = load_iris(return_X_y=True)
    model = SoftLabelMixture().fit(X, y)
    weights, means, covariances = m_step(X, np.eye(3)[y])
    np.testing.assert_allclose(model.weights_, weights, atol=1e-12)
    np.testing.assert_allclose(model.means_, means, atol=1e-12)
    np.testing.assert_allclose(model.covariances_, covariances, atol=1e-12)


def test_set_labels_are_formula_37():
    """L = Σ_i ln Σ_{k in C_i} π_k f_k(x_i): classes outside the set do not count."""
    X, y = load_iris(return_X_y=True)
    sets = [
        {int(label), (int(label) + 1) % 3} if i % 2 else {int(label)} for i, label in enumerate(y)
    ]
    model = SoftLabelMixture(tol=1e-9).fit(X, MassTable.from_sets(sets, range(3)))
    joint = model.problem_.components.density.log_joint(model.parameters_, X)
    by_hand = sum(np.logaddexp.reduce(joint[i, sorted(chosen)]) for i, chosen in enumerate(sets))
    assert model.log_likelihood_ == pytest.approx(by_hand, rel=1e-13)


def test_the_uncertain_bernoulli_sample_takes_the_printed_path():
    """The six observations of E2M (Denœux 2015), from θ = 0.3."""
    plausibility = np.array([[0, 1]] * 3 + [[0.5, 0.5]] + [[1, 0]] * 2, dtype=float)
    model = SoftLabelMixture(
        components="proportions", init=Proportions(np.array([0.7, 0.3])), tol=0.0, max_iter=5
    )
    labels = MassTable.from_contour(plausibility)
    steps = list(model.iterate(np.zeros((6, 1)), labels))
    path = [round(step.snapshot.weights[1], 4) for step in steps]
    assert path == [0.3, 0.55, 0.5917, 0.5986, 0.5998, 0.6]
    likelihoods = np.round(1000 * np.exp([step.criterion for step in steps]), 4)
    assert likelihoods.tolist() == [6.6150, 16.8455, 17.2676, 17.2797, 17.2800, 17.2800]


def test_annealing_raises_the_criterion_at_each_temperature_and_ends_at_one():
    X, _ = load_iris(return_X_y=True)
    powers = np.geomspace(0.2, 1, 6)
    model = SoftLabelMixture(3, annealing=powers, tol=1e-8, random_state=0, keep_history=True)
    model.fit(X)
    steps = model.history_.steps
    temperatures = [step.temperature for step in steps]
    assert temperatures == sorted(temperatures) and temperatures[-1] == 1.0
    for temperature in set(temperatures):
        trace = [step.criterion for step in steps if step.temperature == temperature]
        assert (np.diff(trace) >= -1e-9 * np.abs(trace[:-1])).all()
    assert model.log_likelihood_ > -190


def test_stopping_by_posterior_change():
    X, y = load_iris(return_X_y=True)
    labels = MassTable.from_contour(soft_labels("noisy", y))
    model = SoftLabelMixture(stop="posterior", tol=1e-5, keep_history=True).fit(X, labels)
    last, before = model.history_.steps[-1], model.history_.steps[-2]
    components, plausible = model.problem_.components, model.problem_.log_plausibility
    change = np.abs(
        components.responsibilities(last.snapshot, plausible, 1.0)
        - components.responsibilities(before.snapshot, plausible, 1.0)
    ).max()
    assert change < 1e-5 and model.converged_


def test_stopping_does_not_depend_on_units():
    X, y = load_iris(return_X_y=True)
    labels = MassTable.from_contour(soft_labels("noisy", y))
    fits = [SoftLabelMixture().fit(X * unit, labels) for unit in (1.0, 1e3, 1e6)]
    assert len({fit.n_iter_ for fit in fits}) == 1
    assert all(fit.converged_ for fit in fits)
    alone = [SoftLabelMixture(3, random_state=1).fit(X * unit) for unit in (1.0, 1e3, 1e6)]
    assert len({fit.n_iter_ for fit in alone}) == 1


def test_the_increase_per_object_ends_a_fit():
    X, y = load_iris(return_X_y=True)
    labels = MassTable.from_contour(soft_labels("noisy", y))
    for stop, size in (("likelihood", lambda criterion: 150.0), ("relative", abs)):
        trace = SoftLabelMixture(tol=1e-7, stop=stop).fit(X, labels).history_.criterion
        increases = np.diff(trace) / [size(criterion) for criterion in trace[:-1]]
        assert increases[-1] < 1e-7 <= increases[:-1].min()
