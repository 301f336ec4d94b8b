"""The equations of network classifiers, as a person reads them."""

import numpy as np

from belieflab.bayes.classifier import GaussianNetworkClassifier
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite

PAPER = "lopezcruz2013"
BETWEEN = r"I(X_i; X_j \mid C) = -\tfrac{1}{2} \sum_k \theta_k \ln(1 - \rho_{ijk}^2)"
ABOUT = r"I(X_j; C) = H(X_j) - \sum_k \theta_k H(X_j \mid k)"
SEARCH = Formula(
    "Structural EM: add, delete or reverse the arc that gains most, then EM again",
    r"\mathrm{BIC} = L - \tfrac{1}{2}\, d \ln n, \qquad d = K - 1 + K \sum_j (2 + |Y_j|)",
    f"{cite(PAPER, 'section 3')}; {cite('friedman1997sem')}",
)
ARCS = {
    "search": SEARCH,
    "search-select": SEARCH,
    "tan": Formula(
        "TAN: the maximum spanning tree of the conditional mutual information",
        BETWEEN,
        f"{cite('friedman1997')}; {cite('chow1968')}",
    ),
    "k-dependence": Formula(
        "Features by what they say about the class; each takes its closest earlier ones as parents",
        rf"{ABOUT}, \qquad {BETWEEN}",
        cite("sahami1996"),
    ),
    "selective": Formula(
        "A feature is kept where it says more about the class than its parameters cost",
        rf"n\, I(X_j; C) > (K - 1) \ln n, \qquad {ABOUT}",
        f"After {cite('langley1994')}; the threshold is that of BIC",
    ),
    "aode": Formula(
        "AODE: the mean posterior of p networks, in each of which one feature is the root",
        r"P(k \mid x) = \frac{1}{p} \sum_{r=1}^{p} P_r(k \mid x)",
        f"{cite('webb2005')}; {cite(PAPER, 'section 3')}",
    ),
}
"""How the arcs of a structure come about."""

DIRICHLET = Formula(
    "E step: the label itself is a draw from a Dirichlet distribution of its class",
    r"t_{ik} \propto \theta_k f_k(x_i)\, \mathrm{Dir}(\pi_i; a_k)",
    f"Proposed as future work by {cite(PAPER, 'section 5')}; a_k by {cite('minka2000')}",
)
STRENGTH = Formula(
    "What an arc explains: the log-likelihood per object that is lost without it",
    r"\tfrac{1}{2} \sum_k \theta_k \ln\left(1 + \frac{\beta_{kji}^2\, v_{kij}}"
    r"{\sigma_{kj}^2}\right) = I(X_i; X_j \mid C, \text{other parents of } X_j)",
    "Of the fitted network; v is the variance of the parent given the other parents. An arc is as "
    "wide as a correlation that explains as much",
)
TABLES = Formula(
    "A category: shares of its levels given its parent, with one object more in every class",
    r"P(x_j = v \mid k, x_i = u) = \frac{\sum_{i: u, v} t_{ik} + 1/(L_u L_v)}"
    r"{\sum_{i: u} t_{ik} + 1/L_u}",
    "That object is spread evenly over all levels, and EM increases L and ln of this prior; a "
    "number below a category has a mean for each level",
    Symbol("L_u, L_v", "numbers of levels", "from the data"),
)
FACTORS = {
    "soft": (r"pl_{ik}\,", "GEM"),
    "start": ("", "EM"),
    "guess": (r"1[k = \hat{k}_i]\,", "WL, or TL where the guesses are the truth"),
}
"""What labels put before θ in the E step, and what López-Cruz et al. (2013) call that."""


def model_equations(model: GaussianNetworkClassifier, n: int) -> list[Formula]:
    """The equations of a model fitted to `n` objects, with the values of their symbols."""
    found = np.asarray(model.log_likelihood_)
    end = f"{found:.6g}" if found.ndim == 0 else f"{found.min():.6g} … {found.max():.6g}"
    d = np.atleast_1d(model.n_parameters_)
    count = f"{d.min()}" if d.min() == d.max() else f"{d.min()} … {d.max()}"
    factor, name = FACTORS[model.labels]
    criterion = Formula(
        "The criterion that EM increases",
        r"L = \sum_{i=1}^{n} \ln \sum_{k=1}^{K} pl_{ik}\, \theta_k \prod_j "
        r"\mathcal{N}\left(x_{ij};\ \beta_{0jk} + \beta_{jk}^\top y_{ij},\ \sigma_{jk}^2\right)",
        f"{cite(PAPER, 'eq. 3')}, with plausibilities {cite('come2009', 'eq. 50')}",
        Symbol("n", "objects", n),
        Symbol("K", "classes", len(model.classes_)),
        Symbol("d", "free parameters", count),
        Symbol("L", "at the end", end),
        Symbol(r"pl_{ik}", "plausibility of class k for object i", "from the labels"),
    )
    e_step = Formula(
        "E step: how much object i belongs to class k",
        rf"t_{{ik}} \propto {factor} \theta_k f_k(x_i), \qquad "
        r"t^{(1)}_{ik} = \mathrm{BetP}_i(k)",
        f"{cite(PAPER, 'eq. 4')}: {name} there",
    )
    m_step = Formula(
        "M step: each feature given its parents, from the moments of its class",
        r"\theta_k = \frac{1}{n} \sum_i t_{ik}, \quad \beta_{jk} = \Sigma_{Y_j|k}^{-1}\, "
        r"\Sigma_{Y_j, X_j|k}, \quad \beta_{0jk} = \mu_{jk} - \beta_{jk}^\top \mu_{Y_j|k},"
        r"\quad \sigma_{jk}^2 = \max\left(\sigma_{jj|k} - \Sigma_{X_j, Y_j|k}\, \beta_{jk},\ "
        r"\phi\, s_j^2\right)",
        f"{cite(PAPER, 'eqs. 5 and 6')}; the floor φ is ours",
        Symbol(r"\phi", "variance floor", float(model.floor)),
        Symbol("Y_j, s_j^2", "parents and variance of feature j"),
    )
    arcs = [ARCS[model.structure]] if model.structure in ARCS else []
    tables = [TABLES] if any(levels is not None for levels in model.levels_) else []
    e_step = e_step if model.label_model is None else DIRICHLET
    return [criterion, e_step, m_step, *tables, *arcs, STRENGTH]
