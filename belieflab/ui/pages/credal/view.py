"""The pictures of the Credal partition page: the plane, the trace, one object's masses."""

from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.linked_pairs import MUST
from belieflab.clustering.prototype_clusterer import PrototypeClusterer
from belieflab.data.projection import project
from belieflab.figures.common.frames import draw_picture_first, trace_number
from belieflab.figures.credal import (
    PartitionView,
    SegmentationView,
    draw_criterion,
    draw_partition,
    draw_segmentation,
)
from belieflab.figures.credal.masses import object_masses
from belieflab.figures.credal.partition import frame_names
from belieflab.figures.credal.partition_plane import CHOSEN
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import page
from belieflab.ui.method.charts import Drawing, clicked, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.live import Snapshot
from belieflab.ui.method.numbers import Number, adjusted_rand, draw_notes, draw_numbers
from belieflab.ui.method.plane import chosen_axes, draw_waiting, make_view
from belieflab.ui.method.player import push_traces, watch_clicks
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.credal import pairs
from belieflab.ui.pages.credal.fit import groups, make_model, partition_of, task
from belieflab.ui.pages.credal.settings import (
    LOOK_AT,
    PAGE,
    algorithm,
    own_settings,
    shown_mass,
    shows_image,
)
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PLANE, TRACE, STORY = f"{PAGE}.plane", f"{PAGE}.trace", f"{PAGE}.story"
ROW = f"{PAGE}.row"
TRACE_SIZE = STORY_SIZE = 0.36


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw plane, trace, numbers and the clicked object, or Run while there is no partition."""
    if not outcome.ready:
        criterion = make_model(context).criterion_name
        what = partition_view(context), (PLANE, TRACE), criterion
        draw_waiting(context, task(context), *what, advice=_advice(context))
        return None
    model: CredalClusterer = outcome.value
    drawing, trace = _pictures(context, model)
    ring = partial(_push_chosen, context, drawing.figure)
    click: dict[str, Any] = {}
    if not shows_image(context):
        click = {"on_select": partial(_answer_click, context), "selection_mode": "points"}
    with page.draw_pictures(drawing.figure, PLANE, {TRACE: trace}, ring, **click):
        draw_numbers(PAGE, _numbers(context, model))
        draw_notes(model)
        _draw_coincidence(context, model)
        if not model.history_.keep_steps:
            st.caption("There are too many masses to keep them all: the plane shows the end.")
        _draw_object(context, model)
    return drawing


def snapshot(context: Context, model: CredalClusterer) -> Snapshot:
    """What follows a slider that is dragged."""
    drawing, trace = _pictures(context, model)
    return Snapshot({PLANE: drawing.figure, TRACE: trace}, _numbers(context, model))


def partition_view(context: Context) -> PartitionView:
    """How the partition is looked at on the plane."""
    settings = context.settings
    shown = settings.show, shown_mass(context), settings.outlines, settings.unions
    return make_view(PartitionView, context, *shown, teaching=0.85)


def segmentation_view(context: Context) -> SegmentationView:
    """How the partition of an image is looked at."""
    shown = context.settings.show, shown_mass(context)
    return make_view(SegmentationView, context, *shown, teaching=0.85)


def _draw_coincidence(context: Context, model: CredalClusterer) -> None:
    """Warn when prototypes of two clusters are at one place: they are one cluster."""
    pairs = model.coinciding(context.dataset.X) if isinstance(model, PrototypeClusterer) else []
    if pairs:
        names = groups(context, model).names("cluster")
        named = ", ".join(f"{plain(names[one])} and {plain(names[other])}" for one, other in pairs)
        text = f"Prototypes coincide: {named}. Take fewer clusters, or more starts under More."
        st.warning(text, icon=":material/warning:")


def _advice(context: Context) -> str:
    n_init = own_settings(context).get("n_init", 1)
    text = "Fewer clusters or focal sets are quicker: then no Run is needed."
    if n_init > 1:
        text += f" All {n_init} starts are tried first; iterations, and something for Stop to "
        text += "keep, come when the best is known."
    return text


def _pictures(context: Context, model: CredalClusterer) -> tuple[Drawing, go.Figure]:
    """Plane and trace over the iterations; the same figures as long as nothing changes."""
    dataset, chosen = context.dataset, algorithm(context)
    view = segmentation_view(context) if shows_image(context) else partition_view(context)

    def make() -> tuple[Drawing, go.Figure]:
        known: dict[str, Any] = {"labels": context.known_labels, "truth": context.truth}
        if isinstance(view, SegmentationView):
            draw_plane = partial(draw_segmentation, dataset, model, view, **known)
        else:
            known |= chosen.pairs(own_settings(context), dataset.n).arguments
            draw_plane = partial(draw_partition, dataset, model, view, **known)
        plane = draw_picture_first(draw_plane)
        trace = draw_picture_first(partial(draw_criterion, model, **lecture.fit(TRACE_SIZE)))
        names, values = frame_names(model), model.history_.criterion
        captions = [f"{chosen.criterion} {values[int(name)]:,.4g}" for name in names]
        return Drawing(plane, PLANE, names, (PLANE, TRACE), captions, passive=True), trace

    token = (context.fit_token, view, context.workspace.truth_hidden, id(model))
    return context.remember("pictures", token, make)


def _numbers(context: Context, model: CredalClusterer) -> dict[str, Number]:
    partition = model.partition_
    numbers: dict[str, Number] = {
        "N\\*": (f"{partition.mean_nonspecificity():.3f}", hint("n-star")),
        "Outliers": str(partition.outliers().sum()),
    }
    found = adjusted_rand(context, partition.labels())
    if found is not None:
        numbers["ARI"] = f"{found:.3f}", "Adjusted Rand index with the true classes."
    return numbers


def _answer_click(context: Context) -> None:
    rows = clicked(PLANE)
    _choose(context, int(rows[-1]) if rows else None)


def _answer_pixel(context: Context, x: float, y: float) -> None:
    """Choose the pixel at a place of the image, whose axes count from 1."""
    rows, columns = context.dataset.image_shape
    down, across = round(y) - 1, round(x) - 1
    inside = 0 <= down < rows and 0 <= across < columns
    _choose(context, down * columns + across if inside else None)


def _choose(context: Context, row: int | None) -> None:
    kind = context.settings.click
    if kind == LOOK_AT:
        st.session_state[ROW] = row
    else:
        pairs.click(kind, row, context.dataset.n, algorithm(context).takes_pairs)


def _chosen_row(context: Context) -> int | None:
    """The object that was clicked: to read its masses, or as the first of a pair."""
    looked_at = context.settings.click == LOOK_AT
    row: int | None = st.session_state.get(ROW) if looked_at else pairs.pending()
    return row if row is not None and row < context.dataset.n else None


def _push_chosen(context: Context, plane: go.Figure) -> None:
    """A ring around the clicked object; the figure itself stays, and so does the zoom."""
    row, dataset = _chosen_row(context), context.dataset
    if shows_image(context):
        watch_clicks(f"{PLANE}.clicks", PLANE, partial(_answer_pixel, context))
        points = np.indices(dataset.image_shape).reshape(2, -1).T[:, ::-1] + 1.0
    else:
        points, _ = project(dataset, *chosen_axes(dataset, context.settings))
    place = points[:0] if row is None else points[[row]]
    number = trace_number(plane, CHOSEN)
    push_traces(f"{PLANE}.push", PLANE, {number: {"x": place[:, 0], "y": place[:, 1]}})


def _called(context: Context, row: int) -> str:
    name = plain(context.dataset.name_of(row))
    return name if context.dataset.ids else name.capitalize()


def _draw_object(context: Context, model: CredalClusterer) -> None:
    """The clicked object's masses and intervals, in a place that keeps its height."""
    size = lecture.fit(STORY_SIZE)
    kind, row = context.settings.click, _chosen_row(context)
    with st.container(height=size["height"] + 50, border=lecture.current() is None):
        if kind == LOOK_AT and row is None:
            what = "a pixel" if shows_image(context) else "an object on the plane"
            st.caption(f"Click {what} to read its masses here.")
        elif row is None:
            together = "belong together" if kind == MUST else "do not belong together"
            st.caption(f"Click two objects that {together}.")
        elif kind != LOOK_AT:
            st.caption(
                f"{_called(context, row)} waits for its partner; click it again to let it go."
            )
        else:
            partition, contour = partition_of(context, model), model.partition_[row].contour()[0]
            best = np.argsort(-contour, kind="stable")[:2]
            plausible = [f"pl({plain(partition.frame.names[k])}) {contour[k]:.2f}" for k in best]
            st.markdown(f"**{_called(context, row)}**: {' · '.join(plausible)}")
            size["height"] -= 24
            draw_small(object_masses(partition, row, groups(context, model), **size), STORY)
