"""Result and Parameters of the Neighbours page: errors, confusion of answers, what was learned."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief.masks import cardinality
from belieflab.error_rates import LABELS, TRUTH, error_axis, error_rate
from belieflab.figures.common.curves import error_curve
from belieflab.figures.common.heatmap import draw_confusion
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.planar import SHOWN
from belieflab.neighbors.rules import OBJECT, rule_of
from belieflab.neighbors.set_decisions import NO_DECISION, decide_sets, decision_text
from belieflab.ui.method import export
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.kept_apart import numbers_apart, scores_apart
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import Number
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import draw_run, resolve
from belieflab.ui.pages.neighbours.fit import (
    Learned,
    classify,
    errors_task,
    errors_title,
    sizes_task,
    test_errors,
)
from belieflab.ui.pages.neighbours.settings import ANSWERS, PAGE, is_network, view
from belieflab.ui.shell.buttons import draw_button

CONFUSION, SIZES = f"{PAGE}.confusion", f"{PAGE}.choice_curve"


def scores(context: Context, learned: Learned) -> dict[str, float]:
    """What classifiers are compared by."""
    model, shown, found = learned.model, classify(context, learned), dict[str, float]()
    if isinstance(model, EvidentialNetwork):
        found |= {"loss": model.loss_, "iterations": float(model.n_iter_)}
    elif (errors := resolve(errors_task(context, learned))).ready:
        [curve] = errors.value
        found[errors_title(context)] = float(curve[min(context.settings.K, len(curve)) - 1])
    if shown.judged:
        found[error_axis(judged_by(context))] = float(shown.wrong.mean())
    sizes = cardinality(shown.frame.size, shown.answers)
    found |= scores_apart(test_errors(context, learned))
    return found | {
        "no answer": float((shown.answers == NO_DECISION).mean()),
        "sets as answers": float((sizes > 1).mean()),
        "mean ignorance": float(shown.beliefs.mass_of(shown.frame.omega).mean()),
    }


def numbers(context: Context, learned: Learned) -> dict[str, Number]:
    """The few numbers beside the picture."""
    found, by = scores(context, learned), judged_by(context)
    shares = "Share of the objects that got no answer, or a set of classes."
    formats = {
        "loss": ("Loss", ".4f", ""),
        "iterations": ("Iterations", ".0f", ""),
        error_axis(by): (error_rate(by), ".1%", _judgement(context)),
        "no answer": ("No answer", ".1%", shares),
        "sets as answers": ("Sets", ".1%", shares),
        "mean ignorance": ("Ignorance", ".3f", "The mass left on Ω, averaged over the objects."),
    }
    apart = numbers_apart(test_errors(context, learned))
    return apart | {
        title: (format(found[name], form), text)
        for name, (title, form, text) in formats.items()
        if name in found and (found[name] > 0 or text != shares)
    }


def result_table(context: Context, learned: Learned) -> pd.DataFrame:
    """One row per object for the CSV file: label, masses, answer."""
    assert learned.beliefs is not None  # noqa: S101  (the picture was drawn from them)
    beliefs, costs = learned.beliefs.objects, context.costs
    given = ANSWERS[context.settings.answer], costs.reject, costs.matrix
    masks = decide_sets(beliefs, *given).tolist()
    table = export.result_table(context.workspace, beliefs, np.full(len(beliefs), -1))
    table["decision"] = [decision_text(beliefs.frame, mask) for mask in masks]
    return table


@with_result
def draw_result(context: Context, learned: Learned) -> None:
    """Draw the confusion of answers, and for a network the choice of its size."""
    left, right = st.columns(2, gap="large")
    if is_network(context):
        with right:
            st.markdown("**How many prototypes?**")
            draw_run(sizes_task(context), partial(_draw_sizes, context.settings.prototypes))
    with left:
        st.markdown("**Against the truth**")
        if context.truth is not None:
            draw_small(_confusion(context, learned, context.truth), CONFUSION)
            st.caption(_judgement(context))
        elif context.dataset.truth is not None:
            st.caption("The truth is hidden: reveal it to see which answers are wrong.")
        else:
            st.caption("The data carry no truth; answers that their label excludes are ringed.")


def report_figures(context: Context, learned: Learned) -> dict[str, go.Figure]:
    """The confusion of answers where the truth may be seen; errors by size where they are known."""
    figures = {}
    if context.truth is not None:
        figures[CONFUSION] = _confusion(context, learned, context.truth)
    sizes = resolve(sizes_task(context)).current if is_network(context) else None
    if sizes:
        figures[SIZES] = _size_curve(context.settings.prototypes, sizes)[0]
    return figures


def _confusion(context: Context, learned: Learned, truth: NDArray[np.int64]) -> go.Figure:
    """Which answers were given to the objects of each true class."""
    shown, known, names = classify(context, learned), truth >= 0, context.dataset.class_names
    masks, places = np.unique(shown.answers[known], return_inverse=True)
    counts = np.zeros((len(names), len(masks)), dtype=np.int64)
    np.add.at(counts, (truth[known], places), 1)
    answers = [decision_text(shown.frame, mask) for mask in masks.tolist()]
    return draw_confusion(counts, names, answers)


def _draw_sizes(current: int, run: Run) -> None:
    """The cross-validated error over the number of prototypes; a click takes the best."""
    figure, best = _size_curve(current, run.value)
    draw_small(figure, SIZES)
    label, key = f"Use {best} prototype{'' if best == 1 else 's'}", f"{PAGE}.use_prototypes"
    take = partial(set_value, PAGE, "prototypes", best)
    draw_button(label, key, take, disabled=best == current)


def _size_curve(current: int, found: list[tuple[int, float]]) -> tuple[go.Figure, int]:
    """The curve, and the smallest number with the lowest error."""
    numbers, errors = (np.array(column) for column in zip(*found, strict=True))
    draw = partial(error_curve, x_title="prototypes", y_title="cross-validated error")
    return draw(numbers, errors, current), int(numbers[np.argmax(errors <= errors.min() + 1e-12)])


def report_tables(context: Context, learned: Learned) -> dict[str, pd.DataFrame]:
    """What was learned: the prototypes of a network, or γ of neighbours."""
    model = learned.model
    if isinstance(model, EvidentialNetwork):
        return {"prototypes": _prototype_table(context, model).reset_index()}
    return {"gamma": _gamma_table(context, model)}


@with_result
def draw_parameters(context: Context, learned: Learned) -> None:
    """Draw what was given and what was learned, in numbers."""
    model = learned.model
    if isinstance(model, EvidentialNetwork):
        st.dataframe(_prototype_table(context, model), key=f"{PAGE}.prototypes_table")
        return
    st.markdown(f"α₀ = **{model.alpha_:.4g}**, β = **{model.beta:g}**, K = **{model.n_neighbors}**")
    if model.criterion_ is not None:
        kind = rule_of(model.gamma_rule_).criterion
        st.caption(f"{kind} criterion that learning reached: {model.criterion_:.6g}")
    st.dataframe(_gamma_table(context, model), key=f"{PAGE}.gamma_table", hide_index=True)


def _gamma_table(context: Context, model: EvidentialKNN) -> pd.DataFrame:
    gamma = np.atleast_1d(model.gamma_)
    columns: dict[str, Any] = {"class": list(map(str, model.classes_.tolist()))}
    if rule_of(model.gamma_rule_).per == OBJECT:
        columns = context.dataset.name_columns(model.rows_, texts=True)
    elif model.gamma_.ndim == 0:
        columns = {"objects": ["all"]}
    reach = np.where(gamma > 0, gamma, np.nan) ** (-1.0 / model.beta)
    return pd.DataFrame(columns | {"γ": gamma, "distance at which trust is 1/e": reach})


def _prototype_table(context: Context, model: EvidentialNetwork) -> pd.DataFrame:
    look = view(context)
    shown, features = look.plane(context.dataset).titles, context.dataset.feature_names
    titles = shown if look.source == SHOWN else features
    members = (f"membership {name}" for name in model.classes_.tolist())
    columns = {"α": model.alpha_, "γ": model.gamma_}
    columns |= dict(zip(members, model.memberships_.T, strict=True))
    columns |= dict(zip(titles, model.prototypes_.T, strict=False))
    return pd.DataFrame(columns, index=pd.RangeIndex(1, len(model.alpha_) + 1, name="prototype"))


def judged_by(context: Context) -> str:
    """What answers are judged by, in a word or two: an error never stands without it."""
    return LABELS if context.dataset.truth is None else TRUTH


def _judgement(context: Context) -> str:
    by = "labels that exclude them" if context.dataset.truth is None else "the truth"
    how = "Each object is judged by the others alone, its own label left out."
    if is_network(context):
        how = "The network is asked about the very objects it learned from."
    return f"Answers against {by}; a set is wrong when the true class is not in it. {how}"
