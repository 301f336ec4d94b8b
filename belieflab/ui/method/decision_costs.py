"""Decision costs: one cost matrix and one price for no answer, shared by all pages.

The controls are those of a page of their own in links and files, `decisions.reject` and
`decisions.costs`: whatever page they are moved on, all pages decide by them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.decision_costs import DecisionCosts, parse_costs
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.evaluation.kept_apart import ErrorRate, decide_codes
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one, read_settings
from belieflab.ui.method.kept_apart import code_apart, errors_apart
from belieflab.ui.method.numbers import Number
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PAGE = "decisions"
REJECT = Parameter(
    "reject",
    "Cost of no answer",
    0.3,
    0.0,
    1.0,
    help=f"{hint('rejection')} As a share of the greatest cost; the same on all pages.",
)
COSTS = Parameter(
    "costs",
    "Costs of answers",
    "",
    high=4000,
    help="One row per class, one number per answer: with 0 1; 5 0 it is five times as bad to miss "
    "the second class. Empty: every wrong answer costs 1. The same on all pages.",
)
ONLY_FILES = " Here it decides about the objects of a second file."
PROBABLE, CHEAPEST = "probable", "cheapest"
CODES_OF_CLASSES = (
    "from belieflab.belief.classes import find_classes",
    "",
    "classes = find_classes(dataset.class_names, model.classes_.tolist())",
)
ANSWERS = {PROBABLE: "most probable class", CHEAPEST: "least cost, or no answer"}


def answer_parameter(where: str = "") -> Parameter:
    """Whether a page decides for the most probable class or by the shared costs.

    `where` says what of the page follows it, if not all does.
    """
    text = f"Least cost: by the costs and the price of no answer that all pages share.{where}"
    look: dict[str, Any] = {"form": "list", "rare": True, "view": True, "measured": True}
    return choice("answer", "Decide for", ANSWERS, help=text, **look)


def by_cost(settings: Settings) -> bool:
    """Whether a page with that parameter decides by the shared costs."""
    return bool(settings.get("answer") == CHEAPEST) and settings.uses("answer")


def read(n_classes: int) -> DecisionCosts:
    """The shared costs; a matrix for another number of classes is left out."""
    settings = read_settings(PAGE, [REJECT, COSTS])
    try:
        matrix = parse_costs(settings.costs, n_classes)
    except DataError:
        matrix = None
    greatest = 1.0 if matrix is None else float(np.max(matrix))
    return DecisionCosts(matrix, settings.reject * greatest)


def describe(costs: DecisionCosts) -> dict[str, str]:
    """The costs as a person reads them, under the names of their controls."""
    rows = "every wrong answer costs 1"
    if costs.matrix is not None:
        rows = "; ".join(" ".join(f"{cost:.12g}" for cost in row) for row in costs.matrix)
    greatest = 1.0 if costs.matrix is None else float(np.max(costs.matrix)) or 1.0
    price = "every object is answered"
    if costs.reject is not None:
        price = f"{costs.reject / greatest:.12g}"  # as on its slider, a share of the greatest cost
    return {REJECT.label: price, COSTS.label: rows}


def draw(names: tuple[str, ...]) -> None:
    """Draw the controls; the matrix with the names of its classes beside it."""
    draw_one(PAGE, REJECT)
    if lecture.current() is not None:
        draw_one(PAGE, COSTS)
        return
    with st.popover("Cost matrix", icon=":material/grid_on:", key=f"{PAGE}.matrix"):
        text = draw_one(PAGE, COSTS, placeholder="0 1; 5 0")
        try:
            matrix = parse_costs(text, len(names))
        except DataError as error:
            st.error(plain(f"{error} Until then every wrong answer costs 1."))
            matrix = None
        shown = 1.0 - np.eye(len(names)) if matrix is None else np.array(matrix)
        st.caption("Rows: the class. Columns: the answer.")
        st.dataframe(pd.DataFrame(shown, index=list(names), columns=list(names)))


def rule_of(context: Context, named: bool = True) -> DecisionCosts:
    """How the page decides: for the most probable class, or at the least cost where chosen.

    Components without names are no classes, so they have no costs.
    """
    return context.costs if named and by_cost(context.settings) else DecisionCosts()


def look_of(context: Context, named: bool = True) -> dict[str, Any]:
    """The same as arguments of a view."""
    rule = rule_of(context, named)
    return {"costs": rule.matrix, "reject": rule.reject}


def decide_posterior(
    context: Context, posterior: NDArray[np.float64], classes: Any, named: bool = True
) -> NDArray[np.int64]:
    """The decisions from probabilities of these classes, -1 for no answer [shape=(n,)]."""
    rule = rule_of(context, named)
    if rule.is_plain:
        return np.asarray(posterior.argmax(axis=1))
    return rule.decide_shares(posterior, Frame(classes))


def decide(context: Context, model: Any, X: Any, named: bool = True) -> NDArray[np.int64]:
    """The decisions of a model about points: most probable, or cheapest where that is chosen."""
    return decide_posterior(context, model.predict_proba(X), model.classes_, named)


def decision_errors_apart(
    context: Context,
    model: Any,
    class_of: NDArray[np.int64],
    limit: int,
    points: Callable[[Dataset], Any] = attrgetter("X"),
    named: bool = True,
) -> dict[str, ErrorRate]:
    """The error rate of a model's decisions on each part that is kept apart.

    `class_of` gives the code of each of its classes or components among the names of the data.
    """
    rule = rule_of(context, named)

    def decide_part(part: Dataset) -> NDArray[np.int64]:
        return decide_codes(model, points(part), class_of, rule)

    return errors_apart(context, (id(model), rule), decide_part, limit)


def decision_code_apart(
    context: Context,
    limit: int,
    points: str,
    classes: Sequence[str] = CODES_OF_CLASSES,
    named: bool = True,
) -> list[str]:
    """Python that finds the same errors, after `code_lines`.

    `classes` are the lines that give the code of each class of `model`.
    """
    costs = ", costs" if named and by_cost(context.settings) else ""
    decide = f"decide_codes(model, {points}, classes{costs})"
    names = "from belieflab.evaluation.kept_apart import decide_codes, errors_of_parts"
    return code_apart(context, limit, decide, names, *classes)


def prediction_rule(context: Context) -> DecisionCosts | None:
    """The rule for second files; None: the most probable class."""
    return context.costs if by_cost(context.settings) else None


def for_classes(context: Context, labels: MassTable | None) -> Context:
    """The context with what a model learned from as labels, and the costs of their classes."""
    costs = context.costs if labels is None else read(labels.frame.size)
    return replace(context, labels=labels, costs=costs)


def named_rule(context: Context) -> DecisionCosts | None:
    """The rule for second files of a model whose components are classes only by its labels."""
    return prediction_rule(context) if context.labels_name_classes else None


def named_code(context: Context) -> tuple[str, ...]:
    """The same in exported code."""
    return prediction_code(context) if context.labels_name_classes else ()


def prediction_code(context: Context) -> tuple[str, ...]:
    """The same rule in exported code."""
    return rule_code(context.costs) if by_cost(context.settings) else ()


def rule_code(costs: DecisionCosts) -> tuple[str, ...]:
    """Lines that import the costs, then the expression that gives them."""
    return "from belieflab.evaluation import DecisionCosts", write_costs(costs)


def cost_numbers(context: Context, model: Any, X: Any) -> dict[str, Number]:
    """What decisions of a model at the least cost come to, by labels and true classes."""

    def find() -> dict[str, Number]:
        beliefs = MassTable.from_probabilities(model.predict_proba(X), model.classes_)
        return _count(context, beliefs)

    token = id(model), context.costs, context.workspace.truth_hidden, context.workspace.version
    return context.remember("costs", token, find)


def _count(context: Context, beliefs: MassTable) -> dict[str, Number]:
    from belieflab.evaluation.costs import mean_cost

    costs, decided = context.costs, context.costs.decide(beliefs)
    text = "Mean cost of a decision at the least expected cost, by {}."
    shown: dict[str, Number] = {
        "Answered": (f"{(decided >= 0).mean():.1%}", "The others are left without an answer.")
    }
    yardsticks = {"labels": context.labels}
    truth, frame = context.named_truth, beliefs.frame
    if truth is not None and (truth >= 0).any() and context.dataset.class_names == frame.names:
        yardsticks["true classes"] = MassTable.from_hard(
            [frame.names[code] if code >= 0 else None for code in truth.tolist()], frame.names
        )
    for against, labels in yardsticks.items():
        if labels is None or labels.frame != frame:
            continue
        known = labels.nonspecificity() < 1.0 if against != "labels" else labels.conflict() < 1.0
        if known.any():
            rows = np.flatnonzero(known)
            found = mean_cost(labels[rows], decided[rows], costs.matrix, costs.reject)
            shown[f"Cost, {against}"] = (f"{found.pignistic:.3f}", text.format(against))
    return shown


def write_costs(costs: DecisionCosts) -> str:
    """The costs as Python."""
    return f"DecisionCosts(matrix={costs.matrix!r}, reject={costs.reject!r})"


def code_lines(context: Context, points: str) -> list[str]:
    """Python that decides so for the objects of `model`; nothing where costs do not count."""
    if not by_cost(context.settings):
        return []
    return [
        "from belieflab.belief import MassTable",
        "from belieflab.evaluation import DecisionCosts",
        "",
        f"costs = {write_costs(context.costs)}",
        f"beliefs = MassTable.from_probabilities(model.predict_proba({points}), model.classes_)",
        "decisions = costs.decide(beliefs)  # -1: no answer",
    ]
