"""The few numbers beside a picture."""

from collections.abc import Mapping

import streamlit as st

Number = str | tuple[str, str]
"""What is shown, or that and its explanation."""


def draw_numbers(page: str, numbers: Mapping[str, Number]) -> None:
    """Draw the numbers in one row, each under its title, never cut off."""
    with st.container(horizontal=True, key=f"{page}_numbers"):
        for title, number in numbers.items():
            text, help_text = (number, None) if isinstance(number, str) else number
            st.metric(title, text, width="content", help=help_text)
