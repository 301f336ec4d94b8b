"""The equations of an evaluation, with the values of their symbols."""

from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.report import held_out_ratio
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite


def evaluation_formulas(found: Evaluation, error: float) -> list[Formula]:
    """Agreement, tests, worth of sets, scores, conformal sets of that error, more labels."""
    folds = found.plan.folds * found.plan.repeats
    return [
        Formula(
            "Agreement with the labels: an interval and its pignistic value",
            r"\Big[\tfrac{1}{n} \sum_i bel_i(\{\hat y_i\}),\ \tfrac{1}{n} \sum_i "
            r"pl_i(\{\hat y_i\})\Big], \qquad \tfrac{1}{n} \sum_i \mathrm{BetP}_i(\hat y_i)",
            "labels are normalised; with hard labels all three are the accuracy",
            Symbol("n", "objects", len(found.labels)),
            Symbol(r"\hat y_i", "answer of a method that did not learn from object i"),
        ),
        Formula(
            "The interval of a mean over folds, and the test of a difference",
            r"\bar s \pm t_{0.975,\, J-1} \sqrt{\Big(\frac{1}{J} + "
            r"\frac{n_{\text{test}}}{n_{\text{train}}}\Big) s^2}",
            f"{cite('nadeau2003')}; p-values of all pairs adjusted after {cite('holm1979')}",
            Symbol("J", "folds over all repeats", folds),
            Symbol(r"n_{\text{test}} / n_{\text{train}}", "", held_out_ratio(found)),
        ),
        Formula(
            "What a set A is worth, d = 1/|A|",
            r"u_{65} = \mathrm{BetP}_i(A) (1.6\, d - 0.6\, d^2), \qquad "
            r"u_{80} = \mathrm{BetP}_i(A) (2.2\, d - 1.2\, d^2)",
            cite("zaffalon2012"),
        ),
        Formula(
            "Scores of probabilities against soft labels",
            r"\text{Brier} = \tfrac{1}{n} \sum_{i,k} (p_{ik} - \mathrm{BetP}_i(k))^2, \qquad "
            r"\text{log} = -\tfrac{1}{n} \sum_i \ln \sum_k pl_i(k)\, p_{ik}",
            f"{cite('brier1950')}; {cite('come2009', 'eq. 50')}",
        ),
        Formula(
            "Conformal sets: q is the largest score that a class may have",
            r"\{k : 1 - p_k \le q\}, \qquad q = \lceil (n+1)(1-\varepsilon) \rceil"
            r"\text{-th smallest of } \max_{k:\, pl_i(k) > 0} 1 - p_{ik}",
            f"{cite('vovk2005')}; calibrated in one half of a fold for the other",
            Symbol(r"\varepsilon", "share of misses", error),
        ),
        Formula(
            "What more labels would bring",
            r"e(n) = a + b\, n^{-c}, \qquad a, b \ge 0",
            cite("cortes1994"),
        ),
    ]
