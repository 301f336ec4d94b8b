"""γ without learning: means of distances, straight from the formulas."""

import naive_beliefs as naive
import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine

from belieflab import MassTable
from belieflab.neighbors import EvidentialKNN, gamma_rules, search


def naive_formula_11(X, labels, beta):
    """γ_i with the four sums of paper 004 written out."""
    n = len(X)
    rows = [naive.row_of(labels, i) for i in range(n)]
    similarity = np.array([[1 - naive.jousselme(a, b) for b in rows] for a in rows])
    distance = np.linalg.norm(X[:, None] - X, axis=2)
    gamma = np.empty(n)
    for i in range(n):
        weights = np.outer(similarity[i], similarity[i])
        below = similarity[i].sum() ** 2 - (similarity[i] ** 2).sum()
        gamma[i] = ((weights * distance).sum() / below) ** -beta
    return gamma


@pytest.fixture
def rich():
    rng = np.random.default_rng(5)
    labels = MassTable("abc", np.arange(1, 8), rng.dirichlet(np.ones(7), size=25))
    return rng.normal(size=(25, 2)), labels


@pytest.mark.parametrize("beta", [1, 2, 3])
def test_per_class_is_the_mean_distance_within_it(beta):
    X, y = load_iris(return_X_y=True)
    model = EvidentialKNN(beta=beta, gamma="class").fit(X, y)
    for q in range(3):
        distances = np.linalg.norm(X[y == q][:, None] - X[y == q], axis=2)
        assert model.gamma_[q] == pytest.approx((distances.sum() / (50 * 49)) ** -beta, rel=1e-12)


def test_one_for_all_is_the_mean_distance_of_all_pairs():
    X, y = load_iris(return_X_y=True)
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    model = EvidentialKNN(gamma="single").fit(X, y)
    assert float(model.gamma_) == pytest.approx((distances.sum() / (150 * 149)) ** -2, rel=1e-12)


@pytest.mark.parametrize("load", [load_iris, load_wine])
@pytest.mark.parametrize("beta", [1, 2])
def test_jousselme_equals_the_rule_per_class_on_hard_labels(load, beta):
    X, y = load(return_X_y=True)
    by_class = EvidentialKNN(beta=beta, gamma="class").fit(X, y)
    by_object = EvidentialKNN(beta=beta, gamma="jousselme").fit(X, y)
    np.testing.assert_allclose(by_object.gamma_, by_class.gamma_[y], rtol=1e-10)
    np.testing.assert_allclose(by_object.predict_proba(X), by_class.predict_proba(X), atol=1e-10)


@pytest.mark.parametrize("beta", [1, 2])
def test_jousselme_equals_formula_11(rich, beta):
    X, labels = rich
    model = EvidentialKNN(3, beta=beta, gamma="jousselme").fit(X, labels)
    np.testing.assert_allclose(model.gamma_, naive_formula_11(X, labels, beta), rtol=1e-10)


def test_small_blocks_give_the_same(rich, monkeypatch):
    X, labels = rich
    whole = EvidentialKNN(3, gamma="jousselme").fit(X, labels).gamma_
    monkeypatch.setattr(gamma_rules, "BLOCK", 60)
    monkeypatch.setattr(search, "BLOCK", 60)
    in_blocks = EvidentialKNN(3, gamma="jousselme").fit(X, labels).gamma_
    np.testing.assert_allclose(in_blocks, whole, rtol=1e-12)


@pytest.mark.parametrize(
    ("gamma", "note"), [("class", "class 'c'"), ("jousselme", "row 6"), ("learned", "class 'c'")]
)
def test_a_class_with_one_example_takes_1_and_says_so(gamma, note):
    X = np.array([[0.0], [1.0], [2.0], [5.0], [6.0], [9.0]])
    model = EvidentialKNN(2, gamma=gamma).fit(X, list("aaabbc"))
    assert note in model.notes_[0] and "γ is 1 there" in model.notes_[0]
    if gamma != "learned":
        assert model.gamma_[-1] == 1.0
    assert np.isfinite(model.predict_proba(X)).all()


def test_objects_in_one_place_have_no_mean_distance():
    X = np.array([[1.0], [1.0], [1.0], [4.0], [5.0]])
    model = EvidentialKNN(2).fit(X, list("aaabb"))
    assert model.gamma_[0] == 1.0 and "class 'a'" in model.notes_[0]
    alike = EvidentialKNN(2, gamma="single").fit(np.ones((5, 1)), list("aaabb"))
    assert float(alike.gamma_) == 1.0 and "in one place" in alike.notes_[0]


def test_a_note_names_rows_as_they_were_passed():
    X = np.arange(7.0)[:, None]
    labels = MassTable.from_hard([None, "a", "a", "a", "b", "b", "c"])
    model = EvidentialKNN(2, gamma="jousselme").fit(X, labels)
    assert "row 7" in model.notes_[0]
