"""GaussianNetworkClassifier: theorems of EM and of networks, and scikit-learn's own checks."""

import pickle
import warnings

import naive_networks
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris, load_wine
from sklearn.exceptions import NotFittedError
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.utils.estimator_checks import check_estimator

from belieflab import DataError, FitWarning, MassTable
from belieflab.bayes import STRUCTURES, GaussianNetworkClassifier
from belieflab.iteration import Ending, StopFlag
from belieflab.mixture import SoftLabelMixture

SETTLED = {"tol": 1e-13, "max_iter": 20_000}
SMALL_FLOOR = {"floor": 1e-9}


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.fixture(scope="module")
def doubtful(iris):
    return MassTable.from_guess_and_doubt(iris[1], np.linspace(0.1, 0.7, 150))


def label_kinds(y, n_classes=3):
    rng = np.random.default_rng(3)
    n = len(y)
    sets = [{y[i], (y[i] + 1) % n_classes} if i % 2 else {y[i]} for i in range(n)]
    partly = y.astype(float).copy()
    partly[::3] = np.nan
    return {
        "hard": y,
        "partly unknown": partly,
        "plausibilities": np.clip(np.eye(n_classes)[y] + rng.random((n, n_classes)), 0, 1),
        "sets": MassTable.from_sets(sets, list(range(n_classes))),
        "doubts": MassTable.from_guess_and_doubt(y, rng.random(n)),
        "probabilities": MassTable.from_probabilities(
            rng.dirichlet(np.ones(n_classes), n), list(range(n_classes))
        ),
    }


@pytest.mark.parametrize("structure", ["naive", "aode", "tan", "search-select", "full"])
def test_scikit_learns_own_checks_pass(structure):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        results = check_estimator(GaussianNetworkClassifier(structure), on_fail=None, on_skip=None)
    failed = [row["check_name"] for row in results if row["status"] == "failed"]
    assert failed == []
    assert sum(row["status"] == "passed" for row in results) > 40


@pytest.mark.parametrize("arcs", [[], [(0, 1), (1, 2), (0, 2)], [(3, 0), (3, 1), (2, 1)]])
def test_em_is_that_of_the_equations(iris, doubtful, arcs):
    X, _ = iris
    trace, joint = naive_networks.em(
        X, doubtful.contour(), doubtful.pignistic(), arcs, floor=1e-3, n_steps=8
    )
    model = GaussianNetworkClassifier(arcs, tol=0.0, max_iter=8).fit(X, doubtful)
    np.testing.assert_allclose(model.history_.criterion, trace, rtol=1e-9)
    posterior = np.exp(joint - np.logaddexp.reduce(joint, axis=1)[:, None])
    np.testing.assert_allclose(model.predict_proba(X), posterior, atol=1e-9)
    assert sorted(model.arcs_) == sorted(arcs)


def test_a_complete_network_is_the_full_gaussian_where_no_floor_acts(iris, doubtful):
    X, _ = iris
    arcs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    network = GaussianNetworkClassifier(arcs, **SMALL_FLOOR, **SETTLED).fit(X, doubtful)
    full = GaussianNetworkClassifier("full", **SMALL_FLOOR, **SETTLED).fit(X, doubtful)
    mixture = SoftLabelMixture(**SETTLED).fit(X, doubtful)
    assert network.log_likelihood_ == pytest.approx(full.log_likelihood_, abs=1e-8)
    assert full.log_likelihood_ == pytest.approx(mixture.log_likelihood_, abs=1e-8)
    assert network.n_parameters_ == full.n_parameters_ == mixture.n_parameters_ == 44
    np.testing.assert_allclose(network.predict_proba(X), full.predict_proba(X), atol=1e-9)
    assert full.bic() == pytest.approx(mixture.bic(), abs=1e-7)
    assert full.icl() == pytest.approx(mixture.icl(), abs=1e-6)


