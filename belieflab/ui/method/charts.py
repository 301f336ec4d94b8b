"""Small pictures, which carry no tool bar."""

from typing import Any

import plotly.graph_objects as go
import streamlit as st


def draw_small(figure: go.Figure, key: str, **look: Any) -> None:
    """Draw a picture to look at: hover works, but there are no buttons in its corner."""
    st.plotly_chart(figure, key=key, config={"displayModeBar": False}, **look)
