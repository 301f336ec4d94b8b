"""A narrow window opens with the sidebar closed.

Streamlit closes it by itself only on phones; up to this width it would leave the pictures too
little. A person who opens it keeps it open.
"""

import streamlit as st

WIDTH = 900
_SCRIPT = """
let done = false;

export default function ({ data }) {
  if (done) return;
  done = true;
  if (window.innerWidth > data.width) return;
  const close = '[data-testid="stSidebarCollapseButton"] button[aria-expanded="true"]';
  document.querySelector(close)?.click();
}
"""
_COMPONENT = st.components.v2.component("belieflab_narrow", js=_SCRIPT)


def close_sidebar() -> None:
    """Close the sidebar of a narrow window, once, when the app is opened."""
    _COMPONENT(key="shell.narrow", data={"width": WIDTH}, height=1)