def test_naive_bayes_is_the_mixture_with_diagonal_covariances(iris, doubtful):
    X, _ = iris
    naive = GaussianNetworkClassifier(**SMALL_FLOOR, **SETTLED).fit(X, doubtful)
    mixture = SoftLabelMixture(covariance="diagonal", **SETTLED).fit(X, doubtful)
    assert naive.log_likelihood_ == pytest.approx(mixture.log_likelihood_, abs=1e-9)
    np.testing.assert_allclose(
        naive.responsibilities_.mass, mixture.responsibilities_.mass, atol=1e-9
    )


def test_with_two_features_aode_is_the_full_gaussian(iris, doubtful):
    X = iris[0][:, 2:]
    aode = GaussianNetworkClassifier("aode", **SMALL_FLOOR, **SETTLED).fit(X, doubtful)
    full = GaussianNetworkClassifier("full", **SMALL_FLOOR, **SETTLED).fit(X, doubtful)
    np.testing.assert_allclose(aode.log_likelihood_, [full.log_likelihood_] * 2, atol=1e-7)
    np.testing.assert_allclose(aode.predict_proba(X), full.predict_proba(X), atol=1e-8)


def test_hard_labels_give_the_closed_form(iris):
    X, y = iris
    model = GaussianNetworkClassifier(**SMALL_FLOOR).fit(X, y)
    peer = GaussianNB(var_smoothing=0.0).fit(X, y)
    np.testing.assert_allclose(model.parameters_.means, peer.theta_)
    np.testing.assert_allclose(model.parameters_.variances, peer.var_)
    np.testing.assert_allclose(model.predict_proba(X), peer.predict_proba(X), atol=1e-9)
    assert model.n_iter_ == 2


