"""The settings of the Mixture page, and the estimator and labels that follow from them."""

from dataclasses import replace
from functools import partial
from typing import Any

from belieflab.belief import MassTable
from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.figures.mixture.fit import DENSITY_VIEW, VIEWS
from belieflab.mixture import STRATEGIES, LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.covariance_families import ALIASES, FAMILIES
from belieflab.mixture.planar import LEVELS, WITHIN_95
from belieflab.mixture.starts import STARTS
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, set_value, with_help
from belieflab.ui.method.decision_costs import answer_parameter
from belieflab.ui.method.plane import axis_parameters

PAGE = "mixture"
ANNEALING = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Powers b of annealing; the labels count from the first on, so few are enough."""

NOISE, UNSUPERVISED = "label noise", "unsupervised"
WAYS = (*STRATEGIES, NOISE)
FAMILY_CHOICES = (*ALIASES, *(name for name in FAMILIES if name not in ALIASES.values()))
"""By their descriptions where they have one."""

TOLERANCES = tuple(f"1e-{power}" for power in range(2, 13))
PLAYED = ITERATIONS, NONSPECIFICITY = "iterations", "nonspecificity"
FLAT = {"show": tuple(each for each in VIEWS if each != DENSITY_VIEW)}
NAMED = {"way": tuple(each for each in WAYS if each != UNSUPERVISED), "over": (ITERATIONS,)}
"""Where decisions have costs: components are classes, and one model decides."""

MAX_COMPONENTS, MAX_STARTS, LAST_START = 12, 200, 9_999
HELP = {
    "family": f"{hint('covariance-family')} The three letters say which of volume, shape and "
    "orientation are Equal, Varying or the Identity.",
    "init": "Pignistic: what the labels say (random centres where they say nothing). Random: "
    "centres drawn from the Gaussian of all the data. k-means++: centres far apart.",
    "start": "Another number, another random start: see whether EM ends at the same local maximum.",
    "tol": "EM stops when a step raises the log-likelihood by less than this per object.",
    "annealing": hint("annealing"),
    "K": "No labels are used, so say how many components there are.",
    "way": "Soft: as they are. Supervised: every guess is the truth. Adaptive: a guess with "
    "a doubt of at most 0.5 is the truth. Unsupervised: not at all. Label-noise model: "
    "guesses may be flipped, and how often is learned.",
    "kind": "Weibull: for positive data such as lifetimes, features independent.",
    "n_init": "Random and k-means++ starts are tried this often and the best one is kept.",
    "outline": "95 %: that share of a component falls inside, on this plane. 1 σ, 2 σ: that "
    "many standard deviations from the centre.",
    "show": "Responsibility: points blend the colours of the components that they may belong "
    "to. Classification: the colour of the decision, wrong ones ringed unless the truth "
    "is hidden. Density: where the mixture expects points.",
    "regions": "Shade the plane by the decision of someone who sees these two axes only.",
    "over": "Iterations: watch EM at work. Nonspecificity: the same model fitted to labels "
    "that are right but ever vaguer, from hard (0) to no labels at all (1).",
}


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first; without labels a person says how many components there are."""
    dataset, labels = context.dataset, context.labels
    names = labels.frame.names if labels is not None else dataset.class_names
    over_levels = dataset.truth is not None and len(dataset.class_names) >= 2
    over = choice("over", "Player over", PLAYED, view=True, coded=False, lecture="ns")
    listed = [
        *_model_parameters(min(len(names), MAX_COMPONENTS) or 2),
        *_rare_parameters(labels is not None),
        *([replace(answer_parameter(), needs=NAMED)] if labels is not None else []),
        *axis_parameters(dataset, turnable=True),
        choice("show", "Show", VIEWS, form="segments", view=True),
        Parameter("regions", "Regions", False, view=True, needs=FLAT, disabled=True),
        *([over] if over_levels else []),
    ]
    return with_help(listed, HELP)


def _model_parameters(n_components: int) -> list[Parameter]:
    own, gaussian = partial(Parameter, keyword=""), {"kind": ("gaussian",)}
    family = partial(choice, keyword="covariance", symbol="family", needs=gaussian, disabled=True)
    number = partial(Parameter, keyword="n_components", symbol="K", needs={"way": (UNSUPERVISED,)})
    start = partial(Parameter, typed=True, symbol="start", needs={"init": tuple(STARTS[1:])})
    tolerance = partial(own, choices=TOLERANCES, form="scale", convert=float)
    return [
        family("family", "Covariance family", FAMILY_CHOICES),
        choice("init", "Start from", STARTS, form="list", keyword="", symbol="init"),
        start("start", "Start number", 0, 0, LAST_START),
        tolerance("tol", "Stop at ε", "1e-6", symbol="tol"),
        own("annealing", "Annealing", False, symbol="annealing", convert={True: ANNEALING}.get),
        number("K", "Components K", n_components, 1, MAX_COMPONENTS),
    ]


def _rare_parameters(labelled: bool) -> list[Parameter]:
    one, rare = partial(choice, rare=True), partial(Parameter, rare=True)
    way = one("way", "Use the labels as", WAYS, symbol="labels used as")
    starts, kinds = partial(rare, typed=True, keyword=""), ("gaussian", "weibull")
    return [
        *([way] if labelled else []),
        one("kind", "Components", kinds, keyword="components", symbol="kind"),
        starts("n_init", "Starts, best of", 1, 1, MAX_STARTS, symbol="n_init"),
        rare("outline", "Outlines at", WITHIN_95, choices=tuple(LEVELS), view=True),
    ]


def uses_labels(settings: Settings) -> bool:
    """Whether labels take part in the fit, so that components have the names of the classes."""
    return bool(settings.get("way", UNSUPERVISED) != UNSUPERVISED)


def estimator(settings: Settings) -> type[SoftLabelMixture]:
    """The class of the estimator."""
    return LabelNoiseMixture if settings.get("way") == NOISE else SoftLabelMixture


def arguments(context: Context) -> dict[str, Any]:
    """The arguments of the estimator that differ from its defaults."""
    settings = context.settings
    seed = context.seed + (settings.start if settings.uses("start") else 0)
    given = settings.arguments(SoftLabelMixture().get_params())
    return given | {"random_state": seed, "keep_history": True}


def make_model(context: Context) -> SoftLabelMixture:
    """The estimator, not yet fitted."""
    return estimator(context.settings)(**arguments(context))


def training_labels(context: Context) -> MassTable | None:
    """What the estimator is given as `y`."""
    if not uses_labels(context.settings) or context.labels is None:
        return None
    way = context.settings.way
    return context.labels if way == NOISE else STRATEGIES[way].labels(context.labels)


def family_choice(name: str) -> str:
    """How the control calls the family of these three letters."""
    return next((text for text, letters in ALIASES.items() if letters == name), name)


def use_model(n_components: int, family: str, unsupervised: bool) -> None:
    """Make the controls show this model; called from a callback."""
    set_value(PAGE, "family", family_choice(family))
    if unsupervised:
        set_value(PAGE, "K", n_components)
        set_value(PAGE, "way", UNSUPERVISED)
