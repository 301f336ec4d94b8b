"""The Import tab: labels from a file, and labels into a file."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.label_edits import editable_columns
from belieflab.data.label_files import LAYOUTS, layouts_for, why_not
from belieflab.data.label_summary import describe, summarise
from belieflab.data.parameters import Parameter
from belieflab.data.reading import LabelFile, extensions, readable, write_labels
from belieflab.data.reading.process import open_label_file
from belieflab.data.reading.questions import Question
from belieflab.data.truth import truth_of
from belieflab.errors import DataError
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one, explain, titles
from belieflab.ui.pages.labels.view import PAGE
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.reading_progress import watched
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control

_LAYOUT = "labels.upload.layout"
_LAYOUT_SAID = "labels.upload.said"
_PREVIEW_ROWS = 8
TRUTH_HELP = "Methods do not learn from true classes; they are what errors are counted against."
SAVE_KIND = choice("save.kind", "File", ("csv", "parquet"), form="segments")
_LAYOUT_HELP = "Recognised from the columns. Change it when the guess is wrong."
LAYOUT = choice("upload.layout", "Layout", titles(LAYOUTS), form="list", help=_LAYOUT_HELP)


def draw_import(context: Context) -> None:
    """Upload a label file, see how it was read, change that, attach it."""
    st.markdown(
        "**Read labels from a file**, one row per object, in the order of the data or with its ids."
    )
    file = st.file_uploader(
        "Label file",
        type=extensions(),
        key="labels.upload",
        on_change=_forget,
        help=explain(LAYOUTS),
    )
    if file is None:
        st.caption(f"{readable('or')}; the layout is recognised, and you may change it.")
        return
    with st.container(border=True):
        found, problem = _read(context, file, None)
        layout = replace(LAYOUT, default=None if found is None else found.layout)
        chosen = draw_control(layout, _LAYOUT, placeholder="not recognised: choose one")
        if chosen not in {None, layout.default}:
            found, problem = _read(context, file, chosen)
        if found is None:
            st.error(plain(problem), icon=":material/error:")
            return
        if found.question is not None and not st.session_state.get(_LAYOUT_SAID):
            _draw_question(found.question, file.file_id)
            return
        _draw_found(context, found, file.name)


def _draw_question(question: Question, number: str) -> None:
    """Ask how numbers are to be read; no answer is chosen beforehand."""
    key, answers = f"{_LAYOUT_SAID}.{number}", {each.title: each for each in question.answers}

    def answer() -> None:
        st.session_state[_LAYOUT] = answers[st.session_state[key]].layout
        st.session_state[_LAYOUT_SAID] = True

    more: dict[str, Any] = {"index": None, "format_func": plain}
    st.radio(plain(question.text), list(answers), key=key, on_change=answer, **more)


def _forget() -> None:
    for key in (_LAYOUT, _LAYOUT_SAID):
        st.session_state.pop(key, None)


def _read(context: Context, file: Any, layout: str | None) -> tuple[LabelFile | None, str]:
    """The file read in that layout, once and not in every run of the page, or what is wrong."""
    dataset = context.dataset
    # The classes of the truth; without one the file names them.
    frame = dataset.frame if dataset.truth is not None else None

    def read() -> LabelFile:
        with watched(file.name) as watch:
            content = file.getvalue()
            given = frame, dataset.n, layout, watch, dataset.ids
            return open_label_file(content, file.name, *given)

    token = file.file_id, layout, frame, dataset.n, dataset.ids
    try:
        return context.remember("upload", token, read), ""
    except DataError as error:
        return None, str(error)


def _draw_found(context: Context, found: LabelFile, name: str) -> None:
    """Draw what was read, and the button that attaches it."""
    labels = found.labels
    for note in found.notes:
        st.caption(plain(note))
    same = labels.frame.names == context.dataset.class_names
    st.markdown(plain(describe(summarise(labels, context.truth if same else None))))
    first = labels[: min(len(labels), _PREVIEW_ROWS)]
    named = context.dataset.name_columns(np.arange(len(first)), texts=True)
    st.dataframe(pd.DataFrame({**named, **editable_columns(first)}), hide_index=True)
    if len(labels) > len(first):
        st.caption(f"The first {len(first)} of {len(labels):,} rows.")

    def attach() -> None:
        context.workspace.edit_labels(labels, f"labels from {name}", of_crowd=False)
        say(f"{len(labels):,} labels attached.")

    def take() -> None:
        context.workspace.take_truth(labels, f"true classes from {name}")
        say(f"{len(labels):,} true classes taken.")

    look = {"type": "primary", "icon": "attach_file"}
    with st.container(horizontal=True):
        draw_button("Attach these labels", "labels.attach", attach, **look)
        if context.dataset.truth is None and truth_of(labels) is not None:
            draw_button("Take as true classes", "labels.truth", take, help=TRUTH_HELP)


def draw_save(labels: MassTable, ids: Sequence[str]) -> None:
    """Download the labels in any layout that can hold them."""
    st.markdown("**Save these labels** to a file that reads back identically.")
    fitting = {key: LAYOUTS[key] for key in layouts_for(labels)}
    others = "\n".join(
        f"- **{layout.title}:** {plain(why_not(labels, key))}"
        for key, layout in LAYOUTS.items()
        if key not in fitting and layout.writable
    )
    look: dict[str, Any] = {"choices": titles(fitting), "form": "list", "help": others}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        layout = draw_one(PAGE, Parameter("save.layout", "Layout", next(iter(fitting)), **look))
        kind = draw_one(PAGE, SAVE_KIND)
        write = partial(write_labels, labels, layout, kind, ids)
        draw_download("Download labels", "labels.save", f"labels.{kind}", write)
