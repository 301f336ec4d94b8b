"""Where the answers come from: a file, a simulated crowd, or nowhere yet."""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from belieflab.data.crowd_files import (
    CROWD_LAYOUTS,
    CrowdFile,
    items_as_data,
    join_items,
    read_crowd_file,
)
from belieflab.data.crowd_files.joining import WAYS
from belieflab.data.crowd_files.lines import NEEDED
from belieflab.data.crowd_files.scale import refusing_scale
from belieflab.data.reading import extensions
from belieflab.data.reading.process import open_crowd_file, open_table
from belieflab.errors import DataError
from belieflab.ui.method.confidences import draw_scale, forget_scale
from belieflab.ui.method.context import remember
from belieflab.ui.method.controls import choice, explain, titles
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import say, show_errors
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.reading_progress import watched
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control
from belieflab.ui.shell.workspace import Workspace

PAGE, LAW = "crowd", "crowd"
SAMPLE = ROOT / "sample_data" / "answers" / "features_and_annotators.csv"
_UPLOAD, _LAYOUT, _SCALE, _WAY = (f"{PAGE}.{name}" for name in ("upload", "layout", "scale", "way"))
_COLUMNS = f"{PAGE}.columns"
_LAYOUT_HELP = "Recognised from the content. Change it when the guess is wrong."


def load_sample(workspace: Workspace) -> None:
    """Load the sample crowd: six annotators who answer with sets about thirty birds."""
    crowd = read_crowd_file(SAMPLE.read_bytes(), SAMPLE.name)
    workspace.take_crowd(crowd, items_as_data(crowd, "shore birds"))


def draw_start(workspace: Workspace) -> None:
    """Ways to a crowd, where there is none yet: a sample, a simulated one, a file."""
    dataset = workspace.dataset
    st.info("There are no answers of annotators yet.", icon=":material/info:")
    with st.container(horizontal=True, vertical_alignment="center"):
        if SAMPLE.exists():
            load = partial(load_sample, workspace)
            draw_button("Load a sample crowd", f"{PAGE}.sample", load, type="primary")
        if dataset is not None and dataset.truth is not None:
            ask = partial(workspace.build_labels, LAW)
            draw_button("Ask a simulated crowd about these data", f"{PAGE}.ask", ask, icon="groups")
    draw_upload(workspace)


def draw_upload(workspace: Workspace) -> None:
    """Draw the uploader; once a file is read, what was understood, how to change it, and Use."""
    taken, rescale = workspace.state.crowd, partial(st.session_state.__setitem__, _SCALE)
    if taken is not None and taken.scale is not None and taken.may_be_rescaled:
        with st.container(horizontal=True):
            key = f"{PAGE}.taken.{workspace.version}"
            draw_scale(key, taken.scale, lambda to: workspace.take_crowd(taken.rescaled(to)))
    file = st.file_uploader(
        "Answers from a file: who said what about which item",
        type=[*extensions(), "zip"],
        key=_UPLOAD,
        on_change=_forget,
        help=explain(CROWD_LAYOUTS),
    )
    if file is None:
        return
    with st.container(border=True):
        place = st.container(horizontal=True, vertical_alignment="bottom")
        chosen = st.session_state.get(_LAYOUT)
        try:
            columns = _chosen_columns()
            chosen = "long" if columns and chosen is None else chosen
            classes = () if workspace.dataset is None else workspace.dataset.class_names
            crowd = _opened(file, chosen, st.session_state.get(_SCALE), columns, classes)
        except DataError as error:
            with place:
                _draw_layout(None)
                if (scale := refusing_scale(str(error))) is not None:
                    draw_scale(_SCALE, scale, rescale)
            st.error(plain(error), icon=":material/error:")
            _draw_columns(file)
            return
        with place:
            _draw_layout(crowd.layout)
            if crowd.scale is not None:
                draw_scale(_SCALE, crowd.scale, rescale)
        st.markdown(plain(crowd.describe()))
        for note in crowd.notes:
            st.caption(plain(note))
        _draw_use(workspace, crowd, file.name)


