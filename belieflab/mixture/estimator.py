"""SoftLabelMixture: a mixture model learned from imperfect labels."""

import warnings
from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from belieflab.belief import MassTable
from belieflab.belief.labels import pignistic_of_classes, warn_of_unfavoured
from belieflab.constraints import Constraint, check_arguments
from belieflab.iteration import Step, StopFlag, leave_when_stopped, run_until_stopped
from belieflab.iterative_estimator import IterativeEstimator
from belieflab.mixture.arguments import MIXTURE_ARGUMENTS
from belieflab.mixture.components import Density, share_out
from belieflab.mixture.em import MixtureLoop, MixtureStep, StopRule, anneal, run_em
from belieflab.mixture.gaussian import FLOOR_NOTE
from belieflab.mixture.information import InformationCriteria
from belieflab.mixture.problem import Problem, pose
from belieflab.mixture.restarts import Run, run_starts
from belieflab.mixture.starts import draw_start, given_start
from belieflab.randomness import make_generator
from belieflab.training_data import KeepsTrainingData

Floats = NDArray[np.float64]


class SoftLabelMixture(
    InformationCriteria, KeepsTrainingData, IterativeEstimator, ClassifierMixin, BaseEstimator
):
    """A mixture model fitted by EM to points whose labels are plausibilities.

    The criterion is L = Σ_i w_i ln Σ_k pl_ik π_k f(x_i; θ_k), Côme et al. (2009), eq. 50; the
    labels act in training only.

    Parameters
    ----------
    n_components : number of classes; needed only when `y` is None, ignored otherwise
    covariance : "full", "tied", "diagonal", "tied diagonal", "spherical", "tied spherical", or one
        of the fourteen three-letter names EII … VVV
    init : "pignistic" (of the labels; random centres when all are vacuous), "random" (centres as
        in footnote 3 of Côme et al. 2009), "k-means++", or the parameters
        (weights, means, covariances)
    n_init : starts to try; the best is kept ("pignistic" and given parameters have only one)
    tol : when EM has converged, see `stop`; with 0 it runs `max_iter` M steps
    max_iter : largest number of M steps
    random_state : seed of the random starts
    components : "gaussian", "weibull", "categorical" or "proportions" (no density at all)
    stop : EM has converged when a step raises the criterion by less than `tol` per object
        ("likelihood"), by less than `tol` |L| ("relative", Côme et al. 2009, eq. 53), or changes
        no responsibility by `tol` ("posterior")
    annealing : powers b of deterministic annealing, rising to 1; None for plain EM
    keep_history : whether `history_` keeps the parameters at every step, not only the criterion
    unknown : a value of hard labels that means unknown, such as -1; None: -1 is a class

    Attributes
    ----------
    weights_, means_, covariances_ : π [shape=(K,)], μ [shape=(K, p)], Σ [shape=(K, p, p)]
    parameters_ : the same as one named tuple (shapes and scales for Weibull, and so on)
    log_likelihood_ : the criterion at these parameters
    n_iter_ : number of M steps; `ending_` : why they ended; `converged_` : whether by `tol`
    history_ : the criterion at every step; `starts_` : how every start ended
    classes_ : the classes; `labelled_` : whether any label said anything about them
    notes_ : difficulties met, as sentences
    n_parameters_ : number of free parameters

    Examples
    --------
    >>> X = [[0.0], [0.5], [1.0], [4.0], [4.5], [5.0]]
    >>> plausibility = [[1, 0.2], [1, 1], [1, 0.2], [0.2, 1], [1, 1], [0.2, 1]]
    >>> model = SoftLabelMixture().fit(X, plausibility)
    >>> model.predict([[0.2], [4.9]])
    array([0, 1])
    """

    constraints: ClassVar[dict[str, Constraint]] = MIXTURE_ARGUMENTS
    fall_note = (
        "The fit stopped where a component had shrunk so far that the next step would have "
        "lowered the likelihood."
    )
    starts_: list[Run]
    _density: Density

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
        keep_history: bool = False,
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
        self.keep_history = keep_history
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Run EM to its end; see `iterate` for the arguments."""
        self._exhaust(self.iterate(X, y, sample_weight))
        warn_of_unfavoured(y)
        return self

    def iterate(
        self, X: Any, y: Any = None, sample_weight: Any = None, *, stop: StopFlag | None = None
    ) -> Iterator[Step]:
        """Run EM step by step; the model is usable after every step.

        `y` is one column of hard labels, n × K plausibilities, a MassTable or None. A row of
        `sample_weight` w counts as w equal rows [shape=(n,)]. `stop` ends the run when it is set,
        within a step too; the last complete step is kept.
        """
        return run_until_stopped(self, self._iterate(X, y, sample_weight), stop)

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
        labels = pignistic_of_classes(y, self.classes_, len(predicted), self.unknown_)
        return float(labels[np.arange(len(predicted)), predicted].mean())

    def sample(self, n: int = 1, random_state: Any = None) -> tuple[Floats, NDArray[Any]]:
        """Draw n points and their classes from the fitted mixture."""
        check_is_fitted(self)
        rng = make_generator(random_state)
        chosen = np.sort(rng.choice(len(self.weights_), size=n, p=self.weights_))
        counts = np.bincount(chosen, minlength=len(self.weights_))
        draws = [
            self._density.sample(self.parameters_, k, count, rng) for k, count in enumerate(counts)
        ]
        return np.concatenate(draws), self.classes_[chosen]

    @property
    def problem_(self) -> Problem:
        """The points, labels and densities of the fit, made again from the training data."""
        check_is_fitted(self)
        return self._pose_again(*self._training_data("problem_"))

    @property
    def n_objects_(self) -> int:
        """How many objects it was fitted to."""
        check_is_fitted(self)
        return len(self._training_data("n_objects_")[0])

    @property
    def responsibilities_(self) -> MassTable:
        """Beliefs about the training objects, labels included: t_ik of eq. 51, as Bayesian masses.

        Rows of weight 0 have them too.
        """
        check_is_fitted(self)
        X, y, _ = self._training_data("responsibilities_")
        shares = self._pose_again(X, y).responsibilities(self.parameters_)
        return MassTable.from_probabilities(shares, self.classes_)

    # -- inside -----------------------------------------------------------------------------------

    def _iterate(self, X: Any, y: Any, sample_weight: Any) -> Iterator[Step]:
        check_arguments(self)
        points = validate_data(self, X, dtype=np.float64, order="C", ensure_min_samples=2)
        problem = leave_when_stopped(lambda: self._pose(points, y, sample_weight))
        stop = StopRule(self.tol, self.max_iter, self.stop)
        start = self._choose_start(problem, stop)
        self._learn_from(problem, X, y, sample_weight)
        yield from self._follow(self._run(problem, start, stop))

    def _learn_from(self, problem: Problem, X: Any, y: Any, sample_weight: Any = None) -> None:
        self.classes_ = problem.classes
        self.unknown_ = self.unknown
        self.labelled_ = problem.informative
        self._density = problem.components.density
        self.n_parameters_ = self._density.count_parameters(problem.n_components)
        self._total_weight = problem.components.total_weight
        self._training = (X, y, sample_weight)

    def _stand_at(self, problem: Problem, run: Run) -> Self:
        """The model where a run on this problem has ended; no step of EM is made."""
        self._learn_from(problem, problem.X, problem.labels)
        self.n_features_in_, self.starts_ = problem.X.shape[1], []

        def stand() -> MixtureLoop:
            notes = (FLOOR_NOTE,) if run.collapsed else ()
            yield MixtureStep(run.iterations, run.criterion, run.parameters, notes=notes)
            return run.ending

        for _ in self._follow(stand()):
            pass
        return self

    def _pose(self, X: Floats, y: Any, sample_weight: Any = None) -> Problem:
        settings = (self.n_components, self.covariance, self.components, self.unknown)
        return pose(X, y, *settings, sample_weight=sample_weight)

    def _pose_again(self, X: Any, y: Any, sample_weight: Any = None) -> Problem:
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what the labels gave reason to was said at fit
            return self._pose(X, y, sample_weight)

    def _choose_start(self, problem: Problem, stop: StopRule) -> Any:
        """The start that `init` names; of several random ones the best, collapsed ones last."""
        self.starts_ = []
        if not isinstance(self.init, str):
            return self._given_start(problem)
        if self.init == "pignistic" and problem.informative:
            return problem.components.start_from(problem.rows.pignistic)
        kind = "random" if self.init == "pignistic" else self.init
        rng = make_generator(self.random_state)
        starts = [draw_start(problem, kind, rng) for _ in range(self.n_init)]
        if len(starts) == 1:
            return starts[0]
        self.starts_ = run_starts(problem, starts, stop)
        ranks = [(not run.collapsed, run.criterion) for run in self.starts_]
        return starts[max(range(len(starts)), key=ranks.__getitem__)]

    def _given_start(self, problem: Problem) -> Any:
        return given_start(problem.components.density, self.init, problem.n_components)

    def _run(self, problem: Problem, start: Any, stop: StopRule) -> MixtureLoop:
        components, log_plausibility = problem.components, problem.log_plausibility
        if self.annealing is None:
            return run_em(components, log_plausibility, start, stop)
        powers = tuple(float(power) for power in np.atleast_1d(self.annealing))
        powers = powers if powers[-1] == 1.0 else (*powers, 1.0)
        rng = make_generator(self.random_state)
        return anneal(components, log_plausibility, start, stop, powers, rng)

    def _take(self, step: Step) -> None:
        self.parameters_ = step.snapshot
        for name in step.snapshot._fields:
            setattr(self, f"{name}_", getattr(step.snapshot, name))
        if isinstance(step, MixtureStep):
            self.notes_ = step.notes
        self.log_likelihood_ = step.criterion
        self._entropy = None

    def _last_step(self) -> Step:
        return Step(self.n_iter_, self.log_likelihood_, self.parameters_)

    def _log_joint(self, X: Any) -> Floats:
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        return self._density.log_joint(self.parameters_, X)
