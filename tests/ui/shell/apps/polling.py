"""Two pages: a control in the address, buttons, and a fragment that a timer asks for."""

import time

import streamlit as st

from belieflab.ui.shell import late_requests

late_requests.take_nothing_back()
looks = iter(range(1000))


def choose() -> None:
    st.session_state["place"], st.session_state["news"] = "there", True


def look() -> None:
    if st.session_state.get("news") and next(looks):
        st.session_state["news"] = False
        st.rerun()


def first() -> None:
    st.session_state.setdefault("place", "here")
    st.text_input("Place", key="place", bind="query-params")
    st.button("Choose", key="choose", on_click=choose)
    st.button("Next", key="next", on_click=lambda: st.switch_page(pages[1]))
    st.write(f"at {st.session_state['place']}")
    st.fragment(look, run_every=60)()


def second() -> None:
    time.sleep(1.0)
    st.write("the second page")


pages = [st.Page(first, default=True), st.Page(second)]
st.navigation(pages, position="hidden").run()
