"""EVCLUS: the entry of the algorithm that explains distances by conflicts."""

from typing import Any

from belieflab.clustering.algorithms.algorithm import Algorithm
from belieflab.clustering.algorithms.parameters import (
    ALL_PAIRS,
    CLUSTERS,
    FOCAL_OR_PAIRS,
    PAIRS,
    RUNS,
    XI,
    shared,
)
from belieflab.clustering.cost import count_sets, evclus_cost
from belieflab.clustering.evclus import EVCLUS, FEW_OBJECTS, FEW_PARTNERS
from belieflab.clustering.linked_pairs import readable_pairs
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.settings import Settings
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite

PARTNERS = shared(
    "partners",
    "Partners of an object",
    30,
    "EVCLUS explains the distances of every object to this many others, drawn at random.",
    low=1,
    high=5_000,
    typed=True,
    keyword="n_partners",
    rare=True,
)


def _cost(n: int, p: int, settings: Settings) -> Cost:
    return evclus_cost(
        n,
        count_sets(settings.c, settings.focal),
        n_partners=settings.partners,
        n_pairs=len(readable_pairs(settings.pairs, n)),
        n_init=settings.n_init,
    )


def _first_values(dataset: Dataset) -> dict[str, Any]:
    """Dissimilarities are explained as by default: all of few objects, by simple sets."""
    if dataset.dissimilarities is None:
        return {}
    partners = dataset.n - 1 if dataset.n <= FEW_OBJECTS else FEW_PARTNERS
    return {"focal": "simple", "partners": max(partners, 1)}


def _formulas(model: EVCLUS, settings: Settings, n: int) -> list[Formula]:
    return [
        Formula(
            "What is minimised: the stress",
            r"\frac{\sum_{i<j} (\kappa_{ij} - \delta_{ij})^2}{\sum_{i<j} \delta_{ij}^2}, \quad "
            r"\kappa_{ij} = \sum_{A \cap B = \emptyset} m_i(A)\, m_j(B), \quad "
            r"\delta_{ij} = 1 - e^{-\gamma d_{ij}^2}, \quad \gamma = \frac{-\ln 0.05}{d_0^2}",
            f"{cite('denoeux2004')}; {cite('denoeux2016')}",
            Symbol("n", "objects", n),
            Symbol("c", "clusters", settings.c),
            Symbol("k", "partners of every object", min(settings.partners, n - 1)),
            Symbol("d_0", "distance that counts as 0.95", float(model.d0_)),
            Symbol(r"\mathrm{stress}", "at the end", float(model.criterion_)),
        )
    ]


EVCLUS_ENTRY = Algorithm(
    "EVCLUS",
    "EVCLUS",
    "Finds masses whose conflict for two objects matches how dissimilar they are.",
    EVCLUS,
    (CLUSTERS, FOCAL_OR_PAIRS, PAIRS, XI, PARTNERS, *RUNS),
    _cost,
    _formulas,
    precomputed={"metric": "precomputed"},
    criterion="stress",
    keeps_masses=True,
    notes={**ALL_PAIRS, "tol": "by default 1e-5"},
    first_values=_first_values,
)
