"""The methods a sweep can compare, each by key: words, settings and how to train it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable, max_pignistic
from belieflab.data.parameters import Parameter
from belieflab.errors import DataError
from belieflab.experiments.mixtures import Start, train_label_noise, train_mixture
from belieflab.mixture.strategies import STRATEGIES, read_guesses, trust_every_guess
from belieflab.neighbors import EvidentialKNN, tbm_knn
from belieflab.neighbors.settings import GAMMA_RULES

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Training:
    """What a method learns from; `true_start` holds true parameters where they are known."""

    X: Floats
    labels: MassTable
    seed: int
    true_start: Start | None = None


@dataclass(frozen=True)
class Trained:
    """What came of it: decisions [shape=(n,)] for points [shape=(n, p)], and the iterations.

    `nameless` says that the numbers of the classes mean nothing yet, as after clustering.
    """

    decide: Callable[[Floats], Codes]
    iterations: float = 0.0
    nameless: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Method:
    """A method one can ask for by key; `train(training, **settings)` returns a Trained."""

    key: str
    title: str
    explanation: str
    train: Callable[..., Trained]
    parameters: tuple[Parameter, ...] = ()
    uses_labels: bool = True


def _train_strategy(key: str) -> Callable[..., Trained]:
    def train(training: Training, *, start: str, starts: int, tol: float, max_iter: int) -> Trained:
        labels = STRATEGIES[key].labels(training.labels)
        fitted = train_mixture(
            training.X, labels, _start(training, start), starts, tol, max_iter, training.seed
        )
        nameless = key == "unsupervised" and start != TRUE_START
        return Trained(fitted.decide, fitted.iterations, nameless, fitted.notes)

    return train


def _train_label_noise(training: Training, *, start: str, tol: float, max_iter: int) -> Trained:
    fitted = train_label_noise(training.X, training.labels, _start(training, start), tol, max_iter)
    return Trained(fitted.decide, fitted.iterations, notes=fitted.notes)


def _train_crisp_tbm(training: Training, *, neighbors: int) -> Trained:
    labels = trust_every_guess(training.labels)
    return _decide_by(tbm_knn(neighbors).fit(training.X, labels))


def _train_discounted_tbm(training: Training, *, neighbors: int) -> Trained:
    return _decide_by(tbm_knn(neighbors).fit(training.X, training.labels))


def _train_evidential(training: Training, *, neighbors: int, gamma: str, alpha: float) -> Trained:
    model = EvidentialKNN(neighbors, alpha=alpha, gamma=gamma)
    return _decide_by(model.fit(training.X, training.labels))


def _train_votes(training: Training, *, neighbors: int) -> Trained:
    from sklearn.neighbors import KNeighborsClassifier

    guesses, _ = read_guesses(training.labels)
    known = guesses >= 0
    if known.sum() < neighbors:
        raise DataError(
            f"{neighbors} neighbours need at least as many objects with a guess; "
            f"there are {known.sum()}."
        )
    votes = KNeighborsClassifier(neighbors, weights="distance")
    votes.fit(training.X[known], guesses[known])
    return Trained(lambda X: np.asarray(votes.predict(X), dtype=np.int64))


def _decide_by(fitted: EvidentialKNN) -> Trained:
    return Trained(lambda X: max_pignistic(fitted.predict_mass(X)), notes=fitted.notes_)


def _start(training: Training, start: str) -> Start | None:
    if start != TRUE_START:
        return None
    if training.true_start is None:
        raise DataError("True parameters to start from are known for Gaussian mixtures only.")
    return training.true_start


LABELS_START, TRUE_START = "labels", "true parameters"

_START = Parameter(
    "start",
    "EM starts from",
    LABELS_START,
    choices=(LABELS_START, TRUE_START),
    help="The pignistic probabilities of the labels, or the parameters the data were drawn from.",
)
_STARTS = Parameter(
    "starts",
    "Random starts",
    10,
    low=1,
    high=1000,
    step=1,
    help="Used where no label says anything; the best start is kept.",
)
_MAX_ITER = Parameter("max_iter", "Most iterations", 5000, low=1, high=100_000, step=1)


def _tol(default: float) -> Parameter:
    return Parameter(
        "tol",
        "Tolerance",
        default,
        low=1e-14,
        high=0.1,
        help="Relative increase at which EM stops.",
    )


def _neighbors(default: int) -> Parameter:
    return Parameter("neighbors", "Neighbours", default, low=1, high=200, step=1)


_MIXTURE = (_START, _STARTS, _tol(1e-6), _MAX_ITER)

METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        Method(
            "soft",
            "Soft labels",
            "A Gaussian mixture that takes every label as it is.",
            _train_strategy("soft"),
            _MIXTURE,
        ),
        Method(
            "supervised",
            "Supervised",
            "The mixture with every guess taken for the truth.",
            _train_strategy("supervised"),
            _MIXTURE,
        ),
        Method(
            "unsupervised",
            "Unsupervised",
            "The mixture without any label.",
            _train_strategy("unsupervised"),
            _MIXTURE,
            uses_labels=False,
        ),
        Method(
            "semi-supervised",
            "Semi-Supervised",
            "The mixture with guesses of a doubt of at most 0.5; the others are forgotten.",
            _train_strategy("adaptive"),
            _MIXTURE,
        ),
        Method(
            "label-noise",
            "Label Noise Model",
            "The mixture that learns how often a class is given in place of another.",
            _train_label_noise,
            (_START, _tol(1e-6), _MAX_ITER),
        ),
        Method(
            "knn-tbm",
            "k-nn TBM",
            "Evidential neighbours with every guess taken for the truth.",
            _train_crisp_tbm,
            (_neighbors(10),),
        ),
        Method(
            "knn-tbm-discounting",
            "k-nn TBM discounting",
            "Evidential neighbours whose labels are discounted by their doubt.",
            _train_discounted_tbm,
            (_neighbors(10),),
        ),
        Method(
            "eknn",
            "Evidential k-NN",
            "Evidential neighbours with a rule for γ of your choice.",
            _train_evidential,
            (
                _neighbors(7),
                Parameter(
                    "gamma",
                    "Rule for γ",
                    "class",
                    choices=tuple(GAMMA_RULES),
                ),
                Parameter("alpha", "Trust in a neighbour, α", 0.95, low=0.01, high=0.99, step=0.01),
            ),
        ),
        Method(
            "knn",
            "k-NN",
            "Plain neighbours that vote for their guesses, weighted by distance.",
            _train_votes,
            (_neighbors(7),),
        ),
    )
}
