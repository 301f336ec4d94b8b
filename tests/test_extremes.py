"""Features and dissimilarities at the ends of what a number holds: right, or one sentence.

Every method squares distances, and 1e-155 and 1e153 are where squares stop being numbers. The
answer is that of the same points in ordinary units, or a DataError; never NaN, never a model that
knows nothing and does not say so.
"""

import re
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from belieflab import (
    CECM,
    ECM,
    EVCLUS,
    RECM,
    DataError,
    EKNNclus,
    EvidentialKNN,
    EvidentialNetwork,
    FitWarning,
    GaussianNetworkClassifier,
    Landscape,
    SoftLabelMixture,
    build_labels,
    load_sample,
)

IRIS = load_sample("iris")
LABELS = build_labels("expert-doubt", IRIS, seed=1, mean=0.3)
SCALES = [1e-300, 1e-200, 1e-155, 1e-140, 1e-100, 1e100, 1e140, 1e153, 1e200, 1e300]
ORDINARY = 1e100
"""Scales up to this, and down to its inverse, must be right: they are not refused."""


REMEDY = re.compile(r"(constant|units|delta must be)")
"""Every sentence says what to change."""


def distances(X):
    unit = np.abs(X).max()
    Y = X / unit
    return np.sqrt(((Y[:, None] - Y) ** 2).sum(axis=2)) * unit


def delta_of(X):
    """The distance of outliers, in the units of the points."""
    return 10 * float(np.abs(X).max()) / 7.9


ESTIMATORS: dict[str, Callable] = {
    "mixture": lambda X: SoftLabelMixture(random_state=0).fit(X, LABELS),
    "mixture without labels": lambda X: SoftLabelMixture(3, random_state=0).fit(X),
    "mixture, tied": lambda X: SoftLabelMixture(covariance="tied").fit(X, LABELS),
    "mixture, spherical": lambda X: SoftLabelMixture(covariance="spherical").fit(X, LABELS),
    "EKNN": lambda X: EvidentialKNN().fit(X, LABELS),
    "EKNN, single": lambda X: EvidentialKNN(gamma="single").fit(X, LABELS),
    "EKNN, jousselme": lambda X: EvidentialKNN(gamma="jousselme").fit(X, LABELS),
    "EKNN, learned": lambda X: EvidentialKNN(gamma="learned").fit(X, LABELS),
    "EKNN, contextual": lambda X: EvidentialKNN(gamma="contextual").fit(X, LABELS),
    "network": lambda X: EvidentialNetwork(random_state=0, max_iter=100).fit(X, LABELS),
    "naive Bayes": lambda X: GaussianNetworkClassifier().fit(X, LABELS),
    "AODE": lambda X: GaussianNetworkClassifier("aode").fit(X, LABELS),
    "structural EM": lambda X: GaussianNetworkClassifier("search-select").fit(X, LABELS),
    "full network": lambda X: GaussianNetworkClassifier("full").fit(X, LABELS),
    "ECM": lambda X: ECM(n_clusters=3, delta=delta_of(X), random_state=0).fit(X),
    "RECM": lambda X: RECM(3, random_state=0).fit(distances(X)),
    "CECM": lambda X: CECM(3, delta=delta_of(X), random_state=0).fit(X, must_link=[(0, 1)]),
    "EVCLUS": lambda X: EVCLUS(3, random_state=0).fit(X),
    "EVCLUS of distances": lambda X: EVCLUS(3, metric="precomputed", random_state=0).fit(
        distances(X)
    ),
    "EKNNclus": lambda X: EKNNclus(30, n_start=20, random_state=0).fit(X),
}


def answers(name, X):
    """The class or cluster of every object, and all numbers behind it."""
    model = ESTIMATORS[name](X)
    if hasattr(model, "labels_") and hasattr(model, "partition_"):
        return model.labels_, model.partition_
    beliefs = model.predict_mass(X)
    assert np.isfinite(model.predict_proba(X)).all()
    return beliefs.pignistic().argmax(axis=1), beliefs


@pytest.fixture(scope="module")
def in_ordinary_units():
    known = {}

    def find(name):
        if name not in known:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", FitWarning)
                known[name] = answers(name, IRIS.X)
        return known[name]

    return find


@pytest.mark.filterwarnings("ignore::belieflab.FitWarning")
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", ESTIMATORS)
def test_the_answer_is_right_or_one_sentence(name, scale, in_ordinary_units):
    try:
        found, beliefs = answers(name, IRIS.X * scale)
    except DataError as error:
        assert not 1 / ORDINARY <= scale <= ORDINARY, error
        assert REMEDY.search(str(error)), error
        return
    expected, ordinary = in_ordinary_units(name)
    assert np.isfinite(beliefs.mass).all()
    assert adjusted_rand_score(expected, found) > 0.95
    assert beliefs.nonspecificity().mean() == pytest.approx(
        ordinary.nonspecificity().mean(), abs=0.05
    )


@pytest.mark.parametrize("scale", SCALES)
def test_the_landscape_has_as_many_maxima_or_one_sentence(scale):
    def maxima(X):
        return Landscape(n_starts=5, random_state=0).fit(X, LABELS).n_maxima_

    try:
        found = maxima(IRIS.X * scale)
    except DataError as error:
        assert not 1 / ORDINARY <= scale <= ORDINARY and REMEDY.search(str(error)), error
        return
    assert found == maxima(IRIS.X)
