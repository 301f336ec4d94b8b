"""CECM: the entry of evidential c-means with pairs of objects."""

from belieflab.clustering.algorithms import equations
from belieflab.clustering.algorithms.algorithm import Algorithm
from belieflab.clustering.algorithms.parameters import ALPHA, CLUSTERS, DELTA, PAIRS, RUNS, XI
from belieflab.clustering.cecm import CECM
from belieflab.clustering.cost import cecm_cost, count_sets
from belieflab.clustering.linked_pairs import readable_pairs
from belieflab.cost import Cost
from belieflab.data.settings import Settings
from belieflab.formulas import Formula
from belieflab.references import cite

WITH_PAIRS = (
    r"(1-\xi) \frac{J_{ECM}(M, V)}{2^c n} + \xi\, \frac{\sum_{(i,j) \in ML} "
    r"pl_{ij}(\neq) + \sum_{(i,j) \in CL} pl_{ij}(=)}{|ML| + |CL|}"
)


def _cost(n: int, p: int, settings: Settings) -> Cost:
    pairs = len(readable_pairs(settings.pairs, n))
    return cecm_cost(n, p, count_sets(settings.c), n_pairs=pairs, n_init=settings.n_init)


def _formulas(model: CECM, settings: Settings, n: int) -> list[Formula]:
    source = cite("antoine2012")
    latex = WITH_PAIRS if len(readable_pairs(settings.pairs, n)) else equations.J
    return [
        equations.criterion(model, settings, n, source, latex),
        equations.MASSES,
        equations.prototypes(cite("masson2008")),
    ]


CECM_ENTRY = Algorithm(
    "CECM",
    "CECM",
    "ECM that also uses pairs of objects known to be in the same cluster, or in different ones.",
    CECM,
    (CLUSTERS, ALPHA, *DELTA, PAIRS, XI, *RUNS),
    _cost,
    _formulas,
    keeps_masses=True,
    notes={"focal": "always all sets", "beta": "always 2"},
)
