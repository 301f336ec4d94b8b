"""Table 1 of Côme et al. (2009), the row N = 1000 of soft labels."""

import numpy as np
import pytest

from belieflab.data.generators.gaussians import gaussian_centres
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.mixture import SoftLabelMixture

PAPER = {0.10: 16.9, 0.15: 17.1, 0.20: 17.2, 0.25: 17.7, 0.30: 18.2, 0.35: 19.1, 0.40: 21.3}
REPLICATES = 100
TRUE_PARAMETERS = (np.full(2, 0.5), gaussian_centres(2, 10, 2.0), np.tile(np.eye(10), (2, 1, 1)))


@pytest.fixture(scope="module")
def samples():
    """Training sets of 1000 points, each with 5000 fresh points to test on."""

    def draw(seed, size):
        return load_sample("gaussians", seed=seed, dimension=10, distance=2.0, size=size)

    return [(draw(r, 1000), draw(10_000 + r, 5000)) for r in range(REPLICATES)]


def error_percent(training, fresh, mean, seed):
    """EM from the true parameters on an expert's doubtful labels (§5.2), tested on fresh points."""
    labels = build_labels("expert-doubt", training, seed=seed, mean=mean, deviation=0.2)
    model = SoftLabelMixture(init=TRUE_PARAMETERS, tol=1e-8, max_iter=5000, stop="relative")
    model.fit(training.X, labels)
    truth = np.array(fresh.class_names)[fresh.truth]
    return 100.0 * np.mean(model.predict(fresh.X) != truth)


@pytest.mark.parametrize("mean", PAPER)
def test_soft_labels_err_as_often_as_in_the_paper(samples, mean):
    errors = [
        error_percent(training, fresh, mean, seed) for seed, (training, fresh) in enumerate(samples)
    ]
    assert abs(np.mean(errors) - PAPER[mean]) <= 0.6
