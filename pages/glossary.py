"""Glossary: one sentence, one small picture and the source for every term on the screens."""

import streamlit as st

from belieflab.ui import shell
from belieflab.ui.glossary_list import draw_glossary

shell.enter()
st.title("Glossary")
st.markdown("Every term of the field that the screens use: one sentence, one picture, its source.")
draw_glossary()
