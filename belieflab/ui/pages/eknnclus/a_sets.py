"""The table of the A-sets on the page: the paper's numbers, and ours from a button."""

import streamlit as st

from belieflab.clustering.eknnclus_table import N_RUNS, count_runs, run_table
from belieflab.ui.method import run_panel, runs
from belieflab.ui.pages.eknnclus import text
from belieflab.ui.pages.eknnclus.settings import PAGE
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.a_sets"


def draw(workspace: Workspace) -> None:
    """Draw the tab: words, Run, and the table that fills."""
    st.markdown(
        f"How many clusters are found: the median over {N_RUNS} runs and, in brackets, the "
        "interquartile range; q = 0.9, β = 2."
    )
    found = runs.get(RUN)
    if found is not None and found.token != workspace.seed:
        runs.forget(RUN)

    def begin() -> None:
        seed = workspace.seed
        runs.begin(RUN, lambda: run_table(seed), count_runs(), token=seed)

    found = run_panel.draw(RUN, "Run the table", begin=begin, word="run", resumable=True)
    pace = run_panel.REFRESH_SECONDS if found is not None and found.running else None
    st.fragment(_draw_table, run_every=pace)()
    st.caption(
        "Paper: Denœux 2015, slide Results, on the A-sets of Kärkkäinen and Fränti "
        "2002. Here: generated sets of the same kind, size and number of clusters, which differ "
        "from the A-sets in where the clusters lie; the real ones can be opened on the Data page."
    )


def _draw_table() -> None:
    found = runs.get(RUN)
    table = text.a_sets_table([] if found is None else list(found.steps))
    st.dataframe(table, key=f"{PAGE}.a_table", hide_index=True, width="content")
