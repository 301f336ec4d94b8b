"""The equations of network classifiers, as a person reads them."""

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
