"""Learning curves: the mean over repetitions and how far it may be off."""

from dataclasses import dataclass

import numpy as np

from belieflab.active.learner import Line
from belieflab.evaluation.classifiers.entry import Floats, Rows

NORMAL_95 = 1.96


@dataclass(frozen=True)
class Curve:
    """Mean accuracy of one line over its repetitions.

    Attributes
    ----------
    n_labels : labels at each moment [shape=(moments,)]
    mean : accuracy [shape=(moments,)]
    half_width : of the 95 % interval of the mean, 1.96 S / √n, 0 for one repetition (Hoarau et
        al. (2022), footnote 2)
    n_repetitions : n
    """

    line: Line
    n_labels: Rows
    mean: Floats
    half_width: Floats
    n_repetitions: int

    @property
    def final(self) -> float:
        """Mean accuracy after the last query."""
        return float(self.mean[-1])

    @property
    def average(self) -> float:
        """Mean of the curve from the start labels to the last query, by the trapezoidal rule."""
        if len(self.mean) == 1:
            return self.final
        return float(np.trapezoid(self.mean, self.n_labels) / np.ptp(self.n_labels))


def summarise(line: Line, n_labels: Rows, accuracies: Floats) -> Curve:
    """The curve of accuracies [shape=(repetitions, moments)]."""
    n = len(accuracies)
    spread = accuracies.std(axis=0, ddof=1) if n > 1 else np.zeros(accuracies.shape[1])
    return Curve(line, n_labels, accuracies.mean(axis=0), NORMAL_95 * spread / np.sqrt(n), n)
