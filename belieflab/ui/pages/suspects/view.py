"""The Suspects page: the ranked list beside the plane with the chosen object."""

from typing import cast

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from belieflab.belief import MassTable
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.held_out import HeldOut
from belieflab.evaluation.suspects import Suspicion, name_set
from belieflab.figures.common.frames import filled
from belieflab.figures.common.text import count_of
from belieflab.figures.suspects.object_bars import draw_object
from belieflab.figures.suspects.plane import (
    CONTRADICTED,
    chosen_contents,
    empty_suspects,
    find_neighbours,
    nearest_object,
)
from belieflab.ui.method.charts import Drawing, draw_chart, draw_small
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import set_value
from belieflab.ui.method.player import push_traces, watch_clicks
from belieflab.ui.method.suspicion import count_changed, find_suspects
from belieflab.ui.method.tasks import Outcome, draw_run
from belieflab.ui.pages.suspects import listing
from belieflab.ui.pages.suspects.settings import CHOSEN, PAGE, chosen_object, look, task
from belieflab.ui.shell import lecture
from belieflab.ui.shell.text import plain

PLANE, STORY = f"{PAGE}.plane", f"{PAGE}.story"
MAX_BARS, MAX_BARS_TAUGHT = 7, 2
"""Neighbours of the chosen object whose labels are drawn as bars, on a page and in a lecture."""

ASK = "Tick rows of the list, or click an object on the plane: its neighbours and masses show here."
ORDER = "Ranked by how probable the label is beside its best rival, and by how doubted it is."
PROBABLE = "This classifier gives probabilities, so there is no ignorance."


def draw(context: Context, outcome: Outcome) -> Drawing | None:
    """Draw the list beside the plane; before a run, Run in the place of the list."""
    left, right = st.columns([3, 2], gap="medium")
    if not outcome.ready:
        with left:
            draw_run(task(context))
        with right:
            draw_chart(_plane(context, None), f"{PLANE}.waiting")
        return None
    held: HeldOut = outcome.value
    found = find_suspects(context, held)
    with left:
        filtered = listing.draw_filters(context)
        shown = listing.narrow(filtered, found)
        ticked = listing.draw_list(filtered, shown)
        if lecture.current() is None:
            listing.draw_actions(filtered, shown, found, ticked)
            st.caption(_describe(context, held, found, shown))
    with right:
        drawing = _draw_plane(context, found)
        _draw_story(context, held, found)
    return drawing


def _draw_plane(context: Context, found: Suspicion) -> Drawing:
    """Draw the plane; a click chooses the nearest object."""
    figure, view, row = _plane(context, found), look(context), chosen_object(context)
    near = None
    if row is not None:
        near = find_neighbours(context.dataset, _labels(context), row, view.neighbors)
    contents = chosen_contents(figure, context.dataset, view, row, near)
    draw_chart(figure, PLANE)

    def choose(x: float, y: float) -> None:
        nearest = nearest_object(context.dataset, view, x, y)
        set_value(PAGE, CHOSEN.name, str(nearest + 1))

    with st.container(gap=None):
        push_traces(f"{PLANE}.chosen", PLANE, contents)
        watch_clicks(f"{PLANE}.clicks", PLANE, choose)
    return Drawing(filled(figure, contents), PLANE)


def _plane(context: Context, found: Suspicion | None) -> go.Figure:
    """The plane without a chosen object; before a run without rings."""
    view, labels = look(context), _labels(context)
    nothing = found is None

    def make() -> go.Figure:
        weighed = Suspicion.nothing(labels.frame) if found is None else found
        return empty_suspects(context.dataset, labels, weighed, view, context.truth)

    plane = context.dataset.plane and context.dataset.plane.key
    seen = view.axes, plane, view.height, context.workspace.truth_hidden
    token = context.fit_token, *seen, nothing
    done = 0 if found is None else len(found)
    return context.remember("plane", (token, done), make)


def _draw_story(context: Context, held: HeldOut, found: Suspicion) -> None:
    """Draw what is said about the chosen object: label, evidence, its neighbours' labels."""
    row = chosen_object(context)
    if row is None:
        if lecture.current() is None:
            st.caption(ASK)
        return
    labels, dataset = _labels(context), context.dataset
    max_bars = MAX_BARS if lecture.current() is None else MAX_BARS_TAUGHT
    near = find_neighbours(dataset, labels, row, min(look(context).neighbors, max_bars))
    table = MassTable.stack([labels[[row]], held.beliefs[[row]], labels[near]])
    names = ["its label", "the evidence", *(dataset.name_of(int(each)) for each in near)]
    drawn = f" · bars: the nearest {len(near)} of {look(context).neighbors} neighbours"
    st.caption(_sentence(context, found, row) + drawn * (len(near) < look(context).neighbors))
    draw_small(draw_object(names, table, scale=lecture.scale()), STORY)


def _sentence(context: Context, found: Suspicion, row: int) -> str:
    """The chosen object in one line."""
    name, place = plain(context.dataset.name_of(row)), np.flatnonzero(found.rows == row)
    if not len(place):
        return f"**{name}**: all mass of its label or of the evidence is on ∅."
    one = found[place]
    given, points = (
        plain(name_set(found.frame, int(each[0]))) for each in (one.labels, one.suggested)
    )
    numbers = f"against {one.against[0]:.2f} · for {one.support[0]:.2f} · ignorance "
    return f"**{name}**: label {given}, evidence {points} · {numbers}{one.ignorance[0]:.2f}"


def _describe(context: Context, held: HeldOut, found: Suspicion, shown: Suspicion) -> str:
    """What the list holds, in Markdown."""
    contradicted = int((found.against >= CONTRADICTED).sum())
    parts = [f"{count_of(contradicted, 'label')} with evidence against ≥ ½"]
    if len(shown) > listing.MAX_LISTED:
        parts.append(f"the first {listing.MAX_LISTED:,} of {len(shown):,} are listed")
    elif len(shown) < len(found):
        parts.append(f"{len(shown):,} of {len(found):,} objects listed")
    if not held.done.all():
        parts.append(f"stopped: {int(held.done.sum()):,} of {len(held.done):,} objects judged")
    if len(found) < held.done.sum():
        parts.append(f"{count_of(int(held.done.sum()) - len(found), 'object')} all on ∅ left out")
    changed = count_changed(context.workspace)
    if changed:
        parts.append(f"**{count_of(changed, 'label')} changed here**")
    text = f"{' · '.join(parts)}. {ORDER}"
    if not CLASSIFIERS.find(context.settings.classifier).gives_masses:
        text = f"{text} {PROBABLE}"
    for note in held.notes:
        text += f" {plain(note)}"
    return text


def _labels(context: Context) -> MassTable:
    return cast(MassTable, context.labels)
