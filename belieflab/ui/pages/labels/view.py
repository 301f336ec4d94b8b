"""The labels seen: the plane with its controls, and what they say in numbers, pictures, tables."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.label_edits import format_sets, mass_texts
from belieflab.data.label_summary import LabelSummary, best_sets, describe, guesses, summarise
from belieflab.data.parameters import Parameter
from belieflab.data.projection import axis_choices, default_axes, project
from belieflab.error_rates import WRONG_LABELS
from belieflab.figures.common.plane import draw_points
from belieflab.figures.labels import summaries
from belieflab.ui.method import planes
from belieflab.ui.method.charts import clicked, draw_chart, draw_small
from belieflab.ui.method.component import class_name
from belieflab.ui.method.context import Context, remember
from belieflab.ui.method.controls import choice, draw_controls, read_settings, view_options
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.numbers import (
    Number,
    draw_numbers,
    draw_table,
    listed_rows,
    note_unlisted,
)
from belieflab.ui.method.plane import chosen_axes
from belieflab.ui.shell import card, lecture, navigation
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.text import plain

PAGE = "labels"
Made = TypeVar("Made")
HISTOGRAM, TERNARY = f"{PAGE}.histogram", f"{PAGE}.ternary"
HEADLINE = f"{PAGE}.headline"
PLANE_SIZE, HISTOGRAM_SIZE, ASIDE_SIZE = 1.0, 0.3, (0.66, 0.6)
"""Shares of the height: of the plane and of what stands beside it, the last also in a lecture."""
COLOUR = choice(
    "colour",
    "Colour by",
    ("label", "truth", "none"),
    form="segments",
    help="Label: colours are blended by mass; grey is Ω, what the label leaves open.",
)
CERTAINTY = choice(
    "certainty",
    "Show certainty by",
    {"size": "size", "opacity": "opacity", "none": "not at all"},
    form="segments",
    help="Certainty is 1 minus the nonspecificity of a label.",
)
SHARE_COLUMN = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="%.2f")
WIDE_COLUMN = st.column_config.TextColumn(width="large")
_DOUBT_HELP = "1 minus the largest mass on a set other than Ω, averaged over the labels."
_CONTOUR_HELP = (
    "The plausibility of each single class, pl({k}) = Σ m(A) over the sets A that hold k. Labels "
    "are sorted by their most probable class, the surest first."
)
_CLICK = "Click an object on the plane to read its label here."
_OPEN_HELP = (
    "See belief, plausibility and commonality of every set, and combine this label with another "
    "source."
)


def draw_overview(context: Context, tab: str) -> Context:
    """Draw the plane and, where there are labels, what they say; returns how it is looked at."""
    seen = draw_view(context)
    draw_pictures(seen, tab)
    return seen


def draw_pictures(context: Context, tab: str) -> None:
    """Draw the plane as it is looked at, and beside it what the labels say."""
    left, right = st.columns([3, 2], gap="medium")
    with left:
        rows = draw_plane(context, tab)
    if context.labels is None:
        return
    with right:
        _draw_side(context, context.labels, rows)
    if context.labels.frame.size == 3 and lecture.current() is None:
        _draw_contour(context.labels, context.dataset)


def draw_view(context: Context) -> Context:
    """Draw the row of controls above the plane: axes, colours, how certainty is shown."""
    titles = {each.key: each.title for each in axis_choices(context.dataset)}
    axis, (x, y) = partial(Parameter, choices=titles, form="list"), default_axes(context.dataset)
    plane = planes.plane_parameter(context.dataset)
    axis = partial(axis, needs={planes.PLANE: (planes.AXES,)} if plane else {}, width=180)
    listed = [*plane, axis("x", "Across", x), axis("y", "Up", y), COLOUR, CERTAINTY]
    settings = read_settings(PAGE, listed)
    with view_options(PAGE):
        settings = draw_controls(PAGE, settings, listed)
        card.draw_truth_switch(context.workspace, "labels.truth")
    return planes.laid_out(replace(context, settings=settings))


def draw_plane(context: Context, tab: str, *, dragmode: str = "zoom") -> NDArray[np.int64]:
    """Draw the plane; returns the rows picked by click, box or lasso.

    The figure depends on nothing that is picked, so a pick leaves zoom and pan alone.
    """
    figure = _plane(context, dragmode)
    picking: dict[str, Any] = {"on_select": "rerun", "selection_mode": ("points", "box", "lasso")}
    draw_chart(figure, f"labels.{tab}.plane", **picking)
    planes.draw_note(context)
    return picked_rows(tab)


def snapshot(context: Context, tab: str, *, dragmode: str = "zoom") -> Snapshot | None:
    """What follows the noise level while its slider is dragged."""
    if context.labels is None:
        return None
    figures = {f"labels.{tab}.plane": _plane(context, dragmode), HISTOGRAM: _histogram(context)}
    if not len(picked_rows(tab)) and context.labels.frame.size == 3:
        figures[TERNARY] = _triangle(context)
    headline = {f".{class_name(HEADLINE)}": say(context)}
    return Snapshot(figures, _numbers(context), headline)


def draw_headline(context: Context) -> None:
    """Say how the labels were made, and what they say."""
    with st.container(key=HEADLINE):
        kind, text = map(plain, say(context) or ("", "These objects carry no labels yet."))
        st.markdown(f"**{kind}** {text}" if kind else text)


def say(context: Context) -> tuple[str, ...]:
    """How the labels were made, and what they say, in two texts; none without labels."""
    if context.labels is None:
        return ()
    return f"{card.label_kind(context.workspace)}:", describe(_summary(context))


def _once(context: Context, what: str, make: Callable[[], Made]) -> Made:
    """What `make` gives, made once for the page and for its slider."""
    token = context.view_token, id(context.labels), *lecture.fit().values()
    # The labels are kept too: others that come later cannot have their id.
    return context.remember(what, token, lambda: (context.labels, make()))[1]


def _plane(context: Context, dragmode: str) -> go.Figure:
    settings = context.settings

    def make() -> go.Figure:
        return draw_points(
            *project(context.dataset, *chosen_axes(context.dataset, settings)),
            labels=context.labels,
            truth=context.truth,
            class_names=context.dataset.class_names,
            dataset=context.dataset,
            colour_by=settings.colour,
            certainty=settings.certainty,
            dragmode=dragmode,
            seed=context.seed,
            **lecture.fit(PLANE_SIZE),
        )

    return _once(context, f"plane, {dragmode}", make)


def picked_rows(tab: str) -> NDArray[np.int64]:
    """The rows picked on the plane of a tab, each once, in order."""
    return np.unique(np.array(clicked(f"labels.{tab}.plane"), dtype=np.int64))


def names_by_code(frame: Frame) -> NDArray[np.object_]:
    """Class names to look up by code; the code -1 of an unknown class gives a dash."""
    return np.array([*frame.names, "–"], dtype=object)


def _numbers(context: Context) -> dict[str, Number]:
    summary, wrong = _summary(context), "The truth is not known, or hidden."
    if summary.wrong is not None:
        wrong = (
            f"{summary.wrong} of {summary.compared} labels whose most probable class is not the "
            "true one. Labels that favour no class are left out."
        )
    share = "–" if summary.wrong_share is None else f"{summary.wrong_share:.0%}"
    return {"Mean doubt": (f"{summary.doubt:.2f}", _DOUBT_HELP), WRONG_LABELS: (share, wrong)}


def _summary(context: Context) -> LabelSummary:
    find = partial(summarise, cast(MassTable, context.labels), context.truth)
    return _once(context, "summary", find)


def _histogram(context: Context) -> go.Figure:
    labels, height = cast(MassTable, context.labels), lecture.fit(HISTOGRAM_SIZE)["height"]
    draw = partial(summaries.nonspecificity_histogram, height=height)
    return _once(context, "histogram", lambda: draw(labels.nonspecificity()))


def _triangle(context: Context) -> go.Figure:
    height = lecture.fit(*ASIDE_SIZE)["height"] - 34
    draw = partial(summaries.ternary, truth=context.truth, height=height, seed=context.seed)
    make = partial(draw, cast(MassTable, context.labels), dataset=context.dataset)
    return _once(context, "triangle", make)


def _draw_side(context: Context, labels: MassTable, rows: NDArray[np.int64]) -> None:
    """Right of the plane: numbers, histogram, and the picked label or all of them."""
    draw_numbers(PAGE, _numbers(context))
    draw_small(_histogram(context), HISTOGRAM)
    if len(rows):
        draw_story(context.dataset, labels, rows)
    elif labels.frame.size == 3:
        draw_small(_triangle(context), TERNARY)
        st.caption(_CLICK)
    else:
        _draw_contour(labels, context.dataset)
        if lecture.current() is None:
            st.caption(_CLICK)


def _draw_contour(labels: MassTable, dataset: Dataset) -> None:
    st.markdown("**Contour**", help=_CONTOUR_HELP)
    draw_small(summaries.contour_heatmap(labels, dataset=dataset, height=250), "labels.heatmap")


def draw_story(dataset: Dataset, labels: MassTable, rows: NDArray[np.int64]) -> None:
    """The masses of the picked object, in a place that keeps its height.

    A button opens them in the playground, where the frame is small enough.
    """
    with st.container(height=lecture.fit(*ASIDE_SIZE)["height"], border=True):
        if len(rows) == 0:
            st.caption(_CLICK)
            return
        row = int(rows[0])
        more = f" (first of {len(rows)} picked)" if len(rows) > 1 else ""
        with st.container(horizontal=True, vertical_alignment="center", height="content"):
            st.markdown(f"**The label of {plain(dataset.name_of(row))}**{more}")
            if labels.frame.size in PAGES["playground"].opens_labels_of:
                go = partial(navigation.go_to, "playground", {"row": str(row + 1)})
                title, key = "Open in the playground", "labels.to_playground"
                draw_button(title, key, go, icon="open_in_new", help=_OPEN_HELP)
        draw_small(summaries.draw_one_label(labels, row, stacked=True), "labels.story")


def draw_all(context: Context, labels: MassTable) -> None:
    """The labels as a table to read, sort and search."""
    token = id(context.dataset), id(labels), context.workspace.truth_hidden
    make = partial(_table, context, labels)
    held = context.dataset, labels  # others that come later cannot have their ids
    table = remember(PAGE, "table", token, lambda: (*held, make()), kept=1)[2]
    config = {"doubt": SHARE_COLUMN, "nonspecificity": SHARE_COLUMN, "masses": WIDE_COLUMN}
    draw_table(table, "labels.table", height=320, columns=config)
    note_unlisted(len(labels), "A file that is saved under Import has all of them.")


def _table(context: Context, labels: MassTable) -> pd.DataFrame:
    rows = listed_rows(len(labels))
    labels = labels[rows]
    masks, doubts = best_sets(labels)
    names, sets = names_by_code(labels.frame), format_sets(labels.frame, masks)
    columns: dict[str, object] = {
        **context.dataset.name_columns(rows, texts=True),
        "set": [sets[mask] for mask in masks.tolist()],
        "doubt": doubts,
        "most probable": names[guesses(labels)],
    }
    if context.truth is not None:
        columns["truth"] = names[context.truth[rows]]
    columns["nonspecificity"] = labels.nonspecificity()
    columns["masses"] = mass_texts(labels)
    return pd.DataFrame(columns)
