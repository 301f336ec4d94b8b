"""Categorical features: tables, means by level, trees, and how they are read."""

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from belieflab import DataError, MassTable
from belieflab.bayes import (
    GaussianNetworkClassifier,
    arc_strengths,
    conditional_independence,
)
from belieflab.bayes.dependence import information_between, tree
from belieflab.bayes.tables import LevelMeans, Table

STRUCTURES = ("naive", "tan", "aode")
N = 240


@pytest.fixture(scope="module")
def truth():
    return np.arange(N) % 3


@pytest.fixture(scope="module")
def frame(truth):
    rng = np.random.default_rng(4)
    colour = (truth + (rng.random(N) < 0.4)) % 3
    size = (colour + (rng.random(N) < 0.3)) % 4
    width = truth + rng.normal(size=N)
    return pd.DataFrame(
        {
            "colour": pd.Categorical(np.array(["red", "green", "blue"])[colour]),
            "width": width,
            "size": np.array(["s", "m", "l", "xl"])[size],
            "height": size + 0.7 * width + rng.normal(size=N),
            "old": rng.random(N) < 0.2 + 0.2 * truth,
        }
    )


@pytest.fixture(scope="module")
def plausibility(truth):
    values = np.full((N, 3), 0.3)
    values[np.arange(N), truth] = 1.0
    values[::5] = 1.0
    return values


