"""The equations of crowds of annotators, as a person reads them."""

from belieflab.formulas import Formula, Symbol

FORMULAS = (
    Formula(
        "Annotators who answer with sets",
        r"P_j(A \mid k) \propto \rho_j \frac{1(k \in A)}{\binom{K-1}{|A|-1}} + "
        r"(1-\rho_j)\frac{1}{\binom{K}{|A|}}, \qquad \rho_j \sim \mathrm{Beta}(a, b)",
        "The one-coin model when all answers are single; EM over the classes and who knew. What is "
        "known of an annotator comes from answers to objects about which somebody else said "
        "something as well: an answer that stands alone is wrong as often as its annotator is "
        "elsewhere, and of one who has no others nothing is known.",
        Symbol(r"\rho_j", "how often annotator j knows"),
        Symbol("a, b", "learned from the crowd: its mean ability, counted as one to four answers"),
        Symbol("A", "the set of classes in an answer"),
        Symbol("k", "the true class"),
        Symbol("K", "number of classes"),
    ),
    Formula(
        "Wrong and vague are two things",
        r"\text{error}_j = \overline{(1-\rho_j)(1-|A|/K)}, \qquad "
        r"\text{imprecision}_j = \overline{(|A|-1)/(K-1)}",
        "Means over the answers of annotator j.",
    ),
)
