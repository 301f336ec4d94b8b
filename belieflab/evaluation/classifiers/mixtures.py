"""Gaussian mixtures fitted many times over: EM in compiled code, without the steps in between."""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.evaluation.classifiers.entry import Codes, FittedProbabilities, Floats
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.em import StopRule
from belieflab.mixture.gaussian import FLOOR_NOTE, GaussianParameters
from belieflab.mixture.label_noise import NoisyLabels
from belieflab.mixture.problem import Problem, pose
from belieflab.mixture.restarts import Run, run_start
from belieflab.mixture.starts import draw_start
from belieflab.mixture.strategies import STRATEGIES, read_guesses, trust_every_guess

LABELS_START, TRUE_START = "labels", "true parameters"
UNSUPERVISED = "unsupervised"


class FittedMixture(FittedProbabilities):
    """A mixture after EM; classes are those with the largest posterior density.

    `unfitted` is the estimator that would have come to the same parameters.
    """

    def __init__(
        self,
        labels: MassTable,
        problem: Problem,
        run: Run,
        unfitted: SoftLabelMixture,
        *,
        named: bool = True,
    ) -> None:
        super().__init__(labels.frame)
        self._problem, self._run, self._unfitted = problem, run, unfitted
        self.iterations = run.iterations
        self.notes = (FLOOR_NOTE,) if run.collapsed else ()
        self.named = named

    @cached_property
    def model(self) -> SoftLabelMixture:
        """The estimator of the library at these parameters."""
        return self._unfitted._stand_at(self._problem, self._run)

    def predict_proba(self, X: Floats) -> Floats:
        """Posterior probabilities of the classes."""
        log_joint = self._log_joint(X)
        joint = np.exp(log_joint - log_joint.max(axis=1, keepdims=True))
        return np.asarray(joint / joint.sum(axis=1, keepdims=True))

    def predict(self, X: Floats) -> Codes:
        """The class with the largest joint density, which never underflows."""
        return np.asarray(self._log_joint(X).argmax(axis=1))

    def _log_joint(self, X: Floats) -> Floats:
        return np.asarray(self._problem.components.density.log_joint(self._run.parameters, X))


def fit_mixture(strategy: str) -> Callable[..., FittedMixture]:
    """EM as `SoftLabelMixture(stop="relative")` does it, on the labels a strategy makes of them.

    From the pignistic probabilities of the labels, the true parameters, or, where all labels are
    vacuous, from random centres (Côme et al. (2009), footnote 3); of several starts the highest is
    kept, collapsed ones last.
    """

    def fit(
        X: Floats,
        labels: MassTable,
        *,
        seed: int = 0,
        weights: Floats | None = None,
        start: str = LABELS_START,
        starts: int = 10,
        tol: float = 1e-6,
        max_iter: int = 5000,
        true_parameters: GaussianParameters | None = None,
    ) -> FittedMixture:
        learned = STRATEGIES[strategy].labels(labels)
        problem = pose(X, learned, None, "full", "gaussian", sample_weight=weights)
        stop = StopRule(tol, max_iter, "relative")
        begin: list[Any]
        if start == TRUE_START:
            begin = [_known(true_parameters)]
        elif problem.informative:
            begin = [problem.components.start_from(problem.rows.pignistic)]
        else:
            rng = np.random.default_rng(seed)
            begin = [draw_start(problem, "random", rng) for _ in range(starts)]
        runs = [run_start(problem, each, stop) for each in begin]
        best = max(runs, key=lambda run: (not run.collapsed, run.criterion))
        named = strategy != UNSUPERVISED or start == TRUE_START
        unfitted = SoftLabelMixture(stop="relative", tol=tol, max_iter=max_iter)
        return FittedMixture(labels, problem, best, unfitted, named=named)

    return fit


def fit_label_noise(
    X: Floats,
    labels: MassTable,
    *,
    seed: int = 0,
    weights: Floats | None = None,
    start: str = LABELS_START,
    tol: float = 1e-6,
    max_iter: int = 5000,
    true_parameters: GaussianParameters | None = None,
) -> FittedMixture:
    """The label-noise model as `LabelNoiseMixture` does it (Lawrence and Schölkopf 2001).

    A given class is the true one with chance 0.8 at the start, whatever the densities start from.
    """
    given, _ = read_guesses(labels)
    guesses = trust_every_guess(labels)
    trusted = pose(X, guesses, None, "full", "gaussian", sample_weight=weights)
    components = NoisyLabels(trusted.components, given)
    first = components.start_from(trusted.rows.pignistic)
    if start == TRUE_START:
        first = first._replace(model=_known(true_parameters))
    stop = StopRule(tol, max_iter, "relative")
    problem = replace(trusted, components=components)
    unfitted = LabelNoiseMixture(stop="relative", tol=tol, max_iter=max_iter)
    return FittedMixture(labels, problem, run_start(problem, first, stop), unfitted)


def _known(true_parameters: GaussianParameters | None) -> GaussianParameters:
    if true_parameters is None:
        raise DataError("True parameters to start from are known for Gaussian mixtures only.")
    return true_parameters
