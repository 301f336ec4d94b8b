"""The equations that several clustering algorithms share."""

from typing import Any

from belieflab.clustering.algorithms.parameters import QUANTILE
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.cost import count_sets
from belieflab.clustering.linked_pairs import LinkedPairs
from belieflab.data.settings import Settings
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite

J = (
    r"J(M, V) = \sum_{i=1}^{n} \sum_{A_j \neq \emptyset} |A_j|^\alpha\, m_{ij}^\beta\, d_{ij}^2"
    r" + \delta^2 \sum_{i=1}^{n} m_{i\emptyset}^\beta"
)
METRIC = Formula(
    "A metric for every cluster",
    r"d_{ij}^2 = (x_i - \bar v_j)^\top \bar S_j (x_i - \bar v_j), \qquad |S_k| = 1, \qquad "
    r"\bar S_j = \frac{1}{|A_j|} \sum_{k \in A_j} S_k",
    cite("antoine2012"),
)
MASSES = Formula(
    "The best masses for given prototypes",
    r"m_{ij} \propto |A_j|^{-\alpha/(\beta-1)}\, d_{ij}^{-2/(\beta-1)}, \qquad "
    r"m_{i\emptyset} \propto \delta^{-2/(\beta-1)}",
    cite("masson2008"),
    Symbol("d_{ij}", "distance of object i to the prototype of set j", "see the plane"),
)


def criterion(model: Any, settings: Settings, n: int, source: str, latex: str = J) -> Formula:
    """What algorithms with prototypes minimise."""
    how = f" (quantile {settings.quantile:g})" if settings.delta_by == QUANTILE else ""
    sets = count_sets(settings.c, settings.get("focal", "all"))
    symbols = (
        Symbol("n", "objects", n),
        Symbol("c", "clusters", settings.c),
        Symbol("A_j", "sets that may carry mass", sets),
        Symbol(r"\alpha", "penalty of large sets", settings.alpha),
        Symbol(r"\beta", "softness", float(model.beta)),
        Symbol(r"\delta", "distance of ∅", f"{float(model.delta_):.6g}{how}"),
        Symbol("J", "at the end", float(model.criterion_)),
    )
    return Formula("What is minimised", latex, source, *symbols)


def prototypes(source: str, about: str = "") -> Formula:
    """Where the prototypes lie."""
    return Formula(
        f"The best prototypes for given masses{about}",
        r"H V = B, \quad "
        r"H_{lk} = \sum_i \sum_{A_j \supseteq \{l,k\}} |A_j|^{\alpha-2} m_{ij}^\beta,"
        r" \quad B_l = \sum_i x_i \sum_{A_j \ni l} |A_j|^{\alpha-1} m_{ij}^\beta, \quad "
        r"\bar v_j = \frac{1}{|A_j|} \sum_{k \in A_j} v_k",
        source,
    )


def pairs(linked: LinkedPairs, settings: Settings) -> Formula:
    """What pairs of objects add to the criterion."""
    return Formula(
        "What pairs of objects add",
        r"pl_{ij}(=) = \sum_{A \cap B \neq \emptyset} m_i(A)\, m_j(B), \qquad "
        r"pl_{ij}(\neq) = 1 - m_i(\emptyset) - m_j(\emptyset) + m_i(\emptyset) m_j(\emptyset)"
        r" - \sum_k m_i(\{k\})\, m_j(\{k\})",
        f"{cite('antoine2012')}; for EVCLUS {cite('antoine2014')}",
        Symbol(r"\lvert ML \rvert", "must-link pairs", len(linked.must)),
        Symbol(r"\lvert CL \rvert", "cannot-link pairs", len(linked.cannot)),
        Symbol(r"\xi", "their weight", settings.get("xi", "–")),
    )


def nonspecificity(model: CredalClusterer) -> Formula:
    """How imprecise the partition is."""
    return Formula(
        "How imprecise the partition is",
        r"N^* = \frac{1}{n \ln c} \sum_{i=1}^n \Big[ \sum_{A \neq \emptyset} m_i(A) \ln |A|"
        r" + m_i(\emptyset) \ln c \Big]",
        cite("masson2008"),
        Symbol("N^*", "at the end", model.partition_.mean_nonspecificity()),
    )
