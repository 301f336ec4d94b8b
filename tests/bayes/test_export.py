"""What leaves a fitted network: tables, graphs, strengths of arcs, tests of independence."""

from xml.dom import minidom

import networkx
import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from belieflab import DataError, MassTable
from belieflab.bayes import GaussianNetworkClassifier, arc_strengths, conditional_independence
from belieflab.bayes.comparison import describe
from belieflab.bayes.implied import arc_gains


@pytest.fixture(scope="module")
def fitted():
    X, y = load_iris(return_X_y=True, as_frame=True)
    return GaussianNetworkClassifier("search").fit(X, y), X.to_numpy()


def test_the_prior_has_one_row_per_class(fitted):
    model, _ = fitted
    table = model.prior_table()
    assert table["class"].tolist() == [0, 1, 2]
    np.testing.assert_allclose(table["θ"], [1 / 3] * 3, atol=1e-12)


def test_arcs_are_listed_strongest_first_with_what_they_explain(fitted):
    model, _ = fitted
    table, names = model.arc_table(), model.feature_names()
    gains = arc_gains(model.parameters_)
    assert sorted(zip(table["parent"], table["feature"], strict=True)) == sorted(
        (names[i], names[j]) for i, j in model.arcs_
    )
    assert table["explains"].is_monotonic_decreasing
    for gain, parent, feature in table.itertuples(index=False):
        assert gain == gains[names.index(feature), names.index(parent)] > 0


def test_tables_take_names_given_to_them(fitted):
    model, _ = fitted
    names = ["a", "b", "c", "d"]
    assert set(model.parameter_table(names=names)["feature"]) == set(names)
    assert set(model.arc_table(names=names)["parent"]) <= set(names)
    assert set(model.level_table(names=names)) == set(model.level_table())


@pytest.mark.parametrize("structure", ["naive", "full", "aode"])
def test_structures_are_described_by_what_they_are_compared_by(structure):
    X, y = load_iris(return_X_y=True)
    model = GaussianNetworkClassifier(structure).fit(X, y)
    found = describe(model)
    means, variances, priors = 3 * 4, 3 * 4, 2
    own = means + variances + priors
    if structure == "aode":  # four networks; in each the three other features depend on its root
        assert found == {"free parameters": 4 * (own + 3 * 3), "arcs": 12, "features": 4}
        return
    arcs = {"naive": 0, "full": 6}[structure]
    assert found["free parameters"] == own + 3 * arcs
    assert found["arcs"] == arcs
    assert found["BIC"] == pytest.approx(
        -2 * found["log-likelihood"] + found["free parameters"] * np.log(150), rel=1e-12
    )


def test_the_table_holds_every_regression(fitted):
    model, X = fitted
    table = model.parameter_table()
    assert len(table) == 3 * (4 + len(model.arcs_))
    names = model.feature_names()
    parent, child = model.arcs_[0]
    row = table[
        (table["class"] == 1)
        & (table["feature"] == names[child])
        & (table["parent"] == names[parent])
    ]
    assert row["coefficient"].item() == model.parameters_.coefficients[1, child, parent]
    intercepts = table[(table["class"] == 0) & (table["parent"] == "")].set_index("feature")
    mean = X[:50].mean(axis=0)
    for j, name in enumerate(names):
        slopes = model.parameters_.coefficients[0, j]
        assert intercepts.loc[name, "coefficient"] + slopes @ mean == pytest.approx(mean[j])


def test_erased_features_have_one_row():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 2
    X = np.column_stack([rng.normal(size=200), rng.normal(size=200) + 5 * y])
    table = GaussianNetworkClassifier("search-select").fit(X, y).parameter_table()
    assert table[table["feature"] == "x0"]["class"].tolist() == [""]


def test_the_graph_of_networkx(fitted):
    model, _ = fitted
    graph = model.to_networkx()
    assert networkx.is_directed_acyclic_graph(graph)
    assert graph.number_of_edges() == 4 + len(model.arcs_)
    parent, child = (model.feature_names()[j] for j in model.arcs_[0])
    assert graph.edges[parent, child]["coefficient"].shape == (3,)


