"""One cell of a sweep, checked against the same thing done by hand."""

from dataclasses import replace

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.generators.gaussians import gaussian_centres
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.evaluation.classifiers import CLASSIFIERS, FittedClassifier
from belieflab.experiments import (
    Assessment,
    DataChoice,
    Job,
    LawChoice,
    MethodChoice,
    hand_over,
)
from belieflab.experiments.assessment import (
    Split,
    assess,
    count_errors,
    cut,
    find_data,
    find_labels,
)
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture


def job_of(sweep, replicate=0):
    cell = sweep.cell(sweep.data[0], sweep.levels[0], sweep.methods[0])
    return Job(cell, replicate, sweep.seed)


def test_fresh_points_are_new_and_shared_by_all_levels(any_sweep):
    first, second = (job_of(any_sweep(levels=(level,))) for level in (0.1, 0.4))
    points = [find_data(job.cell.parameters["data"], job, {}) for job in (first, second)]
    assert points[0] is points[1]
    splits = []
    for job, data in zip((first, second), points, strict=True):
        parts = job.cell.parameters
        labels = find_labels(parts["law"], parts["data"], job, data)
        [split] = cut(parts["test"], parts["data"], job, data, labels)
        splits.append(split)
    assert splits[0].X is splits[1].X
    assert len(splits[0].X) == 100
    assert not np.isin(splits[0].X, points[0].X).any()


@pytest.mark.parametrize(
    ("key", "model"), [("soft", SoftLabelMixture()), ("label-noise", LabelNoiseMixture())]
)
def test_mixtures_decide_as_the_estimators_do(any_sweep, key, model):
    sweep = any_sweep(
        data=(DataChoice("iris", scaling="standardise"),),
        methods=(MethodChoice(key),),
        test=Assessment("hold-out", share=0.3),
    )
    job = job_of(sweep)
    parts = job.cell.parameters
    data = find_data(parts["data"], job, {})
    assert data.X.mean(axis=0) == pytest.approx(np.zeros(4), abs=1e-12)
    assert data.X.std(axis=0) == pytest.approx(np.ones(4))
    labels = find_labels(parts["law"], parts["data"], job, data)
    [split] = cut(parts["test"], parts["data"], job, data, labels)
    assert len(split.truth) == 45
    model.fit(data.X[split.rows], labels[split.rows])
    wrong = model.predict(split.X) != np.array(data.class_names)[split.truth]
    outcome = assess(job, {})
    assert outcome.score == pytest.approx(wrong.mean())
    assert outcome.iterations == model.n_iter_


def test_true_parameters_are_the_start_where_they_are_known(any_sweep):
    sweep = any_sweep(methods=(MethodChoice("soft", {"start": "true parameters", "max_iter": 1}),))
    assert 0 <= assess(job_of(sweep), {}).score < 0.3
    assert gaussian_centres(2, 2, 3.0)[:, 0].tolist() == [-1.5, 1.5]
    real = any_sweep(
        data=(DataChoice("iris"),), methods=sweep.methods, test=Assessment("folds", folds=3)
    )
    with pytest.raises(DataError, match="Gaussian mixtures only"):
        assess(job_of(real), {})


def test_nameless_classes_take_their_best_names():
    truth = np.array([0, 0, 1, 1, 2, 2])
    turned = FittedClassifier()
    turned.predict = lambda X: np.array([2, 2, 0, 0, 1, 0])
    turned.named = False
    assert count_errors(turned, Split(truth, np.zeros((6, 1)), truth), 3) == 1


def test_every_method_runs_on_every_kind_of_label(any_sweep):
    easy = {"distance": 5.0, "size": 60}
    for law, varied in (("expert-doubt", "mean"), ("nonspecificity", "ns"), ("bayesian", "mean")):
        sweep = any_sweep(
            data=(DataChoice("gaussians", easy),),
            law=type(any_sweep().law)(law, varied),
            levels=(0.2,),
            methods=tuple(MethodChoice(key) for key in CLASSIFIERS),
        )
        for cell in sweep.cells:
            outcome = assess(Job(cell, 0, 0), {})
            assert outcome.score <= 0.35, cell.parameters["method"]["key"]


def test_folds_test_each_object_once(any_sweep):
    for by in ("random", "soft-stratified"):
        sweep = any_sweep(data=(DataChoice("iris"),), test=Assessment("folds", folds=4, by=by))
        job = job_of(sweep)
        parts = job.cell.parameters
        data = find_data(parts["data"], job, {})
        labels = find_labels(parts["law"], parts["data"], job, data)
        splits = list(cut(parts["test"], parts["data"], job, data, labels))
        assert sum(len(split.truth) for split in splits) == 150
        assert all(len(split.rows) + len(split.truth) == 150 for split in splits)
        assert 0 <= assess(job, {}).score < 0.3


def test_random_folds_are_shared_by_levels_and_methods(any_sweep):
    """Paired comparisons: the same objects are held out together everywhere."""
    tested = []
    for level, method in ((0.1, "soft"), (0.4, "knn")):
        sweep = any_sweep(
            data=(DataChoice("iris"),),
            levels=(level,),
            methods=(MethodChoice(method),),
            test=Assessment("folds", folds=5),
        )
        job = job_of(sweep)
        parts = job.cell.parameters
        data = find_data(parts["data"], job, {})
        labels = find_labels(parts["law"], parts["data"], job, data)
        splits = cut(parts["test"], parts["data"], job, data, labels)
        tested.append([split.rows.tolist() for split in splits])
    assert tested[0] == tested[1]