def _opened(
    file: Any, layout: str | None, scale: Any, columns: dict[str, str], classes: tuple[str, ...]
) -> CrowdFile:
    def read() -> CrowdFile:
        with watched(file.name) as watch:
            given = layout, scale, columns or None, watch, classes
            return open_crowd_file(file.getvalue(), file.name, *given)

    token = file.file_id, layout, scale, tuple(columns.items()), classes
    return remember(PAGE, "file", token, read, kept=2)


def _chosen_columns() -> dict[str, str]:
    """The columns that a person chose where headings tell nothing; empty until all are chosen."""
    chosen = {role: st.session_state.get(f"{_COLUMNS}.{role}.held") for role in NEEDED}
    found = {role: str(name) for role, name in chosen.items() if name is not None}
    return found if len(found) == len(NEEDED) else {}


def _draw_columns(file: Any) -> None:
    """Let a person say which column holds the workers, the items and the answers."""

    def read() -> list[str]:
        with watched(file.name) as watch:
            table = open_table(file.getvalue(), file.name, watch=watch).table
        return [] if table is None else [str(name) for name in table.columns]

    try:
        names = remember(PAGE, "columns", file.file_id, read, kept=2)
    except DataError:  # it is no table; the sentence above says so
        return
    if len(names) < len(NEEDED):
        return

    def hold(key: str) -> None:
        st.session_state[f"{key}.held"] = st.session_state[key]

    st.markdown("**One answer per line?** Say which column holds what.")
    with st.container(horizontal=True):
        for role, what in NEEDED.items():
            key = f"{_COLUMNS}.{role}"
            title, place = what.capitalize(), "choose a column"
            more: dict[str, Any] = {"index": None, "placeholder": place, "format_func": plain}
            st.selectbox(title, names, key=key, on_change=hold, args=(key,), **more)


def _forget() -> None:
    chosen = [f"{_COLUMNS}.{role}.held" for role in NEEDED]
    for key in (_LAYOUT, _WAY, *chosen):
        st.session_state.pop(key, None)
    forget_scale(_SCALE)


def _draw_layout(found: str | None) -> None:
    layout = choice("layout", "Layout", titles(CROWD_LAYOUTS), form="list", help=_LAYOUT_HELP)
    layout = replace(layout, default=found, width=260)
    draw_control(layout, _LAYOUT, placeholder="not recognised: choose one")


def _draw_use(workspace: Workspace, crowd: CrowdFile, name: str) -> None:
    """The buttons that take the answers, with the data that are there or with their own."""
    dataset = workspace.dataset

    def use(own: bool) -> None:
        way = st.session_state.get(_WAY) or ""
        data = items_as_data(crowd, name.rsplit(".", 1)[0]) if own else None
        workspace.take_crowd(replace(crowd, way="" if own else way), data)
        say(f"{len(crowd.answers):,} answers are taken.")

    if dataset is None:
        draw_button("Use these answers", f"{PAGE}.use", partial(use, True), type="primary")
        st.caption("There are no data beside them: the items become the objects.")
        return
    ways, joined, notes = choice("way", "Items are", WAYS, form="list"), None, st.container()
    with show_errors():
        joined = join_items(crowd, dataset, st.session_state.get(_WAY))
    with notes, st.container(horizontal=True, vertical_alignment="bottom"):
        found = None if joined is None else joined.way
        draw_control(replace(ways, default=found, width=240), _WAY, placeholder="choose")
        if joined is not None:
            title = f"Use these answers about {dataset.name}"
            draw_button(plain(title), f"{PAGE}.use", partial(use, False), type="primary")
        take, text = partial(use, True), "Data and labels are replaced; Undo helps."
        draw_button("Take the items as the data", f"{PAGE}.use_items", take, help=text)
    for note in () if joined is None else joined.notes:
        st.caption(plain(note))
