"""SoftLabelClassifier: equal to its estimator on hard labels, EM on soft ones, never falling."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.model_selection import KFold, cross_val_score
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator
from threadpoolctl import threadpool_limits

from belieflab import DataError, MassTable
from belieflab.belief import max_pignistic
from belieflab.data import build_labels, load_sample
from belieflab.errors import FitWarning
from belieflab.evaluation import SoftLabelClassifier, predict_mass, soft_accuracy
from belieflab.evaluation.weighted_rows import repeat_rows
from belieflab.evaluation.wrapped_estimators import penalty
from belieflab.iteration import Ending, StopFlag


def exact_logistic(**settings):
    return LogisticRegression(tol=1e-10, max_iter=1000, solver="newton-cg", **settings)


@pytest.fixture(scope="module")
def data():
    return load_sample("gaussians", size=300, dimension=3, classes=3)


@pytest.fixture(scope="module")
def labels(data):
    return build_labels("expert-doubt", data, seed=1, mean=0.4)


def checked(model):
    """Which of scikit-learn's checks a model fails, and how many it passes."""
    # Threads of boosting wait for each other on a busy machine.
    with warnings.catch_warnings(), threadpool_limits(1, user_api="openmp"):
        warnings.simplefilter("ignore")
        results = check_estimator(model, on_fail=None, on_skip=None)
    failed = {row["check_name"] for row in results if row["status"] == "failed"}
    return failed, sum(row["status"] == "passed" for row in results)


@pytest.mark.parametrize("inner", [LogisticRegression(solver="newton-cg"), GaussianNB()])
def test_scikit_learns_own_checks_pass(inner):
    failed, n_passed = checked(SoftLabelClassifier(inner))
    assert not failed and n_passed > 40


@pytest.mark.slow
@pytest.mark.parametrize(
    "inner",
    [
        RandomForestClassifier(n_estimators=5),
        HistGradientBoostingClassifier(max_iter=5, min_samples_leaf=2),
        make_pipeline(StandardScaler(), LogisticRegression()),
    ],
)
def test_scikit_learns_own_checks_pass_but_for_weights_as_repetitions(inner):
    """To bootstraps, binning and scaling a row of weight 2 is not the same as two rows."""
    failed, n_passed = checked(SoftLabelClassifier(inner))
    assert all(name.startswith("check_sample_weight_equivalence") for name in failed)
    assert n_passed > 40


@pytest.mark.parametrize("inner", [exact_logistic(C=0.7), GaussianNB()])
def test_a_pipeline_has_the_criterion_of_its_last_step(data, labels, inner):
    """With its penalty, or with the likelihood of points and classes together."""
    given = {"likelihood_based": True, "tol": 1e-9, "keep_history": True}
    plain = SoftLabelClassifier(inner, **given).fit(data.X, labels)
    wrapped = SoftLabelClassifier(make_pipeline(FunctionTransformer(), inner), **given)
    wrapped.fit(data.X, labels)
    np.testing.assert_allclose(wrapped.history_.criterion, plain.history_.criterion, rtol=1e-9)
    assert (np.diff(wrapped.history_.criterion) >= 0).all() and len(wrapped.history_.criterion) > 2
    assert wrapped.ending_ is Ending.CONVERGED


@pytest.mark.parametrize(
    "inner",
    [
        LogisticRegression(),
        GaussianNB(),
        RandomForestClassifier(n_estimators=5, random_state=3),
        make_pipeline(StandardScaler(), LogisticRegression()),
    ],
)
def test_with_hard_labels_it_is_the_estimator(data, inner):
    names = np.array(data.class_names)[data.truth]
    model = SoftLabelClassifier(inner, random_state=0).fit(data.X, names)
    plain = clone(inner).fit(data.X, names)
    np.testing.assert_array_equal(model.predict_proba(data.X), plain.predict_proba(data.X))
    np.testing.assert_array_equal(model.predict(data.X), plain.predict(data.X))
    assert model.n_iter_ == 1 and model.converged_
    unlabelled = names.astype(object)
    unlabelled[::3] = None
    kept = np.arange(data.n) % 3 != 0
    some = SoftLabelClassifier(inner, random_state=0).fit(data.X, unlabelled)
    few = clone(inner).fit(data.X[kept], names[kept])
    np.testing.assert_array_equal(some.predict_proba(data.X), few.predict_proba(data.X))
    np.testing.assert_array_equal(some.rows_, np.flatnonzero(kept))


