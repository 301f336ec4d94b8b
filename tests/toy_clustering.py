"""A clustering algorithm that the lab does not know, for tests that add it to the registry."""

import numpy as np
from sklearn.cluster import KMeans
from sklearn.utils.validation import validate_data

from belieflab.belief import MassTable
from belieflab.clustering import CredalPartition
from belieflab.clustering.algorithms import Algorithm
from belieflab.clustering.algorithms.parameters import CLUSTERS
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.focal_sets import clusters
from belieflab.cost import Cost
from belieflab.data.parameters import Parameter
from belieflab.formulas import Formula, Symbol
from belieflab.iteration import Ending, Step


class CertainMeans(CredalClusterer):
    """k-means as a credal partition that is certain of every object."""

    def __init__(self, n_clusters=4, runs=1, random_state=None, keep_history=False):
        self.n_clusters = n_clusters
        self.runs = runs
        self.random_state = random_state
        self.keep_history = keep_history

    def iterate(self, X, *, stop=None):
        """One step: scikit-learn's answer."""
        X = validate_data(self, X, dtype=np.float64)
        yield from self._follow(self._run(X))

    def _run(self, X):
        self.means_ = KMeans(self.n_clusters, n_init=self.runs, random_state=self.random_state)
        self.means_.fit(X)
        yield Step(0, float(self.means_.inertia_), self.means_.labels_)
        return Ending.CONVERGED

    def predict_mass(self, X):
        """All mass on the cluster of the nearest mean."""
        return self._partition(self.means_.predict(X))

    def prototypes_at(self, step, X):
        """The means."""
        return self.means_.cluster_centers_

    def _partition(self, snapshot):
        return CredalPartition.of(MassTable.from_hard(snapshot, clusters(self.n_clusters)))


def formulas(model, settings, n):
    """What k-means minimises."""
    within = Symbol("W", "at the end", float(model.criterion_))
    return [Formula("Squared distances", r"W = \sum_i d_i^2", "k-means", within)]


TOY = Algorithm(
    "certain-means",
    "Certain means",
    "Every object belongs to the cluster of the nearest mean, without any doubt.",
    CertainMeans,
    (CLUSTERS, Parameter("runs", "Runs of k-means", 1, low=1, high=9, keyword="")),
    lambda n, p, settings: Cost(1e-8 * n * p * settings.c * settings.runs, 8.0 * n),
    formulas,
    n_sets=lambda settings: int(settings.c),
    criterion="W",
    notes={"c": "as many means"},
    first_values=lambda dataset: {"runs": 2 if dataset.n > 100 else 1},
)
