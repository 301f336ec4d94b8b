"""The Belief playground: a small frame, a few mass functions, every rule and every measure."""

import streamlit as st

from belieflab.figures.common.lattice import lattice
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.page import draw_head
from belieflab.ui.pages.playground import controls, sources, steps, view
from belieflab.ui.pages.playground.link import preset_of
from belieflab.ui.pages.playground.outcome import work_out
from belieflab.ui.pages.playground.session import enter_playground
from belieflab.ui.pages.playground.state import PAGE

SENTENCE = "Give masses to sets of answers, combine the sources, and see where every number goes."


def run() -> None:
    """Draw the page."""
    workspace = draw_head(PAGE, "Belief playground", SENTENCE)
    session = enter_playground(workspace)
    outcome = work_out(session.current)
    with st.sidebar:
        controls.draw_panel(session, workspace)
    if shown := preset_of(session.current):
        st.info(f"**{shown.title}.** {shown.text} *{shown.citation}*", icon=":material/school:")

    left, right = st.columns([7, 5], gap="large")
    with right:
        st.subheader("Sources")
        sources.draw_sources(session)
    with left:
        st.subheader("Combination")
        view.draw_rule(session)
        view.draw_result(outcome)
        chosen = view.draw_view_picker(outcome)
        if chosen is not None:
            draw_small(lattice(chosen[1]), "playground.lattice")

    in_sets, in_steps, in_decisions = st.tabs(["Measures", "Show the sum", "Decisions"])
    with in_sets:
        if chosen is not None:
            view.draw_measures(*chosen, outcome.tables)
    with in_steps:
        steps.draw_sum(outcome)
    with in_decisions:
        view.draw_decisions(outcome.tables)
    st.caption(
        "The address bar holds this whole picture: copy it to open the same playground elsewhere."
    )
