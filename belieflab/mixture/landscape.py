"""The landscape of local maxima: many starts, and how many different maxima they end on."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from belieflab.constraints import (
    NONE,
    SEED,
    YES_OR_NO,
    Constraint,
    Like,
    OneOf,
    Real,
    Whole,
    check_arguments,
)
from belieflab.errors import DataError
from belieflab.iteration import Ending, Step, StopFlag, leave_when_stopped, run_until_stopped
from belieflab.mixture.covariance_families import ALIASES, FAMILIES, find_family
from belieflab.mixture.em import StopRule
from belieflab.mixture.estimator import SoftLabelMixture
from belieflab.mixture.maxima import Maxima, Maximum, group_runs, highest
from belieflab.mixture.problem import Problem, make_components, pose
from belieflab.mixture.restarts import Polish, Run, run_starts
from belieflab.mixture.starts import draw_start
from belieflab.mixture.units import Units, one_scale, standard_units
from belieflab.randomness import make_generator

Floats = NDArray[np.float64]


class Landscape(BaseEstimator):
    """Count the distinct local maxima that random starts end on, Côme et al. (2009), §5.1.3.

    Two solutions are distinct when the distance between their parameter vectors, for standardised
    features, exceeds `distance`. Every start first runs on until the increase is below `tol` and
    the parameters stand still; stopped earlier, unconverged copies of one maximum count as many.

    Once EM contracts linearly its last stretch is accelerated (`accelerated`). That could change
    where a start ends only if it was about to pass by a saddle: of the 18,000 starts of the
    paper's Figure 3 none ends elsewhere (benchmark `em-figure3`).

    The count is a count of what these starts found. Most maxima but the highest hold one start
    each, so another draw of starts finds another number of them: on the paper's points with
    nonspecificity 0.7, ten draws of 200 starts found 4 to 13 with the same labels, while ten label
    sets gave 12 or 13 to the same draw of starts.

    Parameters
    ----------
    n_components, covariance, random_state, unknown : as in SoftLabelMixture
    init : "random" or "k-means++", as in SoftLabelMixture
    max_iter : largest number of E steps of a start
    n_starts : how many starts
    tol, still : a start has converged when the increase is below `tol` and its last step moved no
        parameter by more than `still`, for standardised features; copies of one maximum then lie
        within `distance`
    counting_tol : tolerance at which `n_iter_` stops counting
    stop : both tolerances are for the increase per object ("likelihood") or relative to |L|
        ("relative", as in the paper's figure)
    distance : largest distance within one maximum, for standardised features
    relabel : take maxima that differ only by the order of their components for one
    accelerated : whether the last stretch of every start is accelerated
    batch : starts between two steps of `iterate`

    Attributes
    ----------
    maxima_ : the distinct maxima, highest first; `n_maxima_` their number
    n_iter_ : M steps of each start until the increase fell below `counting_tol`
    runs_ : how every start ended; `run.ending` says why
    ending_ : "stopped" until every start has ended, then "converged", or "max_iter" if one of
        them had not converged; `converged_`
    units_ : the units in which distances are taken
    classes_ : the classes

    Examples
    --------
    >>> import numpy as np
    >>> X = np.concatenate([np.linspace(0, 1, 20), np.linspace(4, 5, 20)])[:, None]
    >>> landscape = Landscape(2, n_starts=10, relabel=True, random_state=0).fit(X)
    >>> landscape.maxima_[0].parameters.weights.round(2)
    array([0.5, 0.5])
    """

    constraints: ClassVar[dict[str, Constraint]] = {
        "n_components": Whole(1) | NONE,
        "n_starts": Whole(1),
        "tol": Real(0),
        "distance": Real(0),
        "relabel": YES_OR_NO,
        "random_state": SEED,
        "covariance": OneOf(*ALIASES, *FAMILIES),
        "init": OneOf("random", "k-means++"),
        "max_iter": Whole(0),
        "counting_tol": Real(0),
        "still": Real(0) | Like("infinity", lambda value: value is np.inf or value == np.inf),
        "stop": OneOf("likelihood", "relative"),
        "accelerated": YES_OR_NO,
        "batch": Whole(1),
    }

    def __init__(
        self,
        n_components: int | None = None,
        n_starts: int = 200,
        tol: float = 1e-12,
        distance: float = 1e-3,
        relabel: bool = False,
        random_state: Any = None,
        *,
        covariance: str = "full",
        init: str = "random",
        max_iter: int = 10_000,
        counting_tol: float = 1e-6,
        still: float = 1e-7,
        stop: str = "likelihood",
        accelerated: bool = True,
        batch: int = 10,
        unknown: Any = None,
    ) -> None:
        self.n_components = n_components
        self.n_starts = n_starts
        self.tol = tol
        self.distance = distance
        self.relabel = relabel
        self.random_state = random_state
        self.covariance = covariance
        self.init = init
        self.max_iter = max_iter
        self.counting_tol = counting_tol
        self.still = still
        self.stop = stop
        self.accelerated = accelerated
        self.batch = batch
        self.unknown = unknown

    def fit(self, X: Any, y: Any = None) -> Self:
        """Run every start and group where they ended."""
        for _ in self.iterate(X, y):
            pass
        return self

    def iterate(
        self, X: Any, y: Any = None, *, stop: StopFlag | None = None, resume: bool = False
    ) -> Iterator[Step]:
        """Yield after every batch: the number of starts done and the count of maxima so far.

        `stop` ends the run when it is set, within a batch too; the starts that have ended are kept,
        and `resume` goes on from them.
        """
        return run_until_stopped(self, self._iterate(X, y, resume), stop)

    def _iterate(self, X: Any, y: Any, resume: bool) -> Iterator[Step]:
        check_arguments(self)
        X = check_array(X, dtype=np.float64, ensure_min_samples=2)
        problem, self.units_, units = leave_when_stopped(lambda: self._pose(X, y))
        self.classes_ = problem.classes
        stop = StopRule(self.tol, self.max_iter, self.stop, self.still)
        early = StopRule(self.counting_tol, self.max_iter, self.stop)
        offset = -problem.components.total_weight * units.log_volume()
        polish = Polish(early, self.accelerated, offset)
        rng = make_generator(self.random_state)
        maxima = Maxima(self.distance, self.relabel, self.units_)
        self.runs_: list[Run] = self.runs_ if resume and hasattr(self, "runs_") else []
        for run in self.runs_:
            draw_start(problem, self.init, rng)  # the draws of the starts that have ended
            maxima.add(run)
        self.maxima_: list[Maximum] = maxima.highest_first() if self.runs_ else []
        self._end(Ending.STOPPED)
        while len(self.runs_) < self.n_starts:
            size = min(self.batch, self.n_starts - len(self.runs_))
            starts = [draw_start(problem, self.init, rng) for _ in range(size)]
            for run in run_starts(problem, starts, stop, polish):
                run = replace(run, parameters=units.restored(run.parameters))
                self.runs_.append(run)
                maxima.add(run)
            self.maxima_ = maxima.highest_first()
            if len(self.runs_) == self.n_starts:
                slow = any(run.ending is Ending.MAX_ITER for run in self.runs_)
                self._end(Ending.MAX_ITER if slow else Ending.CONVERGED)
            yield Step(len(self.runs_), float(len(self.maxima_)), tuple(self.maxima_))

    @property
    def n_maxima_(self) -> int:
        """How many distinct maxima were found."""
        return len(self.maxima_)

    @property
    def n_iter_(self) -> NDArray[np.int64]:
        """M steps of each start at the counting tolerance [shape=(n_starts,)]."""
        return np.array([run.early_iterations for run in self.runs_], dtype=np.int64)

    def mixture(self, X: Any, y: Any = None, start: int | None = None) -> SoftLabelMixture:
        """The fitted mixture at the maximum that a start ended at, to predict other points with.

        Its parameters are those of `runs_[start]`, and `ending_` says how that start ended. No
        step of EM is made: one E step gives the criterion at these parameters, eq. 50 of Côme et
        al. (2009).

        Parameters
        ----------
        X, y : what the landscape was fitted to
        start : int, optional
            The place of the start in `runs_`, such as `maximum.first`; without one the highest
            maximum that has not collapsed is taken.

        Returns
        -------
        SoftLabelMixture

        Raises
        ------
        DataError
            When there is no such start, or its solution has collapsed onto too few points.

        Examples
        --------
        >>> import numpy as np
        >>> X = np.concatenate([np.linspace(0, 1, 20), np.linspace(4, 5, 20)])[:, None]
        >>> landscape = Landscape(2, n_starts=10, random_state=0).fit(X)
        >>> model = landscape.mixture(X, start=landscape.maxima_[0].first)
        >>> bool(np.isclose(model.log_likelihood_, landscape.maxima_[0].criterion, rtol=1e-9))
        True
        """
        check_is_fitted(self)
        if start is None and self.runs_:
            grouped = group_runs(self.runs_, self.distance, self.relabel, self.units_)
            start = highest(grouped).first
        if start is None or not 0 <= start < len(self.runs_):
            raise DataError(f"There is no start {start}: {len(self.runs_)} have ended.")
        run = self.runs_[start]
        if all(run.collapsed for run in self.runs_):
            raise DataError(
                "Every start collapsed onto too few points, so that no maximum can predict."
            )
        if run.collapsed:
            raise DataError(
                "This maximum has collapsed onto too few points and cannot predict: choose another."
            )
        given = {name: getattr(self, name) for name in ("covariance", "stop", "unknown")}
        init = tuple(run.parameters)
        model = SoftLabelMixture(self.n_components, init=init, max_iter=0, **given)
        for _ in model.iterate(X, y):
            pass
        model.ending_, model.converged_ = run.ending, run.converged
        return model

    def _pose(self, X: Floats, y: Any) -> tuple[Problem, Units, Units]:
        """The problem in units in which `still` is meant, standard units, and these units.

        The unrestricted family is the same in any units. The others are the same only when all
        features have one scale.
        """
        problem = pose(X, y, self.n_components, self.covariance, "gaussian", self.unknown)
        standard = standard_units(problem.X)
        free = find_family(self.covariance).name == "VVV"
        units = standard if free else one_scale(standard)
        scaled = units.points(problem.X)
        components = make_components(scaled, self.covariance, "gaussian")
        return replace(problem, X=scaled, components=components), standard, units

    def _end(self, ending: Ending) -> None:
        self.ending_ = ending
        self.converged_ = ending is Ending.CONVERGED