def test_graphviz_and_xmlbif(fitted):
    model, _ = fitted
    dot = model.to_dot()
    assert dot.count("->") == 4 + len(model.arcs_) and dot.startswith("digraph")
    document = minidom.parseString(model.to_xmlbif())  # noqa: S318 (our own text)
    assert len(document.getElementsByTagName("VARIABLE")) == 5
    assert len(document.getElementsByTagName("GIVEN")) == 4 + len(model.arcs_)
    tables = [each.firstChild.data.split() for each in document.getElementsByTagName("TABLE")]
    assert sum(map(len, tables)) == 3 + 3 * (2 * 4 + len(model.arcs_))


def test_names_are_quoted():
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(50, 2)), columns=['a"b', "<c>"])
    model = GaussianNetworkClassifier([(0, 1)]).fit(frame, np.arange(50) % 2)
    assert '"a\\"b" -> "<c>"' in model.to_dot()
    document = minidom.parseString(model.to_xmlbif())  # noqa: S318 (our own text)
    named = document.getElementsByTagName("FOR")
    assert named[2].firstChild.data == "<c>"


def test_aode_exports_the_model_of_one_root(fitted):
    _, X = fitted
    model = GaussianNetworkClassifier("aode").fit(X, np.repeat([0, 1, 2], 50))
    assert model.to_dot(root=2).count("x2 ->") == 0
    assert model.to_dot(root=2).count('"x2" ->') == 3
    with pytest.raises(DataError, match="root is a number from 0 to 3"):
        model.to_dot(root=4)


def test_strengths_are_those_of_replicates_whatever_the_processes():
    rng = np.random.default_rng(0)
    y = np.arange(150) % 2
    X = rng.normal(size=(150, 3)) + y[:, None]
    X[:, 1] += 2 * X[:, 0]
    labels = MassTable.from_guess_and_doubt(y, np.full(150, 0.2))
    model = GaussianNetworkClassifier("search")
    one = arc_strengths(model, X, labels, n_bootstrap=12, n_jobs=1, random_state=3)
    two = arc_strengths(model, X, labels, n_bootstrap=12, n_jobs=2, random_state=3)
    pd.testing.assert_frame_equal(one, two)
    strongest = one.iloc[0]
    assert {strongest["parent"], strongest["child"]} == {0, 1} and strongest["strength"] == 1.0
    assert one["direction"].between(0.5, 1).all()
    with pytest.raises(DataError, match="AODE"):
        arc_strengths(GaussianNetworkClassifier("aode"), X, labels)


def test_p_values_are_uniform_without_dependence_and_small_with_it():
    rng = np.random.default_rng(5)
    p_values = []
    for _ in range(20):
        y = np.arange(90) % 2
        X = rng.normal(size=(90, 3)) + 2.0 * y[:, None]
        labels = MassTable.from_guess_and_doubt(y, rng.random(90) * 0.8)
        found = conditional_independence(X, labels, 0, 1, n_bootstrap=19, random_state=rng)
        p_values.append(found.p_value)
    assert 0.25 < np.mean(p_values) < 0.75
    X[:, 1] += X[:, 0]
    X[:, 2] += X[:, 1]
    bound = conditional_independence(X, labels, 0, 1, n_bootstrap=19, random_state=0)
    assert bound.p_value == 0.05 and bound.degrees == 2 and bound.chi_square_p_value < 1e-3
    through = conditional_independence(X, labels, 0, 2, [1], n_bootstrap=19, random_state=0)
    assert through.p_value > 0.05


def test_the_features_of_a_test_are_checked():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(DataError, match="different numbers from 0 to 3"):
        conditional_independence(X, y, 0, 0)
    with pytest.raises(DataError, match="different numbers from 0 to 3"):
        conditional_independence(X, y, 0, 1, [7])
