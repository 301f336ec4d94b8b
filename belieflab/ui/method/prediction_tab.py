"""The tab Predict: a fitted model applied to a second file; models saved and opened again."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.projection import ROW_AXIS, find_projection, project
from belieflab.data.reading import extensions, readable, write_table
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.new_objects import NewObjects
from belieflab.data.reading.process import open_table
from belieflab.errors import DataError
from belieflab.figures.common.predicted import draw_predicted
from belieflab.iteration import StopFlag, until_stopped
from belieflab.saving import can_be_saved
from belieflab.saving.predictor import (
    BLOCK_ROWS,
    Predictor,
    open_predictor,
    opening_cost,
    prediction_table,
    table_cost,
)
from belieflab.ui.method.charts import draw_chart
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice
from belieflab.ui.method.made import draw_made
from belieflab.ui.method.plane import chosen_axes
from belieflab.ui.method.prediction import KEPT, Prediction, Second, treatment_of
from belieflab.ui.method.tasks import Task, collect, draw_task
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.reading_progress import watched
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control

SHOWN_ROWS = 1_000
SETS_HELP = (
    "The classes that no other one dominates strongly, by the costs where these decide; where the "
    "page answers with sets, its answer."
)
ADVICE = "Cut the file into smaller ones."
MISSING = choice(
    "predict.missing",
    "Missing values",
    {"drop": "leave the row out", "median": "median of the training"},
    form="segments",
)


@dataclass(frozen=True, eq=False)
class _Opened:
    """A saved model that was opened."""

    name: str
    token: str
    predictor: Predictor


def draw(context: Context, value: Any, declared: Prediction) -> None:
    """Draw the two uploaders, and what the model says about the objects of the file."""
    page = context.page
    try:
        model = declared.model(context, value)
        if model is None:
            return
        own = Predictor.of(model, context.dataset, **declared.given(context))
    except DataError as error:
        st.info(plain(str(error)), icon=":material/info:")
        return
    left, right = st.columns(2, gap="large")
    with right:
        chosen = _draw_models(page, own)
    with left:
        second, problem = _draw_file(page)
        if problem:
            st.error(plain(problem), icon=":material/error:")
            return
        if second is None:
            names = ", ".join(chosen.features.names[:8])
            more = ", …" if len(chosen.features.names) > 8 else ""
            st.caption(plain(f"Columns it needs, in any order: {names}{more}."))
            return
        missing = _draw_missing(page, chosen, second)
    _draw_result(context, declared, chosen, second, missing)


def _draw_file(page: str) -> tuple[Second | None, str]:
    """The second file, uploaded now or kept since the tab was last open; or what is wrong."""
    key, kept = f"{page}.predict.file", f"{KEPT}.{page}"
    st.markdown("**Objects to predict**")
    file = st.file_uploader("File with new objects", type=extensions(), key=key)
    known: Second | None = st.session_state.get(kept)
    if file is not None and (known is None or known.token != file.file_id):
        st.session_state.pop(kept, None)
        try:
            with watched(file.name) as watch:
                opened = open_table(file.getvalue(), file.name, None, watch)
        except DataError as error:
            return None, str(error)
        if opened.table is None:
            return None, opened.problem or "The file holds no table."
        known = st.session_state[kept] = Second(file.name, file.file_id, opened.table)
    if known is None:
        st.caption(f"{readable('or')}.")
    elif file is None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(plain(f"{known.name}, {len(known.table):,} rows"))
            draw_button("Remove", f"{page}.predict.remove", partial(_forget, kept), icon="close")
    return known, ""


def _draw_models(page: str, own: Predictor) -> Predictor:
    """Save the model of the page, open another; returns the one that predicts."""
    key, kept = f"{page}.predict.model", f"shell.opened_model.{page}"
    st.markdown("**Model**")
    file = st.file_uploader("Open a saved model", type=["zip"], key=key)
    opened: _Opened | None = st.session_state.get(kept)
    if file is not None and (opened is None or opened.token != file.file_id):
        st.session_state.pop(kept, None)
        opened = _open(page, file)
        if opened is not None:
            st.session_state[kept] = opened
    with st.container(horizontal=True, vertical_alignment="center"):
        _draw_save(page, own)
        if opened is not None:
            label, act = "Use the model of this page", partial(_forget, kept, key)
            draw_button(label, f"{page}.predict.own", act, icon="undo")
    if opened is None:
        st.caption("The model of this page predicts. A saved model holds numbers and no code.")
        return own
    st.caption(plain(f"{opened.name} predicts, a {type(opened.predictor.model).__name__}."))
    return opened.predictor


def _open(page: str, file: Any) -> _Opened | None:
    """The model of a file, once it has been opened; a large one waits for Run."""
    content = file.getvalue()

    try:
        cost = opening_cost(content)
    except DataError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return None
    make, about = partial(open_predictor, content), "Opening this model"
    advice = "It is too large to be opened here."
    given = {"label": "Open", "advice": advice, "begins_within": 0.0, "kept": 1}
    found = draw_made(f"{page}.open_model", file.file_id, make, cost, about, **given)
    return None if found is None else _Opened(file.name, file.file_id, found)


def _draw_save(page: str, own: Predictor) -> None:
    if not can_be_saved(own.model):
        kind = getattr(own.model, "title", type(own.model).__name__)
        st.caption(plain(f"{kind} cannot be saved; the exported code fits it again."))
        return
    try:
        own.check_size()
    except DataError as error:
        st.caption(plain(str(error)))
        return
    name = f"belieflab-{page}-model.zip"
    draw_download("Save model", f"{page}.predict.save", name, partial(own.save, page))


def _forget(*keys: str) -> None:
    for key in keys:
        st.session_state.pop(key, None)


def _draw_missing(page: str, predictor: Predictor, second: Second) -> Treatment:
    """Where values are missing, ask what becomes of them; by default what became of them before."""
    wanted = set(predictor.features.names)
    gaps = (
        second.table.iloc[:, place].isna().any()
        for place, name in enumerate(second.table.columns)
        if str(name) in wanted
    )
    if not any(gaps):
        return "drop"
    key, kept = f"{page}.{MISSING.name}", f"{KEPT}.{page}"

    def choose() -> None:
        st.session_state[kept] = replace(second, missing=st.session_state[key])

    hold(key, treatment_of(second, predictor.features.filled), second.token)
    found: Treatment = draw_control(MISSING, key, on_change=choose)
    return found


def _draw_result(
    context: Context,
    declared: Prediction,
    predictor: Predictor,
    second: Second,
    missing: Treatment,
) -> None:
    n = len(second.table)

    def start(stop: StopFlag) -> tuple[list[Any], Iterator[Any]]:
        return collect(until_stopped(predictor.steps(second.table, missing), stop))

    task = Task(
        f"{context.page}.predict",
        (context.fit_token, predictor.model, second.token, missing),
        start,
        predictor.features.match_cost(second.table) + predictor.cost(n),
        expected=1 + -(-n // BLOCK_ROWS),
        label="Predict",
        unit="block",
        about=f"Predicting {n:,} objects",
        advice=ADVICE,
        kept=2,
    )
    outcome = draw_task(task)
    if not outcome.ready or not outcome.value:
        return
    new, *blocks = outcome.value
    for note in new.notes:
        st.caption(plain(note))
    if not blocks:
        return
    beliefs = context.remember(
        "beliefs", (task.token, len(blocks)), partial(MassTable.stack, blocks)
    )
    if len(beliefs) < len(new.X):
        st.caption(f"Stopped: the first {len(beliefs):,} of {len(new.X):,} objects.")
        new = _first(new, len(beliefs))
    rule = declared.rule(context)
    make = partial(prediction_table, predictor.model, new, beliefs, rule)
    key, about = f"{context.page}.predicted", "Deciding about each object"
    token = task.token, len(blocks), context.settings.view_token, context.costs
    given = {"label": "Decide", "advice": ADVICE, "kept": 2}
    found = draw_made(key, token, make, table_cost(beliefs), about, **given)
    if found is None:
        return
    left, right = st.columns([3, 2], gap="large")
    with left:
        _draw_decisions(context.page, found)
    with right:
        _draw_picture(
            context, declared, replace(new, X=predictor.features.unscaled(new.X)), beliefs
        )


def _draw_decisions(page: str, found: pd.DataFrame) -> None:
    """Draw what is decided about each object, and its download."""
    look: dict[str, Any] = {"set": st.column_config.TextColumn(help=SETS_HELP)}
    for name in found.columns[found.columns.get_loc("ignorance") :]:
        look[name] = st.column_config.NumberColumn(format="%.4f")
    shown = found.head(SHOWN_ROWS)
    st.dataframe(shown, key=f"{page}.predict.table", hide_index=True, column_config=look)
    if len(found) > SHOWN_ROWS:
        st.caption(f"The first {SHOWN_ROWS:,} of {len(found):,} rows; the file has all.")
    name = f"belieflab-{page}-predicted.csv"
    key = f"{page}.predict.csv"
    draw_download("Predictions as CSV", key, name, lambda: write_table(found))


def _first(new: NewObjects, count: int) -> NewObjects:
    texts = {name: part[:count] for name, part in new.categories.items()}
    return NewObjects(new.X[:count], new.names, texts, new.ids[:count], new.rows[:count], new.notes)


def _draw_picture(
    context: Context, declared: Prediction, new: NewObjects, beliefs: MassTable
) -> None:
    """The new objects, in their own units, on the plane of the training.

    A saved model may have learned on another scale than that of the workspace.
    """
    dataset: Dataset = context.dataset
    if dataset.original[1] != new.names:
        st.caption("The model learned from other features than the data of the workspace.")
        return
    find = declared.axes
    axes = chosen_axes(dataset, context.settings) if find is None else find(context)
    view = find_projection(dataset, *axes)
    if view is None or ROW_AXIS in axes:
        st.caption("The axes shown have no place for new objects; choose features as axes.")
        return
    learned, titles = project(dataset, *axes)
    X = new.X if dataset.scale is None else dataset.scale.apply(new.X)
    points = np.asarray(X @ view.loadings - view.shift)
    names = new.ids or [f"Row {row + 1}" for row in new.rows.tolist()]
    figure = draw_predicted(learned, points, beliefs, titles, names=names, seed=context.seed)
    draw_chart(figure, f"{context.page}.predict.plane")
