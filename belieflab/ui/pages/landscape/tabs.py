"""The tabs of the Landscape page: the list of maxima, the means of the sweep, the code of both."""

import streamlit as st

from belieflab.ui.method import code_tab
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.landscape import sweep, text
from belieflab.ui.pages.landscape.settings import PAGE


def draw_result(context: Context, outcome: Outcome) -> None:
    """Draw the list of maxima."""
    if outcome.value is None or not outcome.value.starts:
        st.caption("The maxima are listed here after a run.")
    else:
        st.dataframe(text.maxima_table(context, outcome.value), key=f"{PAGE}.table")


def draw_sweep(context: Context, _: Outcome) -> None:
    """Draw the means of every level."""
    swept = sweep.latest(context)
    if swept is None or not swept.cells:
        st.caption("Press Sweep above; the means of every level are listed here.")
    else:
        st.dataframe(sweep.table(swept), key=f"{PAGE}.sweep_table", hide_index=True)


def draw_code(context: Context, outcome: Outcome) -> None:
    """Draw the code of the landscape that is shown, and of the sweep."""
    shown = context if outcome.value is None else outcome.value.context
    code_tab.draw(PAGE, text.code(shown), context.workspace)
    swept = sweep.latest(context)
    if swept is not None:
        st.markdown("The sweep of Figure 3")
        code_tab.draw(f"{PAGE}-sweep", text.sweep_code(context, swept), context.workspace)
