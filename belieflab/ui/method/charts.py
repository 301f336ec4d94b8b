"""Charts as several pages draw them: small, side by side, or to be clicked."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from belieflab.ui.method.clicks import clicked

CONFIG = {"displaylogo": False, "scrollZoom": False}
QUIET = {"displayModeBar": False}

Choose = Callable[[int], None]


def draw_chart(
    figure: go.Figure,
    key: str,
    config: Mapping[str, Any] = CONFIG,
    choose: Choose | None = None,
    **look: Any,
) -> None:
    """Draw a chart; `choose` is called with the number (`customdata`) of a clicked point."""

    def take() -> None:
        if choose is not None and (found := clicked(key)):
            choose(int(found[-1]))

    draw = partial(st.plotly_chart, figure, key=key, config=dict(config), **look)
    if choose is None:
        draw()
    else:
        draw(on_select=take, selection_mode="points")


def draw_small(figure: go.Figure, key: str, **look: Any) -> None:
    """Draw a picture to look at: hover works, but there are no buttons in its corner."""
    st.plotly_chart(figure, key=key, config=QUIET, **look)


def draw_beside(figures: Mapping[str, go.Figure], **given: Any) -> None:
    """Draw charts of the same width side by side, by their keys."""
    columns = st.columns(len(figures), gap="medium")
    for place, (key, figure) in zip(columns, figures.items(), strict=True):
        with place:
            draw_chart(figure, key, **given)
