"""Charts as several pages draw them: small, side by side, or to be clicked; what was drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

CONFIG = {"displaylogo": False, "scrollZoom": False}
QUIET = {"displayModeBar": False}

Choose = Callable[[int], None]


@dataclass(frozen=True)
class Drawing:
    """What was drawn: the picture to pin and export, and the frames that the player moves.

    Parameters
    ----------
    figure : the main picture
    chart : key of its chart
    frames : names of the frames in order, as the counter shows them; none without a player
    charts : keys of the charts that have these frames; their axes have fixed ranges, and their
        figures do not change between reruns, so that zoom stays
    captions : a few words per frame
    unit : what one frame is called
    start : the frame to begin with; the last one by default
    passive : whether the charts stand at that frame already: the player leaves them alone until a
        person moves it, and they take clicks at once
    table : the rows for the CSV file, made when they are asked for and outside the session
    is_result : whether it shows the result of the page, to pin and to compare
    has_tabs : whether tabs tell more about it
    """

    figure: go.Figure
    chart: str
    frames: Sequence[str] = ()
    charts: Sequence[str] = ()
    captions: Sequence[str] = ()
    unit: str = "iteration"
    start: int | None = None
    passive: bool = False
    table: Callable[[], pd.DataFrame] | None = None
    is_result: bool = True
    has_tabs: bool = True


def draw_chart(
    figure: go.Figure,
    key: str,
    config: Mapping[str, Any] = CONFIG,
    choose: Choose | None = None,
    **look: Any,
) -> None:
    """Draw a chart; `choose` is called with the number (`customdata`) of a clicked point."""
    if choose is not None:
        look |= {"on_select": partial(_take, key, choose), "selection_mode": "points"}
    st.plotly_chart(figure, key=key, config=dict(config), **look)


def _take(key: str, choose: Choose) -> None:
    if found := clicked(key):
        choose(int(found[-1]))


def draw_small(figure: go.Figure, key: str, **look: Any) -> None:
    """Draw a picture to look at: hover works, but there are no buttons in its corner."""
    draw_chart(figure, key, QUIET, **look)


def draw_beside(figures: Mapping[str, go.Figure], **given: Any) -> None:
    """Draw charts of the same width side by side, by their keys."""
    columns = st.columns(len(figures), gap="medium")
    for place, (key, figure) in zip(columns, figures.items(), strict=True):
        with place:
            draw_chart(figure, key, **given)


def clicked(chart: str) -> list[Any]:
    """The `customdata` of the selected points of a chart, such as their rows; in a callback.

    Point numbers count within one trace, so charts carry their rows as `customdata`.
    """
    selection = (st.session_state.get(chart) or {}).get("selection", {})
    found = [point.get("customdata") for point in selection.get("points", [])]
    return [each[0] if isinstance(each, list) else each for each in found if each is not None]
