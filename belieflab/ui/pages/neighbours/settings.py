"""The settings of the Neighbours page, and the classifier and the view that follow from them."""

from dataclasses import replace
from functools import partial
from typing import Any

from belieflab.belief.decision_costs import DecisionCosts
from belieflab.data.parameters import Parameter
from belieflab.figures.neighbours.classifier import (
    BELIEF,
    COLOURS,
    NOTHING,
    SHADES,
    TRUTH,
    ClassifierView,
)
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.beliefs import Classifier
from belieflab.neighbors.planar import ALL, SHOWN, SOURCES
from belieflab.neighbors.rules import GAMMA_RULES
from belieflab.neighbors.search import PRECOMPUTED
from belieflab.neighbors.set_decisions import DECISION_RULES, SetDecision
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import explain
from belieflab.ui.method.decision_costs import write_costs
from belieflab.ui.method.plane import axis_parameters, chosen_axes, make_view
from belieflab.ui.method.planes import PLANE, linear_choices

PAGE = "neighbours"
NEIGHBOURS, NETWORK = "neighbours", "network"
GAMMAS = {rule.title: rule.key for rule in GAMMA_RULES.values()}
LEARNED = tuple(rule.title for rule in GAMMA_RULES.values() if rule.learned)
ANSWERS = {rule.title: rule.key for rule in DECISION_RULES.values()}
REJECTS = (DECISION_RULES["rejection"].title,)
METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "canberra")
REGULARISATIONS = ("0", "0.0001", "0.001", "0.003", "0.01", "0.03", "0.1")
MAX_NEIGHBOURS, MAX_PROTOTYPES = 50, 30
OF_FEATURES = ("metric", "prototypes", "regularisation")
"""Settings without a meaning for dissimilarities."""
HELP = {
    "model": f"Neighbours: {hint('evidential-knn')} Network: {hint('evidential-network')}",
    "source": "Axes shown: the classifier sees the two coordinates of this plane, and every colour "
    "is its answer. All features: it measures distances in all of them; the regions are then a "
    "slice through the mean of what is not shown, and objects lie before and behind it.",
    "K": "How many of the nearest objects give evidence.",
    "gamma": f"{hint('gamma')}\n{explain(GAMMA_RULES)}",
    "alpha": hint("alpha"),
    "beta": "The evidence of a neighbour is α₀ exp(-γ d^β).",
    "metric": "How the distance between two objects is measured.",
    "learn_alpha": "By the same criterion as γ.",
    "prototypes": f"{hint('prototype')} With two or more for each class they start within the "
    "classes, by k-means.",
    "regularisation": "The price of trust: it switches off prototypes that are not needed.",
    "answer": explain(DECISION_RULES),
    "shade": "Ignorance: the mass that is left on Ω, large where no neighbour is near. Conflict: "
    "the mass that Dempster's rule would put on the empty set, large where neighbours contradict "
    "each other.",
    "colour": "Label: what each object came with. Belief: what the others say about it, its own "
    "label left out (a network is asked as it is). Truth: its true class.",
    "place": "The place, or the object (row 12, or its id), whose evidence is shown. Its "
    "neighbours are linked to it on the plane. Neighbours judge an object by the others alone, its "
    "own label left out; a network learned from that label, too.",
}


def setting(name: str, label: str, default: object, **given: Any) -> Parameter:
    """One of the settings, with its help."""
    return Parameter(name, label, default, help=HELP[name], **given)


LINEAR: dict[str, Any] = {"needs": {PLANE: linear_choices()}, "disabled": True}
"""Of settings that mean something only where a linear map leads to the plane."""

