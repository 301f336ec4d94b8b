"""Belief playground: a small frame, a few mass functions, every rule and every measure at once."""

import streamlit as st

from belieflab.ui.pages.playground.algebra import draw_algebra
from belieflab.ui.pages.playground.controls import draw_controls
from belieflab.ui.pages.playground.outcome import work_out
from belieflab.ui.pages.playground.results import (
    draw_bars,
    draw_decisions,
    draw_lattice,
    draw_measures,
    draw_numbers,
    draw_rule,
    draw_view_picker,
)
from belieflab.ui.pages.playground.session import enter_playground
from belieflab.ui.pages.playground.sources import draw_sources
from belieflab.ui.shell import navigation, stories
from belieflab.ui.shell.playground_presets import preset_of

workspace = navigation.enter()
st.title("Belief playground")
st.markdown("Give masses to sets of answers, combine the sources, and see where every number goes.")
stories.draw_step("playground")

session = enter_playground()
playground = session.playground
outcome = work_out(playground)

with st.sidebar:
    draw_controls(session, workspace)

if example := preset_of(playground):
    st.info(f"**{example.title}.** {example.look} *{example.source}*", icon=":material/school:")

pictures, sources = st.columns([7, 5], gap="large")
with sources:
    st.subheader("Sources")
    draw_sources(session)
with pictures:
    st.subheader("Combination")
    draw_rule(session)
    draw_bars(playground, outcome)
    draw_numbers(outcome)
    view = draw_view_picker(playground, outcome)
    if view is not None:
        draw_lattice(view[1])

measures, sums, decisions = st.tabs(["Measures", "Show the sum", "Decisions"])
with measures:
    if view is not None:
        draw_measures(view, playground, outcome)
with sums:
    draw_algebra(playground, outcome)
with decisions:
    draw_decisions(playground, outcome)
st.caption(
    "The address bar holds this whole picture: copy it to open the same playground elsewhere."
)