@pytest.mark.parametrize(("structure", "kind"), [("naive", "diag"), ("full", "full")])
def test_without_labels_in_the_e_step_it_is_scikit_learns_mixture(iris, doubtful, structure, kind):
    X, _ = iris
    settings = {"labels": "start", "tol": 0.0, "max_iter": 40, **SMALL_FLOOR}
    model = GaussianNetworkClassifier(structure, **settings).fit(X, doubtful)
    start = SoftLabelMixture(covariance={"diag": "diagonal"}.get(kind, kind), max_iter=0).fit(
        X, doubtful
    )
    covariances = start.covariances_
    precisions = np.linalg.inv(covariances)
    if kind == "diag":
        precisions = np.diagonal(precisions, axis1=1, axis2=2)
    peer = GaussianMixture(
        3,
        covariance_type=kind,
        reg_covar=0.0,
        tol=0.0,
        max_iter=39,
        weights_init=start.weights_,
        means_init=start.means_,
        precisions_init=precisions,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer.fit(X)
    assert model.log_likelihood_ == pytest.approx(peer.score(X) * len(X), rel=1e-9)


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("kind", label_kinds(np.zeros(6, dtype=int)))
def test_the_criterion_never_falls(iris, structure, kind):
    X, y = iris
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = GaussianNetworkClassifier(structure, tol=1e-9).fit(X, label_kinds(y)[kind])
    steps = np.diff(model.history_.criterion)
    assert (steps >= -1e-9 * np.abs(model.history_.criterion[:-1])).all()
    assert model.ending_ is not Ending.FELL


@pytest.mark.parametrize("structure", ["search", "search-select"])
@pytest.mark.parametrize("restart", ["warm", "cold"])
def test_structural_em_never_raises_bic(doubtful, iris, structure, restart):
    X, _ = iris
    naive = GaussianNetworkClassifier().fit(X, doubtful)
    model = GaussianNetworkClassifier(structure, restart=restart).fit(X, doubtful)
    assert model.bic() <= naive.bic() + 1e-9
    assert -2 * model.history_.criterion[-1] == pytest.approx(model.bic())


def test_the_model_is_usable_at_every_step_and_knows_its_moves(iris, doubtful):
    X, _ = iris
    model, moves = GaussianNetworkClassifier("search"), []
    for step in model.iterate(X, doubtful):
        assert np.isfinite(model.predict_proba(X)).all()
        moves += [step.move] if step.move else []
    assert [move.kind for move in moves].count("add") >= len(model.arcs_) > 0


def test_a_stopped_fit_keeps_its_last_step(iris, doubtful):
    X, _ = iris
    flag, model = StopFlag(), GaussianNetworkClassifier("full", tol=0.0)
    for step in model.iterate(X, doubtful, stop=flag):
        if step.iteration == 3:
            flag.set()
    assert model.n_iter_ == 3 and model.ending_ is Ending.STOPPED
    assert model.predict(X).shape == (150,)


@pytest.mark.parametrize("structure", ["naive", "aode", "tan", "search", "full"])
def test_a_row_of_weight_two_counts_as_two_rows(iris, doubtful, structure):
    X, _ = iris
    twice = np.concatenate([np.arange(150), np.arange(30)])
    weights = np.where(np.arange(150) < 30, 2.0, 1.0)
    repeated = GaussianNetworkClassifier(structure, **SETTLED).fit(X[twice], doubtful[twice])
    weighted = GaussianNetworkClassifier(structure, **SETTLED).fit(X, doubtful, weights)
    np.testing.assert_allclose(weighted.log_likelihood_, repeated.log_likelihood_, rtol=1e-9)
    assert weighted.arcs_ == repeated.arcs_
    without = np.where(np.arange(150) < 10, 0.0, 1.0)
    fewer = GaussianNetworkClassifier(structure, **SETTLED).fit(X[10:], doubtful[10:])
    left_out = GaussianNetworkClassifier(structure, **SETTLED).fit(X, doubtful, without)
    np.testing.assert_allclose(left_out.log_likelihood_, fewer.log_likelihood_, rtol=1e-9)
    assert left_out.responsibilities_.mass.shape == (150, 3)


@pytest.mark.parametrize("structure", ["naive", "tan", "search"])
def test_units_and_origin_do_not_matter(iris, doubtful, structure):
    X, _ = iris
    model = GaussianNetworkClassifier(structure).fit(X, doubtful)
    moved = 1e3 + X * np.array([1e-3, 50.0, 1.0, 7.0])
    again = GaussianNetworkClassifier(structure).fit(moved, doubtful)
    assert again.arcs_ == model.arcs_ and again.n_iter_ == model.n_iter_
    np.testing.assert_allclose(again.predict_proba(moved), model.predict_proba(X), atol=1e-6)


def test_guesses_are_the_classes_that_labels_favour(iris, doubtful):
    X, y = iris
    guessed = GaussianNetworkClassifier(labels="guess").fit(X, doubtful)
    truth = GaussianNetworkClassifier().fit(X, y)
    assert guessed.log_likelihood_ == pytest.approx(truth.log_likelihood_)
    unknown = y.astype(float)
    unknown[:20] = np.nan
    fewer = GaussianNetworkClassifier(labels="guess").fit(X, unknown)
    known = GaussianNetworkClassifier().fit(X[20:], y[20:])
    assert fewer.log_likelihood_ == pytest.approx(known.log_likelihood_)


def test_vacuous_labels_start_from_far_objects(iris):
    X, _ = iris
    labels = MassTable.vacuous(150, [0, 1, 2])
    model = GaussianNetworkClassifier("tan", random_state=0).fit(X, labels)
    again = clone(model).fit(X, labels)
    assert model.log_likelihood_ == again.log_likelihood_
    assert len(set(model.predict(X).tolist())) == 3


def test_soft_labels_pass_through_model_selection(iris, doubtful):
    X, _ = iris
    scores = cross_val_score(GaussianNetworkClassifier("tan"), X, doubtful, cv=5)
    assert len(scores) == 5 and (scores > 0.5).all()


@pytest.mark.parametrize("structure", ["naive", "aode", "search-select"])
def test_samples_look_like_the_data(iris, structure):
    X, y = iris
    model = GaussianNetworkClassifier(structure).fit(X, y)
    points, classes = model.sample(20_000, random_state=0)
    np.testing.assert_allclose(points.mean(axis=0), X.mean(axis=0), atol=0.05)
    np.testing.assert_allclose(points.std(axis=0), X.std(axis=0), rtol=0.05)
    assert (model.predict(points) == classes).mean() > 0.9


def test_densities_integrate_to_one_with_erased_features_and_without():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=400), rng.normal(size=400)])
    y = (X[:, 0] > 0).astype(int)
    model = GaussianNetworkClassifier("search-select").fit(X, y)
    assert model.features_.tolist() == [0]
    axis = np.linspace(-7, 7, 281)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    assert np.exp(model.score_samples(grid)).sum() * 0.05**2 == pytest.approx(1.0, abs=1e-3)
    dropped = GaussianNetworkClassifier("search-select", erased="dropped").fit(X, y)
    assert len(dropped.features_) == 1
    np.testing.assert_allclose(dropped.predict_proba(X), model.predict_proba(X), atol=1e-6)


