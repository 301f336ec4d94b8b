"""The entry point: `streamlit run` imports it for the server, and runs it for every visitor."""

import streamlit as st

from belieflab.ui.shell import failures, gate, navigation, opening

if __name__ == "__main__":
    st.set_page_config(page_title="belieflab", layout="wide", initial_sidebar_state="auto")
    navigation.run_app()
else:
    gate.ask_nobody()
    app = st.App(
        __file__,
        on_script_error=failures.report,
        middleware=gate.MIDDLEWARE,
        lifespan=opening.announce,
    )