PLACE = setting("place", "Place", "", view=True, custom=True)


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first."""
    colours = [name for name in COLOURS if name != TRUTH or context.truth is not None]
    source = setting("source", "Learn from", ALL, choices=SOURCES, **LINEAR)
    relational = context.dataset.dissimilarities is not None
    model = setting("model", "Classifier", NEIGHBOURS, choices=(NEIGHBOURS, NETWORK))
    shade = setting("shade", "Fainter with", SHADES[0], choices=SHADES, view=True)
    first = BELIEF if relational else COLOURS[0]
    return [
        *([] if relational else [model]),
        *([source] if context.dataset.p > 2 else []),
        *(each for each in _classifiers(context) if not relational or each.name not in OF_FEATURES),
        setting("answer", "Answer", next(iter(ANSWERS)), choices=tuple(ANSWERS)),
        *(replace(each, measured=True) for each in axis_parameters(context.dataset, turnable=True)),
        *([] if relational else [shade]),
        setting("colour", "Colour objects by", first, choices=tuple(colours), view=True),
        PLACE,
    ]


def _classifiers(context: Context) -> list[Parameter]:
    one = partial(setting, keyword="", needs={"model": (NEIGHBOURS,)})
    net = partial(setting, keyword="", needs={"model": (NETWORK,)})
    least = max(6, 2 * (1 if context.labels is None else context.labels.frame.size))
    least = min(least, max(context.dataset.n // 2, 1))
    max_prototypes = max(MAX_PROTOTYPES, least)
    rules, prices = tuple(GAMMAS), {"choices": REGULARISATIONS, "form": "scale", "convert": float}
    return [
        one("K", "Neighbours K", 7, low=1, high=MAX_NEIGHBOURS, keyword="n_neighbors", symbol="K"),
        one("gamma", "Reach γ", rules[0], choices=rules, convert=GAMMAS.get),
        one("alpha", "Trust α₀", 0.95, low=0.05, high=0.99),
        one("beta", "Power β", 2.0, low=0.5, high=4.0, step=0.5),
        one("metric", "Distance", METRICS[0], choices=METRICS),
        setting("learn_alpha", "Learn α₀ too", False, keyword="", needs={"gamma": LEARNED}),
        net("prototypes", "Prototypes", least, low=1, high=max_prototypes, keyword="n_prototypes"),
        net("regularisation", "Regularisation", REGULARISATIONS[0], **prices),
    ]


def is_network(context: Context) -> bool:
    """Whether the classifier is the evidential network."""
    return bool(context.settings.get("model", NEIGHBOURS) == NETWORK)


def has_places(context: Context) -> bool:
    """Whether places between the objects stand for points: not where no linear map leads."""
    plane = context.dataset.plane
    return context.dataset.dissimilarities is None and (plane is None or plane.linear)


def estimator(context: Context) -> tuple[type[Classifier], dict[str, Any]]:
    """The class of the estimator, and its arguments that differ from the defaults."""
    kind = EvidentialNetwork if is_network(context) else EvidentialKNN
    given = context.settings.arguments(kind().get_params())
    if context.dataset.dissimilarities is not None:
        given |= {"metric": PRECOMPUTED}
    if is_network(context):  # the player shows the training step by step
        given |= {"random_state": context.seed, "keep_history": True, "init": "classes"}
    return kind, given


def view(context: Context) -> ClassifierView:
    """How the classifier is looked at."""
    settings = context.settings
    look = settings.get("source", SHOWN), settings.get("shade", NOTHING), settings.colour
    return make_view(ClassifierView, context, *look, *_answer(context))


def prediction_arguments(context: Context) -> dict[str, Any]:
    """What tells how new objects become what the classifier takes: the plane it learned from."""
    if context.settings.get("source", SHOWN) != SHOWN:
        return {}
    return {"axes": chosen_axes(context.dataset, context.settings)}


def answer_rule(context: Context) -> SetDecision:
    """The rule by which the page answers, with its costs."""
    rule, cost, costs = _answer(context)
    return SetDecision(rule, DecisionCosts(costs, cost))


def answer_code(context: Context) -> tuple[str, ...]:
    """The same rule in exported code."""
    decision = answer_rule(context)
    return (
        "from belieflab.evaluation import DecisionCosts",
        "from belieflab.neighbors.set_decisions import SetDecision",
        f"SetDecision({decision.rule!r}, {write_costs(decision.costs)})",
    )


def _answer(context: Context) -> tuple[str, float, Any]:
    price = 0.3 if context.costs.reject is None else context.costs.reject
    return ANSWERS[context.settings.answer], price, context.costs.matrix
