"""EvidentialKNN: its answers, learning, leave-one-out and explanations."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from sklearn.datasets import load_iris, load_wine

from belieflab import DataError, MassTable
from belieflab.belief import combine
from belieflab.neighbors import EvidentialKNN, choose_n_neighbors, tbm_knn
from belieflab.neighbors.beliefs import believe_about, explain_object
from belieflab.neighbors.learning import likelihood_criterion, squared_error_criterion

RULES = ["class", "single", "jousselme", "learned", "contextual"]


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.fixture(scope="module")
def soft_iris(iris):
    """Iris with labels that mix the class, a pair with it, and ignorance."""
    X, y = iris
    rng = np.random.default_rng(7)
    mass = np.zeros((150, 8))
    shares = rng.dirichlet([4, 2, 1, 1], size=150)
    rows = np.arange(150)
    for share, sets in zip(
        shares.T,
        [1 << y, 1 << y | 1 << (y + 1) % 3, np.full(150, 7), 1 << (y + 2) % 3],
        strict=True,
    ):
        mass[rows, sets] += share
    return X, MassTable("abc", np.arange(1, 8), mass[:, 1:])


def naive_masses(X, y, x, k, alpha, beta, gamma):
    """The rule of 1995 for one point, written out with the general rule of combination."""
    distance = np.linalg.norm(X - x, axis=1)
    sources = []
    for i in np.lexsort((np.arange(len(X)), distance))[:k]:
        evidence = alpha * np.exp(-gamma[y[i]] * distance[i] ** beta)
        sources.append(MassTable([0, 1, 2], [1 << y[i], 7], [[evidence, 1 - evidence]]))
    return combine(sources, "dempster")


@pytest.mark.parametrize(("k", "alpha", "beta"), [(1, 0.95, 2), (5, 0.8, 1), (12, 0.99, 3)])
def test_hard_labels_follow_the_rule_of_1995(iris, k, alpha, beta):
    X, y = iris
    model = EvidentialKNN(k, alpha, beta).fit(X, y)
    queries = X[::17] + 0.05
    table = model.predict_mass(queries)
    for i, x in enumerate(queries):
        assert table[i].equals(naive_masses(X, y, x, k, alpha, beta, model.gamma_), 1e-12)


def test_hard_labels_as_masses_give_the_same_beliefs(iris):
    X, y = iris
    hard = EvidentialKNN().fit(X, y).predict_mass(X)
    assert EvidentialKNN().fit(X, MassTable.from_hard(y)).predict_mass(X).equals(hard, 1e-15)


@pytest.mark.parametrize("gamma", [0.7, [0.5, 1.0, 2.0]])
def test_given_gamma(iris, gamma):
    X, y = iris
    model = EvidentialKNN(gamma=gamma).fit(X, y)
    np.testing.assert_array_equal(model.gamma_, gamma)
    expected = naive_masses(X, y, X[3] + 0.1, 7, 0.95, 2, np.broadcast_to(gamma, 3))
    assert model.predict_mass(X[3:4] + 0.1).equals(expected, 1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_learns_iris_from_hard_and_soft_labels(iris, soft_iris, rule):
    X, y = iris
    assert EvidentialKNN(gamma=rule).fit(X, y).score(X, y) > 0.95
    model = EvidentialKNN(gamma=rule).fit(*soft_iris)
    assert (model.predict(X) == np.array(list("abc"))[y]).mean() > 0.93
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1, rtol=1e-12)


def test_far_from_all_points_only_ignorance_is_left(iris):
    X, y = iris
    table = EvidentialKNN().fit(X, y).predict_mass(np.full((1, 4), 1e200))
    assert table.mass_of(7)[0] == 1.0


def test_vacuous_labels_are_as_if_not_there(iris):
    X, y = iris
    known = np.arange(150) % 3 != 0
    labels = MassTable.from_hard([str(c) if k else None for c, k in zip(y, known, strict=True)])
    model = EvidentialKNN().fit(X, labels)
    without = EvidentialKNN().fit(X[known], y[known])
    np.testing.assert_array_equal(model.rows_, np.flatnonzero(known))
    np.testing.assert_array_equal(model.predict_proba(X), without.predict_proba(X))
    assert set(model.explain(X[0]).rows) <= set(np.flatnonzero(known))


def test_given_distances_give_the_same_beliefs(iris):
    X, y = iris
    known = np.arange(150) % 4 != 0
    labels = np.where(known, y, -1)
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    measured = EvidentialKNN(unknown=-1).fit(X, labels)
    given = EvidentialKNN(metric="precomputed", unknown=-1).fit(distances, labels)
    np.testing.assert_allclose(given.gamma_, measured.gamma_, rtol=1e-12)
    np.testing.assert_allclose(
        given.predict_proba(distances[:20]), measured.predict_proba(X[:20]), atol=1e-10
    )


# -- learning -----------------------------------------------------------------------------------


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("kind", ["squared error", "likelihood"])
def test_gradients_are_those_of_finite_differences(iris, soft_iris, soft, kind):
    model = EvidentialKNN(6).fit(*(soft_iris if soft else iris))
    near = model._search.nearest_of_training(6)
    if kind == "likelihood":
        criterion = likelihood_criterion(model._labels, near, 2)
    else:
        criterion = squared_error_criterion(model._pool, near, 2)
    at = np.array([0.6, 1.3, 2.1, 0.85])
    _, slope = criterion(at[3], at[:3])
    by_differences = [
        (
            criterion((at + step)[3], (at + step)[:3])[0]
            - criterion((at - step)[3], (at - step)[:3])[0]
        )
        / 2e-5
        for step in 1e-5 * np.eye(4)
    ]
    np.testing.assert_allclose(slope, by_differences, rtol=1e-5, atol=1e-6)


def naive_squared_error(model):
    table = model.leave_one_out_masses()
    return np.square(table.pignistic() - model.labels_.pignistic()).sum()


@pytest.mark.parametrize("learn_alpha", [False, True])
def test_learned_gamma_lowers_the_leave_one_out_error(soft_iris, learn_alpha):
    learned = EvidentialKNN(gamma="learned", learn_alpha=learn_alpha).fit(*soft_iris)
    assert learned.criterion_ == pytest.approx(naive_squared_error(learned), rel=1e-9)
    assert learned.criterion_ < naive_squared_error(EvidentialKNN().fit(*soft_iris))
    assert (learned.alpha_ != 0.95) == learn_alpha
    slope = approx_fprime(
        np.log(learned.gamma_),
        lambda log: naive_squared_error(
            EvidentialKNN(alpha=learned.alpha_, gamma=np.exp(log)).fit(*soft_iris)
        ),
        1e-6,
    )
    assert np.abs(slope).max() < 1e-2


def test_contextual_beliefs_have_the_contour_of_the_formula(soft_iris):
    X, labels = soft_iris
    model = EvidentialKNN(5, gamma="contextual").fit(X, labels)
    near = model._search.nearest(X[:9] + 0.03, 5)
    trust = model.alpha_ * np.exp(-model.gamma_ * near.distance[:, :, None] ** 2)
    contour = (1 - trust + trust * labels.contour()[near.index]).prod(axis=1)
    shares = contour / contour.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.predict_proba(X[:9] + 0.03), shares, rtol=1e-10)
    masses = model.predict_mass(X[:9] + 0.03).contour()
    np.testing.assert_allclose(masses / masses.sum(axis=1, keepdims=True), shares, rtol=1e-10)


@pytest.mark.parametrize("soft", [False, True])
def test_contextual_beliefs_and_conflict_are_those_of_the_general_rules(iris, soft_iris, soft):
    X, labels = soft_iris if soft else iris
    model = EvidentialKNN(5, gamma="contextual").fit(X, labels)
    points = X[::17] + 0.1
    table, conflict = model.predict_with_conflict(points)
    for row, point in enumerate(points):
        why = model.explain(point)
        sources = [why.labels[j].discount_contextually(1 - why.evidence[j]) for j in range(5)]
        assert table[row].equals(combine(sources, "dempster"), 1e-12)
        assert conflict[row] == pytest.approx(combine(sources, "conjunctive").conflict()[0])
        for j in range(5):
            assert why.combined[j].equals(combine(sources[: j + 1], "dempster"), 1e-12)


def test_contextual_predictions_in_a_frame_of_twelve_classes():
    rng = np.random.default_rng(0)
    y = np.arange(60) % 12
    X = 10.0 * np.eye(12)[y] + rng.normal(size=(60, 12))
    model = EvidentialKNN(3, gamma="contextual").fit(X, y)
    table = model.predict_mass(X)
    assert (table.contour().max(axis=1) == 1).all() and table.is_consonant().all()
    assert (model.predict(X) == y).all()
    assert model.explain(X[0]).combined[2].equals(table[0], 1e-12)
    with pytest.raises(DataError, match="conflict is computed for up to 10 classes"):
        model.predict_conflict(X)


# -- leave one out ------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["class", "jousselme", "contextual"])
@pytest.mark.parametrize("soft", [False, True])
def test_all_k_in_one_pass_equal_each_k_alone(iris, soft_iris, soft, rule):
    X, labels = soft_iris if soft else iris
    model = EvidentialKNN(9, gamma=rule).fit(X, labels)
    errors = model.leave_one_out_errors(12)
    shares = model.labels_.pignistic()
    for k in (1, 4, 12):
        model.set_params(n_neighbors=k)
        table = model.leave_one_out_masses()
        scores = table.contour() if rule == "contextual" else table.pignistic()
        decided = np.argmax(scores >= scores.max(axis=1, keepdims=True) * (1 - 1e-12), axis=1)
        assert errors[k - 1] == pytest.approx(1 - shares[np.arange(150), decided].mean(), abs=1e-12)


def test_leaving_one_out_is_refitting_without_it(iris):
    X, y = iris
    X = np.vstack([X, X[40:60]])
    y = np.append(y, y[40:60])
    table = EvidentialKNN(4, gamma=0.8).fit(X, y).leave_one_out_masses()
    for i in (0, 45, 155, 169):
        rest = np.arange(170) != i
        alone = EvidentialKNN(4, gamma=0.8).fit(X[rest], y[rest]).predict_mass(X[i : i + 1])
        assert table[i].equals(alone, 1e-12)


def test_the_best_k_is_chosen(iris):
    choice = choose_n_neighbors(EvidentialKNN(), *iris, max_neighbors=30)
    assert len(choice.errors) == 30
    assert choice.best == 1 + int(np.argmin(choice.errors))
    assert len(choose_n_neighbors(EvidentialKNN(3), np.arange(8.0)[:, None], [0, 1] * 4).tried) == 7


def test_k_is_chosen_without_neighbours_of_the_same_group(iris):
    X, y = (np.repeat(each[::5], 5, axis=0) for each in iris)  # five measurements of each flower
    y[:5] = y[-1]  # one of them labelled wrongly
    groups = np.repeat(np.arange(30), 5)
    flattered = choose_n_neighbors(EvidentialKNN(), X, y, 20)
    apart = choose_n_neighbors(EvidentialKNN(), X, y, 20, groups=groups)
    fitted = EvidentialKNN().fit(X, y, groups=groups)
    np.testing.assert_array_equal(apart.errors, fitted.leave_one_out_errors(20))
    assert flattered.errors[0] == 0 < apart.errors[0]
    few = choose_n_neighbors(
        EvidentialKNN(2), np.arange(8.0)[:, None], [0, 1] * 4, groups=[0, 1] * 4
    )
    assert few.tried.tolist() == [1, 2, 3, 4] and len(few.errors) == 4


# -- explaining ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
def test_an_explanation_adds_up_to_the_prediction(soft_iris, rule):
    X, labels = soft_iris
    model = EvidentialKNN(6, gamma=rule).fit(X, labels)
    x = X[77] + 0.1
    explained = model.explain(x)
    distance = np.linalg.norm(X - x, axis=1)
    np.testing.assert_array_equal(explained.rows, np.argsort(distance, kind="stable")[:6])
    np.testing.assert_allclose(explained.distance, distance[explained.rows], rtol=1e-12)
    assert explained.labels.equals(labels[explained.rows])
    assert explained.combined[0].equals(explained.masses[0], 1e-12)
    assert explained.combined[5].equals(model.predict_mass(x[None]), 1e-12)
    three = combine([explained.masses[j] for j in range(3)], "dempster")
    assert explained.combined[2].equals(three, 1e-12)


# -- papers -------------------------------------------------------------------------------------


def test_tbm_neighbours_of_table_3_read_discounted_labels():
    X, y = load_wine(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    rng = np.random.default_rng(0)
    doubt = np.clip(rng.beta(2, 5, size=len(y)), 0.01, 0.99)
    given = np.where(rng.random(len(y)) < doubt, rng.integers(0, 3, len(y)), y)
    crisp = tbm_knn().fit(X, given)
    discounted = tbm_knn().fit(X, MassTable.from_guess_and_doubt(given, doubt))
    assert crisp.get_params()["n_neighbors"] == 10
    np.testing.assert_allclose(discounted.gamma_, crisp.gamma_, rtol=1e-12)
    right = [(model.predict(X).astype(int) == y).mean() for model in (crisp, discounted)]
    assert right[1] >= right[0] > 0.9


@pytest.mark.parametrize("learn_alpha", [False, True])
@pytest.mark.parametrize("doubtful", [False, True])
def test_the_criterion_of_simple_labels_is_the_general_one(iris, doubtful, learn_alpha):
    X, y = iris
    doubt = np.random.default_rng(0).uniform(0, 0.9, 150) if doubtful else np.zeros(150)
    labels = MassTable.from_guess_and_doubt(y, doubt)
    simple = EvidentialKNN(6).fit(X, labels)
    assert simple._labels.simple is not None
    near = simple._search.nearest_of_training(6)
    quick = squared_error_criterion(simple._pool, near, 2)
    general = EvidentialKNN(6).fit(X, labels)
    general._labels.__dict__["simple"] = None  # as if there were no closed form
    slow = squared_error_criterion(general._pool, near, 2)
    for gamma in ([0.6, 1.3, 2.1], [1e-3, 1e-3, 1e3]):
        value, slope = quick(0.85, np.array(gamma))
        expected, expected_slope = slow(0.85, np.array(gamma))
        assert value == pytest.approx(expected, rel=1e-12)
        np.testing.assert_allclose(slope, expected_slope, rtol=1e-9, atol=1e-12)


def test_many_neighbours_in_one_place_do_not_overflow_learning():
    X = np.zeros((400, 1))
    X[200:] = 1.0
    model = EvidentialKNN(300, alpha=0.99, gamma="learned").fit(X, np.arange(400) // 200)
    assert np.isfinite(model.gamma_).all() and np.isfinite(model.criterion_)


@pytest.mark.parametrize("rule", ["learned", "contextual"])
def test_learned_gamma_does_not_depend_on_the_unit_of_distance(soft_iris, rule):
    X, labels = soft_iris
    plain = EvidentialKNN(gamma=rule).fit(X, labels)
    scaled = EvidentialKNN(gamma=rule).fit(1024.0 * X, labels)
    np.testing.assert_allclose(scaled.gamma_ * 1024.0**2, plain.gamma_, rtol=1e-3)
    assert scaled.criterion_ == pytest.approx(plain.criterion_, rel=1e-9)


@pytest.mark.parametrize("algorithm", ["auto", "brute", "kd_tree"])
@pytest.mark.parametrize("gamma", ["class", "jousselme", "contextual"])
def test_the_evidence_about_an_object_is_that_of_its_leave_one_out_belief(algorithm, gamma):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(40, 3))
    X[5:8] = X[4]  # duplicates stay among the neighbours
    masses = rng.dirichlet(np.ones(7), size=40)
    masses[11] = np.eye(7)[6]  # knows nothing: not learned from
    labels = MassTable(["a", "b", "c"], list(range(1, 8)), masses)
    model = EvidentialKNN(5, gamma=gamma, algorithm=algorithm).fit(X, labels)
    beliefs = believe_about(model, X)
    for row in (0, 4, 5, 11, 39):
        why = explain_object(model, X, row)
        assert row not in why.rows
        last, own = why.combined[len(why.combined) - 1], beliefs[row]
        for mask in range(1, 8):
            np.testing.assert_allclose(last.mass_of(mask), own.mass_of(mask), atol=1e-12)
        distances = np.linalg.norm(X[why.rows] - X[row], axis=1)
        np.testing.assert_allclose(why.distance, distances, atol=1e-12)
