"""Glossary: clustering by neighbours (EKNNclus), its energy and how its runs are chosen from."""

from functools import partial

from belieflab.figures.common.sketch import local_maxima, numbers, points
from belieflab.ui.glossary.term import Term

_SLIDES = "Denœux, Kanjanatarakul and Sriboonchitta 2015, EK-NNclus; paper 001"
_A, _B, _ANY = 1, 2, 3

_term = partial(Term, "Clustering")

EKNNCLUS: tuple[Term, ...] = (
    _term(
        "eknnclus",
        "EKNNclus",
        "Objects begin with labels of their own and take, in random order, the label that their "
        "nearest neighbours make most plausible, until none changes; the number of clusters is "
        "found, not given.",
        _SLIDES,
        partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "labels spread to neighbours"),
        r"k_i \leftarrow \arg\max_k \sum_j v_{ij}\, [k_j = k]",
        "ek-nnclus decision-directed nearest neighbour clustering number of clusters",
        ("credal-partition", "partition-energy", "most-frequent-number"),
    ),
    _term(
        "partition-energy",
        "Energy and plausibility of a partition",
        "The more weight of evidence lies between objects of the same cluster, the lower the "
        "energy and the more plausible the partition.",
        f"{_SLIDES}, Properties",
        partial(local_maxima, (0.06, 0.3, 0.42, 0.5)),
        r"E = -\tfrac{1}{2} \sum_{i,j} v_{ij}\, [k_i = k_j], \quad \ln pl(R) = -E + C",
        "Hopfield energy criterion sweep",
        ("eknnclus", "plausibility"),
    ),
    _term(
        "most-frequent-number",
        "Most frequent number of clusters",
        "All objects in one cluster have the lowest energy of all, so of many runs the number of "
        "clusters is taken that most of them end with, and only then the lowest energy.",
        f"{_SLIDES}, Experiments",
        partial(numbers, ("runs", (0.1, 0.75, 0.15))),
        "",
        "repeated runs seeds histogram choice of c",
        ("eknnclus", "partition-energy"),
    ),
)
