"""The data-fusion example of Denœux 2015: one sensor fails in use, and evidence tells."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import combine
from belieflab.data.dataset import Dataset
from belieflab.error_rates import error_axis
from belieflab.experiments.cells import Cell, Job, Outcome
from belieflab.experiments.experiment import PERCENT, Experiment, Row
from belieflab.experiments.papers.denoeux2015_bernoulli import SOURCE
from belieflab.experiments.seeds import derive, derive_integer
from belieflab.neighbors import EvidentialNetwork

Floats = NDArray[np.float64]

FUSION = "fusion"
"""Task: two evidential networks on two sensors, one of which gets noisy after training."""

NOISES = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
SERIES = (
    "x alone",
    "x' alone",
    "both by Dempster's rule",
    "one network on both",
    "two logistic regressions, product of probabilities",
)
FUSED = 2
"""Place of the networks fused by Dempster's rule in SERIES."""

SETTING = {
    "training": 60,
    "test": 2000,
    "features": [5, 3],
    "distances": [2.0, 2.0],
    "prototypes": 4,
    "noises": list(NOISES),
}


class Views(NamedTuple):
    """What the two sensors see, and the class of each object."""

    x: Floats
    other: Floats
    truth: NDArray[np.int64]


def make_fusion() -> Experiment:
    """Test error over the noise that is added to the first sensor after training."""
    cell = Cell(FUSION, SETTING)
    return Experiment(
        name="denoeux2015-fusion",
        title="Fusing two sensors by evidential networks when one of them gets noisy",
        source=f"{SOURCE}, data fusion example",
        rows=tuple(
            Row("", series, f"σ = {noise:g}", cell, f"{series} {noise:g}", scale=PERCENT, at=noise)
            for series in SERIES
            for noise in NOISES
        ),
        replicates=30,
        quick=2,
        value_title=f"{error_axis(on='test rows')} (%)",
        column_title="standard deviation σ of the noise on x",
        choices=(
            "The slides give 60 training objects, x in R⁵, x' in R³, two Gaussian classes, noise "
            "on x in use; their curve has no numbers. Compare the shape.",
            "Ours: equal proportions, identity covariances, class means 2 apart in x and 2 apart "
            "in x', 4 prototypes per network, 2000 test objects per replicate.",
            "Logistic regressions stand for classifiers whose probabilities know no doubt: far "
            "from all training objects they are the surer, while a network's prototypes say "
            "nothing there and leave the decision to the other sensor.",
        ),
    )


def fuse(job: Job, _given: Mapping[str, Dataset]) -> Outcome:
    """Error rates of every way to decide at every noise; the score is Dempster's, averaged."""
    from sklearn.linear_model import LogisticRegression

    parts = job.cell.parameters
    rng = np.random.default_rng(derive(job.seed, FUSION, parts, job.replicate))
    training, test = _draw(rng, parts, parts["training"]), _draw(rng, parts, parts["test"])
    epsilon = rng.standard_normal(test.x.shape)

    def train(X: Floats, name: str) -> EvidentialNetwork:
        seed = derive_integer(job.seed, FUSION, parts, job.replicate, name)
        return EvidentialNetwork(parts["prototypes"], random_state=seed).fit(X, training.truth)

    first, second = train(training.x, "x"), train(training.other, "x'")
    joint = train(np.hstack([training.x, training.other]), "both")
    plain = [LogisticRegression().fit(X, training.truth) for X in (training.x, training.other)]
    details: dict[str, float] = {}
    for noise in parts["noises"]:
        seen = test.x + noise * epsilon
        masses = first.predict_mass(seen), second.predict_mass(test.other)
        shares = (
            *(mass.pignistic() for mass in masses),
            combine(masses, "dempster").pignistic(),
            joint.predict_proba(np.hstack([seen, test.other])),
            plain[0].predict_proba(seen) * plain[1].predict_proba(test.other),
        )
        for series, share in zip(SERIES, shares, strict=True):
            details[f"{series} {noise:g}"] = float((share.argmax(axis=1) != test.truth).mean())
    fused = [details[f"{SERIES[FUSED]} {noise:g}"] for noise in parts["noises"]]
    return Outcome(float(np.mean(fused)), first.n_iter_ + second.n_iter_, details)


def _draw(rng: np.random.Generator, parts: Mapping[str, list[float]], n: float) -> Views:
    """Two classes, ± half the distance along the diagonal of each sensor's space."""
    truth = rng.integers(2, size=int(n))
    seen = []
    for p, distance in zip(parts["features"], parts["distances"], strict=True):
        shift = distance / (2.0 * np.sqrt(p))
        seen.append((2 * truth[:, None] - 1) * shift + rng.standard_normal((int(n), int(p))))
    return Views(seen[0], seen[1], truth)
