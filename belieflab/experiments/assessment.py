"""One cell of a sweep: draw points and labels, fit a classifier, count its errors."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from belieflab.answers import shared
from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.generators.gaussians import gaussian_centres, proportions
from belieflab.data.group_folds import hold_out_groups
from belieflab.data.laws import add_noise, build_labels
from belieflab.data.samples import load_sample
from belieflab.data.scaling import NONE, STANDARDISE, scale
from belieflab.data.truth import CERTAIN
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS, FittedClassifier
from belieflab.evaluation.folds import random_folds, soft_stratified_folds
from belieflab.experiments.cells import Job, Outcome
from belieflab.experiments.labelled import OWN, LabelledDataset, own_labels
from belieflab.experiments.seeds import canonical, derive, derive_integer
from belieflab.experiments.sweep import FOLDS, FRESH, GIVEN, LABELS, SOFT_STRATIFIED, TRUTH
from belieflab.mixture.gaussian import GaussianParameters

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

Given = Mapping[str, Dataset]
"""Data handed over with a run, by name."""


class Split(NamedTuple):
    """Rows to train on, and points to test on with their classes.

    `truth` holds true classes [shape=(t,)] or the pignistic probabilities of labels [shape=(t, K)].
    """

    rows: Codes
    X: Floats
    truth: Codes | Floats


def assess(job: Job, given: Given) -> Outcome:
    """The share of test points that the classifier of the cell gets wrong.

    Points, folds and fresh points depend on the data and the replicate, labels on the law and its
    level too: methods and levels are compared on the same objects. Against labels the share is the
    mean of 1 - BetP_i(decision).
    """
    parts = job.cell.parameters
    dataset = find_data(parts["data"], job, given)
    yardstick = find_yardstick(parts["test"], dataset)
    labels = find_labels(parts["law"], parts["data"], job, dataset)
    classifier, settings = CLASSIFIERS.find(parts["method"]["key"]), parts["method"]["settings"]
    if classifier.takes_start:
        settings = settings | {"true_parameters": true_parameters(parts["data"])}
    wrong, tested = 0.0, 0
    iterations: list[float] = []
    notes: set[str] = set()
    for number, split in enumerate(
        cut(parts["test"], parts["data"], job, dataset, labels, yardstick)
    ):
        if len(split.rows) < 2:
            raise DataError("One object is too few to learn from; take fewer folds or more data.")
        fitted = classifier.train(
            dataset.X[split.rows],
            labels[split.rows],
            groups=None if dataset.groups is None else dataset.groups[split.rows],
            weights=None if dataset.weights is None else dataset.weights[split.rows],
            seed=derive_integer(job.seed, "method", job.cell.key, job.replicate, number),
            **settings,
        )
        wrong += count_errors(fitted, split, labels.frame.size)
        tested += count_tested(split)
        iterations.append(fitted.iterations)
        notes.update(fitted.notes)
    if not tested:
        raise DataError("No object that is kept apart has a known class to count errors by.")
    details = {"notes": sorted(notes)} if notes else {}
    return Outcome(wrong / tested, float(np.mean(iterations)), details)


def find_data(data: Mapping[str, Any], job: Job, given: Given) -> Dataset:
    """The points of a replicate; generated ones are drawn anew for each."""
    if data["key"] == GIVEN:
        name = data["settings"]["name"]
        if name not in given:
            raise DataError(f"The data {name!r} were not handed over with the run.")
        dataset = given[name]
    else:
        dataset = _load(canonical(data), derive_integer(job.seed, "points", data, job.replicate))
    return scale(dataset, _scaling(data))


def find_yardstick(test: Mapping[str, Any], dataset: Dataset) -> Codes | Floats:
    """What errors are counted by, one row per object: true classes, or BetP of the given labels.

    Where labels are given some true classes may be unknown, -1; labels that favour no class have
    zeros in their row.
    """
    if test.get("against", TRUTH) == LABELS:
        labels = own_labels(dataset)
        says = np.ptp(labels.contour(), axis=1) > CERTAIN
        return np.where(says[:, None], labels.pignistic(), 0.0)
    truth, partly = dataset.truth, isinstance(dataset, LabelledDataset)
    if truth is None or (truth < 0).all() or ((truth < 0).any() and not partly):
        raise DataError(f"{dataset.name}: errors can be counted only where every class is known.")
    return truth


def find_labels(
    law: Mapping[str, Any] | None, data: Mapping[str, Any], job: Job, dataset: Dataset
) -> MassTable:
    """The labels of a replicate; vacuous ones where the method uses none."""
    if law is None:
        return MassTable.vacuous(dataset.n, dataset.frame or own_labels(dataset).frame)
    if law["key"] == OWN:
        return own_labels(dataset)
    if law.get("on", TRUTH) == LABELS:  # the same draws at every level
        seed = derive_integer(job.seed, "noise on labels", data, law["key"], job.replicate)
        return add_noise(law["key"], own_labels(dataset), seed=seed, **law["settings"])
    seed = derive_integer(job.seed, "labels", data, law, job.replicate)
    if data["key"] == GIVEN:
        return build_labels(law["key"], dataset, seed=seed, **law["settings"])
    points = derive_integer(job.seed, "points", data, job.replicate)
    return _label(canonical(data), points, canonical(law), seed)


def cut(
    test: Mapping[str, Any],
    data: Mapping[str, Any],
    job: Job,
    dataset: Dataset,
    labels: MassTable,
    yardstick: Codes | Floats | None = None,
) -> Iterator[Split]:
    """The rows to train on and the points to test on, once or once per fold.

    `yardstick` is what errors are counted by, a row per object; the true classes unless given.
    """
    truth = find_yardstick(test, dataset) if yardstick is None else yardstick
    rng = np.random.default_rng(derive(job.seed, "test", data, test, job.replicate))
    if test["kind"] == FRESH:
        larger = {**data, "settings": {**data["settings"], "size": test["size"]}}
        fresh = _load(canonical(larger), derive_integer(job.seed, "fresh", larger, job.replicate))
        if fresh.truth is not None:
            X = fresh.X if dataset.scale is None else dataset.scale.apply(fresh.X)
            yield Split(np.arange(dataset.n), X, fresh.truth)
        return
    groups = dataset.groups
    if test["kind"] == FOLDS:
        count = test["folds"] if groups is None else min(test["folds"], groups.max() + 1)
        if test["by"] == SOFT_STRATIFIED:
            folds = soft_stratified_folds(labels.pignistic(), count, rng, groups)
        else:
            folds = random_folds(dataset.n, count, rng, groups)
        for fold in range(count):
            held = folds == fold
            yield Split(np.flatnonzero(~held), dataset.X[held], truth[held])
        return
    if groups is not None:
        out = hold_out_groups(groups, test["share"], rng)
        yield Split(np.flatnonzero(~out), dataset.X[out], truth[out])
        return
    order = rng.permutation(dataset.n)
    n_held = max(1, round(test["share"] * dataset.n))
    held, kept = np.sort(order[:n_held]), np.sort(order[n_held:])
    yield Split(kept, dataset.X[held], truth[held])


def count_tested(split: Split) -> int:
    """How many test points have a class to count errors by."""
    return int(_is_known(split).sum())


def count_errors(fitted: FittedClassifier, split: Split, n_classes: int) -> float:
    """How many test points get a wrong class; clusters take their best names first.

    Against labels a point counts 1 - BetP(decision).
    """
    known = _is_known(split)
    if not known.any():
        return 0.0
    decided, truth = fitted.predict(split.X[known]), split.truth[known]
    if truth.ndim == 1:
        truth = np.eye(n_classes)[truth]
    if fitted.named:
        return len(decided) - float(truth[np.arange(len(decided)), decided].sum())
    agreed = np.zeros((n_classes, n_classes))
    np.add.at(agreed, decided, truth)
    rows, columns = linear_sum_assignment(-agreed)
    return len(decided) - float(agreed[rows, columns].sum())


def _is_known(split: Split) -> NDArray[np.bool_]:
    """Which test points have a true class, or a label that favours one."""
    if split.truth.ndim == 1:
        return np.greater_equal(split.truth, 0)
    return np.greater(split.truth.sum(axis=1), 0)


def true_parameters(data: Mapping[str, Any]) -> GaussianParameters | None:
    """The parameters that Gaussian data were drawn from."""
    if data["key"] != "gaussians" or _scaling(data) != NONE:
        return None
    settings = data["settings"]
    classes, dimension = settings["classes"], settings["dimension"]
    return GaussianParameters(
        proportions(classes, settings["imbalance"]),
        gaussian_centres(classes, dimension, settings["distance"]),
        np.tile(np.eye(dimension), (classes, 1, 1)),
    )


@shared(kept=8)
def _load(data: str, seed: int) -> Dataset:
    described = json.loads(data)
    return load_sample(described["key"], seed=seed, **described["settings"])


@shared(kept=4)
def _label(data: str, points: int, law: str, seed: int) -> MassTable:
    """Labels of the same law serve all methods of a level."""
    described = json.loads(law)
    return build_labels(described["key"], _load(data, points), seed=seed, **described["settings"])


def _scaling(data: Mapping[str, Any]) -> str:
    """The key of the scaling that the description of data names."""
    return str(data.get("scaling", STANDARDISE if data["standardise"] else NONE))
