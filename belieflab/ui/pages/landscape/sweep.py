"""Figure 3: the landscape over nonspecificity, drawn as it is computed."""

from typing import Any

import pandas as pd
import streamlit as st

from belieflab.figures.landscape.nonspecificity_sweep import SweepCurve, empty_sweep, sweep_contents
from belieflab.mixture.sweep import PAPER_LEVELS, LandscapeSweep
from belieflab.references import cite
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_controls
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.tasks import draw_run, resolve
from belieflab.ui.pages.landscape.fit import sweep_task
from belieflab.ui.pages.landscape.settings import PAGE

MAXIMA, ITERATIONS = f"{PAGE}.sweep_maxima", f"{PAGE}.sweep_iterations"
LIMITS = (PAPER_LEVELS[0], PAPER_LEVELS[-1])
CONFIG = {"displaylogo": False}


def draw(context: Context) -> None:
    """Draw the section: its text, Run, Stop and Go on, and the two curves."""
    st.subheader("Figure 3: the landscape as labels say less")
    dataset, settings = context.dataset, context.settings
    if dataset.truth is None or len(dataset.class_names) < 2:
        st.caption("The sweep draws labels from the true classes, and these data have none.")
        return
    draw_controls(PAGE, settings, [settings.parameters["label_sets"]], custom=True)
    count = settings.label_sets
    st.caption(
        f"Labels are drawn from the true classes at nonspecificities {LIMITS[0]:g} to "
        f"{LIMITS[1]:g}, {count} set{'' if count == 1 else 's'} per level; "
        f"{settings.starts} starts each. {cite('come2009', '§5.1.3')}."
    )
    task = sweep_task(context)

    def push(run: Any) -> None:
        maxima, iterations = curves(run.value)
        with st.container(gap=None):
            push_traces(f"{MAXIMA}.push", MAXIMA, sweep_contents(maxima))
            push_traces(f"{ITERATIONS}.push", ITERATIONS, sweep_contents(iterations))

    draw_run(task, live=push)
    charts = {
        MAXIMA: empty_sweep("distinct maxima", LIMITS),
        ITERATIONS: empty_sweep("iterations until 1e-6", LIMITS, warm=True),
    }
    for place, (key, figure) in zip(st.columns(2, gap="medium"), charts.items(), strict=True):
        with place:
            st.plotly_chart(figure, key=key, config=CONFIG)


def latest(context: Context) -> LandscapeSweep | None:
    """The last sweep, as long as data and labels are the same."""
    found: LandscapeSweep | None = resolve(sweep_task(context)).value
    return found


def curves(sweep: LandscapeSweep) -> tuple[SweepCurve, SweepCurve]:
    """Maxima and iterations of the finished cells."""
    cells, averages = list(sweep.cells.values()), sweep.averages()
    places = [cell.key.level for cell in cells]
    levels = [average.level for average in averages]
    maxima = SweepCurve(
        places,
        [cell.n_maxima for cell in cells],
        levels,
        [average.n_maxima for average in averages],
        [average.n_maxima_error for average in averages],
    )
    iterations = SweepCurve(
        places,
        [cell.iterations for cell in cells],
        levels,
        [average.iterations for average in averages],
        [average.iterations_error for average in averages],
    )
    return maxima, iterations


def table(sweep: LandscapeSweep) -> pd.DataFrame:
    """One row per level: means over label sets and their standard errors."""
    return pd.DataFrame(
        [
            {
                "nonspecificity": average.level,
                "label sets": average.label_sets,
                "maxima": average.n_maxima,
                "± maxima": average.n_maxima_error,
                "iterations": average.iterations,
                "± iterations": average.iterations_error,
            }
            for average in sweep.averages()
        ]
    )
