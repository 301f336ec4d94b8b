"""Which clusters each nonempty focal set holds, and sums over them."""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.belief.masks import Masks, member_lists
from belieflab.clustering.set_members_kernel import add_members, add_pairs, add_sets, sum_pairs

Floats = NDArray[np.float64]


class SetMembers:
    """The clusters of the nonempty sets A_1 … A_S among `focal`, as lists of indices.

    Attributes
    ----------
    sizes : ndarray [shape=(S,)]
        |A_j|.
    """

    def __init__(self, frame: Frame, focal: Masks) -> None:
        self.n_clusters = frame.size
        self._lists = member_lists(frame.size, focal[focal != 0])
        self.sizes = self._lists.sizes

    def means(self, values: Floats) -> Floats:
        """Mean of the values of a set's clusters [shape=(c, …) to (S, …)]."""
        totals = np.zeros((len(self.sizes), values[0].size))
        add_members(*self._lists, _rows(values), totals)
        totals /= self.sizes[:, None]
        return totals.reshape(len(self.sizes), *values.shape[1:])

    def totals(self, values: Floats) -> Floats:
        """Sum of the values of the sets that hold a cluster [shape=(S, …) to (c, …)]."""
        totals = np.zeros((self.n_clusters, values[0].size))
        add_sets(*self._lists, _rows(values), totals)
        return totals.reshape(self.n_clusters, *values.shape[1:])

    def pair_totals(self, values: Floats) -> Floats:
        """Sum of the values of the sets that hold both clusters [shape=(S, …) to (c, c, …)]."""
        totals = np.zeros((self.n_clusters, self.n_clusters, values[0].size))
        add_pairs(*self._lists, _rows(values), totals)
        return totals.reshape(self.n_clusters, self.n_clusters, *values.shape[1:])

    def pair_means(self, matrix: Floats) -> Floats:
        """Mean of a matrix over the pairs of a set's clusters [shape=(c, c) to (S,)]."""
        totals = np.empty(len(self.sizes))
        sum_pairs(*self._lists, np.ascontiguousarray(matrix), totals)
        return totals / self.sizes**2


def _rows(values: Floats) -> Floats:
    return np.ascontiguousarray(values).reshape(len(values), -1)
