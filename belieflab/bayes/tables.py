"""Families with a discrete feature: conditional tables, and Gaussians whose mean goes by the level.

Levels are codes 0, 1, … in the rows of `features` [shape=(p, n)], -1 for a level that training
never saw. Such a level says nothing itself, and what depends on it goes by the class alone.

Tables are smoothed as if every class had one object more, spread evenly over all combinations of
levels. EM then maximises L + ln of that prior, and no probability is 0.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import rel_entr

from belieflab.mixture.expectation_kernel import LOG_2_PI

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

PRIOR_OBJECTS = 1.0
"""Objects that the prior adds to every class."""

CLASS_ALONE = -1
"""The parent of a feature that depends on the class alone."""


class LevelCounts:
    """Sums over the objects of every class and level, made when they are asked for.

    Parameters
    ----------
    features : the data by feature, codes where it is discrete [shape=(p, n)]
    levels : number of levels of every feature, 0 where it is continuous
    weighted : w_i t_ik [shape=(K, n)]
    """

    def __init__(self, features: Floats, levels: tuple[int, ...], weighted: Floats) -> None:
        self.features = features
        self.levels = levels
        self.weighted = weighted

    def of(self, feature: int) -> Floats:
        """How many objects of class k have each level, the prior included [shape=(K, levels)]."""
        size = self.levels[feature]
        return self._add_up(codes_of(self.features, feature), size) + PRIOR_OBJECTS / size

    def of_both(self, parent: int, feature: int) -> Floats:
        """How many have each pair of levels, the prior included [shape=(K, of parent, levels)]."""
        rows, columns = self.levels[parent], self.levels[feature]
        cells = codes_of(self.features, parent) * columns + codes_of(self.features, feature)
        found = self._add_up(cells, rows * columns) + PRIOR_OBJECTS / (rows * columns)
        return found.reshape(-1, rows, columns)

    def sums(self, parent: int, feature: int, centre: Floats) -> tuple[Floats, Floats, Floats]:
        """Σ t, Σ t d and Σ t d² at each level of the parent [shape=(K, levels)].

        `feature` is continuous and d its deviation from `centre`, its mean in class k [shape=(K,)].
        """
        codes, size = codes_of(self.features, parent), self.levels[parent]
        deviations = self.features[feature] - centre[:, None]
        first, second = self.weighted * deviations, self.weighted * deviations**2
        adding = (self._add_up(codes, size, each) for each in (self.weighted, first, second))
        counts, first, second = adding
        return counts, first, second

    def means(self, feature: int, otherwise: Floats) -> Floats:
        """The mean of a feature in every class, `otherwise` in one without objects [shape=(K,)]."""
        totals, sums = self.weighted.sum(axis=1), self.weighted @ self.features[feature]
        return np.divide(sums, totals, out=otherwise.copy(), where=totals > 0)

    def _add_up(self, cells: Codes, size: int, weights: Floats | None = None) -> Floats:
        each = self.weighted if weights is None else weights
        return np.stack([np.bincount(cells, row, minlength=size) for row in each])


class Table(NamedTuple):
    """A discrete feature.

    Attributes
    ----------
    feature, parent : its number, and that of its discrete parent, -1 for the class alone
    alone : P(level | class) [shape=(K, levels)]
    given : P(level | class, level of the parent) [shape=(K, of parent, levels)]; empty without one
    """

    feature: int
    parent: int
    alone: Floats
    given: Floats

    @classmethod
    def fit(cls, counts: LevelCounts, feature: int, parent: int) -> "Table":
        """The shares of the levels, the prior included."""
        single = counts.of(feature)
        alone = single / single.sum(axis=1, keepdims=True)
        if parent == CLASS_ALONE:
            return cls(feature, parent, alone, np.empty((len(alone), 0, alone.shape[1])))
        both = counts.of_both(parent, feature)
        return cls(feature, parent, alone, both / both.sum(axis=2, keepdims=True))

    def log_factors(self, features: Floats) -> Floats:
        """ln P of every object under each class [shape=(K, n)]."""
        stacked = np.concatenate([self.given, self.alone[:, None]], axis=1)
        logs = np.pad(np.log(stacked), ((0, 0), (0, 0), (0, 1)))  # a new level has factor 1
        parents: Codes | int = -1
        if self.parent != CLASS_ALONE:
            parents = codes_of(features, self.parent)
        return np.asarray(logs[:, parents, codes_of(features, self.feature)])

    @property
    def free(self) -> Floats:
        """P(level | class, level of the parent) [shape=(K, rows, levels)], one row without one."""
        return self.alone[:, None] if self.parent == CLASS_ALONE else self.given

    @property
    def code_moments(self) -> tuple[Floats, Floats]:
        """Mean and variance of the codes in every class [shape=(K,)]."""
        codes = np.arange(self.alone.shape[1])
        means = self.alone @ codes
        return means, self.alone @ codes**2 - means**2

    def information(self, weights: Floats) -> float:
        """I(X; C), what the feature says about the class under the prior `weights`, in nats."""
        return float(weights @ rel_entr(self.alone, weights @ self.alone).sum(axis=1))

    def strength(self, weights: Floats, parent: "Table") -> float:
        """I(X; parent | C): what the likelihood loses without the arc, per object, in nats."""
        of_class = parent.alone[:, :, None] * rel_entr(self.given, self.alone[:, None])
        return float(weights @ of_class.sum(axis=(1, 2)))

    @property
    def log_prior(self) -> float:
        """ln of the prior at these tables, up to a constant."""
        return PRIOR_OBJECTS * float(np.log(self.free).sum()) / self.free[0].size

    def draw(self, points: Floats, k: int, rng: np.random.Generator) -> Floats:
        """Codes of objects of class k whose other features are drawn [points: (n, p)]."""
        rows = self.alone[k][None]
        if self.parent != CLASS_ALONE:
            rows = self.given[k][points[:, self.parent].astype(np.int64)]
        limits = rows.cumsum(axis=1)[:, :-1]
        codes = (rng.random((len(points), 1)) > limits).sum(axis=1)
        return np.asarray(codes, dtype=np.float64)


class LevelMeans(NamedTuple):
    """A continuous feature with a discrete parent: N(mean of class and level, variance of class).

    That is its regression on indicators of the levels.

    Attributes
    ----------
    feature, parent : its number and that of its parent
    means : by class and level of the parent [shape=(K, levels)]
    variances : around them [shape=(K,)]
    mean_alone, variance_alone : of the class whatever the level [shape=(K,)]
    """

    feature: int
    parent: int
    means: Floats
    variances: Floats
    mean_alone: Floats
    variance_alone: Floats

    @classmethod
    def fit(
        cls, counts: LevelCounts, feature: int, parent: int, centre: Floats, floor: float
    ) -> "LevelMeans":
        """From the sums about `centre`, the mean of each class; a level without objects has it."""
        n, first, second = counts.sums(parent, feature, centre)
        shift = np.divide(first, n, out=np.zeros_like(first), where=n > 0)
        total = np.maximum(n.sum(axis=1), np.finfo(np.float64).tiny)
        all_squares, within = second.sum(axis=1), (second - shift * first).sum(axis=1)
        return cls(
            feature,
            parent,
            centre[:, None] + shift,
            np.maximum(within / total, floor),
            centre,
            np.maximum(all_squares / total, floor),
        )

    def log_factors(self, features: Floats) -> Floats:
        """ln density of every object under each class [shape=(K, n)]."""
        codes = codes_of(features, self.parent)
        means = np.column_stack([self.means, self.mean_alone])[:, codes]
        variances = np.where(codes < 0, self.variance_alone[:, None], self.variances[:, None])
        squares = (features[self.feature] - means) ** 2 / variances
        return np.asarray(-0.5 * (squares + np.log(variances) + LOG_2_PI))

    def strength(self, weights: Floats) -> float:
        """What the likelihood loses without the arc, per object, in nats."""
        return 0.5 * float(weights @ np.log(self.variance_alone / self.variances))

    @property
    def log_prior(self) -> float:
        """Gaussians have none."""
        return 0.0

    def draw(self, points: Floats, k: int, rng: np.random.Generator) -> Floats:
        """Values of objects of class k whose parent is drawn [points: (n, p)]."""
        means = self.means[k, points[:, self.parent].astype(np.int64)]
        return means + rng.standard_normal(len(points)) * np.sqrt(self.variances[k])


Family = Table | LevelMeans


def codes_of(features: Floats, feature: int) -> Codes:
    """The codes of a discrete feature [shape=(n,)]."""
    return features[feature].astype(np.int64)


def add_log_factors(families: tuple[Family, ...], features: Floats, logs: Floats) -> Floats:
    """`logs` [shape=(K, n)] and ln of what the families say about every object."""
    if families:
        logs = logs.copy()
    for family in families:
        logs += family.log_factors(features)
    return logs