def test_a_training_set_is_all_a_method_sees():
    data = Dataset(np.arange(8.0)[:, None], ("x",), np.repeat([0, 1], 4), ("a", "b"))
    labels = build_labels("hard", data)
    fitted = CLASSIFIERS.find("knn").fit(data.X, labels, seed=0, neighbors=1)
    assert fitted.predict(np.array([[0.2], [6.8]])).tolist() == [0, 1]


def on_labels(any_sweep, dataset, labels, level, **test):
    choice, given = hand_over(dataset, labels=labels)
    sweep = any_sweep(
        data=(choice,),
        law=LawChoice("guess-doubt", "wrong", on="labels"),
        levels=(level,),
        methods=(MethodChoice("soft"),),
        test=Assessment("folds", folds=3, **test),
    )
    return job_of(sweep), given


def test_noise_on_labels_shares_its_draws_between_levels(any_sweep):
    iris = load_sample("iris")
    labels = build_labels("expert-doubt", iris)
    wrong = []
    for level in (0.0, 0.2, 0.4):
        job, given = on_labels(any_sweep, iris, labels, level)
        parts = job.cell.parameters
        [dataset] = given.values()
        noisy = find_labels(parts["law"], parts["data"], job, dataset)
        before, after = labels.pignistic(), noisy.pignistic()
        wrong.append(np.abs(before - after).max(axis=1) > 1e-9)
    assert not wrong[0].any()
    assert 0.1 < wrong[1].mean() < 0.3 < wrong[2].mean() < 0.5
    assert (wrong[1] <= wrong[2]).all()


def test_errors_against_labels_are_those_of_the_labels_before_noise(any_sweep):
    iris = load_sample("iris")
    labels = build_labels("guess-doubt", iris, doubt=0.3, wrong=0.1)
    labels = MassTable.stack([labels[:140], MassTable.vacuous(10, labels.frame)])
    job, given = on_labels(any_sweep, replace(iris, truth=None), labels, 0.2, against="labels")
    parts = job.cell.parameters
    [dataset] = given.values()
    noisy = find_labels(parts["law"], parts["data"], job, dataset)
    lost, counted = 0.0, 0
    folds = random_split_rows(parts, job, dataset, noisy)
    for rows, held in folds:
        model = SoftLabelMixture().fit(iris.X[rows], noisy[rows])
        decided = model.predict_proba(iris.X[held]).argmax(axis=1)
        said = held < 140
        lost += (1 - labels.pignistic()[held, decided])[said].sum()
        counted += said.sum()
    assert counted == 140
    assert assess(job, given).score == pytest.approx(lost / counted)


def random_split_rows(parts, job, dataset, labels):
    for split in cut(parts["test"], parts["data"], job, dataset, labels):
        yield split.rows, np.setdiff1d(np.arange(dataset.n), split.rows)


def test_labels_that_are_not_handed_over_and_laws_that_need_the_truth_are_refused(any_sweep):
    with pytest.raises(DataError, match="cannot act on given labels"):
        LawChoice("crowd", "reliability", on="labels")
    with pytest.raises(DataError, match="brings no labels of its own"):
        any_sweep(
            data=(DataChoice("iris"),),
            law=LawChoice("guess-doubt", "wrong", on="labels"),
            test=Assessment("folds"),
        )


@pytest.mark.parametrize(
    "test",
    [
        Assessment("folds", folds=4, by="random"),
        Assessment("folds", folds=4, by="soft-stratified"),
        Assessment("hold-out", share=0.3),
    ],
)
def test_objects_of_a_group_are_tested_together(any_sweep, test):
    groups = np.arange(150) // 5
    grouped = replace(load_sample("iris"), split=tuple(f"plant {group}" for group in groups))
    choice, _ = hand_over(grouped)
    job = job_of(any_sweep(data=(choice,), test=test))
    parts = job.cell.parameters
    labels = find_labels(parts["law"], parts["data"], job, grouped)
    splits = list(random_split_rows(parts, job, grouped, labels))
    assert len(splits) == (1 if test.kind == "hold-out" else 4)
    for rows, held in splits:
        assert len(held) and not set(groups[rows]) & set(groups[held])


def test_weights_of_the_objects_learned_from_count(any_sweep):
    weights = np.where(np.arange(150) % 2, 0.01, 1.0)
    weighted = replace(load_sample("iris"), weights=weights)
    choice, given = hand_over(weighted)
    method = MethodChoice("gaussian-nb")
    job = job_of(any_sweep(data=(choice,), methods=(method,), test=Assessment("folds", folds=3)))
    parts = job.cell.parameters
    labels = find_labels(parts["law"], parts["data"], job, weighted)
    wrong = {True: 0, False: 0}
    for rows, held in random_split_rows(parts, job, weighted, labels):
        for counted in wrong:
            own = weights[rows] if counted else None
            fitted = CLASSIFIERS["gaussian-nb"].train(
                weighted.X[rows], labels[rows], seed=0, weights=own
            )
            wrong[counted] += (fitted.predict(weighted.X[held]) != weighted.truth[held]).sum()
    assert assess(job, given).score == pytest.approx(wrong[True] / 150)
    assert wrong[True] != wrong[False]
