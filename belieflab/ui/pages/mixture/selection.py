"""The choice of a model: BIC over numbers of components and families, a click uses a cell."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.cost import Cost
from belieflab.iteration import StopFlag
from belieflab.mixture import compare_models
from belieflab.mixture.covariance_families import FAMILIES
from belieflab.mixture.selection import CRITERIA, Candidate
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Task, collect, draw_run, resolve
from belieflab.ui.pages.mixture.fit import ADVICE, cost
from belieflab.ui.pages.mixture.settings import PAGE, family_choice, use_model, uses_labels
from belieflab.ui.shell.messages import say

TABLE = f"{PAGE}.choice_table"
MAX_COMPONENTS = 6
STARTS = 3
"""Random starts of every model; the best is kept."""

HEIGHT = 36 * (len(FAMILIES) + 1) + 3
BEST = "font-weight: bold; background-color: rgba(0, 114, 178, 0.35)"
WITH, WITHOUT = "with these labels", "without labels"


def draw(context: Context) -> None:
    """Draw the comparison: which labels, which criterion, Run, and the grid."""
    st.markdown("**Which model?** Information criteria over families and numbers of components.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        how = WITHOUT
        if context.labels is not None:
            how = str(
                st.segmented_control(
                    "Compare",
                    (WITH, WITHOUT),
                    default=WITH if uses_labels(context.settings) else WITHOUT,
                    required=True,
                    key=f"{PAGE}.choice_labels",
                    help="With labels there are as many components as classes; without them every "
                    f"number from 1 to {MAX_COMPONENTS} is tried.",
                )
            )
        criterion = str(
            st.segmented_control(
                "Criterion",
                CRITERIA,
                format_func=str.upper,
                default="bic",
                required=True,
                key=f"{PAGE}.criterion",
                help="Each is -2 L plus a price: BIC d ln n, AIC 2 d, ICL that of BIC and twice "
                "the entropy of the responsibilities. Smaller is better.",
            )
        )
    asked = selection_task(context, how)
    draw_run(asked)
    outcome = resolve(asked)
    if outcome.value:
        _draw_grid(list(outcome.value), criterion, how == WITHOUT, not outcome.ready)


def selection_task(context: Context, how: str) -> Task[list[Candidate]]:
    """The fits of all families and numbers of components."""
    dataset, settings = context.dataset, context.settings
    labels = context.labels if how == WITH else None
    numbers = range(1, min(MAX_COMPONENTS, dataset.n - 1) + 1)
    count = len(FAMILIES) * (1 if labels is not None else len(numbers))

    def start(stop: StopFlag) -> tuple[list[Candidate], Iterator[Candidate]]:
        compare = partial(compare_models, n_init=STARTS, tol=float(settings.tol), stop_flag=stop)
        return collect(compare(dataset.X, labels, numbers, random_state=context.seed))

    one = cost(context)
    return Task(
        f"{PAGE}.choice",
        (context.workspace.version, settings.tol, how),
        start,
        Cost(one.seconds * count * STARTS, one.bytes),
        expected=count,
        label="Compare models",
        unit="model",
        advice=ADVICE,
        by_itself=False,
    )


def grid(candidates: Sequence[Candidate], criterion: str) -> pd.DataFrame:
    """The criterion by family (rows) and number of components (columns); NaN where not fitted."""
    numbers = sorted({each.n_components for each in candidates})
    table = pd.DataFrame(np.nan, index=list(FAMILIES), columns=numbers)
    for each in candidates:
        table.loc[each.covariance, each.n_components] = getattr(each, criterion)
    return table


def _draw_grid(
    candidates: list[Candidate], criterion: str, unsupervised: bool, running: bool
) -> None:
    table = grid(candidates, criterion)
    best, titles = np.nanmin(table.to_numpy()), [f"K = {number}" for number in table.columns]
    named = {name: f"{name} {family.title}" for name, family in FAMILIES.items()}
    shown = table.set_axis(titles, axis="columns").rename(index=named).style
    shown = shown.format("{:,.1f}", na_rep="").map(lambda value: BEST if value == best else "")
    if running:
        st.dataframe(shown, key=f"{TABLE}.growing", height=HEIGHT)
        return

    def use_cell() -> None:
        cells = st.session_state[TABLE]["selection"]["cells"]
        if cells:
            row, column = cells[0]
            number, family = int(table.columns[titles.index(column)]), str(table.index[int(row)])
            use_model(number, family, unsupervised)
            say(f"Now fitting {family_choice(family)} with K = {number}.")

    click = partial(st.dataframe, on_select=use_cell, selection_mode="single-cell")
    click(shown, key=TABLE, height=HEIGHT)
    st.caption("Smaller is better; the best is marked. Click a cell to fit that model above.")
