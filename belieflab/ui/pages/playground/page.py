"""The Belief playground: a small frame, a few mass functions, every rule and every measure."""

import streamlit as st

from belieflab.figures.common.lattice import lattice
from belieflab.ui.method.charts import draw_small
from belieflab.ui.pages.playground import algebra, controls, measures, sources, view
from belieflab.ui.pages.playground.outcome import work_out
from belieflab.ui.pages.playground.presets import preset_of
from belieflab.ui.pages.playground.session import PAGE, enter_playground
from belieflab.ui.shell import navigation, stories
from belieflab.ui.shell.page_table import PAGES


def run() -> None:
    """Draw the page."""
    workspace = navigation.enter()
    st.title(PAGES[PAGE].title)
    st.markdown(
        "Give masses to sets of answers, combine the sources, and see where every number goes."
    )
    stories.draw_step(PAGE)

    session = enter_playground(workspace)
    playground = session.playground
    outcome = work_out(playground)
    tables = outcome.tables(playground)

    with st.sidebar:
        controls.draw_panel(session, workspace)
    if example := preset_of(playground):
        st.info(
            f"**{example.title}.** {example.text} *{example.citation}*", icon=":material/school:"
        )

    left, right = st.columns([7, 5], gap="large")
    with right:
        st.subheader("Sources")
        sources.draw_sources(session)
    with left:
        st.subheader("Combination")
        view.draw_rule(session)
        view.draw_bars(playground, outcome)
        view.draw_numbers(outcome)
        chosen = view.draw_view_picker(playground, outcome)
        if chosen is not None:
            draw_small(lattice(chosen[1]), "playground.lattice")

    in_sets, in_steps, in_decisions = st.tabs(["Measures", "Show the sum", "Decisions"])
    with in_sets:
        if chosen is not None:
            measures.draw_measures(*chosen, tables)
    with in_steps:
        algebra.draw_algebra(playground, outcome)
    with in_decisions:
        measures.draw_decisions(tables)
    st.caption(
        "The address bar holds this whole picture: copy it to open the same playground elsewhere."
    )
