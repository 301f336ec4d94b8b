"""The tabs of the Landscape page: the list of maxima, the means of the sweep, the code of both."""

from collections.abc import Callable, Mapping

import streamlit as st

from belieflab.ui.method import code_tab
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.landscape import sweep, text
from belieflab.ui.pages.landscape.settings import PAGE


def tabs(context: Context, outcome: Outcome) -> Mapping[str, Callable[[], None]]:
    """Result, Figure 3 and Code; the frame adds the others."""
    swept = sweep.latest(context)

    def result() -> None:
        if outcome.value is None or not outcome.value.starts:
            st.caption("The maxima are listed here after a run.")
        else:
            st.dataframe(text.maxima_table(context, outcome.value), key=f"{PAGE}.table")

    def figure_3() -> None:
        if swept is None or not swept.cells:
            st.caption("Press Sweep above; the means of every level are listed here.")
        else:
            st.dataframe(sweep.table(swept), key=f"{PAGE}.sweep_table", hide_index=True)

    def code() -> None:
        shown = context if outcome.value is None else outcome.value.context
        code_tab.draw(PAGE, text.code(shown), context.workspace)
        if swept is not None:
            st.markdown("The sweep of Figure 3")
            code_tab.draw(f"{PAGE}-sweep", text.sweep_code(context, swept), context.workspace)

    return {"Result": result, "Figure 3": figure_3, "Code": code}
