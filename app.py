"""The entry point: page set-up and navigation, nothing else."""

import streamlit as st

from belieflab.ui.shell import navigation

st.set_page_config(page_title="belieflab", layout="wide", initial_sidebar_state="auto")
navigation.run_app()
