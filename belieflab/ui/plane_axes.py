"""The choice of the two axes of a plane, the same on every page that has one."""

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes
from belieflab.ui import lecture
from belieflab.ui.page_settings import keep, one_of
from belieflab.ui.unseen import value_of


def draw_axes(page: str, dataset: Dataset, *, turnable: bool = False) -> tuple[str, str]:
    """Draw two select boxes where there is a choice; returns the keys of the axes.

    Two features leave none, unless the plane is `turnable` (the axes may be swapped, or principal).
    """
    across, up = default_axes(dataset)
    if dataset.p <= (1 if turnable else 2):
        return across, up
    titles = {axis.key: axis.title for axis in axis_choices(dataset) if axis.key != ROW_AXIS}
    return (
        _draw_axis(page, "x", "Across", titles, across),
        _draw_axis(page, "y", "Up", titles, up),
    )


def _draw_axis(page: str, name: str, words: str, titles: dict[str, str], default: str) -> str:
    """A select box over the axes of these data; a choice that they lack falls back."""
    key, fits = f"{page}.{name}", one_of(titles)
    if not lecture.shows("axes"):
        return value_of(key, default, fits, {title: axis for axis, title in titles.items()})
    keep(key, fits)
    if st.session_state.get(key) not in titles:
        st.session_state.pop(key, None)
    keys = list(titles)
    return str(
        st.selectbox(
            words,
            keys,
            index=keys.index(default),
            format_func=titles.__getitem__,
            key=key,
            bind="query-params",
            width=120,
        )
    )
