"""Which class each annotator takes for which; the model is described in `annotators`."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from belieflab.crowd import expectation_kernel
from belieflab.crowd.annotators import AnnotatorModel, ReliabilityModel
from belieflab.errors import DataError
from belieflab.iteration import current_flag

Floats = NDArray[np.float64]


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
    error_rates_ : ndarray [shape=(J,)]
        Σ_k θ_k (1 - π_j[k, k]) times the share of other classes that his sets leave out.
    imprecision_ : ndarray [shape=(J,)]
    posteriors_ : ndarray [shape=(n, K)]
    objective_ : float
        Log-likelihood plus the log prior at the end.
    """

    def __init__(
        self,
        *,
        shrinkage: float = 1.0,
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
        return np.asarray((1.0 - right) * left_out)

    def _start(self) -> tuple[Floats, Floats]:
        if not self.shrinkage > 0:
            raise DataError(f"shrinkage is {self.shrinkage:g}; it must be above 0.")
        simple = ReliabilityModel(tol=self.tol, max_iter=self.max_iter).fit(self.answers_)
        size = self.answers_.frame.size
        ability = simple.reliabilities_[:, None, None]
        self._pull = ability * np.eye(size) + (1.0 - ability) / size
        answer, members = np.nonzero(self._given.said)
        starts = np.searchsorted(answer, np.arange(len(self.answers_) + 1))
        self._members = (starts, members, self._given.said[answer, members])
        return simple.class_prior_, self._pull.copy()

    def _improve(
        self, parameters: tuple[Floats, Floats], posterior: Floats
    ) -> tuple[float, tuple[Floats, Floats]]:
        prior, confusion = parameters
        first, who, _ = self._given
        counts = self.shrinkage * self._pull
        drawn = xlogy(counts, confusion).sum()
        counts, turned = (np.ascontiguousarray(each.swapaxes(1, 2)) for each in (counts, confusion))
        flag = current_flag().array
        likelihood = expectation_kernel.expect_confused(
            first, who, *self._members, prior, turned, flag, posterior, counts
        )
        following = (counts / counts.sum(axis=1, keepdims=True)).swapaxes(1, 2)
        return likelihood + float(drawn), (self._prior_of(posterior), following)
