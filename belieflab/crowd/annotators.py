"""Models of annotators, learned by EM from their answers alone.

An answer is a mass function with the pignistic probability BetP_a; a set A with confidence c has
m(A) = c, m(Ω) = 1 - c. Both models depend on an answer through BetP_a only.

- `ReliabilityModel`, in `reliability`: annotator j is able with probability ρ_j, and then the truth
  k is in his set; else the set is random: L_a(k) = 1 - ρ_j + ρ_j K BetP_a(k). When all answers are
  single classes this is the one-coin model.
- `ConfusionModel`, in `confusion`: of an object of class k annotator j has class l in mind with
  probability π_j[k, l], and the other members of his set are random: L_a(k) = K Σ_l π_j[k, l]
  BetP_a(l). When all answers are single classes this is the model of Dawid and Skene (1979).

In both, P(class k | answers about i) ∝ θ_k Π_a L_a(k).

What an annotator is worth shows only where others answered as well. An answer that stands alone
counts for θ and is taken at its word there; it teaches nothing about who gave it, because it agrees
with nobody and disagrees with nobody: learned from, it would only blame annotators who were asked
about other classes than the rest. What others taught about its annotator counts for its object.
Of an annotator all of whose answers stand alone nothing is known: reliability and error are NaN.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from belieflab.belief import MassTable
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.errors import DataError
from belieflab.iteration import (
    Ending,
    Loop,
    Step,
    StopFlag,
    check_stop,
    run_until_stopped,
)
from belieflab.iterative_estimator import IterativeEstimator

Floats = NDArray[np.float64]

TELLS = 1e-9
"""How far K BetP of a class has to be above 1 for an answer that says anything."""


Model = TypeVar("Model", bound="AnnotatorModel")


class Given(NamedTuple):
    """The answers as the kernels read them, sorted by object.

    `lone` are the places of answers that stand alone, `lone_who` who gave them; in `who` they are
    those of one more annotator, who is taken at his word. `compared` [shape=(J,)] is how many
    answers of each annotator say something and do not stand alone.
    """

    first: NDArray[np.int64]
    who: NDArray[np.int64]
    said: Floats
    lone: NDArray[np.int64]
    lone_who: NDArray[np.int64]
    lone_rows: NDArray[np.int64]
    compared: NDArray[np.int64]

    @classmethod
    def of(cls, answers: CrowdAnswers, n_annotators: int) -> Self:
        """Sort the answers; `said` is K BetP."""
        order = np.argsort(answers.rows, kind="stable")
        first = np.concatenate([[0], np.cumsum(answers.counts)]).astype(np.int64)
        said = np.ascontiguousarray(answers.pignistic()[order] * answers.frame.size)
        rows, who = answers.rows[order], answers.annotators[order].astype(np.int64)
        tells = tells_of(said)
        alone = np.bincount(rows[tells], minlength=answers.n) == 1
        lone = np.flatnonzero(tells & alone[rows])
        lone_who = who[lone]
        who[lone] = n_annotators
        compared = np.bincount(who[tells], minlength=n_annotators + 1)[:-1]
        return cls(first, who, said, lone, lone_who, rows[lone], compared)


def tells_of(said: Floats) -> NDArray[np.bool_]:
    """Whether answers say anything, from K BetP; "don't know" agrees with everything."""
    return np.asarray(said.max(axis=1) > 1.0 + TELLS)


class AnnotatorModel(IterativeEstimator, BaseEstimator):  # type: ignore[misc]
    """What both models share: the prior of the classes, and the loop."""

    answers_: CrowdAnswers
    class_prior_: Floats
    posteriors_: Floats
    objective_: float
    n_annotators_: int
    n_answers_: NDArray[np.int64]
    _ability: Floats
    _given: Given

    def __init__(
        self, *, tol: float = 1e-6, max_iter: int = 500, keep_history: bool = False
    ) -> None:
        self.tol = tol
        self.max_iter = max_iter
        self.keep_history = keep_history

    def fit(self, answers: CrowdAnswers, *, stop: StopFlag | None = None) -> Self:
        """Learn from the answers; the model is that of the last step."""
        for _ in self.iterate(answers, stop=stop):
            pass
        return self

    def iterate(self, answers: CrowdAnswers, *, stop: StopFlag | None = None) -> Iterator[Step]:
        """The steps of EM; the criterion is the log-likelihood plus the log prior, per step."""
        if not len(answers):
            raise DataError("There are no answers to learn from.")
        self.answers_ = answers
        self.n_annotators_ = int(answers.annotators.max()) + 1
        self._given = Given.of(answers, self.n_annotators_)
        self.n_answers_ = np.bincount(answers.annotators, minlength=self.n_annotators_)
        yield from run_until_stopped(self, self._follow(self._run()), stop)

    def _fit_beside(self, other: Model) -> Model:
        """Fit another model to the same answers, which are sorted once."""
        other.answers_, other.n_annotators_ = self.answers_, self.n_annotators_
        other.n_answers_, other._given = self.n_answers_, self._given
        for step in other._run():
            other._take(step)
        return other

    def _run(self) -> Loop:
        parameters, before = self._start(), -np.inf
        asked = int((np.diff(self._given.first) > 0).sum())
        for iteration in range(self.max_iter + 1):
            posterior = np.empty((self.answers_.n, self.answers_.frame.size))
            criterion, following = self._improve(parameters, posterior)
            check_stop()
            prior, ability = parameters
            self._complete(prior, ability, posterior)
            yield Step(iteration, criterion, (prior, ability[:-1], posterior))
            if criterion - before < self.tol * asked:
                return Ending.CONVERGED
            parameters, before = following, criterion
        return Ending.MAX_ITER

    def _complete(self, prior: Floats, ability: Floats, posterior: Floats) -> None:
        """Weigh the answers that stand alone by what is known of who gave them."""
        given = self._given
        if len(given.lone):
            likelihood = self._likelihoods(ability, given.lone_who, given.said[given.lone])
            found = prior * likelihood
            posterior[given.lone_rows] = found / found.sum(axis=1, keepdims=True)

    def _take(self, step: Step) -> None:
        self.class_prior_, self._ability, self.posteriors_ = step.snapshot
        self.objective_ = step.criterion

    def _last_step(self) -> Step:
        snapshot = (self.class_prior_, self._ability, self.posteriors_)
        return Step(self.n_iter_, self.objective_, snapshot)

    def _prior_of(self, posterior: Floats) -> Floats:
        """θ from the objects that somebody answered about."""
        asked = np.diff(self._given.first) > 0
        prior: Floats = (posterior if asked.all() else posterior[asked]).mean(axis=0)
        return prior

    @abstractmethod
    def _start(self) -> tuple[Floats, Floats]:
        """The first prior of the classes and the first parameters of the annotators.

        The last of the annotators is the one who is taken at his word.
        """

    @abstractmethod
    def _likelihoods(self, ability: Floats, who: NDArray[np.int64], said: Floats) -> Floats:
        """L_a(k) of answers of these annotators [shape=(A, K)]."""

    @abstractmethod
    def _improve(
        self, parameters: tuple[Floats, Floats], posterior: Floats
    ) -> tuple[float, tuple[Floats, Floats]]:
        """The criterion at the parameters, with the posterior written, and the next parameters."""

    def predict(self) -> NDArray[Any]:
        """The most probable class of each object, in the type of the classes [shape=(n,)]."""
        classes: NDArray[Any] = np.array(self.answers_.frame.values)
        chosen: NDArray[Any] = classes[self.posteriors_.argmax(axis=1)]
        return chosen

    def labels(self) -> MassTable:
        """The posterior of each object as a label; vacuous where nobody answered."""
        silent = np.diff(self._given.first) == 0
        table = MassTable.from_probabilities(self.posteriors_, self.answers_.frame)
        return table.discount(silent.astype(np.float64)).compact() if silent.any() else table

    @property
    def n_compared_(self) -> NDArray[np.int64]:
        """Answers of each annotator that say something and do not stand alone [shape=(J,)]."""
        return self._given.compared

    def _known(self, values: Floats) -> Floats:
        """Values of the annotators [shape=(J, ...)], NaN for those of whom nothing is known."""
        known = self.n_compared_ > 0
        return np.where(known if values.ndim == 1 else known[:, None], values, np.nan)

    @property
    def imprecision_(self) -> Floats:
        """Mean of (|A| - 1) / (K - 1) over the answers of each annotator [shape=(J,)]."""
        size = max(self.answers_.frame.size - 1, 1)
        return self._mean_by_annotator((self.answers_.set_sizes - 1.0) / size)

    def _mean_by_annotator(self, values: Floats) -> Floats:
        sums = np.bincount(self.answers_.annotators, values, self.n_annotators_)
        return sums / np.maximum(self.n_answers_, 1)
