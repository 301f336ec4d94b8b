"""The settings of the Mixture page, and the estimator and labels that follow from them."""

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
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.plane_axes import axis_parameters

PAGE = "mixture"
ANNEALING = (0.2, 0.4, 0.6, 0.8, 1.0)
"""Powers b of annealing; the labels count from the first on, so few are enough."""

NOISE, UNSUPERVISED = "label noise", "unsupervised"
WAYS = (*STRATEGIES, NOISE)
FAMILY_CHOICES = (*ALIASES, *(name for name in FAMILIES if name not in ALIASES.values()))
"""By their descriptions where they have one."""

TOLERANCES = tuple(f"1e-{power}" for power in range(2, 13))
ITERATIONS, NONSPECIFICITY = "iterations", "nonspecificity"
MAX_COMPONENTS = 12
MAX_STARTS = 200
LAST_START = 9_999


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first; without labels a person says how many components there are."""
    return [*_model(context), *_rare(context), *_view(context)]


def _model(context: Context) -> list[Parameter]:
    dataset, labels = context.dataset, context.labels
    names = labels.frame.names if labels is not None else dataset.class_names
    return [
        Parameter(
            "family",
            "Covariance family",
            FAMILY_CHOICES[0],
            choices=FAMILY_CHOICES,
            form="list",
            keyword="covariance",
            symbol="family",
            needs={"kind": ("gaussian",)},
            disabled=True,
            help=f"{hint('covariance-family')} The three letters say which of volume, shape and "
            "orientation are Equal, Varying or the Identity.",
        ),
        Parameter(
            "init",
            "Start from",
            STARTS[0],
            choices=tuple(STARTS),
            form="list",
            keyword="",
            symbol="init",
            help="Pignistic: what the labels say (random centres where they say nothing). Random: "
            "centres drawn from the Gaussian of all the data. k-means++: centres far apart.",
        ),
        Parameter(
            "start",
            "Start number",
            0,
            low=0,
            high=LAST_START,
            typed=True,
            symbol="start",
            needs={"init": tuple(STARTS[1:])},
            help="Another number, another random start: see whether EM ends at the same local "
            "maximum.",
        ),
        Parameter(
            "tol",
            "Stop at ε",
            "1e-6",
            choices=TOLERANCES,
            form="scale",
            keyword="",
            convert=float,
            symbol="tol",
            help="EM stops when a step raises the log-likelihood by less than this per object.",
        ),
        Parameter(
            "annealing",
            "Annealing",
            False,
            keyword="",
            convert=lambda on: ANNEALING if on else None,
            symbol="annealing",
            help=hint("annealing"),
        ),
        Parameter(
            "K",
            "Components K",
            min(len(names), MAX_COMPONENTS) if names else 2,
            low=1,
            high=MAX_COMPONENTS,
            keyword="n_components",
            symbol="K",
            needs={"way": (UNSUPERVISED,)},
            help="No labels are used, so say how many components there are.",
        ),
    ]


def _rare(context: Context) -> list[Parameter]:
    way = Parameter(
        "way",
        "Use the labels as",
        WAYS[0],
        choices=WAYS,
        form="list",
        symbol="labels used as",
        rare=True,
        help="Soft: as they are. Supervised: every guess is the truth. Adaptive: a guess with "
        "a doubt of at most 0.5 is the truth. Unsupervised: not at all. Label-noise model: "
        "guesses may be flipped, and how often is learned.",
    )
    return [
        *([way] if context.labels is not None else []),
        Parameter(
            "kind",
            "Components",
            "gaussian",
            choices=("gaussian", "weibull"),
            form="segments",
            keyword="components",
            symbol="kind",
            rare=True,
            help="Weibull: for positive data such as lifetimes, features independent.",
        ),
        Parameter(
            "n_init",
            "Starts, best of",
            1,
            low=1,
            high=MAX_STARTS,
            typed=True,
            keyword="",
            symbol="n_init",
            rare=True,
            help="Random and k-means++ starts are tried this often and the best one is kept.",
        ),
        Parameter(
            "outline",
            "Outlines at",
            WITHIN_95,
            choices=tuple(LEVELS),
            form="segments",
            rare=True,
            view=True,
            help="95 %: that share of a component falls inside, on this plane. 1 σ, 2 σ: that "
            "many standard deviations from the centre.",
        ),
    ]


def _view(context: Context) -> list[Parameter]:
    dataset = context.dataset
    over = Parameter(
        "over",
        "Player over",
        ITERATIONS,
        choices=(ITERATIONS, NONSPECIFICITY),
        form="segments",
        view=True,
        coded=False,
        lecture="ns",
        help="Iterations: watch EM at work. Nonspecificity: the same model fitted to labels "
        "that are right but ever vaguer, from hard (0) to no labels at all (1).",
    )
    levels = dataset.truth is not None and len(dataset.class_names) >= 2
    return [
        *axis_parameters(dataset, turnable=True),
        Parameter(
            "show",
            "Show",
            VIEWS[0],
            choices=VIEWS,
            form="segments",
            view=True,
            help="Responsibility: points blend the colours of the components that they may belong "
            "to. Classification: the colour of the decision, wrong ones ringed unless the truth "
            "is hidden. Density: where the mixture expects points.",
        ),
        Parameter(
            "regions",
            "Regions",
            False,
            view=True,
            needs={"show": tuple(view for view in VIEWS if view != DENSITY_VIEW)},
            disabled=True,
            help="Shade the plane by the decision of someone who sees these two axes only.",
        ),
        *([over] if levels else []),
    ]


def uses_labels(settings: Settings) -> bool:
    """Whether labels take part in the fit, so that components have the names of the classes."""
    return bool(settings.get("way", UNSUPERVISED) != UNSUPERVISED)


def estimator(settings: Settings) -> type[SoftLabelMixture]:
    """The class of the estimator."""
    return LabelNoiseMixture if settings.get("way") == NOISE else SoftLabelMixture


def arguments(context: Context) -> dict[str, Any]:
    """The arguments of the estimator that differ from its defaults."""
    defaults = SoftLabelMixture().get_params()
    settings = context.settings
    start = settings.start if settings.uses("start") else 0
    given = settings.arguments(defaults) | {"random_state": context.seed + start}
    return given | {"keep_history": True}


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
