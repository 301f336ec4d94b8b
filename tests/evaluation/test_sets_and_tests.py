"""Set-valued rules, conformal sets, corrected tests, learning curves and scorers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mass_strategies import tables
from scipy.optimize import linprog
from scipy.stats import ttest_1samp
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_validate

from belieflab import DataError, MassTable
from belieflab.belief import e_admissibility, maximality, strong_dominance
from belieflab.belief.masks import member_flags
from belieflab.evaluation import (
    SCORERS,
    SET_RULES,
    SoftStratifiedKFold,
    adjust_holm,
    agreement_interval,
    compare_folds,
    compare_set_rules,
    conformal,
    conformal_sets,
    conformal_threshold,
    corrected_mean,
    corrected_paired_test,
    fit_learning_curve,
    get_scorer,
    ratio_of_means,
    rejection_area,
    rejection_curve,
)
from belieflab.evaluation.conformal import cross_conformal_sets
from belieflab.neighbors import EvidentialKNN


def allowed(table, row):
    """Inequalities of the probabilities between bel and pl: bel(B) ≤ P(B) for every B."""
    subsets = table.frame.powerset()[1:]
    flags = member_flags(table.frame.size, subsets).astype(float)
    return -flags, -np.array([table.belief(int(mask))[row] for mask in subsets])


@settings(max_examples=15)
@given(tables(classes=(2, 4), rows=(1, 2), normal=True))
def test_rules_equal_linear_programmes_over_all_probabilities(table):
    normal = table.normalise()
    maximal, admissible = maximality(table), e_admissibility(table)
    size = table.frame.size
    programmed = e_admissibility(table, 1.0 - np.eye(size))
    for row in range(len(table)):
        a_ub, b_ub = allowed(normal, row)
        shared = {"A_eq": np.ones((1, size)), "b_eq": [1.0], "bounds": (0, 1), "method": "highs"}
        for k in range(size):
            gaps = np.eye(size) - np.eye(size)[k]
            least = [
                linprog(gaps[j], A_ub=a_ub, b_ub=b_ub + 1e-12, **shared).fun
                for j in range(size)
                if j != k
            ]
            if min(np.abs(least), default=1.0) > 1e-9:  # not on a border, where rounding decides
                assert bool(maximal[row] >> k & 1) == all(each <= 0 for each in least)
            # Largest margin t by which class k can be the best; E-admissible when t ≥ 0.
            margin = np.vstack(
                [np.append(gaps[j], 1.0) for j in range(size) if j != k]
                + [np.append(each, 0.0) for each in a_ub]
            )
            best = linprog(
                np.append(np.zeros(size), -1.0),
                A_ub=margin,
                b_ub=np.append(np.zeros(size - 1), b_ub + 1e-12),
                A_eq=np.append(np.ones(size), 0.0)[None],
                b_eq=[1.0],
                bounds=[(0, 1)] * size + [(-2, 2)],
                method="highs",
            )
            if abs(best.fun) > 1e-9:
                assert bool(admissible[row] >> k & 1) == (-best.fun > 0)
                assert bool(programmed[row] >> k & 1) == (-best.fun > 0)
    assert (admissible & ~maximal == 0).all()
    assert (maximal & ~strong_dominance(table) == 0).all()
    assert (admissible > 0).all()


def test_too_many_classes_for_e_admissibility_are_refused_and_left_out_of_the_table():
    many = MassTable.vacuous(4, range(11))
    with pytest.raises(DataError, match="at most 10 classes; there are 11"):
        e_admissibility(many)
    rules = compare_set_rules([0, 1, 2, 3], many)["rule"].tolist()
    assert SET_RULES["maximality"].title in rules
    assert SET_RULES["e-admissibility"].title not in rules


def test_conformal_threshold_is_the_order_statistic_of_the_definition():
    p = np.column_stack([np.arange(1, 10) / 10, 1 - np.arange(1, 10) / 10])
    y = ["a"] * 9  # scores 1 - p: 0.9, 0.8, …, 0.1
    y = MassTable.from_hard(y, "ab")
    assert conformal_threshold(y, p, 0.1) == pytest.approx(0.9)  # ⌈10 · 0.9⌉ = 9th
    assert conformal_threshold(y, p, 0.35) == pytest.approx(0.7)  # ⌈6.5⌉ = 7th
    assert conformal_threshold(y, p, 0.09) == np.inf  # ⌈9.1⌉ = 10 > 9: Ω
    assert conformal_sets(y, p, p[:1], 0.09).tolist() == [3]
    assert conformal_threshold(["a"] * 9, p, 0.1, classes=["a", "b"]) == pytest.approx(0.9)
    soft = MassTable.from_sets([["a", "b"]] * 9, "ab")
    worst = np.maximum(1 - p[:, 0], 1 - p[:, 1])
    assert conformal_threshold(soft, p, 0.35) == pytest.approx(np.sort(worst)[6])


def test_conformal_sets_cover_exchangeable_objects():
    """Mean coverage over many draws is between 1 - ε and 1 - ε + 1/(n + 1), the theorem."""
    rng, n, error, hits = np.random.default_rng(0), 49, 0.1, []
    for _ in range(400):
        p = rng.dirichlet([1, 1, 1], size=n + 20)
        y = np.array([rng.choice(3, p=each**0.3 / (each**0.3).sum()) for each in p])
        sets = conformal_sets(MassTable.from_hard(y[:n], range(3)), p[:n], p[n:], error)
        hits.append((sets >> y[n:] & 1).mean())
    standard_error = np.std(hits) / np.sqrt(len(hits))
    assert (
        1 - error - 2.5 * standard_error < np.mean(hits) < 1 - error + 0.02 + 2.5 * standard_error
    )


def test_the_table_of_set_rules():
    X, y = load_iris(return_X_y=True)
    folds = SoftStratifiedKFold(5, random_state=0)
    beliefs, place = {}, np.zeros(150, dtype=int)
    for number, (train, test) in enumerate(folds.split(X, y)):
        place[test] = number
        found = EvidentialKNN(5).fit(X[train], y[train]).predict_mass(X[test])
        beliefs |= dict(zip(test.tolist(), found.dense(), strict=True))
    table = MassTable(range(3), range(8), np.array([beliefs[i] for i in range(150)]))
    found = compare_set_rules(y, table, place, error=0.05, random_state=1).set_index("rule")
    assert found.loc["one class", "size"] == 1
    assert found.loc["one class", "u65"] == found.loc["one class", "coverage"] > 0.93
    assert (found["u80"] >= found["u65"]).all()
    assert found.loc["strong dominance", "size"] >= found.loc["weak dominance", "size"] >= 1
    assert found.loc["conformal, 95%", "coverage"] > 0.9


def test_conformal_halves_never_part_a_group():
    """Objects of a group are copies: with one on both sides a set would rest on its own answer."""
    rng, n_groups = np.random.default_rng(2), 12
    groups = np.repeat(np.arange(n_groups), 5)
    p = np.repeat(rng.dirichlet([1, 1], size=n_groups), 5, axis=0)
    labels = MassTable.from_hard(np.repeat(rng.integers(2, size=n_groups), 5), range(2))
    seen = []

    def watch(y, held_out, predicted, error):
        seen.append((set(held_out[:, 0].tolist()), set(predicted[:, 0].tolist())))
        return conformal_sets(y, held_out, predicted, error)

    folds = np.repeat([0, 1, 2], 20)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conformal, "conformal_sets", watch)
        cross_conformal_sets(labels, p, folds, 0.2, rng, groups)
        assert len(seen) == 6 and not any(one & other for one, other in seen)
        seen.clear()
        cross_conformal_sets(labels, p, folds, 0.2, rng)
        assert any(one & other for one, other in seen)
    alone = cross_conformal_sets(labels, p, groups, 0.2, rng, groups)
    assert (alone == 3).all()  # nothing to calibrate by


def test_the_variance_is_that_of_nadeau_and_bengio():
    drawn = np.random.default_rng(3).normal(0.02, 0.05, size=10)
    found = corrected_mean(drawn, test_to_train=1 / 9)
    assert found.error**2 == pytest.approx(drawn.var(ddof=1) * (1 / 10 + 1 / 9))
    plain = corrected_mean(drawn, 0.0)
    student = ttest_1samp(drawn, 0.0)
    assert (plain.statistic, plain.p_value) == pytest.approx(tuple(student))
    assert (plain.low, plain.high) == pytest.approx(tuple(student.confidence_interval(0.95)))
    assert found.p_value > plain.p_value
    assert corrected_paired_test(drawn, drawn, 0.1).p_value == 1.0
    assert corrected_paired_test(drawn, drawn + 1, 0.1).p_value == 0.0
    with pytest.raises(DataError, match="at least two"):
        corrected_mean([0.1], 0.1)


@pytest.mark.parametrize("n_folds", [2, 10])
def test_means_over_folds_reject_five_percent_where_there_is_no_difference(n_folds):
    """The model of Nadeau and Bengio: any two tests correlated by n_test / (n_test + n_train)."""
    rng, repeats, rho, trials = np.random.default_rng(0), 10, 1 / n_folds, 3000
    common = rng.normal(size=(trials, 1, 1))
    own = rng.normal(size=(trials, repeats, n_folds))
    means = (np.sqrt(rho) * common + np.sqrt(1 - rho) * own).mean(axis=2)

    def rejected(ratio: float) -> float:
        return float(np.mean([corrected_mean(row, ratio).p_value < 0.05 for row in means]))

    ratio = ratio_of_means(rho, n_folds)
    assert ratio == pytest.approx(n_folds / (n_folds - 1))
    assert rejected(ratio) == pytest.approx(0.05, abs=0.012)  # three standard errors
    assert rejected(0.0) > 0.3
    if n_folds == 10:
        assert rejected(1 / (n_folds - 1)) > 0.3  # the ratio of a single fold
    assert ratio_of_means(0.2) == pytest.approx(0.25)
    with pytest.raises(DataError, match="between 0 and 1"):
        ratio_of_means(1.0)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_keeps_the_order_and_never_lowers(p_values):
    adjusted = adjust_holm(p_values)
    order = np.argsort(p_values, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()
    assert (adjusted >= np.array(p_values)).all() and (adjusted <= 1).all()
    smallest = min(1.0, min(p_values) * len(p_values))
    assert adjusted.min() == pytest.approx(smallest)


def test_all_pairs_are_compared_and_adjusted_together():
    scores = {"a": [0.9, 0.8, 0.9, 0.85], "b": [0.7, 0.7, 0.8, 0.7], "c": [0.7, 0.6, 0.8, 0.75]}
    found = compare_folds(scores, 1 / 3)
    assert found[["first", "second"]].values.tolist() == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert found["adjusted"].tolist() == pytest.approx(adjust_holm(found["p"].tolist()).tolist())
    assert ((found["low"] <= found["difference"]) & (found["difference"] <= found["high"])).all()


def test_a_power_law_is_found_again_and_flat_curves_stay_flat():
    n = np.array([20, 40, 80, 160, 320])
    truth = 0.08 + 1.5 * n**-0.7
    noise = np.random.default_rng(1).normal(0, 0.005, size=(5, 20))
    found = fit_learning_curve(n, truth[:, None] + noise, random_state=2)
    assert found.predict([640])[0] == pytest.approx(0.08 + 1.5 * 640**-0.7, abs=0.006)
    low, high = found.band([640, 2000])
    expected = 0.08 + 1.5 * np.array([640, 2000]) ** -0.7
    assert (low < expected).all() and (expected < high).all() and (high - low < 0.06).all()
    flat = fit_learning_curve(n, np.full((5, 2), 0.25), random_state=0)
    assert flat.predict([1000])[0] == pytest.approx(0.25) and flat.b == pytest.approx(0.0)
    rising = fit_learning_curve(n, np.linspace(0.1, 0.2, 5)[:, None] * [1, 1], random_state=0)
    assert rising.b == 0.0  # more labels are never taken to hurt
    assert np.array_equal(
        fit_learning_curve(n, truth[:, None] + noise, random_state=2).draws, found.draws
    )
    with pytest.raises(DataError, match="three different"):
        fit_learning_curve([10, 20], [[0.1], [0.2]])


def test_the_area_under_rejection_is_the_mean_error_over_the_share_answered():
    rng = np.random.default_rng(4)
    shares = rng.dirichlet(np.ones(3), size=40)
    labels = MassTable.from_guess_and_doubt(rng.integers(0, 3, 40), 0.3)
    said, wrong, area = labels.pignistic(), 0.0, 0.0
    for place, row in enumerate(np.argsort(-shares.max(axis=1)).tolist()):
        wrong += 1.0 - said[row, shares[row].argmax()]
        area += wrong / (place + 1) / 40
    assert rejection_area(rejection_curve(labels, shares)) == pytest.approx(area, abs=1e-12)

    class Model:
        classes_ = np.arange(3)

        def predict_proba(self, X):
            return shares

    assert get_scorer("neg_rejection")(Model(), shares, labels) == pytest.approx(-area, abs=1e-12)


def test_every_measure_is_a_scorer_for_model_selection():
    X, y = load_iris(return_X_y=True)
    labels = MassTable.from_guess_and_doubt(y, 0.3)
    folds = SoftStratifiedKFold(3, random_state=0)
    found = cross_validate(EvidentialKNN(5), X, labels, cv=folds, scoring=dict(SCORERS))
    scores = {name: found[f"test_{name}"] for name in SCORERS}
    assert all(np.isfinite(each).all() for each in scores.values())
    for fold, (train, test) in enumerate(folds.split(X, labels)):
        answers = EvidentialKNN(5).fit(X[train], labels[train]).predict(X[test])
        lower, upper = agreement_interval(labels[test], answers)
        assert scores["agreement_lower"][fold] == pytest.approx(lower)
        assert scores["agreement_upper"][fold] == pytest.approx(upper)
    assert (scores["neg_brier"] <= 0).all() and (scores["neg_size"] <= -1).all()
    plain = cross_validate(
        LogisticRegression(max_iter=500), X, y, cv=3, scoring=dict(SCORERS), error_score="raise"
    )
    assert (plain["test_agreement"] == plain["test_agreement_upper"]).all()
    search = GridSearchCV(
        EvidentialKNN(), {"n_neighbors": [1, 9]}, cv=folds, scoring=get_scorer("neg_log")
    ).fit(X, labels)
    assert search.best_params_["n_neighbors"] == 9
    with pytest.raises(DataError, match="agreement_lower"):
        get_scorer("accuracy")