def naive_logistic(X, plausibility, start, steps):
    """EM in the plainest form: every row K times, weights t, the criterion from its definition."""
    n, n_classes = plausibility.shape
    shares, trace = start, []
    for _ in range(steps):
        model = exact_logistic(C=0.7)
        every = np.repeat(np.arange(n), n_classes)
        codes = np.tile(np.arange(n_classes), n)
        used = shares.ravel() >= 1e-6
        model.fit(X[every[used]], codes[used], sample_weight=shares.ravel()[used])
        joint = plausibility * model.predict_proba(X)
        trace.append(np.log(joint.sum(axis=1)).sum() - (model.coef_**2).sum() / 2 / 0.7)
        shares = joint / joint.sum(axis=1, keepdims=True)
    return np.array(trace), model


def test_it_is_em_with_the_penalty_in_the_criterion_which_never_falls(data, labels):
    model = SoftLabelClassifier(exact_logistic(C=0.7), tol=0.0, max_iter=8).fit(data.X, labels)
    trace, naive = naive_logistic(data.X, labels.contour(), labels.pignistic(), 8)
    np.testing.assert_allclose(model.history_.criterion, trace, rtol=1e-9)
    np.testing.assert_allclose(model.estimator_.coef_, naive.coef_, atol=1e-7)
    assert (np.diff(trace) > 0.0).all()
    assert model.ending_ is Ending.MAX_ITER and model.likelihood_based_


@pytest.mark.parametrize("inner", [LogisticRegression(), GaussianNB()])
def test_the_criterion_never_falls_and_the_loop_says_why_it_ended(data, labels, inner):
    model = SoftLabelClassifier(inner).fit(data.X, labels)
    assert len(model.history_) > 3 and (np.diff(model.history_.criterion) >= 0.0).all()
    assert model.converged_ and model.criterion_ == model.history_.criterion[-1]
    assert len(model.responsibilities_) == len(model.rows_)


def test_naive_bayes_is_em_of_the_joint_likelihood(data, labels):
    model = SoftLabelClassifier(GaussianNB(), tol=0.0, max_iter=4).fit(data.X, labels)
    shares = labels.pignistic()
    for _ in range(4):
        sizes = shares.sum(axis=0)
        means = shares.T @ data.X / sizes[:, None]
        squares = (data.X[:, None] - means) ** 2
        spread = np.einsum("ik,ikj->kj", shares, squares) / sizes[:, None]
        logs = -0.5 * (np.log(2 * np.pi * spread)[None] + squares / spread).sum(axis=2)
        joint = labels.contour() * np.exp(logs) * sizes / data.n
        criterion = np.log(joint.sum(axis=1)).sum()
        shares = joint / joint.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(model.estimator_.theta_, means, rtol=1e-5)
    assert model.criterion_ == pytest.approx(criterion, rel=1e-6)


COUNTING = {
    "Bernoulli": (BernoulliNB(alpha=20.0), lambda X: (X > 0).astype(float)),
    "per feature": (MultinomialNB(alpha=[0.5, 5.0, 40.0]), lambda X: np.floor(np.abs(X) * 2)),
    "categorical": (CategoricalNB(alpha=20.0), lambda X: np.clip(np.floor(X), -1, 1) + 1),
    "multinomial": (MultinomialNB(alpha=20.0), lambda X: np.floor(np.abs(X) * 2)),
}