def test_a_stored_model_predicts_and_has_its_criteria(iris, doubtful):
    X, _ = iris
    for structure in ("naive", "aode", "search"):
        model = GaussianNetworkClassifier(structure).fit(X, doubtful)
        again = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
        if structure != "aode":
            assert again.icl() == model.icl()
        with pytest.raises(DataError, match="training data"):
            _ = again.responsibilities_


def test_the_variance_floor_is_stated_in_words():
    X = np.column_stack([np.r_[np.zeros(20), np.arange(20.0)], np.arange(40.0) % 7])
    y = np.repeat([0, 1], 20)
    with pytest.warns(FitWarning, match=r"kept at 0\.001 of its variance"):
        model = GaussianNetworkClassifier().fit(X, y)
    assert model.parameters_.variances[0, 0] == pytest.approx(1e-3 * X[:, 0].var())


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"structure": "forest"}, "structure must be one of 'naive'"),
        ({"labels": "wrong"}, "labels must be one of"),
        ({"structure": [(0, 9)]}, "pair"),
        ({"structure": [(0, 1), (1, 0)]}, "circle"),
        ({"structure": [3]}, "pair"),
        ({"floor": 0.0}, "floor must be a finite number above 0"),
        ({"label_model": "dirichlet", "labels": "start"}, "label model needs"),
    ],
)
def test_a_wrong_argument_is_named(iris, settings, sentence):
    X, y = iris
    with pytest.raises(DataError, match=sentence):
        GaussianNetworkClassifier(**settings).fit(X, y)


def test_bad_data_get_a_sentence(iris):
    X, y = iris
    with pytest.raises(DataError, match="requires y to be passed"):
        GaussianNetworkClassifier().fit(X)
    constant = X.copy()
    constant[:, 2] = 4.0
    with pytest.raises(DataError, match="Feature 3 has the same value"):
        GaussianNetworkClassifier("full").fit(constant, y)
    with pytest.raises(DataError, match="No label favours"):
        GaussianNetworkClassifier(labels="guess").fit(X, MassTable.vacuous(150, ["a", "b"]))
    with pytest.raises(NotFittedError):
        GaussianNetworkClassifier().predict(X)
    with pytest.raises(DataError, match="AODE averages"):
        GaussianNetworkClassifier("aode").fit(X, y).bic()


def test_a_class_without_objects_is_said_and_never_predicted(iris):
    X, y = iris
    labels = MassTable.from_hard(y, [0, 1, 2, 3])
    for structure in ("naive", "aode", "tan", "search", "full"):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            model = GaussianNetworkClassifier(structure).fit(X, labels)
        assert any("lost all its objects" in str(each.message) for each in said)
        assert (model.predict_proba(X)[:, 3] == 0).all()
        assert model.responsibilities_.mass.shape == (150, 4)


def test_fewer_objects_than_features_and_one_class():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(8, 20)), np.arange(8) % 2
    for structure in STRUCTURES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitWarning)
            model = GaussianNetworkClassifier(structure).fit(X, y)
        assert np.isfinite(model.predict_proba(X)).all()
        alone = GaussianNetworkClassifier(structure).fit(rng.normal(size=(50, 3)), np.zeros(50))
        assert alone.predict_proba(X[:, :3]).tolist() == [[1.0]] * 8


def test_wine_with_every_structure():
    X, y = load_wine(return_X_y=True)
    labels = MassTable.from_guess_and_doubt(y, np.full(len(y), 0.4))
    errors = {}
    for structure in STRUCTURES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitWarning)
            model = GaussianNetworkClassifier(structure).fit(X, labels)
        errors[structure] = (model.predict(X) != y).mean()
    assert max(errors.values()) < 0.05
