"""Figure 3: the landscape over nonspecificity, drawn as it is computed."""

import pandas as pd
import streamlit as st

from belieflab.figures.common.frames import Contents
from belieflab.figures.landscape.nonspecificity_sweep import SweepCurve, empty_sweep, sweep_contents
from belieflab.mixture.sweep import PAPER_LEVELS, LandscapeSweep
from belieflab.references import cite
from belieflab.ui.method.charts import draw_beside
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_controls
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.tasks import draw_run, resolve
from belieflab.ui.pages.landscape.fit import sweep_task
from belieflab.ui.pages.landscape.settings import PAGE

MAXIMA, ITERATIONS = f"{PAGE}.sweep_maxima", f"{PAGE}.sweep_iterations"
LIMITS = (PAPER_LEVELS[0], PAPER_LEVELS[-1])


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
    draw_run(sweep_task(context), live=lambda run: push_charts(contents(run.value)))
    charts = {
        MAXIMA: empty_sweep("distinct maxima", LIMITS),
        ITERATIONS: empty_sweep("iterations until 1e-6", LIMITS, warm=True),
    }
    draw_beside(charts, config={"displaylogo": False})


def latest(context: Context) -> LandscapeSweep | None:
    """The last sweep, as long as data and labels are the same."""
    found: LandscapeSweep | None = resolve(sweep_task(context)).value
    return found


def contents(sweep: LandscapeSweep) -> dict[str, Contents]:
    """Maxima and iterations of the finished cells, as the two charts take them."""
    cells, averages = list(sweep.cells.values()), sweep.averages()

    def curve(name: str) -> Contents:
        each = [getattr(cell, name) for cell in cells]
        means = [getattr(average, name) for average in averages]
        errors = [getattr(average, f"{name}_error") for average in averages]
        levels = [average.level for average in averages]
        return sweep_contents(
            SweepCurve([cell.key.level for cell in cells], each, levels, means, errors)
        )

    return {MAXIMA: curve("n_maxima"), ITERATIONS: curve("iterations")}


def table(sweep: LandscapeSweep) -> pd.DataFrame:
    """One row per level: means over label sets and their standard errors."""
    titles = {
        "level": "nonspecificity",
        "label_sets": "label sets",
        "n_maxima": "maxima",
        "n_maxima_error": "± maxima",
        "iterations": "iterations",
        "iterations_error": "± iterations",
    }
    return pd.DataFrame(
        [
            {title: getattr(average, name) for name, title in titles.items()}
            for average in sweep.averages()
        ]
    )
