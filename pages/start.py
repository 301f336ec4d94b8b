"""Start: what this is, and where to go."""

import streamlit as st

from belieflab.ui import shell

workspace = shell.enter()

st.title("A lab for imperfect labels")
st.markdown(
    "Labels are often guesses. Here a label may be a class, a doubt, a set of classes or a "
    "whole mass function."
)
for entry in shell.existing_pages():
    if entry.key != "start":
        st.page_link(shell.page(entry.key), label=entry.title)
        st.caption(entry.help)
