"""Glossary: evidential neighbours and networks, and active learning."""

from functools import partial

from belieflab.figures.common.sketch import bars, numbers, points
from belieflab.ui.glossary.term import read_terms

_A, _B, _ANY = 1, 2, 7
_NEIGHBOURS_TEXT = r"""
evidential-knn | Evidential nearest neighbours | EKNN k-NN evidential k-nearest neighbors
    Each of the K nearest objects contributes its label as evidence, weaker the farther away it is,
    and Dempster's rule combines them.
    $ m = \bigoplus_{j \in N_K(x)} m_j, \quad m_j(A) = \alpha_0 e^{-\gamma d_j^\beta}\, m^{y_j}(A)
    - denoeux1995 | gamma alpha dempster evidence-drawer
gamma | Decay of the evidence (γ) | γ gamma rule decay scale
    How fast the evidence of a neighbour fades with distance: one value for each class, for all, for
    each object by how alike the labels are, or learned.
    $ \gamma_q = 1 / \bar d_q^{\,\beta}
    - denoeux1995; per object: hoarau2022, eq. 11; learned: zouhal1998 | evidential-knn
    - contextual-neighbours
alpha | Reliability at distance zero (α) | α alpha discount
    The share of its label's mass that a neighbour at the very same place keeps; the rest goes to Ω.
    $ \alpha_0 = 0.95
    - denoeux1995 | discounting evidential-knn
contextual-neighbours | Contextual discounting of neighbours | CD-EKNN contextual rates
    A neighbour is trusted differently for each class, and these rates are learned by maximising the
    likelihood of the labels.
    $ pl(k) \propto \prod_j \left( 1 - b_k(d_j) + b_k(d_j)\, pl_j(k) \right)
    - denoeux2019contextual | contextual-discounting gamma
evidential-network | Evidential network | proDS neural network
    A few learned prototypes replace the neighbours: their places, scales and class memberships are
    fitted so that the answers match the labels.
    $ m_i(\{k\}) = \alpha_i u_{ik} e^{-\gamma_i d_i^2}
    - denoeux2000 | prototype evidential-knn
prototype | Prototype | centre
    A typical place that stands for the objects around it, with a membership in each class, a
    reliability and a scale of its own.
    - denoeux2000 | evidential-network
evidence-drawer | Evidence at a place | explanation drawer
    The neighbours or prototypes that contribute to the answer at one place, the weight of each, and
    how the answer builds up as they are combined.
    $ m^{(j)} = m^{(j-1)} \oplus m_j
    - denoeux1995 | evidential-knn conflict
"""
_ACTIVE_TEXT = r"""
active-learning | Active learning | pool query learning curve
    The model chooses which objects to have labelled, so that it learns much from few labels.
    - settles2009; hoarau2022 | query-strategy oracle
query-strategy | Query strategy | sampling query
    The rule by which a model picks the next object to ask about.
    - settles2009 | uncertainty-sampling epistemic aleatory committee
oracle | Oracle | annotator answer
    Whoever answers a query: always right, sometimes wrong, or with a whole mass function that
    expresses doubt.
    - hoarau2022, §2.4 | active-learning mass
uncertainty-sampling | Uncertainty sampling | least confidence margin entropy
    Ask about the object whose class probabilities are least decisive: by the largest of them, by
    the margin between the two largest, or by their entropy.
    $ s(x) = 1 - \max_k BetP(k)
    - settles2009; hoarau2022, §4.2 | query-strategy pignistic
epistemic | Epistemic uncertainty | reducible ignorance
    What the model does not know for lack of labels nearby, measured by nonspecificity: another
    answer there reduces it.
    $ \sum_{A \neq \emptyset} m(A) \ln |A| / \ln K
    - hullermeier2021 | nonspecificity aleatory query-strategy
aleatory | Aleatory uncertainty | aleatoric irreducible chance
    What stays uncertain however many labels there are, because classes overlap; measured by
    discord.
    $ -\sum_{A \neq \emptyset} m(A) \log_2 BetP(A)
    - hullermeier2021 | discord epistemic query-strategy
committee | Committee | query by committee bagging disagreement
    Several copies of a model that learned from slightly different labels; the query goes where they
    disagree.
    $ H\Big(\tfrac{1}{C} \sum_c p_c\Big) - \tfrac{1}{C} \sum_c H(p_c)
    - seung1992 | query-strategy
"""
_PICTURES = {
    "evidential-knn": partial(bars, ("near", {_A: 0.8, _ANY: 0.2}), ("far", {_B: 0.3, _ANY: 0.7})),
    "gamma": partial(numbers, ("d small", (0.9, 0.8, 0.6)), ("d large", (0.5, 0.25, 0.05))),
    "alpha": partial(bars, ("label", {_A: 1.0}), ("kept", {_A: 0.95, _ANY: 0.05})),
    "contextual-neighbours": partial(numbers, ("near", (0.9, 0.6, 0.8)), ("far", (0.7, 0.1, 0.3))),
    "evidential-network": partial(
        points, [_A, _A, _A, _A, _B, _B, _B, _B], "two prototypes suffice"
    ),
    "prototype": partial(bars, ("prototype", {_A: 0.6, _B: 0.2, _ANY: 0.2})),
    "evidence-drawer": partial(
        bars,
        ("1", {_A: 0.6, _ANY: 0.4}),
        ("1+2", {_A: 0.8, _ANY: 0.2}),
        ("1+2+3", {_A: 0.75, _B: 0.1, _ANY: 0.15}),
    ),
    "active-learning": partial(
        points, [_ANY, _A, _ANY, _ANY, _B, _ANY, _ANY, _A], "few are labelled"
    ),
    "query-strategy": partial(numbers, ("x1", (0.4, 0.35, 0.25)), ("x2", (0.9, 0.05, 0.05))),
    "oracle": partial(bars, ("sure", {1: 1.0}), ("rich", {1: 0.5, 3: 0.3, 7: 0.2})),
    "uncertainty-sampling": partial(
        numbers, ("asked", (0.4, 0.35, 0.25)), ("not", (0.9, 0.05, 0.05))
    ),
    "epistemic": partial(bars, ("far off", {7: 0.9, 1: 0.1})),
    "aleatory": partial(bars, ("between", {1: 0.5, 2: 0.45, 7: 0.05})),
    "committee": partial(numbers, ("copy 1", (0.9, 0.1, 0.0)), ("copy 2", (0.1, 0.9, 0.0))),
}
NEIGHBOURS = read_terms("Neighbours", _NEIGHBOURS_TEXT, _PICTURES)
ACTIVE = read_terms("Active learning", _ACTIVE_TEXT, _PICTURES)
