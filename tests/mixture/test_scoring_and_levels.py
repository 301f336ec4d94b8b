from dataclasses import replace

import numpy as np
import pytest

from belieflab import DataError
from belieflab.data.group_folds import fold_groups
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.levels import fit_levels
from belieflab.mixture.scoring import agree, agreement, held_out_error, match


def test_unknown_truth_counts_nowhere():
    found = agree(np.array([0, 1, -1, 1]), np.array([0, 1, 1, 0]), 2, np.array([0, 1]))
    np.testing.assert_array_equal(found.counts, [[1, 0], [1, 1]])
    assert found.error == pytest.approx(1 / 3)


def test_components_without_names_take_the_class_that_fits_best():
    truth = np.array([0, 0, 0, 1, 1, 2])
    found = match(truth, np.array([2, 2, 2, 0, 0, 1]), 3, 3)
    np.testing.assert_array_equal(found.class_of, [1, 2, 0])
    assert found.error == 0.0


@pytest.mark.parametrize(("n_components", "error"), [(1, 0.5), (3, 0.25)])
def test_fewer_or_more_components_than_classes(n_components, error):
    truth = np.array([0, 0, 1, 1])
    component = np.array([0, 0, 1, 2]) % n_components
    assert match(truth, component, 2, n_components).error == error


def test_the_training_error_of_hard_labels_is_one_minus_the_accuracy():
    iris = load_sample("iris")
    labels = build_labels("hard", iris)
    model = SoftLabelMixture().fit(iris.X, labels)
    found = agreement(model, iris.X, iris.truth, iris.class_names)
    assert found.error == pytest.approx(1 - model.score(iris.X, labels))
    assert found.counts.sum() == 150


def test_held_out_rows_do_not_take_part_in_the_fit():
    iris = load_sample("iris")
    labels = build_labels("hard", iris)
    error = held_out_error(SoftLabelMixture(), iris.X, labels, iris.truth, iris.class_names)
    assert error == pytest.approx(naive_held_out(iris, labels))
    with pytest.raises(DataError, match="10 rows"):
        held_out_error(SoftLabelMixture(), iris.X[:9], labels[:9], iris.truth[:9], iris.class_names)


def naive_held_out(iris, labels):
    order = np.random.default_rng(0).permutation(150)
    wrong = 0
    for fold in range(5):
        held = set(order[fold::5].tolist())
        kept = [row for row in range(150) if row not in held]
        model = SoftLabelMixture().fit(iris.X[kept], labels[kept])
        for row in held:
            answer = model.predict(iris.X[[row]])[0]
            wrong += answer != iris.class_names[iris.truth[row]]
    return wrong / 150


def test_unnamed_components_are_matched_on_the_rows_they_were_fitted_to():
    data = load_sample("gaussians", seed=1, distance=6.0)
    model = SoftLabelMixture(2, init="k-means++", random_state=0)
    error = held_out_error(model, data.X, None, data.truth, data.class_names, named=False)
    assert error < 0.02


def test_a_level_is_the_fit_to_labels_of_that_nonspecificity():
    iris = load_sample("iris")
    model = SoftLabelMixture(random_state=0)
    steps = list(fit_levels(iris, model, (0.0, 0.5, 1.0), seed=7))
    labels = build_labels("nonspecificity", iris, seed=7, ns=0.5)
    alone = SoftLabelMixture(random_state=0).fit(iris.X, labels)
    level = steps[1].snapshot
    assert level.log_likelihood == alone.log_likelihood_
    np.testing.assert_array_equal(level.parameters.means, alone.means_)
    assert [step.snapshot.nonspecificity for step in steps] == [0.0, 0.5, 1.0]
    assert steps[0].criterion == pytest.approx(0.02, abs=0.01)
    assert steps[0].criterion == steps[0].snapshot.agreement.error


def test_levels_need_a_truth():
    iris = load_sample("iris")
    blind = type(iris)(iris.X, iris.feature_names)
    with pytest.raises(DataError, match="true classes"):
        next(fit_levels(blind, SoftLabelMixture(), (0.5,)))


def test_weights_count_at_every_level():
    iris = load_sample("iris")
    weights = np.linspace(0.2, 2.0, 150)
    model = SoftLabelMixture(random_state=0)
    [step] = fit_levels(replace(iris, weights=weights), model, (0.5,), seed=7)
    labels = build_labels("nonspecificity", iris, seed=7, ns=0.5)
    alone = SoftLabelMixture(random_state=0).fit(iris.X, labels, weights)
    assert step.snapshot.log_likelihood == alone.log_likelihood_


def test_held_out_rows_leave_with_their_group_and_weights_count_in_the_fits():
    iris = load_sample("iris").take(np.arange(0, 150, 3))
    labels = build_labels("guess-doubt", iris, seed=1, wrong=0.2)
    both, weights = np.repeat(np.arange(50), 2), np.tile(np.linspace(0.2, 2.0, 50), 2)
    given = iris.X[both], labels[both], iris.truth[both], iris.class_names
    error = held_out_error(SoftLabelMixture(), *given, groups=both, weights=weights, seed=3)
    folds = fold_groups(both, 5, np.random.default_rng(3))
    wrong = 0
    for fold in range(5):
        kept, held = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        model = SoftLabelMixture().fit(given[0][kept], given[1][kept], weights[kept])
        decided = model.predict_proba(given[0][held]).argmax(axis=1)
        wrong += (decided != given[2][held]).sum()
    assert error == pytest.approx(wrong / 100)
