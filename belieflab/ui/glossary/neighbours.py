"""Glossary: evidential neighbours, their reach, and the evidential network."""

from functools import partial

from belieflab.figures.common.sketch import bars, numbers, points
from belieflab.ui.glossary.term import Term

_DENOEUX = "Denœux 1995, A k-nearest neighbor classification rule based on Dempster-Shafer theory"
_NETWORK = "Denœux 2000, A neural network classifier based on Dempster-Shafer theory"
_A, _B, _ANY = 1, 2, 7


_term = partial(Term, "Neighbours")


NEIGHBOURS: tuple[Term, ...] = (
    _term(
        "evidential-knn",
        "Evidential nearest neighbours",
        "Each of the K nearest objects speaks by its label, the more quietly the farther away it "
        "is, and Dempster's rule pools what they say.",
        _DENOEUX,
        partial(bars, ("near", {_A: 0.8, _ANY: 0.2}), ("far", {_B: 0.3, _ANY: 0.7})),
        r"m = \bigoplus_{j \in N_K(x)} m_j, \quad "
        r"m_j(A) = \alpha_0 e^{-\gamma d_j^\beta}\, m^{y_j}(A)",
        "EKNN k-NN evidential k-nearest neighbors",
        ("gamma", "alpha", "dempster", "evidence-drawer"),
    ),
    _term(
        "gamma",
        "Reach of the evidence",
        "How fast the evidence of a neighbour fades with distance: one number for each class, for "
        "all, or for each object by how alike the labels are, or learned.",
        f"{_DENOEUX}; per object: paper 004, equation (11); learned: Zouhal and Denœux 1998",
        partial(numbers, ("d small", (0.9, 0.8, 0.6)), ("d large", (0.5, 0.25, 0.05))),
        r"\gamma_q = 1 / \bar d_q^{\,\beta}",
        "γ gamma rule decay scale",
        ("evidential-knn", "contextual-neighbours"),
    ),
    _term(
        "alpha",
        "Trust at no distance",
        "The share of its label that a neighbour at the very same place would keep; the rest goes "
        "to Ω.",
        _DENOEUX,
        partial(bars, ("label", {_A: 1.0}), ("kept", {_A: 0.95, _ANY: 0.05})),
        r"\alpha_0 = 0.95",
        "α alpha discount",
        ("discounting", "evidential-knn"),
    ),
    _term(
        "contextual-neighbours",
        "Contextual discounting of neighbours",
        "A neighbour is trusted differently for each class, and these rates are learned by the "
        "likelihood of the labels.",
        "Denœux, Kanjanatarakul and Sriboonchitta 2019",
        partial(numbers, ("near", (0.9, 0.6, 0.8)), ("far", (0.7, 0.1, 0.3))),
        r"pl(k) \propto \prod_j \left( 1 - b_k(d_j) + b_k(d_j)\, pl_j(k) \right)",
        "CD-EKNN contextual rates",
        ("contextual-discounting", "gamma"),
    ),
    _term(
        "evidential-network",
        "Evidential network",
        "A few learned prototypes take the place of neighbours: each moves, reaches out and "
        "belongs to the classes so that the answers fit the labels best.",
        _NETWORK,
        partial(points, [_A, _A, _A, _A, _B, _B, _B, _B], "two prototypes can say it"),
        r"m_i(\{k\}) = \alpha_i u_{ik} e^{-\gamma_i d_i^2}",
        "proDS neural network",
        ("prototype", "evidential-knn"),
    ),
    _term(
        "prototype",
        "Prototype",
        "A typical place that speaks for the objects around it, with a membership in each class, a "
        "trust and a reach of its own.",
        _NETWORK,
        partial(bars, ("prototype", {_A: 0.6, _B: 0.2, _ANY: 0.2})),
        "",
        "centre",
        ("evidential-network",),
    ),
    _term(
        "evidence-drawer",
        "Evidence at a place",
        "Everyone who speaks about one place, how much each is believed, and how the answer builds "
        "up when they are heard one after the other.",
        _DENOEUX,
        partial(
            bars,
            ("1", {_A: 0.6, _ANY: 0.4}),
            ("1+2", {_A: 0.8, _ANY: 0.2}),
            ("1+2+3", {_A: 0.75, _B: 0.1, _ANY: 0.15}),
        ),
        r"m^{(j)} = m^{(j-1)} \oplus m_j",
        "explanation drawer",
        ("evidential-knn", "conflict"),
    ),
)
