"""A control in the address, a button that sets it, and a fragment that redraws the page."""

import streamlit as st

from belieflab.ui.shell import link


def choose() -> None:
    st.session_state["place"], st.session_state["news"] = "there", True


def look() -> None:
    if st.session_state.get("news") and next(looks):
        st.session_state["news"] = False
        link.redraw()


looks = iter(range(1000))
st.session_state.setdefault("place", "here")
st.text_input("Place", key="place", bind="query-params")
st.button("Choose", key="choose", on_click=choose)
st.write(f"at {st.session_state['place']}")
st.fragment(look, run_every=60)()
link.keep_address()