@pytest.mark.parametrize("name", COUNTING)
def test_smoothing_of_counts_is_a_penalty_that_the_criterion_holds(data, labels, name):
    inner, count = COUNTING[name]
    X, shares = count(data.X), labels.pignistic()
    model = SoftLabelClassifier(inner, tol=1e-9, max_iter=500).fit(X, labels)
    assert (np.diff(model.history_.criterion) >= 0.0).all()
    assert model.ending_ is not Ending.FELL and not model.notes_
    joint = model.estimator_.predict_joint_log_proba(X) + np.log(labels.contour())
    likelihood = np.logaddexp.reduce(joint, axis=1).sum()
    assert model.criterion_ == pytest.approx(likelihood - penalty(model.estimator_))
    assert likelihood > model.criterion_

    # A fit is the maximum of the weighted likelihood less the penalty: other counts do worse.
    rows, classes, weights = repeat_rows(shares, labels.contour())
    fitted = clone(inner).fit(X[rows], classes, sample_weight=weights)

    def objective(model):
        logs = model.predict_joint_log_proba(X)
        return (shares * logs).sum() - penalty(model)

    rng = np.random.default_rng(0)
    for _ in range(20):
        other = clone(inner).fit(X[rows], classes, sample_weight=weights * rng.uniform(0.8, 1.2))
        other.class_log_prior_ = fitted.class_log_prior_
        assert objective(other) < objective(fitted)


