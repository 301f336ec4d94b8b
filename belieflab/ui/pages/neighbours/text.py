"""Formula and Code of the Neighbours page."""

from collections.abc import Sequence

import numpy as np

from belieflab.neighbors import EvidentialNetwork
from belieflab.neighbors.answers import ANSWER_RULES
from belieflab.neighbors.beliefs import Classifier
from belieflab.ui.method.code_tab import Name, format_call, snippet_for_workspace
from belieflab.ui.method.formula_tab import Formula, Symbol
from belieflab.ui.pages.neighbours.fit import Case
from belieflab.ui.pages.neighbours.settings import NETWORK

_DENOEUX = "Denœux 1995, A k-nearest neighbor classification rule based on Dempster-Shafer theory"
_RICH = "Hoarau, Martin, Dubois and Le Gall 2022, Imperfect labels with belief functions"
_NETWORK = "Denœux 2000, A neural network classifier based on Dempster-Shafer theory"
_CONTEXT = "Denœux, Kanjanatarakul and Sriboonchitta 2019, Contextual-discounting evidential K-NN"


def formulas(case: Case, model: Classifier) -> list[Formula]:
    """The equations in use, with what their symbols are at present."""
    if isinstance(model, EvidentialNetwork):
        return [*_network(model), _answer(case)]
    first = _contextual(case, model) if case.settings.gamma == "contextual" else _discounting(model)
    pooled = Formula(
        "What all neighbours say together",
        r"m = m_1 \oplus m_2 \oplus \dots \oplus m_K, \qquad "
        r"\kappa = \sum_{\cap A_j = \emptyset} \prod_j m_j(A_j)",
        f"{_DENOEUX}; κ is the conflict",
    )
    return [first, pooled, _gamma(case, model), _answer(case)]


def code(case: Case, place: Sequence[float] | None) -> str:
    """Python that gives the same classifier and the same picture again."""
    network = case.settings.kind == NETWORK
    kind = "EvidentialNetwork" if network else "EvidentialKNN"
    draw = "draw_training" if network else "draw_classifier"
    look = format_call("ClassifierView", [], case.look.arguments(case.dataset))
    shown: dict[str, object] = {"labels": Name("labels")}
    if case.truth is not None:
        shown["truth"] = Name("dataset.truth")
    if case.judged_by_labels:
        shown["judge_by_labels"] = True
    if place is not None and not network:
        shown["place"] = tuple(float(value) for value in place)
    drawing = ["ClassifierView", *(["draw_loss"] if network else []), draw]
    told = (
        ["print(model.loss_, model.n_iter_)", "trace = draw_loss(model)"]
        if network
        else ["print(model.leave_one_out_errors())"]
    )
    return "\n".join(
        [
            snippet_for_workspace(case.workspace).rstrip(),
            "",
            f"from belieflab.figures.neighbours import {', '.join(sorted(drawing))}",
            f"from belieflab.neighbors import {kind}",
            "",
            f"view = {look}",
            f"model = {format_call(kind, [], case.settings.arguments())}",
            "model.fit(view.plane(dataset).features, labels)",
            *told,
            f"figure = {format_call(draw, [Name('dataset'), Name('model'), Name('view')], shown)}",
            "# figure.show() opens a browser",
            "",
        ]
    )


def _discounting(model: Classifier) -> Formula:
    return Formula(
        "What one neighbour says",
        r"m_j(A) = \alpha_0\, e^{-\gamma d_j^{\beta}}\, m^{y_j}(A) \ \ (A \neq \Omega), \qquad "
        r"m_j(\Omega) = 1 - \sum_{A \neq \Omega} m_j(A)",
        f"{_DENOEUX}; with soft labels {_RICH}, equation (6)",
        (
            Symbol("K", "neighbours", model.n_neighbors),
            Symbol(r"\alpha_0", "trust at distance 0", float(model.alpha_)),
            Symbol(r"\beta", "power of the distance", float(model.beta)),
            Symbol("d_j", "distance to neighbour j", str(model.metric)),
            Symbol(r"m^{y_j}", "label of neighbour j", "from the labels"),
        ),
    )


def _contextual(case: Case, model: Classifier) -> Formula:
    return Formula(
        "What one neighbour says: trusted differently for each class",
        r"pl_j(k) = 1 - b_k(d_j) + b_k(d_j)\, pl^{y_j}(k), \qquad "
        r"b_k(d) = \alpha_0\, e^{-\gamma_k d^{\beta}}",
        _CONTEXT,
        (
            Symbol("K", "neighbours", model.n_neighbors),
            Symbol(r"\alpha_0", "trust at distance 0", float(model.alpha_)),
            Symbol(r"\beta", "power of the distance", float(model.beta)),
            Symbol("d", "distance", case.settings.metric),
        ),
    )


