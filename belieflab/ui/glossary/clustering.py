"""Glossary: credal partitions and the methods that find them."""

from functools import partial

from belieflab.figures.common.sketch import bars, local_maxima, numbers, outlines, points
from belieflab.ui.glossary.term import read_terms

_A, _B, _ANY, _NONE = 1, 2, 3, 0
_TEXT = r"""
credal-partition | Credal partition | clustering evidential partition
    A mass function on the clusters for every object: it may be sure of one cluster, torn between
    several, or belong to none.
    - denoeux2004; denoeux2015 | mass ecm lower-approximation outlier
ecm | ECM, evidential c-means | c-means prototypes fuzzy
    Clusters and their unions all have prototypes, an object gives more mass to a set the closer its
    prototype is, and masses and prototypes are improved in turn.
    $ J = \sum_i \sum_{A_j \neq \emptyset} |A_j|^\alpha m_{ij}^\beta d_{ij}^2
    $ + \delta^2 \sum_i m_{i\emptyset}^\beta
    - masson2008 | credal-partition recm cecm outlier
recm | RECM, relational ECM | relational dissimilarity proximity
    Evidential c-means for objects of which only the dissimilarities are known.
    - masson2009 | ecm evclus
cecm | CECM, constrained ECM | constraints semi-supervised
    Evidential c-means that also uses pairs of objects known to be in the same cluster or in
    different ones.
    $ (1-\xi) \frac{J_{ECM}}{2^c n} + \xi\, \frac{\sum_{ML} pl(\neq) + \sum_{CL} pl(=)}{|ML| + |CL|}
    - antoine2012 | ecm must-link cannot-link
evclus | EVCLUS | stress proximity multidimensional scaling
    Finds masses whose conflict for two objects matches how dissimilar they are.
    $ \frac{\sum (\kappa_{ij} - \delta_{ij})^2}{\sum \delta_{ij}^2}
    - denoeux2004 | credal-partition conflict
lower-approximation | Lower approximation | rough set inner surely
    The objects that surely belong to a cluster: their largest mass is on it alone.
    $ \underline{\omega}_k = \{ i : A_i = \{\omega_k\} \}
    - masson2008 | upper-approximation credal-partition
upper-approximation | Upper approximation | rough set outer possibly
    The objects that possibly belong to a cluster: the set with their largest mass holds it.
    $ \overline{\omega}_k = \{ i : \omega_k \in A_i \}
    - masson2008 | lower-approximation credal-partition
outlier | Outlier | noise empty set delta
    An object that belongs to no cluster: its largest mass is on ∅, because it is farther than δ
    from every prototype.
    - masson2008 | ecm conflict
n-star | N*, mean nonspecificity of a partition | index number of clusters choice
    How imprecise a credal partition is on average, from 0 (all sure) to 1 (nothing said); the
    number of clusters with the smallest is taken.
    $ N^* = \frac{1}{n \ln c} \sum_i \Big[ \sum_{A \neq \emptyset} m_i(A) \ln |A|
    $ + m_i(\emptyset) \ln c \Big]
    - masson2008 | nonspecificity credal-partition
must-link | Must-link | constraint pair together
    Two objects that are known to be in the same cluster.
    $ pl(\neq) = 1 - m_i(\emptyset) - m_j(\emptyset) + m_i(\emptyset) m_j(\emptyset)
    $ - \sum_k m_i(\{k\}) m_j(\{k\})
    - antoine2012 | cannot-link cecm
cannot-link | Cannot-link | constraint pair apart
    Two objects that are known to be in different clusters.
    $ pl(=) = \sum_{A \cap B \neq \emptyset} m_i(A)\, m_j(B)
    - antoine2012 | must-link cecm
credal-rand | Credal Rand index | comparison agreement similarity
    How alike two credal partitions of the same objects are, by what they say about every pair: same
    cluster, different clusters, or either; 1 for equal ones.
    - denoeux2018 | credal-partition jousselme
adjusted-rand | Adjusted Rand index | ARI agreement truth
    The share of pairs that two hard partitions treat alike, corrected for chance: 1 for the same
    partition, about 0 for an unrelated one.
    - hubert1985 | credal-rand
eknnclus | EKNNclus | ek-nnclus decision-directed nearest neighbour clustering number of clusters
    Objects begin with labels of their own and take, in random order, the label that their nearest
    neighbours make most plausible, until none changes; the number of clusters is found, not given.
    $ k_i \leftarrow \arg\max_k \sum_j v_{ij}\, [k_j = k]
    - denoeux2015eknnclus; denoeux2015 | credal-partition partition-energy most-frequent-number
partition-energy | Energy and plausibility of a partition | Hopfield energy criterion sweep
    The more weight of evidence lies between objects of the same cluster, the lower the energy and
    the more plausible the partition.
    $ E = -\tfrac{1}{2} \sum_{i,j} v_{ij}\, [k_i = k_j], \quad \ln pl(R) = -E + C
    - denoeux2015eknnclus; denoeux2015, Properties | eknnclus plausibility
most-frequent-number | Most frequent number of clusters | repeated runs seeds histogram choice of c
    All objects in one cluster have the lowest energy of all, so of many runs the number of clusters
    is taken that most of them end with, and only then the lowest energy.
    - denoeux2015eknnclus; denoeux2015, Experiments | eknnclus partition-energy
"""
_PICTURES = {
    "credal-partition": partial(
        bars, ("sure", {1: 0.9, 7: 0.1}), ("torn", {3: 0.8, 1: 0.2}), ("none", {0: 1.0})
    ),
    "ecm": partial(outlines, 3),
    "recm": partial(points, [_A, _A, _A, _ANY, _B, _B, _B, _ANY], "only distances are known"),
    "cecm": partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "pairs are respected"),
    "evclus": partial(bars, ("i", {1: 0.8, 7: 0.2}), ("j", {2: 0.7, 7: 0.3})),
    "lower-approximation": partial(points, [_A, _A, _A, _ANY, _B, _B, _B, _ANY], "grey: not sure"),
    "upper-approximation": partial(
        points, [_A, _A, _A, _ANY, _ANY, _B, _B, _ANY], "grey: possibly in both"
    ),
    "outlier": partial(points, [_A, _A, _A, _NONE, _B, _B, _B, _NONE], "black: on no cluster"),
    "n-star": partial(numbers, ("c = 2, 3, 4", (0.5, 0.2, 0.42))),
    "must-link": partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "same colour, same cluster"),
    "cannot-link": partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "two colours, two clusters"),
    "credal-rand": partial(bars, ("first", {1: 0.7, 7: 0.3}), ("second", {1: 0.6, 7: 0.4})),
    "adjusted-rand": partial(points, [_A, _A, _A, _B, _B, _B, _B, _B], "one object differs"),
    "eknnclus": partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "labels spread to neighbours"),
    "partition-energy": partial(local_maxima, (0.06, 0.3, 0.42, 0.5)),
    "most-frequent-number": partial(numbers, ("runs", (0.1, 0.75, 0.15))),
}
CLUSTERING = read_terms("Clustering", _TEXT, _PICTURES)
