"""The tabs of the EKNNclus page: the clusters one by one, the table of the A-sets, the code."""

import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus_table import N_RUNS
from belieflab.references import cite
from belieflab.ui.method import code_tab, run_panel, runs
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.prediction import code_lines
from belieflab.ui.method.tasks import Outcome, draw_task
from belieflab.ui.pages.eknnclus import text
from belieflab.ui.pages.eknnclus.fit import table_task
from belieflab.ui.pages.eknnclus.settings import PAGE

FORMATS = {
    "share": "percent",
    "of that class": "percent",
    "mean mass": "%.3f",
    "mean plausibility": "%.3f",
}


@with_result
def draw_result(context: Context, model: EKNNclus) -> None:
    """Draw the clusters one by one."""
    formats = {name: st.column_config.NumberColumn(format=text) for name, text in FORMATS.items()}
    st.dataframe(text.cluster_table(context, model), key=f"{PAGE}.table", column_config=formats)
    limit = text.MAX_WITH_MASSES
    if model.n_clusters_ > limit:
        st.caption(f"Masses are shown for at most {limit} clusters; the labels are all there.")


def draw_a_sets(context: Context, _: Outcome) -> None:
    """Draw the numbers of the paper, and ours from a button."""
    st.markdown(
        f"How many clusters are found: the median over {N_RUNS} runs and, in brackets, the "
        "interquartile range; q = 0.9, β = 2."
    )
    task = table_task(context)
    run = draw_task(task).run
    pace = run_panel.REFRESH_SECONDS if run is not None and run.running else None
    st.fragment(_draw_table, run_every=pace)(task.key)
    st.caption(
        f"Paper: {cite('denoeux2015', 'slide Results')}, on the A-sets of "
        f"{cite('karkkainen2002')}. Here: generated sets of the same kind, size and number of "
        "clusters, which differ from the A-sets in where the clusters lie; the real ones can be "
        "opened on the Data page."
    )


def _draw_table(key: str) -> None:
    found = runs.get(key)
    table = text.a_sets_table([] if found is None else list(found.steps))
    st.dataframe(table, key=f"{PAGE}.a_table", hide_index=True, width="content")


def draw_code(context: Context, _: Outcome) -> None:
    """Draw the code of the run, of the histogram and of the table."""
    code = text.code(context) + code_lines(text.PREDICTION, context)
    code_tab.draw(PAGE, code, context.workspace)
    st.markdown("The histogram over many runs (goes on from the code above)")
    st.code(text.runs_code(context), language="python")
    st.markdown("The table of the A-sets")
    st.code(text.TABLE_CODE.format(seed=context.seed, n_runs=N_RUNS), language="python")
