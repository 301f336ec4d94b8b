"""CredalPartition: what is believed about the cluster of every object, and what follows from it."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import adjusted_rand_score

from belieflab.belief import MassTable, max_belief, max_plausibility
from belieflab.belief.masks import Masks, cardinality, full_of, member_flags
from belieflab.clustering import relations
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]

EXACT = 1e-9
"""A mass below this counts as none when the kind of a partition is determined."""


class CredalPartition(MassTable):
    """A mass function on the clusters for every object (Denœux 2015, third part).

    Mass on a union says "one of these clusters", mass on ∅ "none of them": an outlier. Hard,
    fuzzy, possibilistic and rough partitions are special cases, and each can be read off.
    """

    @classmethod
    def of(cls, table: MassTable) -> "CredalPartition":
        """The same masses, seen as a credal partition."""
        partition = cls.__new__(cls)
        partition.frame, partition.focal, partition.mass = table.frame, table.focal, table.mass
        return partition

    @property
    def n_clusters(self) -> int:
        """Number of clusters c."""
        return self.frame.size

    # -- one answer per object ------------------------------------------------------------------

    def sets(self, outliers: bool = True) -> Masks:
        """The hard credal partition: the set with the largest mass, as a mask [shape=(n,)].

        Ties go to the smallest set, then to the first. Without `outliers` ∅ is left aside; an
        object all on ∅ then gets Ω.
        """
        order = np.lexsort((self.focal, cardinality(self.n_clusters, self.focal)))
        if not outliers:
            order = order[self.focal[order] != 0]
        if len(order) == 0:
            return full_of(self.n_clusters, len(self), self.frame.omega)
        mass = self.mass[:, order]
        chosen = self.focal[order][mass.argmax(axis=1)]
        return np.where(mass.max(axis=1) > 0, chosen, self.frame.omega)

    def outliers(self) -> Flags:
        """Which objects have their largest mass on ∅ [shape=(n,)]."""
        return np.equal(self.sets(), 0)

    def labels(self) -> Integers:
        """The cluster of largest plausibility, for outliers too [shape=(n,)]; ties: the first."""
        return max_plausibility(self)

    def labels_by_belief(self) -> Integers:
        """The cluster of largest belief, for outliers too [shape=(n,)]; ties: the first."""
        return max_belief(self)

    # -- other kinds of partition -----------------------------------------------------------------

    def fuzzy(self, by: str = "pignistic") -> Floats:
        """Degrees of membership that sum to 1 [shape=(n, c)].

        `by` "pignistic" shares every mass evenly within its set; "contour" divides the
        plausibilities of the clusters by their sum. An object all on ∅ gets 1/c.
        """
        if by == "pignistic":
            return self.pignistic()
        if by != "contour":
            raise DataError(f"A fuzzy partition is made by 'pignistic' or 'contour', not {by!r}.")
        contour = self.contour()
        totals = contour.sum(axis=1, keepdims=True)
        lost = totals == 0
        return np.where(lost, 1.0 / self.n_clusters, contour / np.where(lost, 1.0, totals))

    def fuzzy_with_noise(self) -> Floats:
        """Degrees of membership to the clusters and, last, to a noise cluster [shape=(n, c+1)].

        The noise cluster has m(∅); the rest of every mass is shared evenly within its set.
        """
        noise = self.conflict()[:, None]
        return np.hstack([self.pignistic() * (1.0 - noise), noise])

    def possibilistic(self, normalised: bool = False) -> Floats:
        """Degrees of possibility pl({k}) [shape=(n, c)]; divided by 1 - m(∅) if `normalised`."""
        return self.normalise().contour() if normalised else self.contour()

    def rough(self, outliers: bool = True) -> tuple[Flags, Flags]:
        """Lower and upper approximation of every cluster [shape=(n, c)] each.

        An object surely belongs to k when its set is {k}, and possibly when its set holds k
        (Masson and Denœux 2008). Outliers belong to neither, unless ∅ is left aside.
        """
        sets = self.sets(outliers)
        members = member_flags(self.n_clusters, sets)
        alone = np.equal(members.sum(axis=1), 1)
        return members & alone[:, None], members

    def kind(self) -> str:
        """The most special structure that says all of this partition, in one word or few.

        "hard", "fuzzy", "fuzzy with noise", "rough", "possibilistic", or "credal" (slide
        "Relationship with other clustering structures").
        """
        carried = self.mass > EXACT
        sizes = cardinality(self.n_clusters, self.focal)
        logical = bool((carried.sum(axis=1) == 1).all())
        largest, smallest = sizes[carried.any(axis=0)].max(), sizes[carried.any(axis=0)].min()
        if logical:
            return "hard" if largest == smallest == 1 else "rough"
        if largest <= 1:
            return "fuzzy" if smallest == 1 else "fuzzy with noise"
        tidy = np.where(carried, self.mass, 0.0)
        consonant = MassTable(self.frame, self.focal, tidy / tidy.sum(axis=1, keepdims=True))
        return "possibilistic" if bool(consonant.is_consonant().all()) else "credal"

    # -- how sharp, how close to another ---------------------------------------------------------

    def imprecision(self) -> Floats:
        """[Σ_{A≠∅} m(A) ln|A| + m(∅) ln c] / ln c for every object [shape=(n,)], from 0 to 1."""
        if self.n_clusters == 1:
            return np.zeros(len(self))
        return self.nonspecificity() + self.conflict()

    def mean_nonspecificity(self) -> float:
        """The index N*: the mean of `imprecision`; the smaller, the clearer the partition."""
        return float(self.imprecision().mean())

    def credal_rand(self, other: MassTable, distance: str = "jousselme") -> float:
        """The credal Rand index with another partition of the same objects, at most 1.

        Both are turned into mass functions on {same cluster, different clusters} for every pair of
        objects; the index is 1 less their mean distance: "jousselme" or "belief" (both 1 for equal
        partitions), or "conflict" (1 less the mean conflict) (Denœux, Li, Sriboonchitta 2018).
        """
        return relations.credal_rand(
            (self.n_clusters, self.focal, self.mass),
            (other.frame.size, other.focal, other.mass),
            distance,
        )

    def adjusted_rand(self, truth: ArrayLike | Iterable[Any]) -> float:
        """The adjusted Rand index of `labels()` with the true clusters; 1 for a perfect match."""
        classes = np.asarray(truth)
        if classes.shape != (len(self),):
            raise DataError(
                f"The truth has one cluster for each of the {len(self)} objects; found an array "
                f"of shape {classes.shape}."
            )
        return float(adjusted_rand_score(classes, self.labels()))
