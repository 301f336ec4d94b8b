"""Which class each annotator takes for which; the model is described in `annotators`."""

import numpy as np
from numpy.typing import NDArray
from pandas.util import hash_array
from scipy.special import xlogy

from belieflab.crowd import expectation_kernel
from belieflab.crowd.annotators import AnnotatorModel
from belieflab.crowd.measures import confused
from belieflab.crowd.reliability import ReliabilityModel
from belieflab.errors import DataError
from belieflab.iteration import current_flag

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


class ConfusionModel(AnnotatorModel):
    """Which class each annotator takes for which, after Dawid and Skene (1979), also from sets.

    Every row of π_j is drawn towards the `ReliabilityModel` of the same answers by `shrinkage`
    answers, so that an annotator with few answers is described by one number; EM starts there.

    Parameters
    ----------
    shrinkage : float
        How many answers per row the one number of an annotator counts; above 0.
    tol, max_iter, keep_history
        As in `ReliabilityModel`.

    Attributes
    ----------
    class_prior_ : ndarray [shape=(K,)]
    confusions_ : ndarray [shape=(J, K, K)]
        π_j[k, l]: how often j has l in mind for an object of class k.
    n_compared_ : ndarray [shape=(J,)]
        Answers that say something about objects about which somebody else's did so as well.
    error_rates_ : ndarray [shape=(J,)]
        Σ_k θ_k (1 - π_j[k, k]) times the share of other classes that his sets leave out; NaN
        without an answer that can be compared.
    imprecision_ : ndarray [shape=(J,)]
    posteriors_ : ndarray [shape=(n, K)]
    objective_ : float
        Log-likelihood plus the log prior at the end.
    """

    def __init__(
        self,
        *,
        shrinkage: float = 2.0,
        tol: float = 1e-6,
        max_iter: int = 500,
        keep_history: bool = False,
    ) -> None:
        super().__init__(tol=tol, max_iter=max_iter, keep_history=keep_history)
        self.shrinkage = shrinkage

    @property
    def confusions_(self) -> Floats:
        """π_j[k, l]."""
        return self._ability

    @property
    def error_rates_(self) -> Floats:
        """How often the truth is outside the set, from the confusions and the sizes of the sets."""
        size = self.answers_.frame.size
        right = np.einsum("k,jkk->j", self.class_prior_, self._ability)
        left_out = self._mean_by_annotator((size - self.answers_.set_sizes) / max(size - 1, 1))
        return self._known((1.0 - right) * left_out)

    def _start(self) -> tuple[Floats, Floats]:
        if not self.shrinkage > 0:
            raise DataError(f"shrinkage is {self.shrinkage:g}; it must be above 0.")
        simple = self._fit_beside(ReliabilityModel(tol=self.tol, max_iter=self.max_iter))
        size = self.answers_.frame.size
        ability = simple.assumed_[:, None, None]
        pull = ability * np.eye(size) + (1.0 - ability) / size
        self._pull = np.concatenate([pull, np.eye(size)[None]])
        _, who, said = self._given[:3]
        examples, self._group = group_answers(who, said)
        answer, members = np.nonzero(said[examples])
        starts = np.searchsorted(answer, np.arange(len(examples) + 1))
        self._memory = np.empty((len(examples), size)), np.empty((len(examples), size))
        self._members = (who[examples], starts, members, said[examples[answer], members])
        return simple.class_prior_, self._pull.copy()

    def _likelihoods(self, ability: Floats, who: Codes, said: Floats) -> Floats:
        return confused(ability, who, said)

    def _improve(
        self, parameters: tuple[Floats, Floats], posterior: Floats
    ) -> tuple[float, tuple[Floats, Floats]]:
        prior, confusion = parameters
        counts = self.shrinkage * self._pull
        drawn = xlogy(counts, confusion).sum()
        counts, turned = (np.ascontiguousarray(each.swapaxes(1, 2)) for each in (counts, confusion))
        flag = current_flag().array
        likelihood = expectation_kernel.expect_confused(
            self._given.first,
            self._group,
            *self._members,
            prior,
            turned,
            flag,
            posterior,
            counts,
            *self._memory,
        )
        following = (counts / counts.sum(axis=1, keepdims=True)).swapaxes(1, 2)
        following[-1] = np.eye(len(prior))
        return likelihood + float(drawn), (self._prior_of(posterior), following)


def group_answers(who: Codes, said: Floats) -> tuple[Codes, Codes]:
    """Group equal answers of one annotator.

    Returns one answer of each group [shape=(G,)] and the group of each answer [shape=(A,)]. Rows
    are compared by their hashes, which takes one sort; should two different rows have the same one,
    every answer is a group of its own.
    """
    _, examples, group = np.unique(hash_rows(who, said), return_index=True, return_inverse=True)
    found = examples[group]
    if not (np.array_equal(who[found], who) and np.array_equal(said[found], said)):
        examples = group = np.arange(len(who))
    order = np.argsort(who[examples], kind="stable")  # neighbours in memory as their confusions are
    return examples[order], np.argsort(order)[group]


def hash_rows(who: Codes, said: Floats) -> NDArray[np.uint64]:
    """A hash of each row: equal rows have the same one, different rows hardly ever."""
    factors = np.random.default_rng(0).integers(1, 2**63, said.shape[1], dtype=np.uint64)
    hashes = hash_array(said.ravel(), categorize=False).reshape(said.shape)
    numbers: NDArray[np.uint64] = hashes @ (2 * factors + 1) + who.astype(np.uint64)
    return numbers
