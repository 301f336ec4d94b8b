"""Several classifiers on the same folds: what is held out, what is said of it, what comes of it."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from belieflab import DataError, MassTable
from belieflab.data import build_labels, load_sample
from belieflab.evaluation import DecisionCosts, SoftLabelClassifier, agreement, evaluate
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.plan import Plan
from belieflab.evaluation.report import (
    LABELS,
    TRUTH,
    compare,
    describe_gain,
    fold_scores,
    for_each,
    gather,
    learning_curve,
    summarise,
)
from belieflab.evaluation.significance import corrected_mean
from belieflab.evaluation.verdict import verdict, verdict_at

IRIS = load_sample("iris", seed=3)
LABELLED = build_labels("expert-doubt", IRIS, seed=3)
NAMES = np.array(IRIS.class_names, dtype=object)[IRIS.truth]
METHODS = ["supervised", "eknn"]


@pytest.fixture(scope="module")
def found():
    return evaluate(IRIS.X, LABELLED, METHODS, repeats=2, truth=NAMES, shares=(0.3, 0.6))


def test_scores_are_those_of_fits_without_the_fold(found):
    """The slow way: fit and measure fold by fold."""
    expected = []
    for folds in found.folds:
        for fold in range(5):
            train, test = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
            fitted = CLASSIFIERS["eknn"].fit(IRIS.X[train], LABELLED[train], seed=0)
            answers = NAMES_OF[fitted.predict(IRIS.X[test])]
            expected.append(agreement(LABELLED[test], answers).pignistic)
    assert fold_scores(found)["eknn"].tolist() == pytest.approx(expected)
    table = summarise(found, DecisionCosts(reject=0.3)).set_index("method")
    row = table.loc[CLASSIFIERS["eknn"].title]
    interval = corrected_mean(expected, 1 / 4)
    assert (row["low"], row["high"]) == pytest.approx((interval.low, min(interval.high, 1.0)))
    assert row["lower"] <= row["agreement"] <= row["upper"]
    gathered = gather(found, "eknn")
    sure = gathered.beliefs.pignistic().max(axis=1) >= 0.7
    doubt = 1 - LABELLED.pignistic()[gathered.rows, gathered.answers]
    assert row["answered"] == pytest.approx(sure.mean())
    assert row["cost"] == pytest.approx(np.where(sure, doubt, 0.3).mean())


NAMES_OF = np.array(IRIS.class_names, dtype=object)


def test_every_object_is_held_out_once_per_repeat_and_accuracy_is_by_the_truth(found):
    gathered = gather(found, "eknn")
    assert np.bincount(gathered.rows).tolist() == [2] * 150
    right = (IRIS.truth[gathered.rows] == gathered.answers).mean()
    table = summarise(found).set_index("method")
    assert table.loc[CLASSIFIERS["eknn"].title, "accuracy"] == pytest.approx(right)
    assert for_each(found, TRUTH, lambda labels, _: len(labels)) == dict.fromkeys(
        [CLASSIFIERS[key].title for key in METHODS], 300
    )


def test_a_class_that_no_label_knows_is_never_answered_right_and_unknown_truth_is_passed_over():
    labels = MassTable.from_hard(["a", "b"] * 10)
    X = np.array([[0.0], [9.0]] * 10) + np.arange(20)[:, None] / 100
    truth = np.array(["a", "b"] * 10, dtype=object)
    truth[:4] = ["c", None, "a", "b"]
    found = evaluate(X, labels, ["eknn"], folds=2, truth=truth, settings={"eknn": {"neighbors": 3}})
    assert summarise(found)["accuracy"][0] == pytest.approx(18 / 19)


def test_groups_are_held_out_together_and_a_stopped_run_goes_on_where_it_was():
    groups = np.arange(150) // 10
    plan = Plan(("supervised",), folds=3, shares=())
    found = Evaluation(plan, IRIS.X, LABELLED, None, groups)
    steps = found.iterate()
    next(steps)
    assert len(found.parts) == 1
    for _ in found.iterate():
        pass
    assert len(found.parts) == plan.n_fits == 3
    for part in found.parts.values():
        assert len(np.unique(groups[part.rows])) * 10 == len(part.rows)
    with pytest.raises(DataError, match="15 groups can be cut into 2 to 15 folds; 16"):
        Evaluation(Plan(("supervised",), folds=16), IRIS.X, LABELLED, None, groups)


def test_the_learning_curve_counts_labels_and_the_sentence_says_what_more_would_bring(found):
    curve = learning_curve(found, "eknn", TRUTH)
    assert curve.sizes.tolist() == [36, 72, 120]
    assert curve.errors.shape == (3, 5) and curve.fitted is not None
    last = 1 - fold_scores(found, TRUTH)["eknn"][:5]
    assert curve.errors[-1].tolist() == pytest.approx(last.tolist())
    assert "With 240 labels instead of 120" in describe_gain(curve)
    half = LABELLED.discount((np.arange(150) % 2).astype(float))
    sparse = evaluate(IRIS.X, half, ["soft"], shares=(0.5,))
    assert (learning_curve(sparse, "soft").sizes <= 62).all()  # half of the objects have no label


def test_a_learning_curve_without_any_measured_size_is_empty():
    curve = learning_curve(Evaluation(Plan(("eknn",), folds=3), IRIS.X, LABELLED), "eknn")
    assert curve.sizes.size == 0 and curve.errors.shape == (0, 3) and curve.fitted is None


def test_one_sentence_says_which_method(found):
    said = verdict(found)
    assert said.startswith("With labels like these, ") and "agreement with the labels" in said
    scores = {CLASSIFIERS[key].title: each.mean() for key, each in fold_scores(found).items()}
    best = max(scores, key=scores.get)
    assert best in said.split(";")[0]
    assert verdict(found, TRUTH).startswith("Against the true classes, ")
    # Two Gaussians cannot follow rings: neighbours can, significantly better.
    angle, radius = np.linspace(0, 40 * np.pi, 200), np.repeat([1.0, 2.0], 100)
    rings = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    clear = evaluate(rings, np.repeat(["in", "out"], 100), ["naive-bayes", "eknn", "soft"])
    ranked = sorted(fold_scores(clear), key=lambda key: -fold_scores(clear)[key].mean())
    tests = compare(clear, LABELS)
    for _, row in tests.iterrows():
        pair = {row["first"], row["second"]}
        for key in ranked[1:]:
            if pair == {CLASSIFIERS[ranked[0]].title, CLASSIFIERS[key].title}:
                loss = f"{CLASSIFIERS[key].title} loses"
                assert (
                    row["adjusted"] < 0.05
                    or loss not in verdict(clear)
                    or ("not significant" in verdict(clear).split(loss)[1].split(" and ")[0])
                )


def test_a_method_that_cannot_be_trained_says_why_and_leaves_the_others_alone():
    few = MassTable.from_hard(["a", "b", "b", "b"])
    X = np.array([[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0]])
    found = evaluate(X, few, ["gamma-eknn", "supervised"], folds=2)
    assert set(fold_scores(found)) | set(found.failed) == {"gamma-eknn", "supervised"}
    with pytest.raises(DataError, match="no classifier called 'magic'"):
        evaluate(X, few, ["magic"], folds=2)


def test_labels_that_are_all_on_the_empty_set_measure_nothing():
    X, labels = np.arange(8.0)[:, None], MassTable(["a", "b"], [0], np.ones((8, 1)))
    with pytest.raises(DataError, match="nothing to measure by"):
        evaluate(X, labels, ["soft"], folds=2)


@pytest.mark.parametrize("key", [key for key, each in CLASSIFIERS.items() if each.uses_labels])
def test_one_object_and_objects_all_alike_give_numbers_or_a_sentence(key):
    two, many = MassTable.from_hard(["a", "b"]), MassTable.from_hard(["a", "b"] * 10)
    found = evaluate(np.array([[0.0], [1.0]]), two, [key], folds=2)
    alike = evaluate(np.ones((20, 2)), many, [key], folds=2)
    assert "at least two objects" in found.failed.get(key, "") or len(found.parts) == 2
    assert alike.failed or len(alike.parts) == 2
    parts = [*found.parts.values(), *alike.parts.values()]
    assert all(np.isfinite(part.prediction.probabilities).all() for part in parts)


def test_probabilities_that_are_no_numbers_are_a_sentence():
    with pytest.raises(DataError, match="GaussianNB are no numbers"):
        SoftLabelClassifier(GaussianNB()).fit(np.ones((20, 2)), ["a", "b"] * 10)


def test_learning_from_all_costs_a_fit_and_the_prediction_of_the_others():
    X = np.zeros((100_000, 2))
    labels = MassTable.from_hard(np.arange(100_000) % 2, [0, 1])
    found = Evaluation(Plan(("naive-bayes", "forest")), X, labels)
    bayes, forest = (found.fit_cost(key) for key in found.plan.classifiers)
    assert bayes.seconds < 2.0 < forest.seconds
    assert bayes == CLASSIFIERS["naive-bayes"].expected_cost(100_000, 2, labels)
    answers = CLASSIFIERS["naive-bayes"].answering_cost(300_000, 2, labels)
    assert found.fit_cost("naive-bayes", 300_000) == bayes + answers
    assert answers.seconds > 0.1


def test_the_verdict_at_a_level_names_the_close_and_counts_the_many_that_lose():
    errors = {"A": 0.10, "B": 0.109, "C": 0.2, "D": 0.3, "E": 0.15, "F": 0.4}
    said = verdict_at(errors, "At 20 %", "error rate, labels")
    assert said == (
        "At 20 %, A and B are within 1 % of each other in error rate, labels (10 %); "
        "the other 4 lose 5 % to 30 %."
    )
    assert verdict_at({"A": 0.3, "B": 0.1}, "Here") == (
        "Here, B has the lowest error rate (10 %); A loses 20 %."
    )
    assert verdict_at({"A": 0.3}, "Here") == verdict_at({}, "Here") == ""
    together = verdict_at({"A": 0.1, "B": 0.1}, "Here")
    assert together == "Here, A and B are within 1 % of each other in error rate (10 %)."
