"""Glossary: asking an oracle, and what there is to be uncertain about."""

from functools import partial

from belieflab.figures.common.sketch import bars, numbers, points
from belieflab.ui.glossary.term import Term

_HOARAU = "Hoarau, Martin, Dubois and Le Gall 2022, Imperfect labels for active learning"
_SETTLES = "Settles 2009, Active learning literature survey"
_A, _B, _ANY = 1, 2, 7


_term = partial(Term, "Active learning")


ACTIVE: tuple[Term, ...] = (
    _term(
        "active-learning",
        "Active learning",
        "The model chooses which objects to have labelled, so that few labels teach it much.",
        f"{_SETTLES}; {_HOARAU}",
        partial(points, [_ANY, _A, _ANY, _ANY, _B, _ANY, _ANY, _A], "few are labelled"),
        "",
        "pool query learning curve",
        ("query-strategy", "oracle"),
    ),
    _term(
        "query-strategy",
        "Query strategy",
        "The rule by which a model picks the next object to ask about.",
        _SETTLES,
        partial(numbers, ("x1", (0.4, 0.35, 0.25)), ("x2", (0.9, 0.05, 0.05))),
        "",
        "sampling query",
        ("uncertainty-sampling", "epistemic", "aleatory", "committee"),
    ),
    _term(
        "oracle",
        "Oracle",
        "Whoever answers a query: always right, at times wrong, or with a whole mass function that "
        "admits its doubt.",
        f"{_HOARAU}, §2.4",
        partial(bars, ("sure", {1: 1.0}), ("rich", {1: 0.5, 3: 0.3, 7: 0.2})),
        "",
        "annotator answer",
        ("active-learning", "mass"),
    ),
    _term(
        "uncertainty-sampling",
        "Uncertainty sampling",
        "Ask about the object whose probabilities are the least decided: by the largest of them, "
        "by the margin between the two largest, or by their entropy.",
        f"{_SETTLES}; {_HOARAU}, §4.2",
        partial(numbers, ("asked", (0.4, 0.35, 0.25)), ("not", (0.9, 0.05, 0.05))),
        r"s(x) = 1 - \max_k BetP(k)",
        "least confidence margin entropy",
        ("query-strategy", "pignistic"),
    ),
    _term(
        "epistemic",
        "Epistemic uncertainty",
        "What the model does not know for lack of labels nearby, seen as nonspecificity: another "
        "answer there takes it away.",
        "Hüllermeier and Waegeman 2021, Aleatoric and epistemic uncertainty",
        partial(bars, ("far off", {7: 0.9, 1: 0.1})),
        r"\sum_{A \neq \emptyset} m(A) \ln |A| / \ln K",
        "reducible ignorance",
        ("nonspecificity", "aleatory", "query-strategy"),
    ),
    _term(
        "aleatory",
        "Aleatory uncertainty",
        "What stays uncertain however many labels there are, because classes overlap, seen as "
        "discord of much evidence.",
        "Hüllermeier and Waegeman 2021, Aleatoric and epistemic uncertainty",
        partial(bars, ("between", {1: 0.5, 2: 0.45, 7: 0.05})),
        r"-\sum_{A \neq \emptyset} m(A) \log_2 BetP(A)",
        "aleatoric irreducible chance",
        ("discord", "epistemic", "query-strategy"),
    ),
    _term(
        "committee",
        "Committee",
        "Several copies of a model that learned from slightly other labels; it asks where they "
        "disagree.",
        "Seung, Opper and Sompolinsky 1992, Query by committee",
        partial(numbers, ("copy 1", (0.9, 0.1, 0.0)), ("copy 2", (0.1, 0.9, 0.0))),
        r"H\Big(\tfrac{1}{C} \sum_c p_c\Big) - \tfrac{1}{C} \sum_c H(p_c)",
        "query by committee bagging disagreement",
        ("query-strategy",),
    ),
)
