"""Glossary: Bayesian network classifiers and how their arcs are found."""

from functools import partial

from belieflab.figures.common.sketch import network
from belieflab.ui.glossary.term import read_terms

_TEXT = r"""
network-classifier | Bayesian network classifier | graph arcs parents conditional linear gaussian
    A classifier drawn as a graph: every feature depends on the class and on the features from which
    an arc leads to it, here by a linear regression within each class.
    $ f_k(x) = \prod_j \mathcal{N}(x_j;\ \beta_{0jk} + \beta_{jk}^\top y_j,\ \sigma_{jk}^2)
    - friedman1997; with soft labels lopezcruz2013 | naive-bayes structural-em tan aode
naive-bayes | Naive Bayes | independent features diagonal
    Within a class all features are independent: a network without arcs between features.
    $ f_k(x) = \prod_j \mathcal{N}(x_j;\ \mu_{jk}, \sigma_{jk}^2)
    - lopezcruz2013, section 3 | network-classifier
structural-em | Structural EM | SEM search greedy add delete reverse arcs
    EM fits the parameters of a network; then arcs are added, deleted or reversed as long as the
    expected BIC improves; and EM fits again, until nothing changes.
    $ \max\ L - \tfrac{1}{2}\, d \ln n
    - friedman1997sem; lopezcruz2013, section 3 | em bic network-classifier
tan | TAN | tree augmented naive bayes chow liu spanning
    Naive Bayes with a tree of arcs: every feature but one depends on one other feature, so that
    their conditional mutual information is largest.
    - friedman1997; chow1968 | conditional-information naive-bayes
aode | AODE | averaged one-dependence estimators
    One network per feature, in which all other features depend on it; their posterior probabilities
    are averaged, and nothing has to be searched.
    $ P(k \mid x) = \frac{1}{p} \sum_r P_r(k \mid x)
    - webb2005; lopezcruz2013, section 3 | naive-bayes tan
conditional-information | Conditional mutual information | dependence CMI nats
    How much two features tell about each other when the class is known already; 0 where they are
    independent within every class.
    $ I(X_i; X_j \mid C) = -\tfrac{1}{2} \sum_k \theta_k \ln(1 - \rho_{ijk}^2)
    - chow1968; friedman1997 | tan network-classifier
"""
_PICTURES = {
    "network-classifier": partial(network, ((0, 1), (1, 2))),
    "naive-bayes": partial(network, ()),
    "structural-em": partial(network, ((0, 1), (2, 1))),
    "tan": partial(network, ((1, 0), (1, 2))),
    "aode": partial(network, ((0, 1), (0, 2))),
    "conditional-information": partial(network, ((1, 2),)),
}
NETWORKS = read_terms("Learning", _TEXT, _PICTURES)
