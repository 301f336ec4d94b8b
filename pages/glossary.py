"""Glossary: one sentence, one small picture and the source for every term on the screens."""

import streamlit as st

from belieflab.ui.glossary.listing import draw_glossary
from belieflab.ui.shell import navigation

navigation.enter()
st.title("Glossary")
st.markdown("Every term of the field that the screens use: one sentence, one picture, its source.")
draw_glossary()
