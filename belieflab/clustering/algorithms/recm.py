"""RECM: the entry of relational evidential c-means."""

from belieflab.clustering.algorithms import equations
from belieflab.clustering.algorithms.algorithm import DISSIMILARITIES, Algorithm
from belieflab.clustering.algorithms.parameters import (
    ALL_PAIRS,
    ALPHA,
    BETA,
    CLUSTERS,
    DELTA,
    FOCAL_OR_PAIRS,
    RUNS,
)
from belieflab.clustering.cost import count_sets, recm_cost
from belieflab.clustering.recm import RECM
from belieflab.cost import Cost
from belieflab.data.settings import Settings
from belieflab.formulas import Formula
from belieflab.references import cite


def _cost(n: int, p: int, settings: Settings) -> Cost:
    return recm_cost(n, count_sets(settings.c, settings.focal), n_init=settings.n_init)


def _formulas(model: RECM, settings: Settings, n: int) -> list[Formula]:
    source = cite("masson2009")
    latex = (
        rf"{equations.J}, \qquad d_{{ij}}^2 = (\Delta q_j)_i - \tfrac{{1}}{{2}} q_j^\top \Delta q_j"
    )
    about = " of weights of objects, since no coordinates are known"
    return [
        equations.criterion(model, settings, n, source, latex),
        equations.MASSES,
        equations.prototypes(source, about),
    ]


RECM_ENTRY = Algorithm(
    "RECM",
    "RECM",
    "ECM for objects of which only the dissimilarities are known: here the distances.",
    RECM,
    (CLUSTERS, FOCAL_OR_PAIRS, ALPHA, BETA, *DELTA, *RUNS),
    _cost,
    _formulas,
    input=DISSIMILARITIES,
    precomputed={},
    predicts=False,
    notes=ALL_PAIRS,
    max_objects=4_000,
    limit="RECM keeps the dissimilarities of all pairs, which is practical up to {max} objects; "
    "there are {n}. Take ECM or EVCLUS instead.",
)
