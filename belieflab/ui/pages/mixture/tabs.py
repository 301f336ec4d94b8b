"""Result: confusion matrix, error on held-out objects, choice of a model; and the table of rows."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.parameters import Parameter
from belieflab.error_rates import error_axis, error_rate
from belieflab.errors import DataError
from belieflab.figures.common.heatmap import draw_confusion
from belieflab.iteration import StopFlag
from belieflab.mixture import compare_models
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.scoring import Agreement, held_out_error
from belieflab.mixture.selection import CRITERIA, Candidate
from belieflab.ui.method import export
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one
from belieflab.ui.method.decision_costs import decide, rule_of
from belieflab.ui.method.kept_apart import describe_apart, scores_apart
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import NO_VALUE
from belieflab.ui.method.tasks import Task, collect, draw_task, resolve
from belieflab.ui.pages.mixture import settings
from belieflab.ui.pages.mixture.fit import (
    ADVICE,
    MixtureFit,
    cost,
    fit_names,
    score,
    test_errors,
)
from belieflab.ui.pages.mixture.settings import PAGE, family_choice
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.text import plain

FOLDS = 5
FEW_STEPS = 60  # iterations up to which held-out objects are looked at without being asked
CONFUSION = f"{PAGE}.confusion"
TABLE = f"{PAGE}.choice_table"
MAX_COMPONENTS = 6
STARTS = 3  # random starts of every model that is compared; the best is kept
HEIGHT = 36 * (len(FAMILIES) + 1) + 3
BEST = "font-weight: bold; background-color: rgba(0, 114, 178, 0.35)"
WITH, WITHOUT = "with these labels", "without labels"


def scores(context: Context, fit: MixtureFit) -> dict[str, float]:
    """What pinned runs are compared by."""
    model, found = fit.model, score(context, fit)
    numbers = {"log-likelihood": float(model.log_likelihood_), "iterations": float(model.n_iter_)}
    numbers["BIC"] = float(model.bic())
    errors = {} if found is None else {error_axis(): found.error}
    return numbers | errors | scores_apart(test_errors(context, fit))


def result_table(context: Context, fit: MixtureFit) -> pd.DataFrame:
    """One row per object for the CSV file: label, responsibilities, decision."""
    decisions = decide(context, fit.model, context.dataset.X, fit.named)
    shares, names = fit.model.responsibilities_.mass, fit_names(context, fit)
    beliefs = MassTable.from_probabilities(shares, names)
    return export.result_table(context.workspace, beliefs, decisions)


def report_figures(context: Context, fit: MixtureFit) -> dict[str, go.Figure]:
    """The confusion matrix, where the truth may be seen."""
    found = score(context, fit)
    if found is None:
        return {}
    names = context.dataset.class_names, fit_names(context, fit)
    return {CONFUSION: draw_confusion(found.counts, *names)}


@with_result
def draw_result(context: Context, fit: MixtureFit) -> None:
    """Draw confusion matrix and held-out error on the left, the choice of a model on the right."""
    found = score(context, fit)
    left, right = st.columns([2, 3], gap="large")
    with left:
        st.markdown("**Against the truth**")
        if found is not None:
            draw_small(report_figures(context, fit)[CONFUSION], CONFUSION)
            _draw_errors(context, fit, found)
        elif context.workspace.truth_hidden:
            st.caption("The truth is hidden: reveal it to see the confusion matrix and the errors.")
        else:
            st.caption("The data carry no truth to compare the decisions with.")
    with right:
        _draw_comparison(context)


def _draw_errors(context: Context, fit: MixtureFit, found: Agreement) -> None:
    text = f"{error_rate()}, on the objects it was fitted to: **{found.error:.1%}**"
    task = _held_out(context, fit)
    outcome = resolve(task)
    if outcome.value and not outcome.outdated:
        folds, groups = f"{FOLDS} folds", context.dataset.groups
        if groups is not None:
            folds = f"{min(FOLDS, max(int(groups.max()) + 1, 2))} folds of whole groups"
        text += f"; on held-out objects ({folds}): **{outcome.value[0]}**"
    for name, error in test_errors(context, fit).items():
        text += f"; on {plain(name)} rows: **{describe_apart(error)}**"
    st.markdown(f"{text}.")
    draw_task(task)
    if not fit.named:
        st.caption("Components without names count for the class that fits them best.")


def _held_out(context: Context, fit: MixtureFit) -> Task[list[str]]:
    """The error on objects that took no part in the fit; by itself where EM needs few steps."""
    measure = partial(held_out_error, named=fit.named, folds=FOLDS, seed=context.seed)
    measure = partial(measure, groups=context.dataset.groups, weights=context.dataset.weights)
    rule = rule_of(context, fit.named)
    measure = partial(measure, costs=rule)
    model, dataset, truth = settings.make_model(context), context.dataset, np.asarray(context.truth)

    def find() -> Iterator[str]:
        try:
            yield f"{measure(model, dataset.X, fit.labels, truth, dataset.class_names):.1%}"
        except DataError as error:
            yield plain(f"not known: {error}")

    return Task(
        f"{PAGE}.held_out",
        (context.fit_token, rule),
        lambda stop: collect(find()),
        cost(context) * FOLDS,
        label=error_rate(on="held-out objects"),
        help=f"Fits {FOLDS} more times, each without a fifth of the objects.",
        about=f"Fitting {FOLDS} more times",
        unit="measurement",
        advice=ADVICE,
        by_itself=fit.model.n_iter_ <= FEW_STEPS,
    )


def _draw_comparison(context: Context) -> None:
    """Which labels, which criterion, Run, and the grid."""
    st.markdown("**Which model?** Information criteria over families and numbers of components.")
    numbers = "With labels there are as many components as classes; without them every number "
    numbers += f"from 1 to {MAX_COMPONENTS} is tried."
    prices = "Each is -2 L plus a price: BIC d ln n, AIC 2 d, ICL that of BIC and twice the "
    prices += "entropy of the responsibilities. Smaller is better."
    first, how = WITH if settings.uses_labels(context.settings) else WITHOUT, WITHOUT
    compared = partial(Parameter, choices=(WITH, WITHOUT), form="segments", help=numbers)
    criteria = {each: each.upper() for each in CRITERIA}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if context.labels is not None:
            how = draw_one(PAGE, compared("choice_labels", "Compare", first))
        criterion = draw_one(PAGE, choice("criterion", "Criterion", criteria, help=prices))
    outcome = draw_task(_comparison(context, how))
    if outcome.value:
        _draw_grid(list(outcome.value), criterion, how == WITHOUT, not outcome.ready)


def _comparison(context: Context, how: str) -> Task[list[Candidate]]:
    """The fits of all families and numbers of components."""
    dataset, tol = context.dataset, context.settings.tol
    labels = context.labels if how == WITH else None
    numbers = range(1, min(MAX_COMPONENTS, dataset.n - 1) + 1)
    count = len(FAMILIES) * (1 if labels is not None else len(numbers))

    def start(stop: StopFlag) -> tuple[list[Candidate], Iterator[Candidate]]:
        compare = partial(compare_models, n_init=STARTS, tol=float(tol), stop_flag=stop)
        compare = partial(compare, sample_weight=dataset.weights)
        return collect(compare(dataset.X, labels, numbers, random_state=context.seed))

    return Task(
        f"{PAGE}.choice",
        (context.workspace.version, tol, how),
        start,
        cost(context) * count * STARTS,
        expected=count,
        label="Compare models",
        unit="model",
        advice=ADVICE,
        by_itself=False,
    )


def _draw_grid(
    candidates: Sequence[Candidate], criterion: str, unsupervised: bool, running: bool
) -> None:
    """The criterion by family and number of components; a click on a cell fits that model."""
    table = criterion_table(candidates, criterion)
    numbers, best = [int(each) for each in table.columns], table.min().min()
    titles = [f"K = {number}" for number in numbers]
    named = {name: f"{name} {family.title}" for name, family in FAMILIES.items()}
    shown = table.set_axis(titles, axis="columns").rename(index=named).style
    shown = shown.format("{:,.1f}", na_rep=NO_VALUE).map(
        lambda value: BEST if value == best else ""
    )
    if running:
        st.dataframe(shown, key=f"{TABLE}.growing", height=HEIGHT, placeholder=NO_VALUE)
        return

    def use_cell() -> None:
        for row, column in st.session_state[TABLE]["selection"]["cells"][:1]:
            number, family = numbers[titles.index(column)], list(FAMILIES)[int(row)]
            settings.use_model(number, family, unsupervised)
            say(f"Now fitting {family_choice(family)} with K = {number}.")

    click = partial(st.dataframe, on_select=use_cell, selection_mode="single-cell")
    click(shown, key=TABLE, height=HEIGHT, placeholder=NO_VALUE)
    st.caption("Smaller is better; the best is marked. Click a cell to fit that model above.")
    if table.isna().any(axis=None):
        st.caption(f"{NO_VALUE} stands where a model was not fitted or has no finite likelihood.")


def criterion_table(candidates: Sequence[Candidate], criterion: str) -> pd.DataFrame:
    """The criterion by family and number of components; NaN where a model has none."""
    numbers = sorted({each.n_components for each in candidates})
    table = pd.DataFrame(np.nan, index=list(FAMILIES), columns=numbers)
    for each in candidates:
        value = getattr(each, criterion)
        table.loc[each.covariance, each.n_components] = value if np.isfinite(value) else np.nan
    return table
