"""Glossary: Bayesian network classifiers and how their arcs are found."""

from functools import partial

from belieflab.figures.common.sketch import network
from belieflab.ui.glossary.term import Term, make_term

_term = partial(make_term, "Learning")
NETWORKS: tuple[Term, ...] = (
    _term(
        (
            "network-classifier",
            "Bayesian network classifier",
            "graph arcs parents conditional linear gaussian CLG",
        ),
        "A classifier drawn as a graph: every feature depends on the class and on the features "
        "from which an arc leads to it, here by a linear regression within each class.",
        ("friedman1997; with soft labels lopezcruz2013", "naive-bayes structural-em tan aode"),
        partial(network, ((0, 1), (1, 2))),
        r"f_k(x) = \prod_j \mathcal{N}(x_j;\ \beta_{0jk} + \beta_{jk}^\top y_j,\ \sigma_{jk}^2)",
    ),
    _term(
        ("naive-bayes", "Naive Bayes", "independent features diagonal"),
        "Within a class all features are independent: a network without arcs between features.",
        ("lopezcruz2013, section 3", "network-classifier"),
        partial(network, ()),
        r"f_k(x) = \prod_j \mathcal{N}(x_j;\ \mu_{jk}, \sigma_{jk}^2)",
    ),
    _term(
        ("structural-em", "Structural EM", "SEM search greedy add delete reverse arcs"),
        "EM fits the parameters of a network; then arcs are added, deleted or reversed as long "
        "as the expected BIC improves; and EM fits again, until nothing changes.",
        ("friedman1997sem; lopezcruz2013, section 3", "em bic network-classifier"),
        partial(network, ((0, 1), (0, 2))),
        r"\max\ L - \tfrac{1}{2}\, d \ln n",
    ),
    _term(
        ("tan", "TAN", "tree augmented naive bayes chow liu spanning"),
        "Naive Bayes with a tree of arcs: every feature but one depends on one other feature, so "
        "that their conditional mutual information is largest.",
        ("friedman1997; chow1968", "conditional-information naive-bayes"),
        partial(network, ((1, 0), (1, 2))),
    ),
    _term(
        ("aode", "AODE", "averaged one-dependence estimators"),
        "One network per feature, in which all other features depend on it; their posterior "
        "probabilities are averaged, and nothing has to be searched.",
        ("webb2005; lopezcruz2013, section 3", "naive-bayes tan"),
        partial(network, ((0, 1), (0, 2))),
        r"P(k \mid x) = \frac{1}{p} \sum_r P_r(k \mid x)",
    ),
    _term(
        ("conditional-information", "Conditional mutual information", "dependence CMI nats"),
        "How much two features tell about each other when the class is known already; 0 where "
        "they are independent within every class.",
        ("chow1968; friedman1997", "tan network-classifier"),
        partial(network, ((1, 2),)),
        r"I(X_i; X_j \mid C) = -\tfrac{1}{2} \sum_k \theta_k \ln(1 - \rho_{ijk}^2)",
    ),
)
