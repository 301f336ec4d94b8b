"""The settings of the Suspects page, and the computation and the view that follow from them."""

from functools import partial
from typing import Any, cast

from belieflab.belief import MassTable
from belieflab.data.parameters import Parameter
from belieflab.evaluation.classifiers import CLASSIFIERS, label_classifiers
from belieflab.evaluation.held_out import FOLDS, HeldOut, HoldingOut
from belieflab.figures.suspects import SuspectsView
from belieflab.ui.method.annotators import crowd_of_labels
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import explain, titles, with_help
from belieflab.ui.method.plane import axis_parameters, make_view
from belieflab.ui.method.suspicion import evidence_task, holding_out
from belieflab.ui.method.tasks import Task

PAGE = "suspects"
DEFAULT = "eknn"
ALL, UNLABELLED = "all", "none"
NEIGHBOURS_DRAWN = 7
PLANE_SIZE, PLANE_SIZE_TAUGHT = 0.62, 0.52
"""Shares of the height, on a page and in a lecture."""
HELP = {
    "classifier": "Whose beliefs are the evidence: never trained on the object itself.",
    "K": "How many of the nearest objects give evidence.",
    "folds": "Parts into which the objects are cut, balanced by the labels; each is judged by a "
    "classifier that learned from the others. Objects of one group stay together.",
    "label": "Only objects whose label has this class among those it favours.",
    "annotator": "Only objects about which this annotator gave an answer that agrees with the "
    "label.",
    "ignorance": "Only objects about which the evidence leaves at most this mass on Ω.",
    "doubt": "The share of every mass of the label that goes to Ω.",
}
CHOSEN = Parameter("chosen", "Chosen object", "", view=True, custom=True)
DOUBT = Parameter(
    "doubt", "Doubt", 0.5, 0.05, 1.0, 0.05, form="field", view=True, custom=True, coded=False
)


def parameters(context: Context) -> list[Parameter]:
    """The controls, most used first; filters stand above the list."""
    limit, usable = max(2, min(20, context.dataset.n)), label_classifiers()
    near = tuple(key for key, each in usable.items() if each.takes("neighbors"))
    alone = partial(HoldingOut, groups=context.dataset.groups)
    by_folds = tuple(key for key, each in usable.items() if not alone(each).leaves_one_out)
    listed = [
        Parameter("classifier", "Classifier", DEFAULT, choices=titles(usable), form="list"),
        Parameter("K", "Neighbours K", 7, 1, 50, needs={"classifier": near}),
        Parameter("folds", "Folds", min(FOLDS, limit), 2, limit, needs={"classifier": by_folds}),
        *axis_parameters(context.dataset, turnable=True),
        *filters(context),
        DOUBT,
        CHOSEN,
    ]
    help_text = f"{HELP['classifier']}\n{explain(usable)}"
    return with_help(listed, HELP | {"classifier": help_text})


def filters(context: Context) -> list[Parameter]:
    """What the list can be narrowed to."""
    labels = cast(MassTable, context.labels)
    named = {str(k): name for k, name in enumerate(labels.frame.names)}
    classes = {ALL: "all", **named, UNLABELLED: "no label"}
    look: dict[str, Any] = {"view": True, "custom": True, "coded": False}
    listed = [Parameter("label", "Label", ALL, choices=classes, form="list", **look)]
    crowd = crowd_of_labels(context.workspace)
    if crowd is not None:
        people = {ALL: "all"} | {str(j): name for j, name in enumerate(crowd.names)}
        listed.append(Parameter("annotator", "Annotator", ALL, choices=people, form="list", **look))
    below = Parameter("ignorance", "Ignorance up to", 1.0, 0.0, 1.0, 0.05, **look)
    return with_help([*listed, below], HELP)


def arguments(context: Context) -> dict[str, Any]:
    """The settings of the classifier that differ from its defaults."""
    entry, chosen = CLASSIFIERS.find(context.settings.classifier), context.settings.K
    own = {each.name: each.default for each in entry.parameters}
    return {"neighbors": chosen} if own.get("neighbors", chosen) != chosen else {}


def how(context: Context) -> HoldingOut:
    """How the beliefs are found."""
    given = arguments(context)
    folds = context.settings.folds
    return holding_out(context.dataset, context.settings.classifier, given, context.seed, folds)


def task(context: Context) -> Task[HeldOut]:
    """The beliefs about all objects."""
    labels = cast(MassTable, context.labels)
    return evidence_task(
        f"{PAGE}.evidence", context.fit_token, context.dataset, labels, how(context)
    )


def chosen_object(context: Context) -> int | None:
    """The object that is looked at, by number; None where there is none such."""
    text = context.settings.chosen
    row = int(text) - 1 if text.isdecimal() and len(text) < 12 else -1
    return row if 0 <= row < context.dataset.n else None


def look(context: Context) -> SuspectsView:
    """How the plane is looked at."""
    uses = context.settings.uses("K")
    near = context.settings.K if uses else NEIGHBOURS_DRAWN
    sizes = {"share": PLANE_SIZE, "teaching": PLANE_SIZE_TAUGHT}
    return make_view(SuspectsView, context, chosen_object(context), near, **sizes)


def way(context: Context, held: HeldOut) -> str:
    """How the beliefs were found, in words."""
    title = CLASSIFIERS.find(context.settings.classifier).title
    if held.leave_one_out:
        return f"{title}, each object left out alone"
    together = "" if context.dataset.groups is None else ", groups kept together"
    return f"{title}, {how(context).n_steps(context.dataset.n)} folds{together}"
