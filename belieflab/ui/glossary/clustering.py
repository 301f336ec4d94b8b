"""Glossary: credal partitions and the methods that find them."""

from functools import partial

from belieflab.figures.common.sketch import bars, local_maxima, numbers, outlines, points
from belieflab.ui.glossary.term import Term, make_term

_A, _B, _ANY, _NONE = 1, 2, 3, 0
_term = partial(make_term, "Clustering")
CLUSTERING: tuple[Term, ...] = (
    _term(
        ("credal-partition", "Credal partition", "clustering evidential partition"),
        "A mass function on the clusters for every object: it may be sure of one cluster, torn "
        "between several, or belong to none.",
        ("denoeux2004; denoeux2015", "mass ecm lower-approximation outlier"),
        partial(bars, ("sure", {1: 0.9, 7: 0.1}), ("torn", {3: 0.8, 1: 0.2}), ("none", {0: 1.0})),
    ),
    _term(
        ("ecm", "ECM, evidential c-means", "c-means prototypes fuzzy"),
        "Clusters and their unions all have prototypes, an object gives more mass to a set the "
        "closer its prototype is, and masses and prototypes are improved in turn.",
        ("masson2008", "credal-partition recm cecm outlier"),
        partial(outlines, 3),
        r"J = \sum_i \sum_{A_j \neq \emptyset} |A_j|^\alpha m_{ij}^\beta d_{ij}^2"
        r" + \delta^2 \sum_i m_{i\emptyset}^\beta",
    ),
    _term(
        ("recm", "RECM, relational ECM", "relational dissimilarity proximity"),
        "Evidential c-means for objects of which only the dissimilarities are known.",
        ("masson2009", "ecm evclus"),
        partial(points, [_A, _A, _A, _ANY, _B, _B, _B, _ANY], "only distances are known"),
    ),
    _term(
        ("cecm", "CECM, constrained ECM", "constraints semi-supervised"),
        "Evidential c-means that also uses pairs of objects known to be in the same cluster or "
        "in different ones.",
        ("antoine2012", "ecm must-link cannot-link"),
        partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "pairs are respected"),
        r"(1-\xi) \frac{J_{ECM}}{2^c n} + \xi\, \frac{\sum_{ML} pl(\neq) + \sum_{CL} pl(=)}"
        r"{|ML| + |CL|}",
    ),
    _term(
        ("evclus", "EVCLUS", "stress proximity multidimensional scaling"),
        "Finds masses whose conflict for two objects matches how dissimilar they are.",
        ("denoeux2004", "credal-partition conflict"),
        partial(bars, ("i", {1: 0.8, 7: 0.2}), ("j", {2: 0.7, 7: 0.3})),
        r"\frac{\sum (\kappa_{ij} - \delta_{ij})^2}{\sum \delta_{ij}^2}",
    ),
    _term(
        ("lower-approximation", "Lower approximation", "rough set inner surely"),
        "The objects that surely belong to a cluster: their largest mass is on it alone.",
        ("masson2008", "upper-approximation credal-partition"),
        partial(points, [_A, _A, _A, _ANY, _B, _B, _B, _ANY], "grey: not sure"),
        r"\underline{\omega}_k = \{ i : A_i = \{\omega_k\} \}",
    ),
    _term(
        ("upper-approximation", "Upper approximation", "rough set outer possibly"),
        "The objects that possibly belong to a cluster: the set with their largest mass holds it.",
        ("masson2008", "lower-approximation credal-partition"),
        partial(points, [_A, _A, _A, _ANY, _ANY, _B, _B, _ANY], "grey: possibly in both"),
        r"\overline{\omega}_k = \{ i : \omega_k \in A_i \}",
    ),
    _term(
        ("outlier", "Outlier", "noise empty set delta"),
        "An object that belongs to no cluster: its largest mass is on ∅, because it is farther "
        "than δ from every prototype.",
        ("masson2008", "ecm conflict"),
        partial(points, [_A, _A, _A, _NONE, _B, _B, _B, _NONE], "black: on no cluster"),
    ),
    _term(
        ("n-star", "N*, mean nonspecificity of a partition", "index number of clusters choice"),
        "How imprecise a credal partition is on average, from 0 (all sure) to 1 (nothing said); "
        "the number of clusters with the smallest is taken.",
        ("masson2008", "nonspecificity credal-partition"),
        partial(numbers, ("c = 2, 3, 4", (0.5, 0.2, 0.42))),
        r"N^* = \frac{1}{n \ln c} \sum_i \Big[ \sum_{A \neq \emptyset} m_i(A) \ln |A|"
        r" + m_i(\emptyset) \ln c \Big]",
    ),
    _term(
        ("must-link", "Must-link", "constraint pair together"),
        "Two objects that are known to be in the same cluster.",
        ("antoine2012", "cannot-link cecm"),
        partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "same colour, same cluster"),
        r"pl(\neq) = 1 - m_i(\emptyset) - m_j(\emptyset) + m_i(\emptyset) m_j(\emptyset)"
        r" - \sum_k m_i(\{k\}) m_j(\{k\})",
    ),
    _term(
        ("cannot-link", "Cannot-link", "constraint pair apart"),
        "Two objects that are known to be in different clusters.",
        ("antoine2012", "must-link cecm"),
        partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "two colours, two clusters"),
        r"pl(=) = \sum_{A \cap B \neq \emptyset} m_i(A)\, m_j(B)",
    ),
    _term(
        ("credal-rand", "Credal Rand index", "comparison agreement similarity"),
        "How alike two credal partitions of the same objects are, by what they say about every "
        "pair: same cluster, different clusters, or either; 1 for equal ones.",
        ("denoeux2018", "credal-partition jousselme"),
        partial(bars, ("first", {1: 0.7, 7: 0.3}), ("second", {1: 0.6, 7: 0.4})),
    ),
    _term(
        ("adjusted-rand", "Adjusted Rand index", "ARI agreement truth"),
        "The share of pairs that two hard partitions treat alike, corrected for chance: 1 for the "
        "same partition, about 0 for an unrelated one.",
        ("hubert1985", "credal-rand"),
        partial(points, [_A, _A, _A, _B, _B, _B, _B, _B], "one object differs"),
    ),
    _term(
        (
            "eknnclus",
            "EKNNclus",
            "ek-nnclus decision-directed nearest neighbour clustering number of clusters",
        ),
        "Objects begin with labels of their own and take, in random order, the label that their "
        "nearest neighbours make most plausible, until none changes; the number of clusters is "
        "found, not given.",
        (
            "denoeux2015eknnclus; denoeux2015",
            "credal-partition partition-energy most-frequent-number",
        ),
        partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "labels spread to neighbours"),
        r"k_i \leftarrow \arg\max_k \sum_j v_{ij}\, [k_j = k]",
    ),
    _term(
        (
            "partition-energy",
            "Energy and plausibility of a partition",
            "Hopfield energy criterion sweep",
        ),
        "The more weight of evidence lies between objects of the same cluster, the lower the "
        "energy and the more plausible the partition.",
        ("denoeux2015eknnclus; denoeux2015, Properties", "eknnclus plausibility"),
        partial(local_maxima, (0.06, 0.3, 0.42, 0.5)),
        r"E = -\tfrac{1}{2} \sum_{i,j} v_{ij}\, [k_i = k_j], \quad \ln pl(R) = -E + C",
    ),
    _term(
        (
            "most-frequent-number",
            "Most frequent number of clusters",
            "repeated runs seeds histogram choice of c",
        ),
        "All objects in one cluster have the lowest energy of all, so of many runs the number of "
        "clusters is taken that most of them end with, and only then the lowest energy.",
        ("denoeux2015eknnclus; denoeux2015, Experiments", "eknnclus partition-energy"),
        partial(numbers, ("runs", (0.1, 0.75, 0.15))),
    ),
)