def test_a_subclass_that_maximises_something_else_is_asked_out_of_fold(data, labels):
    model = SoftLabelClassifier(LogisticRegressionCV(Cs=2, cv=2, l1_ratios=(0,)), max_iter=2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(data.X, labels)
    assert not model.likelihood_based_ and np.isfinite(model.criterion_)


def test_a_class_that_is_only_ever_improbable_keeps_its_most_probable_row():
    shares = np.array([[1.0, 0.0, 0.0], [1.0 - 3e-7, 2e-7, 1e-7], [1.0 - 1e-7, 1e-7, 0.0]])
    possible = np.array([[1.0, 0.0, 0.0], [1.0, 0.5, 0.0], [1.0, 0.5, 0.0]])
    rows, classes, weights = repeat_rows(shares, possible)
    assert list(zip(rows.tolist(), classes.tolist(), strict=True)) == [
        (0, 0),
        (1, 0),
        (1, 1),  # the larger of its shares, though below 1e-6
        (2, 0),
    ]
    assert weights[2] == 1e-6


def test_vacuous_labels_change_nothing(data, labels):
    more = np.vstack([data.X, data.X[:40] + 9.0])
    doubtful = MassTable.stack([labels, MassTable.vacuous(40, labels.frame)])
    with_them = SoftLabelClassifier(LogisticRegression()).fit(more, doubtful)
    without = SoftLabelClassifier(LogisticRegression()).fit(data.X, labels)
    np.testing.assert_array_equal(with_them.predict_proba(more), without.predict_proba(more))
    with pytest.raises(DataError, match="All labels are vacuous"):
        SoftLabelClassifier(GaussianNB()).fit(data.X, MassTable.vacuous(data.n, data.frame))


def test_soft_labels_beat_hard_guesses():
    """Ten draws of guesses that say how doubtful they are."""
    errors = []
    for seed in range(10):
        data = load_sample("gaussians", size=300, dimension=3, classes=3, seed=seed)
        labels = build_labels("expert-doubt", data, seed=seed, mean=0.4)
        soft = SoftLabelClassifier(exact_logistic()).fit(data.X, labels)
        hard = exact_logistic().fit(data.X, max_pignistic(labels))
        codes = soft.predict_proba(data.X).argmax(axis=1)
        errors.append(((codes != data.truth).mean(), (hard.predict(data.X) != data.truth).mean()))
    soft, hard = np.mean(errors, axis=0)
    assert soft < hard - 0.01, (soft, hard)


def test_a_tree_that_knows_its_rows_by_heart_is_asked_out_of_fold(data, labels):
    """In sample a full tree confirms every first guess; out of fold the doubtful ones move."""
    tree = DecisionTreeClassifier(random_state=0)
    honest = SoftLabelClassifier(tree, random_state=4).fit(data.X, labels)
    assert not honest.likelihood_based_ and (np.diff(honest.history_.criterion) >= 0).all()
    again = SoftLabelClassifier(tree, random_state=4).fit(data.X, labels)
    np.testing.assert_array_equal(again.predict_proba(data.X), honest.predict_proba(data.X))
    assert again.criterion_ == honest.criterion_ < -1.0
    trusting = SoftLabelClassifier(tree, likelihood_based=True).fit(data.X, labels)
    assert trusting.criterion_ > 0.1 * honest.criterion_


def test_every_seed_inside_comes_from_random_state(data, labels):
    forest = RandomForestClassifier(n_estimators=3)
    found = [
        SoftLabelClassifier(forest, n_folds=2, max_iter=2, random_state=seed)
        .fit(data.X, labels)
        .predict_proba(data.X)
        for seed in (5, 5, 6)
    ]
    np.testing.assert_array_equal(found[0], found[1])
    assert (found[0] != found[2]).any()
    assert forest.random_state is None


def test_it_can_be_stopped_and_keeps_the_last_step(data, labels):
    model, flag = SoftLabelClassifier(LogisticRegression(), keep_history=True), StopFlag()
    for step in model.iterate(data.X, labels, stop=flag):
        if step.iteration == 2:
            flag.set()
    assert model.ending_ is Ending.STOPPED and model.n_iter_ == 2
    assert not model.converged_ and model.predict(data.X).shape == (data.n,)
    assert [step.iteration for step in model.kept_steps] == [1, 2]
    flag = StopFlag()
    flag.set()
    fresh = SoftLabelClassifier(LogisticRegression())
    assert list(fresh.iterate(data.X, labels, stop=flag)) == [] and not hasattr(fresh, "classes_")


def test_it_passes_through_model_selection(data, labels):
    frame = pd.DataFrame(data.X, columns=["a", "b", "c"])
    model = make_pipeline(StandardScaler(), SoftLabelClassifier(exact_logistic()))
    scores = cross_val_score(model, frame, labels, cv=KFold(3), scoring=soft_accuracy)
    assert len(scores) == 3 and (scores > 0.3).all()
    model.set_params(softlabelclassifier__estimator__C=0.01).fit(frame, labels)
    assert model[-1].estimator_.C == 0.01
    beliefs = predict_mass(model, frame)
    assert beliefs.frame.values == labels.frame.values
    np.testing.assert_allclose(beliefs.pignistic(), model.predict_proba(frame))


def test_weights_count_as_repetitions(data, labels):
    weights = np.where(np.arange(data.n) < 50, 2.0, 1.0)
    weighted = SoftLabelClassifier(exact_logistic()).fit(data.X, labels, weights)
    twice = np.r_[np.arange(data.n), np.arange(50)]
    repeated = SoftLabelClassifier(exact_logistic()).fit(data.X[twice], labels[twice])
    np.testing.assert_allclose(weighted.criterion_, repeated.criterion_, rtol=1e-9)
    np.testing.assert_allclose(
        weighted.predict_proba(data.X), repeated.predict_proba(data.X), atol=1e-8
    )


def test_classes_without_a_label_have_no_probability():
    X = np.arange(8.0)[:, None]
    sets = MassTable.from_sets(
        ["a", "a", ["a", "b"], "a", "b", "b", ["a", "b"], "b"], ["a", "b", "c"]
    )
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        model = SoftLabelClassifier(LogisticRegression()).fit(X, sets)
        alone = SoftLabelClassifier(LogisticRegression()).fit(X[:2], sets[:2])
    assert "No label allows these classes, so they are never predicted: c." in model.notes_
    assert {each.category for each in said} == {FitWarning}
    np.testing.assert_array_equal(model.predict_proba(X)[:, 2], 0.0)
    assert alone.predict(X).tolist() == ["a"] * 8


@pytest.mark.parametrize(
    ("inner", "said"),
    [
        (KNeighborsClassifier(), "KNeighborsClassifier takes no sample_weight"),
        (SVC(), "SVC has no predict_proba"),
    ],
)
def test_what_cannot_be_wrapped_is_said(data, labels, inner, said):
    with pytest.raises(DataError, match=said):
        SoftLabelClassifier(inner).fit(data.X, labels)
    with pytest.raises(DataError, match="likelihood_based must be True or False or one of 'auto'"):
        SoftLabelClassifier(GaussianNB(), likelihood_based="yes").fit(data.X, labels)
