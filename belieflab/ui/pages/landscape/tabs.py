"""Figure 3, the landscape over nonspecificity, as it is computed; and the tabs of the page."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from belieflab.figures.common.frames import Contents
from belieflab.figures.common.waiting import await_values
from belieflab.figures.landscape.maxima import SweepCurve, empty_sweep, sweep_contents
from belieflab.mixture.sweep import PAPER_LEVELS, LandscapeSweep
from belieflab.references import cite
from belieflab.ui.method import code_tab, decision_costs
from belieflab.ui.method.charts import draw_beside
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_controls
from belieflab.ui.method.player import push_charts
from belieflab.ui.method.prediction import Prediction, code_lines
from belieflab.ui.method.runs import Run
from belieflab.ui.method.tasks import Outcome, draw_run
from belieflab.ui.pages.landscape import text
from belieflab.ui.pages.landscape.fit import as_learned, fitted_model
from belieflab.ui.pages.landscape.settings import PAGE, chosen_axes
from belieflab.ui.pages.landscape.sweep import shown_sweep, sweep_task

MAXIMA, ITERATIONS = f"{PAGE}.sweep_maxima", f"{PAGE}.sweep_iterations"
LIMITS = (PAPER_LEVELS[0], PAPER_LEVELS[-1])
PREDICTION = Prediction(
    fitted_model,
    rule=lambda context: decision_costs.named_rule(as_learned(context)),
    rule_code=lambda context: decision_costs.named_code(as_learned(context)),
    axes=chosen_axes,
)
TITLES = ["nonspecificity", "label sets", "maxima", "± maxima", "iterations", "± iterations"]


def draw_figure_3(context: Context) -> None:
    """Draw the section: its text, Run and Stop, and the two curves."""
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
    task, swept, pushed = sweep_task(context), shown_sweep(context), []

    def push(run: Run | None = None) -> None:
        shown = run.value if run is not None and run.running else swept
        pushed.append(shown)
        if shown is not None:
            push_charts(_contents(shown))

    draw_run(task, live=push, disabled=not task.expected)
    charts = {
        MAXIMA: empty_sweep("distinct maxima", LIMITS),
        ITERATIONS: empty_sweep("iterations until 1e-6", LIMITS, warm=True),
    }
    if swept is None:
        charts = {key: await_values(each, "Sweep draws it here") for key, each in charts.items()}
    draw_beside(charts, config={"displaylogo": False})
    if not pushed:
        push()


def draw_result(context: Context, outcome: Outcome) -> None:
    """Draw the list of maxima."""
    if outcome.value is None or not outcome.value.starts:
        st.caption("The maxima are listed here after a run.")
    else:
        st.dataframe(text.maxima_table(context, outcome.value), key=f"{PAGE}.table")


def draw_sweep(context: Context, _: Outcome) -> None:
    """Draw one row per level: means over label sets and their standard errors."""
    tables = report_tables(context)
    for table in tables.values():
        st.dataframe(table, key=f"{PAGE}.sweep_table", hide_index=True)
    if not tables:
        st.caption("Press Sweep above; the means of every level are listed here.")


def report_tables(context: Context, _: object = None) -> dict[str, pd.DataFrame]:
    """The means of every level of Figure 3, where it has been computed."""
    swept = shown_sweep(context)
    if swept is None:
        return {}
    return {"figure 3": pd.DataFrame(swept.averages()).set_axis(TITLES, axis="columns")}


def draw_code(context: Context, outcome: Outcome) -> None:
    """Draw the code of the landscape that is shown with its chosen maximum, and of the sweep."""
    shown, start = context, None
    if outcome.value is not None:
        now = context.settings.answer
        shown = outcome.value.context
        shown = replace(shown, settings=shown.settings.replace(answer=now), costs=context.costs)
        maxima = outcome.value.maxima(context.settings.relabel)
        start = outcome.value.chosen(maxima).first if maxima else None
    code = text.code(shown, start) + code_lines(PREDICTION, context)
    code_tab.draw(PAGE, code, context.workspace)
    swept = shown_sweep(context)
    if swept is not None:
        st.markdown("The sweep of Figure 3")
        code_tab.draw(f"{PAGE}-sweep", text.sweep_code(context, swept), context.workspace)


def _contents(sweep: LandscapeSweep) -> dict[str, Contents]:
    """Maxima and iterations of the finished cells, as the two charts take them."""
    cells, averages = list(sweep.cells.values()), sweep.averages()
    at, levels = [cell.key.level for cell in cells], [average.level for average in averages]

    def curve(name: str) -> Contents:
        each = [getattr(cell, name) for cell in cells]
        means = [getattr(average, name) for average in averages]
        errors = [getattr(average, f"{name}_error") for average in averages]
        return sweep_contents(SweepCurve(at, each, levels, means, errors))

    return {MAXIMA: curve("n_maxima"), ITERATIONS: curve("iterations")}
