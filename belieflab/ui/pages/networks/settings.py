"""The settings of the Networks page, and the classifier and the view that follow from them."""

from dataclasses import replace
from functools import partial
from typing import Any

from belieflab.bayes import WITH_TABLES, GaussianNetworkClassifier
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.figures.networks.view import COLOURS, NetworkView
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, with_help
from belieflab.ui.method.decision_costs import answer_parameter, look_of
from belieflab.ui.method.plane import axis_parameters, make_view

PAGE = "networks"
STRUCTURES = {
    "search": "structural EM",
    "search-select": "structural EM, features chosen",
    "naive": "naive Bayes",
    "selective": "selective naive Bayes",
    "tan": "TAN",
    "k-dependence": "k-dependence",
    "aode": "AODE",
    "full": "all arcs",
}
SEARCHED, SELECTING = ("search", "search-select"), ("search-select", "selective")
LABELS = {"soft": "in every step", "start": "as a start", "guess": "best guess"}
ERASED = {"marginal": "one Gaussian", "dropped": "dropped"}
RESTARTS = {"warm": "goes on", "cold": "starts again"}
LABEL_MODELS = {"none": "none", "dirichlet": "Dirichlet"}
POWERS = tuple(f"1e-{power}" for power in range(1, 10))
MAX_NUMBERS = 250_000  # in the parameters of a step, up to which all are kept for the player
HELP = {
    "structure": "Which features may depend on each other besides on the class. Structural EM: "
    f"{hint('structural-em')} Naive Bayes: {hint('naive-bayes')} TAN: {hint('tan')} AODE: "
    f"{hint('aode')} k-dependence: each feature takes up to n parents among those that say more "
    "about the class. All arcs: unrestricted Gaussians. Naive Bayes, TAN, AODE use categories.",
    "labels": "In every step: their plausibilities weigh the classes in each E step. As a start: "
    "they begin EM and are then forgotten. Best guess: the class that a label favours counts as "
    "the truth.",
    "n_parents": "Most features on which one feature may depend, besides the class.",
    "erased": "They keep one Gaussian for all classes, or leave the likelihood.",
    "restart": "It goes on from where it was, or starts again from the labels.",
    "label_model": "Dirichlet: how vague and how wrong labels of a class are is learned as well.",
    "floor": "Smallest variance of a feature given its parents, as a share of its variance in all "
    "data. Without one the likelihood has no limit where a feature is constant within a class.",
    "tol": "EM stops when a step raises the log-likelihood by less than this per object.",
    "colour": "Belief: what the classifier makes of point and label. Ring: a wrong decision.",
    "root": "AODE averages one model per feature, the root of all others; this one is drawn.",
}
PICK = Parameter("pick", "Beside the network", "", view=True, custom=True)


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first."""
    dataset = context.dataset
    names = (*dataset.feature_names, *(each.name for each in dataset.categories))
    roots, averaged = {str(j): name for j, name in enumerate(names)}, {"structure": ("aode",)}
    root = choice("root", "Root", roots, view=True, measured=True, form="list", needs=averaged)
    axes = axis_parameters(dataset, turnable=True)
    listed = [
        *_model_parameters(max(dataset.p - 1, 1)),
        *(replace(axis, needs={**axis.needs, "pick": ("",)}, disabled=True) for axis in axes),
        choice("colour", "Colour objects by", COLOURS, view=True),
        answer_parameter(),
        *([root] if len(names) > 1 else []),
        PICK,
    ]
    return with_help(listed, HELP)


def _model_parameters(max_parents: int) -> list[Parameter]:
    one, rare = partial(choice, keyword=""), partial(Parameter, keyword="", rare=True)
    scale = partial(rare, choices=POWERS, form="scale", convert=float)
    number = partial(Parameter, keyword="", needs={"structure": ("k-dependence",)})
    models = partial(one, convert=lambda kind: None if kind == "none" else kind)
    return [
        one("structure", "Structure", STRUCTURES, form="list"),
        number("n_parents", "Parents of a feature", min(2, max_parents), 1, max_parents),
        one("labels", "Use the labels", LABELS, form="list"),
        one("erased", "Features left out", ERASED, needs={"structure": SELECTING}),
        one("restart", "After a search EM", RESTARTS, needs={"structure": SEARCHED}),
        models("label_model", "Label model", LABEL_MODELS, needs={"labels": ("soft",)}, rare=True),
        scale("floor", "Variance floor", "1e-3"),
        scale("tol", "Stop at ε", "1e-6"),
        rare("max_iter", "Iterations at most", 1000, 1, 10_000, typed=True),
    ]


def arguments(context: Context) -> dict[str, Any]:
    """The arguments of the classifier that differ from its defaults."""
    settings, p = context.settings, context.dataset.p + len(context.dataset.categories)
    given = settings.arguments(GaussianNetworkClassifier().get_params())
    models = p if settings.structure == "aode" else 1
    kept = {"keep_history": True} if models * p * p < MAX_NUMBERS else {}
    return given | {"random_state": context.seed} | kept


def points(dataset: Dataset, structure: str) -> Any:
    """What is learned from: the features, and the categories where the structure can have them."""
    return dataset.table if structure in WITH_TABLES else dataset.X


def look(context: Context, share: float = 1.0, teaching: float | None = None) -> NetworkView:
    """How the network is looked at, of a height as `lecture.fit` gives it."""
    settings = context.settings
    root = int(settings.get("root", "0")) if settings.structure == "aode" else 0
    shown = settings.colour, settings.pick, root
    made = make_view(NetworkView, context, *shown, share=share, teaching=teaching)
    return replace(made, **look_of(context))


def prediction_arguments(context: Context) -> dict[str, Any]:
    """Whether new objects need the categorical columns, too."""
    used = context.settings.structure in WITH_TABLES and bool(context.dataset.categories)
    return {"categories": True} if used else {}