def fit(structure, X, y, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return GaussianNetworkClassifier(structure, **settings).fit(X, y)


def codes(frame, columns):
    return np.column_stack(
        [np.unique(frame[c].astype(str), return_inverse=True)[1] for c in columns]
    )


def families(model, root=0):
    found = model.parameters_
    chosen = found if hasattr(found, "families") else found[root]
    return {family.feature: family for family in chosen.families}


# -- hard labels: closed forms ------------------------------------------------------------------


def test_hard_labels_give_the_shares_of_the_levels_with_one_object_more(frame, truth):
    model = fit("naive", frame, truth)
    table = families(model)[0].alone
    for k in range(3):
        of_class = frame["colour"][truth == k]
        expected = [
            (np.sum(of_class == level) + 1 / 3) / (len(of_class) + 1) for level in model.levels_[0]
        ]
        assert table[k] == pytest.approx(np.array(expected), abs=1e-14)


def test_hard_labels_give_tables_given_the_parent(frame, truth):
    model = fit("tan", frame[["colour", "size"]], truth)
    assert model.arcs_ == [(0, 1)]
    parent, child = codes(frame, ["colour", "size"]).T
    for k, i, j in itertools.product(range(3), range(3), range(4)):
        both = np.sum((truth == k) & (parent == i) & (child == j)) + 1 / 12
        alone = np.sum((truth == k) & (parent == i)) + 1 / 3
        assert families(model)[1].given[k, i, j] == pytest.approx(both / alone, abs=1e-14)


def test_hard_labels_give_means_by_level_and_one_variance(frame, truth):
    model = fit("aode", frame[["size", "height"]], truth)
    family = families(model, 0)[1]
    assert isinstance(family, LevelMeans)
    for k in range(3):
        values = frame[truth == k].groupby("size")["height"]
        of_class = frame["height"][truth == k].mean()  # the mean of a level that the class lacks
        expected = values.mean().reindex(model.levels_[0]).fillna(of_class)
        assert family.means[k] == pytest.approx(expected.to_numpy(), abs=1e-12)
        residuals = frame["height"][truth == k] - values.transform("mean")
        assert family.variances[k] == pytest.approx(np.mean(residuals**2), abs=1e-12)


def test_mixed_naive_bayes_is_the_product_of_scikit_learns_two(frame, truth):
    X = frame[["colour", "width", "size", "height"]]
    model = fit("naive", X, truth)
    gaussian = GaussianNB(var_smoothing=0).fit(X[["width", "height"]], truth)
    logs = gaussian.predict_joint_log_proba(X[["width", "height"]])
    for column in ("colour", "size"):
        code = codes(frame, [column])
        single = CategoricalNB(alpha=1 / len(np.unique(code))).fit(code, truth)
        logs += single.predict_joint_log_proba(code) - single.class_log_prior_
    posterior = np.exp(logs - np.logaddexp.reduce(logs, axis=1)[:, None])
    assert model.predict_proba(X) == pytest.approx(posterior, abs=1e-9)


# -- soft labels --------------------------------------------------------------------------------


def naive_em(code, plausibility, t, n_iter):
    """L and responsibilities of a naive Bayes model of codes, straight from the equations."""
    for _ in range(n_iter):
        joint = plausibility * t.sum(axis=0) / len(t)
        for column in code.T:
            size = column.max() + 1
            for k in range(t.shape[1]):
                counts = [t[column == level, k].sum() + 1 / size for level in range(size)]
                joint[:, k] *= (np.array(counts) / (t[:, k].sum() + 1))[column]
        t = joint / joint.sum(axis=1, keepdims=True)
    return np.log(joint.sum(axis=1)).sum(), t


def test_a_discrete_naive_fit_is_that_of_the_equations(frame, plausibility):
    X = frame[["colour", "size", "old"]]
    labels = MassTable.from_contour(plausibility, [0, 1, 2])
    model = fit("naive", X, labels, max_iter=20, tol=0.0)
    likelihood, shares = naive_em(codes(X, X.columns), plausibility, labels.pignistic(), 20)
    assert model.n_iter_ == 20
    assert model.log_likelihood_ == pytest.approx(likelihood, abs=1e-9)
    assert model.responsibilities_.pignistic() == pytest.approx(shares, abs=1e-12)


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("labels", ["soft", "start", "guess"])
@pytest.mark.parametrize(
    "columns", [["colour", "size", "old"], ["width", "colour", "height", "size"]]
)
def test_the_criterion_never_falls(frame, plausibility, structure, labels, columns):
    model = fit(structure, frame[columns], plausibility, labels=labels, tol=1e-9)
    criterion = np.array(model.history_.criterion)
    assert (np.diff(criterion) >= -1e-9 * np.abs(criterion[1:])).all()
    assert model.ending_ is not None


def test_the_likelihood_is_that_of_the_predicted_densities(frame, truth, plausibility):
    for structure in ("naive", "tan"):
        model = fit(structure, frame, np.ones_like(plausibility), random_state=0, max_iter=30)
        assert model.log_likelihood_ == pytest.approx(model.score_samples(frame).sum(), rel=1e-12)


def test_weights_count_as_repeated_rows(frame, plausibility):
    weights = np.arange(N) % 3
    repeated = np.repeat(np.arange(N), weights)
    given = {"tol": 1e-12}
    for structure in STRUCTURES:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            weighted = GaussianNetworkClassifier(structure, **given).fit(
                frame, plausibility, weights
            )
        plain = fit(structure, frame.iloc[repeated], plausibility[repeated], **given)
        assert weighted.log_likelihood_ == pytest.approx(plain.log_likelihood_, rel=1e-9)
        assert weighted.arcs_ == plain.arcs_


def test_labels_may_be_modelled_too(frame, plausibility):
    model = fit("tan", frame, plausibility, label_model="dirichlet")
    criterion = np.array(model.history_.criterion)
    assert (np.diff(criterion) >= -1e-9 * np.abs(criterion[1:])).all()


# -- structures ---------------------------------------------------------------------------------


def test_the_tree_has_the_largest_likelihood_of_all_trees_that_are_allowed(frame, truth):
    """With hard labels the likelihood of a tree, tables' prior included, is in closed form."""
    columns = ["colour", "width", "size", "height"]
    model = fit("tan", frame[columns], truth, floor=1e-9)
    discrete = {0, 2}
    assert not any(parent not in discrete and child in discrete for parent, child in model.arcs_)

    def score(child, parent):
        if child in discrete:
            values = codes(frame, [columns[child]])[:, 0]
            given = np.zeros(N, int) if parent is None else codes(frame, [columns[parent]])[:, 0]
            rows, size = given.max() + 1, values.max() + 1
            total = 0.0
            for k, i in itertools.product(range(3), range(rows)):
                chosen = (truth == k) & (given == i)
                counts = np.bincount(values[chosen], minlength=size) + 1 / (rows * size)
                total += counts @ np.log(counts / counts.sum())
            return total
        values, total = frame[columns[child]].to_numpy(), 0.0
        for k in range(3):
            of_class = values[truth == k]
            if parent is None:
                residuals = of_class - of_class.mean()
            elif parent in discrete:
                by = frame[columns[parent]].astype(str).to_numpy()[truth == k]
                residuals = of_class - pd.Series(of_class).groupby(by).transform("mean").to_numpy()
            else:
                other = frame[columns[parent]].to_numpy()[truth == k]
                residuals = of_class - np.polyval(np.polyfit(other, of_class, 1), other)
            total -= 0.5 * len(of_class) * (np.log(2 * np.pi * np.mean(residuals**2)) + 1)
        return total

    best = -np.inf
    for parents in itertools.product([None, 0, 1, 2, 3], repeat=4):
        if any(
            p == j or (j in discrete and p not in {None, *discrete}) for j, p in enumerate(parents)
        ):
            continue
        if any(runs_in_a_circle(parents, j) for j in range(4)):
            continue
        best = max(best, sum(score(j, p) for j, p in enumerate(parents)))
    prior = sum(np.log(np.mean(truth == k)) for k in truth)
    assert model.history_.criterion[-1] == pytest.approx(best + prior, abs=1e-8)


def runs_in_a_circle(parents, j):
    seen = set()
    while j is not None and j not in seen:
        seen.add(j)
        j = parents[j]
    return j is not None


def test_averaged_models_have_no_arc_to_a_discrete_feature_from_a_continuous_one(frame, truth):
    model = fit("aode", frame[["colour", "width", "size", "height"]], truth)
    assert model.arcs_ == [
        [(0, 1), (0, 2), (0, 3)],
        [(1, 3)],
        [(2, 0), (2, 1), (2, 3)],
        [(3, 1)],
    ]
    # K - 1, K (levels - 1) for each level of the parent, K (1 + levels of the parent), 2 K, 3 K
    assert model.n_parameters_.tolist() == [
        2 + 3 * (2 + 3 * 3 + 2 * 4),
        2 + 3 * (2 + 3 + 2 + 3),
        2 + 3 * (3 + 4 * 2 + 2 * 5),
        2 + 3 * (2 + 3 + 2 + 3),
    ]


def test_parameters_of_naive_bayes_are_counted(frame, truth):
    assert fit("naive", frame, truth).n_parameters_ == 2 + 3 * (2 + 2 + 3 + 2 + 1)


@pytest.mark.parametrize("structure", ["k-dependence", "selective", "search", "full", [(0, 1)]])
def test_other_structures_say_that_they_take_numbers(frame, truth, structure):
    with pytest.raises(DataError, match="'naive', 'tan' or 'aode'"):
        GaussianNetworkClassifier(structure).fit(frame, truth)


# -- reading and predicting ---------------------------------------------------------------------


def test_categorical_features_are_named_in_several_ways(frame, truth):
    expected = fit("naive", frame, truth).predict_proba(frame)
    mask = [True, False, True, False, True]
    for wanted in (mask, np.array(mask), [0, 2, -1], ["colour", "size", "old"]):
        model = fit("naive", frame, truth, categorical_features=wanted)
        assert model.predict_proba(frame) == pytest.approx(expected, abs=1e-12)
    table = frame.to_numpy(dtype=object)
    model = fit("naive", table, truth, categorical_features=mask)
    assert model.predict_proba(table) == pytest.approx(expected, abs=1e-12)
    numbers = frame.assign(old=frame["old"].astype(float))[["width", "old"]].to_numpy()
    as_codes = fit("naive", numbers, truth, categorical_features=[1])
    as_levels = fit("naive", frame[["width", "old"]], truth)
    assert as_codes.log_likelihood_ == pytest.approx(as_levels.log_likelihood_, abs=1e-9)


@pytest.mark.parametrize("wanted", [[7], ["weight"], [True], [0.5]])
def test_a_feature_that_is_not_there_is_named(frame, truth, wanted):
    with pytest.raises(DataError, match="categorical_features"):
        GaussianNetworkClassifier(categorical_features=wanted).fit(frame, truth)


def test_without_categories_nothing_changes(frame, truth):
    X = frame[["width", "height"]]
    model = fit("tan", X, truth)
    same = fit("tan", X.to_numpy(), truth, categorical_features=None)
    assert model.log_likelihood_ == same.log_likelihood_
    assert model.levels_ == (None, None)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_new_level_says_nothing(frame, truth, structure):
    model = fit(structure, frame, truth)
    new = frame.assign(colour="violet")
    found = model.predict_proba(new)
    assert np.isfinite(found).all()
    if structure == "naive":
        without = fit("naive", frame.drop(columns="colour"), truth)
        assert found == pytest.approx(without.predict_proba(new.drop(columns="colour")), abs=1e-12)


def test_below_a_new_level_features_go_by_the_class_alone(frame, truth):
    X = frame[["colour", "size"]]
    tree, naive = fit("tan", X, truth), fit("naive", X, truth)
    new = X.assign(colour="violet")
    assert tree.predict_proba(new) == pytest.approx(naive.predict_proba(new), abs=1e-12)


def test_levels_that_no_object_has_are_left_out(frame, truth):
    wider = frame.assign(colour=frame["colour"].cat.add_categories("violet"))
    model = fit("naive", wider, truth)
    assert list(model.levels_[0]) == ["blue", "green", "red"]


@pytest.mark.parametrize("column", ["colour", "size"])
def test_a_missing_category_is_named(frame, truth, column):
    gap = frame.astype({column: object})
    gap.loc[6, column] = None
    with pytest.raises(
        DataError, match=f"Row 7 has no value in the categorical feature '{column}'"
    ):
        GaussianNetworkClassifier().fit(gap, truth)
    with pytest.raises(DataError, match="Row 7"):
        fit("naive", frame, truth).predict(gap)


def test_text_that_is_not_named_is_refused(frame, truth):
    with pytest.raises(DataError, match="'size' holds values that are no numbers"):
        GaussianNetworkClassifier(categorical_features=["colour"]).fit(frame, truth)


def test_too_many_levels_are_refused(truth):
    X = pd.DataFrame({"name": [f"object {i}" for i in range(1200)]})
    with pytest.raises(DataError, match="1,200 levels"):
        GaussianNetworkClassifier().fit(X, np.arange(1200) % 2)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_samples_have_the_levels_and_the_tables_of_the_model(frame, truth, structure):
    model = fit(structure, frame, truth)
    points, classes = model.sample(20_000, random_state=1)
    assert list(points.columns) == list(frame.columns)
    for k in range(3):
        drawn, given = points[classes == k], frame[truth == k]
        for column in ("colour", "size", "old"):
            shares = drawn[column].astype(str).value_counts(normalize=True)
            known = given[column].astype(str).value_counts(normalize=True)
            assert shares.sub(known, fill_value=0.0).abs().max() < 0.04
        assert drawn["height"].mean() == pytest.approx(given["height"].mean(), abs=0.15)
    again = fit(structure, points, classes)
    assert again.levels_[2].tolist() == model.levels_[2].tolist()


def test_samples_of_an_array_are_an_array(frame, truth):
    model = fit(
        "naive", frame[["colour", "width"]].to_numpy(dtype=object), truth, categorical_features=[0]
    )
    points, _ = model.sample(5, random_state=0)
    assert set(points[:, 0]) <= {"red", "green", "blue"}
    numbers = np.column_stack([truth + 3.0, frame["width"]])
    points, _ = fit("naive", numbers, truth, categorical_features=[0]).sample(5, random_state=0)
    assert points.dtype == np.float64


def test_tables_are_part_of_the_parameters(frame, truth):
    found = families(fit("tan", frame, truth))
    assert all(isinstance(found[j], Table) for j in (0, 2, 4))
    for j in (0, 2, 4):
        free = found[j].given if found[j].parent >= 0 else found[j].alone
        assert free.sum(axis=-1) == pytest.approx(np.ones(free.shape[:-1]))


# -- exports ------------------------------------------------------------------------------------


def test_the_parameter_table_holds_tables_and_means_by_level(frame, truth):
    model = fit("aode", frame[["size", "height", "colour"]], truth)
    table = model.parameter_table(root=0)
    found = families(model, 0)
    assert set(found) == {0, 1, 2}
    height = table[(table["feature"] == "height") & (table["class"] == 1)]
    assert height["coefficient"].tolist() == found[1].means[1].tolist()
    assert height["level of parent"].tolist() == list(model.levels_[0])
    colour = table[(table["feature"] == "colour") & (table["class"] == 2)]
    assert colour["probability"].tolist() == found[2].given[2].ravel().tolist()
    size = table[(table["feature"] == "size") & (table["class"] == 0)]
    assert size["probability"].sum() == pytest.approx(1.0)
    assert model.parameter_table(root=1)["coefficient"].notna().sum() == 3


def test_graphs_hold_levels_tables_and_means(frame, truth):
    model = fit("aode", frame[["size", "height", "colour"]], truth)
    graph = model.to_networkx(root=0)
    assert graph.nodes["size"]["levels"] == ["l", "m", "s", "xl"]
    assert graph.nodes["colour"]["table"].shape == (3, 4, 3)
    assert graph.edges["size", "height"]["means"].shape == (3, 4)
    assert "coefficient" not in graph.edges["size", "colour"]
    text = model.to_xmlbif(root=0)
    assert '<VARIABLE TYPE="nature"><NAME>size</NAME><OUTCOME>l</OUTCOME>' in text
    assert '<VARIABLE TYPE="continuous"><NAME>height</NAME></VARIABLE>' in text
    assert '"size" -> "height";' in model.to_dot(root=0)


def test_moments_of_a_fit_know_the_levels(frame, truth):
    model = fit("tan", frame, truth)
    assert tree(model.class_moments_).arcs == model.arcs_


def test_arcs_have_strengths(frame, plausibility):
    model = GaussianNetworkClassifier("tan")
    found = arc_strengths(model, frame, plausibility, n_bootstrap=5, n_jobs=1, random_state=0)
    discrete = {0, 2, 4}
    assert not any(
        c in discrete and p not in discrete for p, c in zip(found.parent, found.child, strict=True)
    )


def test_the_test_of_independence_is_one_of_numbers(frame, truth):
    with pytest.raises(DataError, match="leave categorical features out"):
        conditional_independence(frame, truth, 0, 1)


# -- what a network says about its features -------------------------------------------------------


def test_strengths_are_what_the_tree_was_built_on(frame, truth):
    """With many objects, and so hardly a prior, an arc is as strong as its mutual information."""
    many = pd.concat([frame] * 300)
    model = fit("tan", many, np.tile(truth, 300))
    found, between = families(model), information_between(model.class_moments_)
    weights = model.parameters_.weights
    for parent, child in model.arcs_:
        family = found.get(child)
        if isinstance(family, Table):
            assert family.strength(weights, found[parent]) == pytest.approx(
                between[parent, child], abs=1e-4
            )
        elif isinstance(family, LevelMeans):
            assert family.strength(weights) == pytest.approx(between[parent, child], abs=1e-9)


def test_information_about_the_class_is_that_of_the_table(frame, truth):
    model = fit("naive", frame, truth)
    table = families(model)[0].alone
    prior = model.parameters_.weights
    joint = prior[:, None] * table
    expected = (joint * np.log(joint / np.outer(prior, joint.sum(axis=0)))).sum()
    assert families(model)[0].information(prior) == pytest.approx(expected, abs=1e-12)


def test_means_and_variances_of_a_discrete_feature_are_those_of_its_codes(frame, truth):
    model = fit("tan", pd.concat([frame] * 300), np.tile(truth, 300))
    code = codes(frame, ["size"])[:, 0]
    for k in range(3):
        assert model.parameters_.means[k, 2] == pytest.approx(code[truth == k].mean(), abs=1e-3)
        assert model.parameters_.variances[k, 2] == pytest.approx(code[truth == k].var(), abs=1e-3)
