"""Information criteria of a fitted mixture: numbers that a stored model keeps."""

from typing import Any

import numpy as np
from scipy.special import xlogy
from sklearn.utils.validation import check_is_fitted

from belieflab.mixture.problem import Problem


class InformationCriteria:
    """AIC, BIC and ICL of a mixture; smaller is better.

    n is the sum of the row weights, d the number of free parameters. ICL needs the
    responsibilities of the training data; it is worked out when asked for, or before the data are
    left behind by pickling.
    """

    log_likelihood_: float
    n_parameters_: int
    parameters_: Any
    _total_weight: float
    _entropy: float | None

    @property
    def problem_(self) -> Problem:
        """The points, labels and densities of the fit."""
        raise NotImplementedError

    def aic(self) -> float:
        """-2 L + 2 d; smaller is better."""
        check_is_fitted(self)
        return 2.0 * self.n_parameters_ - 2.0 * self.log_likelihood_

    def bic(self) -> float:
        """-2 L + d ln n; smaller is better."""
        check_is_fitted(self)
        return self.n_parameters_ * float(np.log(self._total_weight)) - 2.0 * self.log_likelihood_

    def icl(self) -> float:
        """BIC plus twice the entropy of the responsibilities; smaller is better."""
        return self.bic() + 2.0 * self._responsibility_entropy()

    def _responsibility_entropy(self) -> float:
        """-Σ_i w_i Σ_k t_ik ln t_ik."""
        if self._entropy is None:
            problem = self.problem_
            shares = problem.components.responsibilities(
                self.parameters_, problem.log_plausibility, 1.0
            )
            rows = -xlogy(shares, shares).sum(axis=1)
            weights = problem.components.row_weights
            self._entropy = float(weights @ rows if weights.size else rows.sum())
        return self._entropy

    def __getstate__(self) -> dict[str, Any]:
        if "_training" in vars(self) and "parameters_" in vars(self):
            self._responsibility_entropy()
        stored: dict[str, Any] = super().__getstate__()  # type: ignore[assignment]
        return stored
