"""Number of clusters: an index over c, the current c on it, and a way to use another."""

import numpy as np
import streamlit as st

from belieflab.clustering.algorithms.parameters import CLUSTERS
from belieflab.data.parameters import Parameter
from belieflab.figures.credal.cluster_numbers import index_curve
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.clicks import clicked
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_controls, read_settings, set_value
from belieflab.ui.method.tasks import Outcome, Status, draw_run, resolve
from belieflab.ui.pages.credal.fit import Row, comparison
from belieflab.ui.pages.credal.settings import PAGE
from belieflab.ui.shell.text import plain

CHART = f"{PAGE}.index"
N_STAR = "N*"
INDICES = {N_STAR: "mean nonspecificity N*", "criterion": "criterion at the end"}
PARAMETERS = (
    Parameter(
        "index_kind",
        "Index",
        N_STAR,
        choices=tuple(INDICES),
        form="segments",
        help=f"N*: {hint('n-star')}",
    ),
    Parameter("last_c", "Up to c =", 6, low=3, high=CLUSTERS.high, typed=True, width=140),
)


def draw(context: Context, _: Outcome) -> None:
    """Draw the curve over c = 2, 3, …; a click on a point, or the button, uses that c."""
    if not context.settings.uses("c"):
        st.caption("This algorithm finds the number of clusters itself.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = draw_controls(PAGE, read_settings(PAGE, PARAMETERS), PARAMETERS)
    task = comparison(context, chosen.last_c)
    draw_run(task)
    outcome = resolve(task)
    if outcome.status is Status.FAILED:
        st.error(plain(outcome.message), icon=":material/error:")
    elif outcome.ready and outcome.value:
        _draw_curve(outcome.value, chosen.index_kind, context.settings.c)


def _draw_curve(rows: list[Row], index: str, current: int) -> None:
    counts = np.array([row[0] for row in rows])
    values = np.array([row[2 if index == N_STAR else 1] for row in rows])
    best = int(counts[np.argmin(values)]) if index == N_STAR else None
    st.plotly_chart(
        index_curve(counts, values, INDICES[index], current, best),
        key=CHART,
        on_select=_use_clicked,
        selection_mode="points",
        config={"displayModeBar": False},
    )
    if best is None:
        st.caption("The criterion falls with every cluster more: look for the bend. Click a point.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Use c = {best}",
            key=f"{PAGE}.take",
            icon=":material/check:",
            on_click=set_value,
            args=(PAGE, "c", best),
            disabled=best == current,
        )
        st.caption("Or click a point of the curve.")


def _use_clicked() -> None:
    for count in clicked(CHART)[-1:]:
        set_value(PAGE, "c", int(count))
