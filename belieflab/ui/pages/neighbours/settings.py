"""The settings of the Neighbours page, and the classifier and the view that follow from them."""

from functools import partial
from typing import Any

from belieflab.data.parameters import Parameter
from belieflab.figures.neighbours.classifier import COLOURS, SHADES, TRUTH, ClassifierView
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.answers import ANSWER_RULES
from belieflab.neighbors.beliefs import Classifier
from belieflab.neighbors.planar import SHOWN, SOURCES
from belieflab.neighbors.settings import GAMMA_RULES
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import explain
from belieflab.ui.method.plane_axes import axis_parameters, chosen_axes
from belieflab.ui.shell import lecture

PAGE = "neighbours"
NEIGHBOURS, NETWORK = "neighbours", "network"
GAMMAS = {rule.title: rule.key for rule in GAMMA_RULES.values()}
LEARNED = tuple(rule.title for rule in GAMMA_RULES.values() if rule.learned)
ANSWERS = {rule.title: rule.key for rule in ANSWER_RULES.values()}
METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "canberra")
REGULARISATIONS = ("0", "0.0001", "0.001", "0.003", "0.01", "0.03", "0.1")
MAX_NEIGHBOURS, MAX_PROTOTYPES = 50, 30
PLANE_HEIGHT = 520
PLACE_HELP = "The place whose evidence is shown; its neighbours are linked to it above."
PLACE = Parameter("place", "Place", "", view=True, custom=True, width=300, help=PLACE_HELP)
SOURCE_HELP = (
    "Axes shown: the classifier sees the two coordinates of this plane, and every colour is its "
    "answer. All features: it measures distances in all of them; the regions are then a slice "
    "through the mean of what is not shown, and objects lie before and behind it."
)
SHADE_HELP = (
    "Ignorance: the mass that is left on Ω, large where no neighbour is near. Conflict: the mass "
    "that Dempster's rule would put on the empty set, large where neighbours contradict each other."
)
COLOUR_HELP = (
    "Label: what each object came with. Belief: what the others say about it, its own label left "
    "out (a network is asked as it is). Truth: its true class."
)


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first."""
    kinds = f"Neighbours: {hint('evidential-knn')} Network: {hint('evidential-network')}"
    source = Parameter("source", "Learn from", SHOWN, choices=SOURCES, help=SOURCE_HELP)
    return [
        Parameter("model", "Classifier", NEIGHBOURS, choices=(NEIGHBOURS, NETWORK), help=kinds),
        *([source] if context.dataset.p > 2 else []),
        *_neighbours(),
        *_network(),
        *_answer(),
        *axis_parameters(context.dataset, turnable=True),
        *_view(context),
        PLACE,
    ]


def _neighbours() -> list[Parameter]:
    setting = partial(Parameter, keyword="", needs={"model": (NEIGHBOURS,)})
    count = "How many of the nearest objects give evidence."
    power = "The evidence of a neighbour is α₀ exp(-γ d^β)."
    metric = "How the distance between two objects is measured."
    gamma = f"{hint('gamma')}\n{explain(GAMMA_RULES)}"
    return [
        setting(
            "K", "Neighbours K", 7, 1, MAX_NEIGHBOURS, keyword="n_neighbors", symbol="K", help=count
        ),
        setting(
            "gamma",
            "Reach γ",
            next(iter(GAMMAS)),
            choices=tuple(GAMMAS),
            convert=GAMMAS.get,
            help=gamma,
        ),
        setting("alpha", "Trust α₀", 0.95, low=0.05, high=0.99, help=hint("alpha")),
        setting("beta", "Power β", 2.0, low=0.5, high=4.0, step=0.5, help=power),
        setting("metric", "Distance", METRICS[0], choices=METRICS, help=metric),
        Parameter(
            "learn_alpha",
            "Learn α₀ too",
            False,
            keyword="",
            needs={"gamma": LEARNED},
            help="By the same criterion as γ.",
        ),
    ]


def _network() -> list[Parameter]:
    setting = partial(Parameter, needs={"model": (NETWORK,)})
    price = "The price of trust: it switches off prototypes that are not needed."
    return [
        setting(
            "prototypes",
            "Prototypes",
            6,
            low=1,
            high=MAX_PROTOTYPES,
            keyword="n_prototypes",
            help=hint("prototype"),
        ),
        setting(
            "regularisation",
            "Regularisation",
            REGULARISATIONS[0],
            choices=REGULARISATIONS,
            form="scale",
            keyword="",
            convert=float,
            help=price,
        ),
    ]


def _answer() -> list[Parameter]:
    titles, rejection = tuple(ANSWERS), {"answer": (ANSWER_RULES["rejection"].title,)}
    setting = partial(Parameter, needs=rejection, help=hint("rejection"))
    return [
        Parameter("answer", "Answer", titles[0], choices=titles, help=explain(ANSWER_RULES)),
        setting("cost", "Cost of no answer", 0.3, low=0.0, high=1.0),
    ]


def _view(context: Context) -> list[Parameter]:
    colours = COLOURS if context.truth is not None else tuple(c for c in COLOURS if c != TRUTH)
    choice = partial(Parameter, view=True)
    return [
        choice("shade", "Paler with", SHADES[0], choices=SHADES, help=SHADE_HELP),
        choice("colour", "Colour objects by", COLOURS[0], choices=colours, help=COLOUR_HELP),
    ]


def is_network(context: Context) -> bool:
    """Whether the classifier is the evidential network."""
    return bool(context.settings.model == NETWORK)


def estimator(context: Context) -> type[Classifier]:
    """The class of the estimator."""
    return EvidentialNetwork if is_network(context) else EvidentialKNN


def arguments(context: Context) -> dict[str, Any]:
    """The arguments of the estimator that differ from its defaults."""
    given = context.settings.arguments(estimator(context)().get_params())
    if is_network(context):  # the player shows the training step by step
        given |= {"random_state": context.seed, "keep_history": True}
    return given


def view(context: Context) -> ClassifierView:
    """How the classifier is looked at."""
    settings = context.settings
    return ClassifierView(
        chosen_axes(context.dataset, settings),
        settings.get("source", SHOWN),
        settings.shade,
        settings.colour,
        ANSWERS[settings.answer],
        settings.cost,
        height=lecture.picture_height(PLANE_HEIGHT),
        scale=lecture.scale(),
        seed=context.seed,
    )
