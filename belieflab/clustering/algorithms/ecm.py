"""ECM: the entry of evidential c-means, with one metric for all clusters or one for each."""

from dataclasses import replace

from belieflab.clustering.algorithms import equations
from belieflab.clustering.algorithms.algorithm import Algorithm
from belieflab.clustering.algorithms.parameters import ALPHA, BETA, CLUSTERS, DELTA, FOCAL, RUNS
from belieflab.clustering.cost import count_sets, ecm_cost
from belieflab.clustering.ecm import ECM
from belieflab.cost import Cost
from belieflab.data.settings import Settings
from belieflab.formulas import Formula
from belieflab.references import cite


def _cost(n: int, p: int, settings: Settings, metric: str = "euclidean") -> Cost:
    sets = count_sets(settings.c, settings.focal)
    return ecm_cost(n, p, sets, beta=settings.beta, metric=metric, n_init=settings.n_init)


def _formulas(model: ECM, settings: Settings, n: int) -> list[Formula]:
    source = cite("masson2008")
    criterion = equations.criterion(model, settings, n, source)
    return [criterion, equations.MASSES, equations.prototypes(source)]


ECM_ENTRY = Algorithm(
    "ECM",
    "ECM",
    "Clusters and their unions have prototypes; the closer one is, the more mass its set gets.",
    ECM,
    (CLUSTERS, FOCAL, ALPHA, BETA, *DELTA, *RUNS),
    _cost,
    _formulas,
)
MAHALANOBIS_ENTRY = replace(
    ECM_ENTRY,
    key="ECM Mahalanobis",
    title="ECM Mahalanobis",
    explanation="ECM with a metric for every cluster, so that clusters may be elongated.",
    fixed={"metric": "mahalanobis"},
    cost=lambda n, p, settings: _cost(n, p, settings, "mahalanobis"),
    formulas=lambda model, settings, n: [*_formulas(model, settings, n), equations.METRIC],
)
