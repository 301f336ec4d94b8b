"""γ without learning: means of distances, straight from the formulas."""

import naive_beliefs as naive
import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.datasets import load_iris, load_wine

from belieflab import DataError, MassTable
from belieflab.cost import Cost
from belieflab.data.samples import load_sample
from belieflab.neighbors import EvidentialKNN, gamma_rules, mean_distance, search
from belieflab.neighbors.cost import knn_cost
from belieflab.neighbors.gamma_task import FoundGamma
from belieflab.neighbors.rules import GAMMA_RULES, OBJECT, GammaRule
from belieflab.saving import open_model, save_model


def naive_formula_11(X, labels, beta):
    """γ_i with the four sums of Hoarau et al. (2022), eq. 11, written out."""
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


# -- a sample of pairs --------------------------------------------------------------------------

BUNDLED = ("iris", "wine", "breast-cancer", "crabs", "four-class")


@pytest.mark.parametrize("rule", ["class", "single"])
@pytest.mark.parametrize("key", [*BUNDLED, "gaussians", "rings", "moons"])
def test_a_sample_of_pairs_finds_gamma_within_one_percent(monkeypatch, key, rule):
    """Generated data are drawn large, so that most pairs are left out."""
    dataset = load_sample(key) if key in BUNDLED else load_sample(key, size=2000)
    X, y = dataset.X, dataset.truth
    exact = EvidentialKNN(gamma=rule).fit(X, y)
    monkeypatch.setattr(mean_distance, "FULL_PAIRS", 0)
    sampled = EvidentialKNN(gamma=rule).fit(X, y)
    np.testing.assert_allclose(sampled.gamma_, exact.gamma_, rtol=0.01)
    again = EvidentialKNN(gamma=rule).fit(X, y)
    np.testing.assert_array_equal(again.gamma_, sampled.gamma_)


def test_classes_above_the_limit_are_sampled(monkeypatch):
    """At most a few times SAMPLED_PAIRS distances are measured, of all kinds of search."""
    rng = np.random.default_rng(0)
    X = rng.gamma(1.0, size=(5000, 2))
    y = np.arange(5000) % 2
    monkeypatch.setattr(mean_distance, "FULL_PAIRS", 1 << 30)
    exact = EvidentialKNN().fit(X, y).gamma_
    monkeypatch.undo()
    measured = []
    original = search.NeighborSearch.measure_turns

    def counted(self, rows, order, turns):
        measured.append(len(rows) * turns)
        return original(self, rows, order, turns)

    monkeypatch.setattr(search.NeighborSearch, "measure_turns", counted)
    np.testing.assert_allclose(EvidentialKNN().fit(X, y).gamma_, exact, rtol=0.01)
    assert 2 * 2500 <= sum(measured) <= 2 * mean_distance.SAMPLED_PAIRS
    given = EvidentialKNN(metric="precomputed").fit(cdist(X, X), y).gamma_
    np.testing.assert_allclose(given, exact, rtol=0.01)


def test_other_metrics_are_sampled_in_groups(monkeypatch):
    rng = np.random.default_rng(1)
    X, y = rng.gamma(1.0, size=(3000, 2)), np.zeros(3000)
    y[::2] = 1
    monkeypatch.setattr(mean_distance, "FULL_PAIRS", 1 << 30)
    exact = EvidentialKNN(metric="manhattan", gamma="single").fit(X, y).gamma_
    monkeypatch.undo()
    sampled = EvidentialKNN(metric="manhattan", gamma="single").fit(X, y).gamma_
    assert sampled != exact
    np.testing.assert_allclose(sampled, exact, rtol=0.01)


def test_distances_too_small_for_their_power_get_a_sentence():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(DataError, match="multiply the features by a constant"):
        EvidentialKNN().fit(1e-160 * X, y)
    tiny = EvidentialKNN().fit(1e-150 * X, y)
    np.testing.assert_array_equal(tiny.predict(1e-150 * X), EvidentialKNN().fit(X, y).predict(X))


def test_a_rule_is_added_by_its_entry_alone(tmp_path, rich):
    """γ by row: found, used by object, stored, and counted in the cost."""
    X, labels = rich
    by_row = GammaRule(
        "by-row",
        "by row",
        "γ is the number of the row.",
        r"\gamma_i = i",
        "",
        lambda task: FoundGamma(task.alpha, 1.0 + task.rows, None, ("counted",)),
        OBJECT,
        cost=lambda p, labels, n_neighbors: Cost(1000.0, 0.0),
    )
    with GAMMA_RULES.temporarily(by_row):
        model = EvidentialKNN(3, gamma="by-row").fit(X, labels)
        assert model.gamma_.tolist() == list(range(1, len(X) + 1))
        assert model.notes_ == ("counted",)
        near = model.explain(X[4])
        expected = 0.95 * np.exp(-model.gamma_[near.rows] * near.distance**2)
        np.testing.assert_allclose(near.evidence, expected)
        assert knn_cost(2, labels, 3, "by-row").seconds > 1000
        save_model(model, tmp_path / "model.zip")
        again = open_model(tmp_path / "model.zip")
        assert again.predict_mass(X).equals(model.predict_mass(X))
    with pytest.raises(DataError, match="by-row"):
        EvidentialKNN(3, gamma="by-row").fit(X, labels)


def test_an_unknown_rule_is_refused_by_name(rich):
    """It was taken for one per class where only a cost was asked for."""
    with pytest.raises(DataError, match="no rule for γ called 'nearest'; there are class, single"):
        knn_cost(2, rich[1], 3, "nearest")