def _gamma(case: Case, model: Classifier) -> Formula:
    gamma = np.atleast_1d(model.gamma_)
    if case.settings.gamma == "jousselme":
        return Formula(
            "γ of each training object",
            r"\gamma_i = 1 / \bar d_i^{\,\beta}, \qquad \bar d_i = "
            r"\frac{\sum_\nu \sum_\mu s_{i\nu} s_{i\mu}\, d(\nu, \mu)}"
            r"{(\sum_\nu s_{i\nu})^2 - \sum_\nu s_{i\nu}^2}, \qquad s_{ij} = 1 - d_J(m_i, m_j)",
            f"{_RICH}, equation (11)",
            (
                Symbol(
                    r"\gamma_i", "from least to largest", f"{gamma.min():.4g} … {gamma.max():.4g}"
                ),
            ),
        )
    names = [str(name) for name in model.classes_.tolist()] if gamma.size > 1 else ["all"]
    symbols = tuple(
        Symbol(rf"\gamma_{{{k + 1}}}" if gamma.size > 1 else r"\gamma", name, float(value))
        for k, (name, value) in enumerate(zip(names, gamma, strict=True))
    )
    if case.settings.gamma == "learned":
        return Formula(
            "γ that leaves the least error, each object left out in turn",
            r"\min_\gamma \sum_i \sum_k \left( \mathrm{BetP}_i(k) - t_{ik} \right)^2",
            "Zouhal and Denœux 1998, An evidence-theoretic k-NN rule with parameter optimization",
            symbols,
        )
    if case.settings.gamma == "contextual":
        return Formula(
            "γ that makes the labels likeliest, each object left out in turn",
            r"\max_\gamma \sum_i \ln \sum_k p_i(k)\, pl^{y_i}(k), \qquad "
            r"p_i(k) \propto \prod_j pl_j(k)",
            _CONTEXT,
            symbols,
        )
    mean = "within class q" if gamma.size > 1 else "between all objects"
    return Formula(
        "γ from mean distances",
        r"\gamma_q = 1 / \bar d_q^{\,\beta}"
        if gamma.size > 1
        else r"\gamma = 1 / \bar d^{\,\beta}",
        f"{_DENOEUX}; the mean distance is that {mean}",
        symbols,
    )


def _network(model: EvidentialNetwork) -> list[Formula]:
    return [
        Formula(
            "What one prototype says",
            r"m_i(\{k\}) = \alpha_i\, u_{ik}\, e^{-\gamma_i d_i^2}, \qquad "
            r"m_i(\Omega) = 1 - \alpha_i\, e^{-\gamma_i d_i^2}",
            _NETWORK,
            (
                Symbol("r", "prototypes", model.n_prototypes),
                Symbol(
                    r"\alpha_i", "trust", f"{model.alpha_.min():.3g} … {model.alpha_.max():.3g}"
                ),
                Symbol(
                    r"\gamma_i", "reach", f"{model.gamma_.min():.3g} … {model.gamma_.max():.3g}"
                ),
            ),
        ),
        Formula(
            "The loss that training lowers",
            r"E = \frac{1}{2n} \sum_n \sum_k \left( \mathrm{BetP}_n(k) - t_{nk} \right)^2 + "
            r"\lambda \sum_i \alpha_i",
            _NETWORK,
            (
                Symbol(r"\lambda", "regularisation", float(model.regularisation)),
                Symbol("E", "at the end", float(model.loss_)),
                Symbol("t_{nk}", "pignistic probabilities", "from the labels"),
            ),
        ),
    ]


def _answer(case: Case) -> Formula:
    equations = {
        "pignistic": r"\hat{k} = \arg\max_k \mathrm{BetP}(k)",
        "plausibility": r"\hat{k} = \arg\max_k pl(k)",
        "rejection": r"\hat{k} = \arg\max_k \mathrm{BetP}(k) \ \text{ if } \ "
        r"\max_k \mathrm{BetP}(k) \ge 1 - \lambda_0, \ \text{ else no answer}",
        "interval": r"\{ k : bel(\{j\}) \le pl(\{k\}) \ \text{ for all } j \}",
    }
    sources = {
        "rejection": "Denœux 1997, Analysis of evidence-theoretic decision rules",
        "interval": "Troffaes 2007, Decision making using imprecise probabilities",
    }
    symbols = (
        (Symbol(r"\lambda_0", "cost of no answer", case.look.cost),)
        if case.look.rule == "rejection"
        else ()
    )
    return Formula(
        f"The answer: {ANSWER_RULES[case.look.rule].explanation}",
        equations[case.look.rule],
        sources.get(case.look.rule, "Denœux 2019, Decision-making with belief functions: a review"),
        symbols,
    )
