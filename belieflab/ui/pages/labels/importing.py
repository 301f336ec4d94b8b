"""The Import tab: labels from a file, and labels into a file."""

from functools import partial
from typing import Any, Literal

import pandas as pd
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.label_edits import editable_columns
from belieflab.data.label_files import LAYOUTS, layouts_for, why_not
from belieflab.data.label_summary import describe, summarise
from belieflab.data.parameters import Parameter
from belieflab.data.reading import LabelFile, extensions, read_label_file, readable, write_labels
from belieflab.errors import DataError
from belieflab.ui.method.controls import draw_one
from belieflab.ui.pages.labels.view import PAGE
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

FileKind = Literal["csv", "parquet"]
_UPLOAD = "labels.upload"
_LAYOUT = "labels.upload.layout"
_READ = "labels.upload.read"
SAVE_KIND = Parameter("save.kind", "File", "csv", choices=("csv", "parquet"), form="segments")
_PREVIEW_ROWS = 8


def draw_import(workspace: Workspace) -> None:
    """Upload a label file, see how it was read, change that, attach it."""
    st.markdown("**Read labels from a file**, one row per object, in the order of the data.")
    layouts = "\n".join(f"- **{each.title}.** {each.explanation}" for each in LAYOUTS.values())
    file = st.file_uploader(
        "Label file", type=extensions(), key=_UPLOAD, on_change=_forget_layout, help=layouts
    )
    if file is None:
        st.caption(f"{readable('or')}; the layout is recognised, and you may change it.")
        return
    with st.container(border=True):
        _draw_reading(workspace, file)


def _draw_reading(workspace: Workspace, file: Any) -> None:
    try:
        detected = _read(workspace, file, None)
        problem = ""
    except DataError as error:
        detected, problem = None, str(error)
    keys = list(LAYOUTS)
    chosen = st.selectbox(
        "Layout",
        keys,
        index=keys.index(detected.layout) if detected else None,
        format_func=lambda key: LAYOUTS[key].title,
        key=_LAYOUT,
        placeholder="not recognised: choose one",
        help="Recognised from the columns. Change it when the guess is wrong.",
    )
    try:
        as_detected = detected is not None and chosen == detected.layout
        found = detected if as_detected or not chosen else _read(workspace, file, chosen)
    except DataError as error:
        found, problem = None, str(error)
    if found is None:
        st.error(plain(problem), icon=":material/error:")
        return
    for note in found.notes:
        st.caption(plain(note))
    dataset = workspace.dataset
    same = dataset is not None and found.labels.frame.names == dataset.class_names
    st.markdown(plain(describe(summarise(found.labels, shown_truth(workspace) if same else None))))
    _draw_preview(found.labels)

    def attach() -> None:
        workspace.edit_labels(found.labels, f"labels from {file.name}")
        say(f"{len(found.labels):,} labels attached.")

    title, key = "Attach these labels", "labels.attach"
    draw_button(title, key, attach, type="primary", icon="attach_file")


def _draw_preview(labels: MassTable) -> None:
    first = labels[: min(len(labels), _PREVIEW_ROWS)]
    rows = range(1, len(first) + 1)
    st.dataframe(pd.DataFrame({"row": rows, **editable_columns(first)}), hide_index=True)
    if len(labels) > len(first):
        st.caption(f"The first {len(first)} of {len(labels):,} rows.")


def _read(workspace: Workspace, file: Any, layout: str | None) -> LabelFile:
    """Read the file once per layout, not once per run of the page."""
    dataset = workspace.dataset
    # The classes of the truth; without one the file names them.
    frame = dataset.frame if dataset is not None and dataset.truth is not None else None
    token = (file.file_id, layout, frame, dataset.n if dataset else None)
    kept: dict[Any, LabelFile] = st.session_state.setdefault(_READ, {})
    if token not in kept:
        for old in list(kept)[:-3]:
            del kept[old]
        kept[token] = read_label_file(
            file.getvalue(), file.name, frame=frame, n=token[3], layout=layout
        )
    return kept[token]


def _forget_layout() -> None:
    st.session_state.pop(_LAYOUT, None)
    st.session_state.pop(_READ, None)


def draw_save(labels: MassTable) -> None:
    """Download the labels in any layout that can hold them."""
    st.markdown("**Save these labels** to a file that reads back identically.")
    fitting = layouts_for(labels)
    titles = {key: LAYOUTS[key].title for key in fitting}
    others = "\n".join(
        f"- **{layout.title}:** {plain(why_not(labels, key))}"
        for key, layout in LAYOUTS.items()
        if key not in fitting and layout.writable
    )
    layouts = Parameter(
        "save.layout", "Layout", fitting[-1], choices=titles, form="list", help=others
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        layout = draw_one(PAGE, layouts)
        kind: FileKind = draw_one(PAGE, SAVE_KIND)
        write = partial(write_labels, labels, layout, kind)
        draw_download("Download labels", "labels.save", f"labels.{kind}", write)
