"""SoftLabelMixture: a mixture model learned from imperfect labels."""

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.belief.labels import pignistic_of_classes
from belieflab.errors import DataError, FitWarning
from belieflab.iteration import History
from belieflab.mixture.components import share_out
from belieflab.mixture.em import MixtureLoop, MixtureStep, StopRule, anneal, run_em
from belieflab.mixture.problem import Problem, pose
from belieflab.mixture.restarts import Climb, run_starts
from belieflab.mixture.starts import STARTS, draw_start, given_start

Floats = NDArray[np.float64]


class SoftLabelMixture(ClassifierMixin, BaseEstimator):
    """A mixture model fitted by EM to points whose labels are plausibilities (paper 000).

    The criterion is L = Σ_i ln Σ_k pl_ik π_k f(x_i; θ_k) (50); the labels act in training only.

    Parameters
    ----------
    n_components : number of classes; needed only when `y` is None, ignored otherwise
    covariance : "full", "tied", "diagonal", "tied diagonal", "spherical", "tied spherical", or one
        of the fourteen three-letter names EII … VVV
    init : "pignistic" (of the labels; random centres when all are vacuous), "random" (centres by
        footnote 3 of paper 000), "k-means++", or the parameters (weights, means, covariances)
    n_init : starts to try; the best is kept ("pignistic" and given parameters have only one)
    tol : relative increase of the criterion at which EM stops
    max_iter : largest number of M steps
    random_state : seed of the random starts
    components : "gaussian", "weibull", "categorical" or "proportions" (no density at all)
    stop : "likelihood" (53) or "posterior" (largest change of a responsibility below tol)
    annealing : powers b of deterministic annealing, rising to 1; None for plain EM
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    weights_, means_, covariances_ : π [shape=(K,)], μ [shape=(K, p)], Σ [shape=(K, p, p)]
    parameters_ : the same as one named tuple (shapes and scales for Weibull, and so on)
    log_likelihood_ : the criterion at these parameters
    n_iter_ : number of M steps; `converged_` tells whether they ended by `tol`
    history_ : the steps of the kept start; `starts_` : how every start ended
    classes_ : the classes; `notes_` : difficulties met, in words
    problem_ : the checked points, labels and densities it was fitted on
    """

    def __init__(
        self,
        n_components: int | None = None,
        covariance: str = "full",
        init: Any = "pignistic",
        n_init: int = 1,
        tol: float = 1e-6,
        max_iter: int = 1000,
        random_state: Any = None,
        *,
        components: str = "gaussian",
        stop: str = "likelihood",
        annealing: Any = None,
        unknown: Any = None,
    ) -> None:
        self.n_components = n_components
        self.covariance = covariance
        self.init = init
        self.n_init = n_init
        self.tol = tol
        self.max_iter = max_iter
        self.random_state = random_state
        self.components = components
        self.stop = stop
        self.annealing = annealing
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None) -> "SoftLabelMixture":
        """Run EM to its end; see `iterate` for what `y` may be."""
        for _ in self.iterate(X, y):
            pass
        for note in self.notes_:
            warnings.warn(note, FitWarning, stacklevel=2)
        return self

    def iterate(self, X: Any, y: Any = None) -> Iterator[MixtureStep]:
        """Run EM step by step; the model is usable after every step.

        `y` is one column of hard labels, n × K plausibilities, a MassTable or None.
        """
        problem = self._pose(X, y)
        self.classes_ = problem.classes
        stop = StopRule(self.tol, self.max_iter, self.stop)
        start = self._choose_start(problem, stop)
        self.problem_ = problem
        self.history_ = History(keep_steps=True)
        for step in self._run(problem, start, stop):
            self.history_.add(step)
            self._take(step)
            yield step
        self.converged_ = self.n_iter_ < self.max_iter

    def _run(self, problem: Problem, start: Any, stop: StopRule) -> MixtureLoop:
        if self.annealing is None:
            return run_em(problem.components, problem.log_plausibility, start, stop)
        rng = np.random.default_rng(self.random_state)
        return anneal(
            problem.components,
            problem.log_plausibility,
            start,
            stop,
            _powers(self.annealing),
            rng,
        )

    def predict(self, X: Any) -> NDArray[Any]:
        """The class with the largest π_k f_k(x) [shape=(n,)]; ties go to the first."""
        best = self._log_joint(X).argmax(axis=1)
        return self.classes_[best]

    def predict_proba(self, X: Any) -> Floats:
        """The posterior π_k f_k(x) / Σ_l π_l f_l(x) [shape=(n, K)]."""
        return share_out(self._log_joint(X), np.empty((0, 0)), 1.0).responsibilities

    def predict_mass(self, X: Any) -> MassTable:
        """The posterior as Bayesian mass functions."""
        return MassTable.from_probabilities(self.predict_proba(X), self.classes_)

    def score_samples(self, X: Any) -> Floats:
        """ln Σ_k π_k f_k(x), the log density of each point [shape=(n,)]."""
        return np.logaddexp.reduce(self._log_joint(X), axis=1)

    def score(self, X: Any, y: Any) -> float:
        """Mean pignistic probability that the labels give to the predicted classes.

        For hard labels this is the accuracy. The value `unknown` means there what it meant at
        fit; a class that was not learned counts as wrong, and labels none of which names a
        learned class raise DataError.
        """
        predicted = self._log_joint(X).argmax(axis=1)
        labels = pignistic_of_classes(y, self.classes_, len(predicted), self.unknown)
        return float(labels[np.arange(len(predicted)), predicted].mean())

    def sample(self, n: int = 1, random_state: Any = None) -> tuple[Floats, NDArray[Any]]:
        """Draw n points and their classes from the fitted mixture."""
        check_is_fitted(self)
        rng = np.random.default_rng(random_state)
        chosen = np.sort(rng.choice(len(self.weights_), size=n, p=self.weights_))
        counts = np.bincount(chosen, minlength=len(self.weights_))
        draws = [
            self.problem_.components.sample(self.parameters_, k, count, rng)
            for k, count in enumerate(counts)
        ]
        return np.concatenate(draws), self.classes_[chosen]

    def aic(self) -> float:
        """-2 L + 2 d, d the number of free parameters; smaller is better."""
        return 2.0 * self._count_parameters() - 2.0 * self.log_likelihood_

    def bic(self) -> float:
        """-2 L + d ln n; smaller is better."""
        penalty = self._count_parameters() * float(np.log(len(self.problem_.X)))
        return penalty - 2.0 * self.log_likelihood_

    def icl(self) -> float:
        """BIC plus twice the entropy of the responsibilities; smaller is better."""
        shares = self.responsibilities_.mass
        return self.bic() - 2.0 * float(xlogy(shares, shares).sum())

    @property
    def responsibilities_(self) -> MassTable:
        """Beliefs about the training objects, labels included: t_ik of (51), as Bayesian masses."""
        check_is_fitted(self)
        shares = self.problem_.components.responsibilities(
            self.parameters_, self.problem_.log_plausibility, 1.0
        )
        return MassTable.from_probabilities(shares, self.classes_)

    # -- inside -----------------------------------------------------------------------------------

    def _pose(self, X: Any, y: Any) -> Problem:
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        return pose(X, y, self.n_components, self.covariance, self.components, self.unknown)

    def _choose_start(self, problem: Problem, stop: StopRule) -> Any:
        """The start that `init` names; of several random ones the best, collapsed ones last."""
        self.starts_: list[Climb] = []
        if not isinstance(self.init, str):
            return given_start(
                problem.components, self.init, problem.n_components, problem.X.shape[1]
            )
        if self.init not in STARTS:
            raise DataError(
                f"init is one of {', '.join(STARTS)}, or the parameters; not {self.init!r}."
            )
        if self.init == "pignistic" and problem.informative:
            return problem.components.start_from(problem.labels.pignistic())
        kind = "random" if self.init == "pignistic" else self.init
        rng = np.random.default_rng(self.random_state)
        starts = [draw_start(problem, kind, rng) for _ in range(self.n_init)]
        if len(starts) == 1:
            return starts[0]
        self.starts_ = run_starts(problem, starts, stop)
        ranks = [(not climbed.collapsed, climbed.criterion) for climbed in self.starts_]
        return starts[max(range(len(starts)), key=ranks.__getitem__)]

    def _count_parameters(self) -> int:
        check_is_fitted(self)
        return self.problem_.components.count_parameters(len(self.classes_))

    def _take(self, step: MixtureStep) -> None:
        self.parameters_ = step.snapshot
        for name in step.snapshot._fields:
            setattr(self, f"{name}_", getattr(step.snapshot, name))
        self.notes_ = tuple(self.problem_.components.notes.values())
        self.log_likelihood_ = step.criterion
        self.n_iter_ = step.iteration

    def _log_joint(self, X: Any) -> Floats:
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self.problem_.components.log_joint(self.parameters_, X)


def _powers(annealing: Any) -> tuple[float, ...]:
    powers = tuple(float(power) for power in np.atleast_1d(annealing))
    if not all(0 < power <= 1 for power in powers) or list(powers) != sorted(powers):
        raise DataError("The annealing powers lie above 0, rise and end at 1.")
    return powers if powers[-1] == 1.0 else (*powers, 1.0)
