"""The settings of credal clustering, and the estimator that follows from them."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from belieflab.clustering import CECM, ECM, EVCLUS, RECM
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.data.dataset import Dataset
from belieflab.data.scaling import standardise
from belieflab.ui.pages.credal.pairs import NO_PAIRS, Pairs, write

MAHALANOBIS = "ECM Mahalanobis"
METHODS: dict[str, type[CredalClusterer]] = {
    "ECM": ECM,
    MAHALANOBIS: ECM,
    "RECM": RECM,
    "CECM": CECM,
    "EVCLUS": EVCLUS,
}
TAKES_PAIRS = ("CECM", "EVCLUS")
FOCAL = ("all", "pairs", "simple", "neighbours")
USUAL = "usual"
TOLERANCES = (USUAL, *(f"1e-{power}" for power in range(2, 11)))
"""The usual one is each method's own."""

QUANTILE, DISTANCE = "quantile", "distance"
LARGEST_C = 20
LAST_START = 9_999
MOST_STARTS = 100


@dataclass(frozen=True)
class Settings:
    """Everything that decides a partition besides the points, in plain values."""

    algorithm: str = "ECM"
    n_clusters: int = 2
    focal: str = "all"
    alpha: float = 1.0
    beta: float = 2.0
    delta_by: str = QUANTILE
    quantile: float = 0.7
    delta: float = 10.0
    xi: float = 0.5
    partners: int = 30
    n_init: int = 1
    start: int = 0
    tol: float | None = None
    """None for the method's own."""
    seed: int = 0
    pairs: Pairs = field(default=NO_PAIRS)
    standardise: bool = False

    @property
    def takes_pairs(self) -> bool:
        """Whether must-link and cannot-link pairs matter to the method."""
        return self.algorithm in TAKES_PAIRS

    @property
    def relational(self) -> bool:
        """Whether the method sees dissimilarities instead of points."""
        return self.algorithm == "RECM"

    def arguments(self) -> dict[str, Any]:
        """The arguments of the estimator that differ from its defaults."""
        common = {
            "n_clusters": self.n_clusters,
            "n_init": self.n_init,
            **({} if self.tol is None else {"tol": self.tol}),
            "random_state": self.seed + self.start,
        }
        wanted = common | self._own_arguments()
        usual = METHODS[self.algorithm]().get_params()
        given = {"n_clusters", "random_state"}
        return {
            name: value for name, value in wanted.items() if name in given or value != usual[name]
        }

    def make_model(self, keep_history: bool = True) -> CredalClusterer:
        """The estimator, not yet fitted; for the player it keeps its steps."""
        return METHODS[self.algorithm](**self.arguments(), keep_history=keep_history)

    def fit_arguments(self) -> dict[str, Any]:
        """What `fit` and `iterate` take besides the data."""
        if not self.takes_pairs or not self.pairs:
            return {}
        linked = {"must_link": self.pairs.must, "cannot_link": self.pairs.cannot}
        return {name: list(pairs) for name, pairs in linked.items() if pairs}

    def scale(self, dataset: Dataset) -> Dataset:
        """The points as they are clustered and drawn."""
        return standardise(dataset) if self.standardise else dataset

    def input(self, dataset: Dataset) -> NDArray[np.float64]:
        """What the estimator is fitted to: the points, or the distances between them."""
        return np.asarray(cdist(dataset.X, dataset.X)) if self.relational else dataset.X

    def described(self) -> dict[str, Any]:
        """The settings in words, for the table of pinned runs."""
        about: dict[str, Any] = {"algorithm": self.algorithm}
        about |= {
            name: value
            for name, value in self.arguments().items()
            if name not in ("metric", "random_state")
        }
        if self.takes_pairs and self.pairs:
            about["pairs"] = write(self.pairs)
        about["features"] = "standardised" if self.standardise else "as they are"
        return about | {"start": self.start, "seed": self.seed}

    def _own_arguments(self) -> dict[str, Any]:
        delta = {"delta": self.delta}
        if self.delta_by == QUANTILE:
            delta = {"delta_quantile": self.quantile}
        if self.algorithm == "CECM":
            return {"alpha": self.alpha, **delta, "xi": self.xi}
        if self.algorithm == "EVCLUS":
            return {"focal": self._focal(), "n_partners": self.partners, "xi": self.xi}
        shape = {"alpha": self.alpha, "beta": self.beta, **delta, "focal": self._focal()}
        if self.algorithm == MAHALANOBIS:
            return shape | {"metric": "mahalanobis"}
        return shape

    def _focal(self) -> str:
        """Pairs of neighbours are found by ECM alone; the others take all pairs instead."""
        two_stages = self.algorithm in ("ECM", MAHALANOBIS)
        return self.focal if two_stages or self.focal != "neighbours" else "pairs"


def usual_count(dataset: Dataset) -> int:
    """How many clusters to begin with: as many as there are classes, if that is known."""
    known = len(dataset.class_names)
    return min(known, LARGEST_C) if known >= 2 else 2
