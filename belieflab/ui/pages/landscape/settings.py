"""The settings of the Landscape page, and the labels and starts that follow from them."""

from dataclasses import replace
from functools import partial
from typing import Any

from belieflab.belief import MassTable
from belieflab.data.laws import LAWS, build_labels
from belieflab.data.parameters import Parameter
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes
from belieflab.mixture.sweep import PAPER_LABEL_SETS
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, with_help
from belieflab.ui.method.decision_costs import ONLY_FILES, answer_parameter
from belieflab.ui.method.noise import noise_parameter
from belieflab.ui.method.planes import AXES, PLANE, linear_choices, plane_parameter

PAGE = "landscape"
ADVICE = "Take fewer objects, features or starts."
DRAWN, GIVEN, NONE = "drawn", "given", "none"
SOURCES = {DRAWN: "drawn at a level", GIVEN: "the workspace's", NONE: "none"}
DRAWN_BY = LAWS["nonspecificity"]
"""The law of the drawn labels, as in Figure 3; their level is `ns`."""

DEFAULT_LEVEL = 0.8
DEFAULT_STARTS = 200
MAX_COMPONENTS = 12
HELP = {
    "labels": "The workspace's follow the slider of their noise. Drawn at a level: right but "
    "imprecise, from the true classes, by the seed of the workspace, as in Figure 3. None: EM sees "
    "the points alone.",
    "ns": hint("nonspecificity"),
    "K": "No labels are used, so say how many components there are.",
    "starts": "Random centres drawn from the Gaussian of all the data; EM runs from each of "
    "them until it converges.",
    "relabel": "Two maxima that differ only by the order of their components are then one. "
    "With labels they are different answers; without labels they are the same.",
    "label_sets": "The curves are means over this number of independent draws of the labels.",
}


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first."""
    known = min(max(len(context.dataset.class_names), 2), MAX_COMPONENTS)
    level = partial(Parameter, symbol="nonspecificity", needs={"labels": (DRAWN,)})
    number = partial(Parameter, keyword="n_components", symbol="K", needs={"labels": (NONE,)})
    starts = partial(Parameter, keyword="n_starts", symbol="starts")
    switch = partial(Parameter, keyword="", symbol="mirror images once")
    sets = partial(Parameter, custom=True, coded=False, view=True, measured=True, width=320)
    can_draw = context.dataset.truth is not None and len(context.dataset.class_names) > 1
    possible = {DRAWN: can_draw, GIVEN: context.labels is not None, NONE: True}
    sources = {key: title for key, title in SOURCES.items() if possible[key]}
    listed = [
        _source(context, sources),
        level("ns", "Mean nonspecificity", _default_level(context), 0.0, 1.0, 0.05),
        number("K", "Components K", known, 1, MAX_COMPONENTS),
        starts("starts", "Starts", DEFAULT_STARTS, 10, 500, 10),
        switch("relabel", "Count mirror images once", False),
        *_axes(context),
        answer_parameter(ONLY_FILES),
        sets("label_sets", "Label sets per level", PAPER_LABEL_SETS, 1, PAPER_LABEL_SETS),
    ]
    return with_help(listed, HELP)


def training_labels(context: Context) -> MassTable | None:
    """The labels that EM is run with; None is no labels at all."""
    source = context.settings.labels
    if source == DRAWN:
        ns = context.settings.ns
        make = partial(build_labels, DRAWN_BY.key, context.dataset, seed=context.seed, ns=ns)
        token = id(context.dataset), context.seed, ns
        _, labels = context.remember("drawn labels", token, lambda: (context.dataset, make()))
        return labels
    return context.labels if source == GIVEN else None


def _source(context: Context, sources: dict[str, str]) -> Parameter:
    """Whose labels are used: at first the workspace's, where their noise has a slider."""
    listed = choice("labels", "Labels", sources, form="list", symbol="labels used")
    can_move = GIVEN in sources and noise_parameter(context.workspace.state) is not None
    return replace(listed, default=GIVEN) if can_move else listed


def _default_level(context: Context) -> float:
    recipe = context.workspace.state.label_recipe
    if recipe is None or LAWS[recipe.key] is not DRAWN_BY:
        return DEFAULT_LEVEL
    return DRAWN_BY.level_of(recipe.settings) or 0.0


def chosen_axes(context: Context) -> tuple[str, str]:
    """The axes of the plane that the objects lie on, or else the two that were chosen."""
    if context.dataset.plane is not None or context.settings.get(PLANE, AXES) != AXES:
        return default_axes(context.dataset)
    return context.settings.horizontal, context.settings.vertical


def _axes(context: Context) -> list[Parameter]:
    dataset, recipe = context.dataset, context.workspace.state.data_recipe
    generated = recipe is not None and recipe.key == "gaussians" and dataset.p > 1
    # the centres of generated Gaussians lie along the first features
    defaults = ("x1", "x2") if generated else default_axes(dataset)
    titles = {axis.key: axis.title for axis in axis_choices(dataset)}
    features = {key: title for key, title in titles.items() if key != ROW_AXIS}
    # Row numbers on one axis only: components cannot be seen along them.
    offered = (titles, features) if dataset.p > 1 else (features, titles)
    # on other planes components have no outline
    offered_planes = plane_parameter(dataset, linear_choices())
    look: dict[str, Any] = {"rare": True, "coded": False}
    plane = [replace(each, view=False, width=None, **look) for each in offered_planes]
    look |= {"form": "list", "needs": {PLANE: (AXES,)} if plane else {}}
    named = zip(("Horizontal", "Vertical"), defaults, offered, strict=True)
    axes = [
        Parameter(
            name.lower(),
            f"{name} axis",
            default,
            choices=choices,
            symbol=f"{name.lower()} axis",
            **look,
        )
        for name, default, choices in named
    ]
    return [*plane, *axes]
