"""How reliable each annotator is; the model is described in `annotators`."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlog1py, xlogy

from belieflab.crowd import expectation_kernel
from belieflab.crowd.annotators import AnnotatorModel, Floats
from belieflab.crowd.reliability_prior import FIRST_PRIOR, Beta, learn_prior
from belieflab.errors import DataError
from belieflab.iteration import current_flag

FIRST_RELIABILITY = 0.7
"""How able every annotator is taken to be at the start."""

NORMAL_95 = 1.959963984540054


class ReliabilityModel(AnnotatorModel):
    """How reliable each annotator is, when answers are classes, sets or doubts.

    P_j(A | k) ∝ ρ_j 1(k ∈ A) / C(K-1, |A|-1) + (1 - ρ_j) / C(K, |A|), ρ_j ~ Beta(a, b): with
    probability ρ_j annotator j knows and gives a set that holds the truth, else a set of that size
    at random. A confidence c replaces ρ_j by c ρ_j, and Ω says nothing. An annotator who is worse
    than chance needs the `ConfusionModel`.

    Parameters
    ----------
    reliability_prior : (float, float) or None
        a and b, each at least 1. None: learned from the crowd after a first fit with Beta(2, 1), so
        that somebody with few answers is taken to be about as able as the others.
    tol : float
        EM ends when the criterion increases by less, per object with an answer.
    max_iter : int
    keep_history : bool
        Whether `history_` keeps the steps.

    Attributes
    ----------
    class_prior_ : ndarray [shape=(K,)]
    reliability_prior_ : (float, float)
        a and b.
    n_compared_ : ndarray [shape=(J,)]
        Answers that say something about objects about which somebody else's did so as well.
    reliabilities_ : ndarray [shape=(J,)]
        ρ_j; NaN, as errors are, without an answer that can be compared.
    assumed_ : ndarray [shape=(J,)]
        ρ_j, and the mode of the prior instead of NaN: how far labels rely on each annotator.
    reliability_intervals_ : ndarray [shape=(J, 2)]
        95 % intervals from the observed information, given what the others say.
    error_rates_, error_rate_intervals_ : ndarray [shape=(J,)], [shape=(J, 2)]
        Mean of (1 - ρ_j)(1 - |A| / K): how often the truth is outside the set.
    imprecision_ : ndarray [shape=(J,)]
        Mean of (|A| - 1) / (K - 1): how vague, which is another thing.
    posteriors_ : ndarray [shape=(n, K)]
    objective_ : float
        Log-likelihood plus Σ_j [(a - 1) ln ρ_j + (b - 1) ln(1 - ρ_j)] at the end.

    Examples
    --------
    >>> from belieflab import Frame
    >>> from belieflab.data.crowd_answers import CrowdAnswers
    >>> rows, who = np.divmod(np.arange(12), 3)
    >>> codes = np.array([0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0])
    >>> answers = CrowdAnswers.from_codes(Frame(["no", "yes"]), 4, rows, who, codes)
    >>> model = ReliabilityModel().fit(answers)
    >>> model.predict().tolist()
    ['no', 'yes', 'no', 'yes']
    >>> bool(model.reliabilities_[2] < model.reliabilities_[0])
    True
    """

    def __init__(
        self,
        *,
        reliability_prior: Beta | None = None,
        tol: float = 1e-6,
        max_iter: int = 500,
        keep_history: bool = False,
    ) -> None:
        super().__init__(tol=tol, max_iter=max_iter, keep_history=keep_history)
        self.reliability_prior = reliability_prior

    @property
    def assumed_(self) -> Floats:
        """ρ_j, or what the prior makes of an annotator without an answer that can be compared."""
        return self._ability

    @property
    def reliabilities_(self) -> Floats:
        """ρ_j; NaN without an answer that can be compared."""
        return self._known(self._ability)

    @property
    def reliability_intervals_(self) -> Floats:
        """95 % intervals, within 0 and 1."""
        able, (a, b) = np.clip(self._ability, 1e-6, 1.0), self.reliability_prior_
        known_before = (a - 1) / able**2 + (b - 1) / np.maximum(1.0 - able, 1e-6) ** 2
        wide = NORMAL_95 / np.sqrt(known_before + self._information())
        bounds = np.clip(np.column_stack([self._ability - wide, self._ability + wide]), 0.0, 1.0)
        return self._known(bounds)

    @property
    def error_rates_(self) -> Floats:
        """Mean of (1 - ρ_j)(1 - |A| / K)."""
        return (1.0 - self.reliabilities_) * self._share_left_out()

    @property
    def error_rate_intervals_(self) -> Floats:
        """The intervals of the reliabilities, turned into error rates."""
        return (1.0 - self.reliability_intervals_[:, ::-1]) * self._share_left_out()[:, None]

    def _share_left_out(self) -> Floats:
        return self._mean_by_annotator(1.0 - self.answers_.set_sizes / self.answers_.frame.size)

    def _information(self) -> Floats:
        """The observed information about each reliability, without that of the prior."""
        with_lone = np.append(self._ability, FIRST_RELIABILITY)  # of whom nothing is asked
        found, (first, who, said) = np.zeros(len(with_lone)), self._given[:3]
        expectation_kernel.information(first, who, said, self.posteriors_, with_lone, found)
        return found[:-1]

    def _start(self) -> tuple[Floats, Floats]:
        size, count = self.answers_.frame.size, self.n_annotators_
        prior, able = np.full(size, 1.0 / size), np.full(count, FIRST_RELIABILITY)
        self.reliability_prior_ = a, b = self.reliability_prior or FIRST_PRIOR
        if min(a, b) < 1 or a + b <= 2:
            raise DataError(f"reliability_prior is {a:g}, {b:g}; both are at least 1, one is more.")
        known = self._given.compared > 0
        if self.reliability_prior is None and known.any():
            simple = ReliabilityModel(
                reliability_prior=FIRST_PRIOR, tol=self.tol, max_iter=self.max_iter
            )
            self._fit_beside(simple)
            found = simple.assumed_[known], simple._information()[known]
            self.reliability_prior_ = a, b = learn_prior(*found)
            heard = self._given.compared
            able = (heard * simple.assumed_ + a - 1) / (heard + a + b - 2)
            prior = simple.class_prior_
        return prior, np.append(able, 1.0)

    def _likelihoods(self, ability: Floats, who: NDArray[np.int64], said: Floats) -> Floats:
        able = ability[who][:, None]
        return np.asarray(1.0 - able + able * said)

    def _improve(
        self, parameters: tuple[Floats, Floats], posterior: Floats
    ) -> tuple[float, tuple[Floats, Floats]]:
        (prior, ability), (a, b) = parameters, self.reliability_prior_
        first, who, said = self._given[:3]
        able = np.empty(len(who))
        flag = current_flag().array
        likelihood = expectation_kernel.expect_reliable(
            first, who, said, prior, ability, flag, posterior, able
        )
        # The mode of Beta(a, b) after the expected number of times he was able.
        size, own = len(ability), ability[:-1]
        times, heard = np.bincount(who, able, size), np.bincount(who, minlength=size)
        following = (times + a - 1.0) / (heard + a + b - 2.0)
        following[-1] = 1.0
        criterion = likelihood + float((xlogy(a - 1, own) + xlog1py(b - 1, -own)).sum())
        return criterion, (self._prior_of(posterior), following)
