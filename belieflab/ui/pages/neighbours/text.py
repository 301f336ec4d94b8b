"""Formula and Code of the Neighbours page."""

import numpy as np

from belieflab.formulas import Formula, Symbol
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.rules import OBJECT, rule_of
from belieflab.neighbors.set_decisions import DECISION_RULES
from belieflab.references import cite
from belieflab.ui.method.code_tab import Name, format_call, snippet_for
from belieflab.ui.method.context import Context
from belieflab.ui.method.kept_apart import code_apart
from belieflab.ui.pages.neighbours.fit import Learned, max_judged
from belieflab.ui.pages.neighbours.place import place_of
from belieflab.ui.pages.neighbours.settings import estimator, is_network, view

APART = (
    "decide_by_belief(model, features_of_part(whole, dataset, part, *shown), part.class_names)",
    "from belieflab.evaluation.kept_apart import decide_by_belief, errors_of_parts",
    "from belieflab.neighbors.planar import features_of_part",
    "",
    "shown = view.axes_of(dataset), view.source",
)
"""How objects kept apart are decided about, and what that needs."""


def formulas(context: Context, learned: Learned) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    model = learned.model
    if isinstance(model, EvidentialNetwork):
        return [*_network(model), _answer(context)]
    pooled = Formula(
        "What all neighbours say together",
        r"m = m_1 \oplus m_2 \oplus \dots \oplus m_K, \qquad "
        r"\kappa = \sum_{\cap A_j = \emptyset} \prod_j m_j(A_j)",
        f"{cite('denoeux1995')}; κ is the conflict",
    )
    return [_discounting(model), pooled, _gamma(model), _answer(context)]


def code(context: Context) -> str:
    """Python that gives the same classifier and the same picture again."""
    (kind, arguments), place = estimator(context), place_of(context)
    shown: dict[str, object] = {"labels": Name("labels")}
    shown |= {} if context.truth is None else {"truth": Name("dataset.truth")}
    shown |= {"judge_by_labels": True} if context.dataset.truth is None else {}
    if is_network(context):
        draw, names = "draw_training", "ClassifierView, draw_loss, draw_training"
        more = "" if context.dataset.weights is None else ", dataset.weights"
        results = "print(model.loss_, model.n_iter_)\ntrace = draw_loss(model)"
    else:
        draw, names = "draw_classifier", "ClassifierView, draw_classifier"
        more = "" if context.dataset.groups is None else ", groups=dataset.groups"
        results = "print(model.leave_one_out_errors())"
        shown |= {} if place is None else {"place": _place(place)}
    relational = context.dataset.dissimilarities is not None
    features = "dataset.dissimilarities" if relational else "view.plane(dataset).features"
    apart = "".join(f"\n{line}" for line in code_apart(context, max_judged(context), *APART))
    look = format_call("ClassifierView", [], view(context).arguments(context.dataset))
    return f"""{snippet_for(context).rstrip()}

from belieflab.figures.neighbours import {names}
from belieflab.neighbors import {kind.__name__}

view = {look}
model = {format_call(kind.__name__, [], arguments)}
model.fit({features}, labels{more})
{results}{apart}
figure = {format_call(draw, [Name("dataset"), Name("model"), Name("view")], shown)}
# figure.show() opens a browser
"""


def _place(place: np.ndarray[tuple[int, ...], np.dtype[np.float64]] | int) -> object:
    return place if isinstance(place, int) else tuple(place.tolist())


def _discounting(model: EvidentialKNN) -> Formula:
    symbols = (
        Symbol("K", "neighbours", model.n_neighbors),
        Symbol(r"\alpha_0", "trust at distance 0", float(model.alpha_)),
        Symbol(r"\beta", "power of the distance", float(model.beta)),
        Symbol("d_j", "distance to neighbour j", str(model.metric)),
    )
    if rule_of(model.gamma_rule_).contextual:
        return Formula(
            "What one neighbour says: trusted differently for each class",
            r"pl_j(k) = 1 - b_k(d_j) + b_k(d_j)\, pl^{y_j}(k), \qquad "
            r"b_k(d) = \alpha_0\, e^{-\gamma_k d^{\beta}}",
            cite("denoeux2019contextual"),
            *symbols,
        )
    return Formula(
        "What one neighbour says",
        r"m_j(A) = \alpha_0\, e^{-\gamma d_j^{\beta}}\, m^{y_j}(A) \ \ (A \neq \Omega), \qquad "
        r"m_j(\Omega) = 1 - \sum_{A \neq \Omega} m_j(A)",
        f"{cite('denoeux1995')}; with soft labels {cite('hoarau2022', 'eq. 6')}",
        *symbols,
        Symbol(r"m^{y_j}", "label of neighbour j", "from the labels"),
    )


def _gamma(model: EvidentialKNN) -> Formula:
    rule, gamma = rule_of(model.gamma_rule_), np.atleast_1d(model.gamma_)
    if rule.per == OBJECT:
        symbols = [Symbol(r"\gamma_i", "from least to largest", _range(gamma))]
    elif model.gamma_.ndim == 0:
        symbols = [Symbol(r"\gamma", "all", float(gamma[0]))]
    else:
        symbols = [
            Symbol(rf"\gamma_{{{k + 1}}}", str(name), float(gamma[k]))
            for k, name in enumerate(model.classes_.tolist())
        ]
    return Formula(rule.explanation, rule.equation, rule.source, *symbols)


def _network(model: EvidentialNetwork) -> list[Formula]:
    return [
        Formula(
            "What one prototype says",
            r"m_i(\{k\}) = \alpha_i\, u_{ik}\, e^{-\gamma_i d_i^2}, \qquad "
            r"m_i(\Omega) = 1 - \alpha_i\, e^{-\gamma_i d_i^2}",
            cite("denoeux2000"),
            Symbol("r", "prototypes", model.n_prototypes),
            Symbol(r"\alpha_i", "trust", _range(model.alpha_)),
            Symbol(r"\gamma_i", "reach", _range(model.gamma_)),
        ),
        Formula(
            "The loss that training lowers",
            r"E = \frac{1}{2n} \sum_n \sum_k \left( \mathrm{BetP}_n(k) - t_{nk} \right)^2 + "
            r"\lambda \sum_i \alpha_i",
            cite("denoeux2000"),
            Symbol(r"\lambda", "regularisation", float(model.regularisation)),
            Symbol("E", "at the end", float(model.loss_)),
            Symbol("t_{nk}", "pignistic probabilities", "from the labels"),
        ),
    ]


def _answer(context: Context) -> Formula:
    look = view(context)
    rule = DECISION_RULES[look.rule]
    cost = Symbol(r"\lambda_0", "cost of no answer", look.cost)
    symbols = (cost,) if rule.key == "rejection" else ()
    return Formula(f"The answer: {rule.explanation}", rule.equation, rule.source, *symbols)


def _range(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> str:
    return f"{values.min():.4g} … {values.max():.4g}"
