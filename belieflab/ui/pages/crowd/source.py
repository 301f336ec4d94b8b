"""Where the answers come from: a file, a simulated crowd, or nowhere yet."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.crowd import Crowd
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files import (
    CROWD_LAYOUTS,
    ENDINGS,
    CrowdFile,
    items_as_data,
    join_items,
    read_crowd_file,
    simulated_file,
    write_crowd_file,
)
from belieflab.data.crowd_files.joining import WAYS
from belieflab.data.crowd_simulation import crowd_behind_labels
from belieflab.data.dataset import Dataset
from belieflab.data.reading import extensions
from belieflab.data.reading.process import open_crowd_file
from belieflab.errors import DataError
from belieflab.figures.common.text import count_of
from belieflab.ui.method.context import Context, remember
from belieflab.ui.method.controls import choice, draw_control, explain, titles
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.page_table import ROOT
from belieflab.ui.shell.reading_progress import watched
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

PAGE, LAW = "crowd", "crowd"
SAMPLE = ROOT / "sample_data" / "answers" / "features_and_annotators.csv"
_UPLOAD, _LAYOUT, _SCALE, _WAY = (f"{PAGE}.{name}" for name in ("upload", "layout", "scale", "way"))
_LAYOUT_HELP = "Recognised from the content. Change it when the guess is wrong."


@dataclass(frozen=True)
class Shown:
    """The crowd on the page: its answers about the objects, and the file or the law behind it."""

    answers: CrowdAnswers
    file: CrowdFile
    rows: NDArray[np.int64]
    notes: tuple[str, ...] = ()
    simulated: Crowd | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What the annotators are called."""
        return self.file.annotators

    def write(self, labels: MassTable) -> bytes:
        """The labels of the items in the layout of the file."""
        joined = self.rows >= 0
        items = tuple(item for item, kept in zip(self.file.items, joined, strict=True) if kept)
        return write_crowd_file(replace(self.file, items=items), labels[self.rows[joined]])


def current(context: Context) -> Shown | None:
    """The answers that the workspace holds, or those of the simulated crowd behind its labels."""
    state, recipe = context.workspace.state, context.workspace.state.label_recipe

    def make() -> Shown | None:
        if recipe is not None and recipe.key == LAW:
            settings, dataset = dict(recipe.settings), context.dataset
            crowd = crowd_behind_labels(dataset, seed=context.seed, **settings)
            file = simulated_file(crowd, dataset)
            return Shown(file.answers, file, np.arange(dataset.n), simulated=crowd)
        if state.crowd is None:
            return None
        joined = join_items(state.crowd, context.dataset)
        notes = (*state.crowd.notes, *joined.notes)
        return Shown(joined.answers, state.crowd, joined.rows, notes)

    return remember(PAGE, "answers", context.workspace.version, make, kept=2)


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
    file = st.file_uploader(
        "Answers from a file: who said what about which item",
        type=[*dict.fromkeys((*extensions(), *ENDINGS))],
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
            crowd = _opened(file, chosen, st.session_state.get(_SCALE))
        except DataError as error:
            with place:
                _draw_layout(None)
            st.error(plain(error), icon=":material/error:")
            return
        with place:
            _draw_layout(crowd.layout)
            _draw_scale(crowd)
        _draw_found(workspace, crowd, file.name)


def _opened(file: Any, layout: str | None, scale: Any) -> CrowdFile:
    def read() -> CrowdFile:
        with watched(file.name) as watch:
            return open_crowd_file(file.getvalue(), file.name, layout, scale, watch=watch)

    return remember(PAGE, "file", (file.file_id, layout, scale), read, kept=2)


def _forget() -> None:
    for key in (_LAYOUT, _SCALE, _WAY):
        st.session_state.pop(key, None)


def _draw_layout(found: str | None) -> None:
    layout = choice("layout", "Layout", titles(CROWD_LAYOUTS), form="list", help=_LAYOUT_HELP)
    layout = replace(layout, default=found, width=260)
    draw_control(layout, _LAYOUT, placeholder="not recognised: choose one")


def _draw_scale(crowd: CrowdFile) -> None:
    """The highest confidence, and the lowest, of a file that has some."""
    if crowd.scale is None:
        return
    keys = f"{_SCALE}.low", f"{_SCALE}.high"

    def change() -> None:
        st.session_state[_SCALE] = tuple(float(st.session_state[key]) for key in keys)

    for key, label, value in zip(keys, ("from", "to"), crowd.scale, strict=True):
        title = f"Confidence {label}"
        st.number_input(title, value=value, key=key, step=1.0, on_change=change, width=170)


def _draw_found(workspace: Workspace, crowd: CrowdFile, name: str) -> None:
    answers, dataset = crowd.answers, workspace.dataset
    st.markdown(
        plain(
            f"{count_of(len(answers), 'answer')} of {count_of(len(crowd.annotators), 'annotator')} "
            f"about {count_of(len(crowd.items), 'item')}, {count_of(crowd.frame.size, 'class')}: "
            f"{', '.join(crowd.frame.names[:6])}{', …' if crowd.frame.size > 6 else '.'}"
        ).replace("classs", "classes")
    )
    for note in crowd.notes:
        st.caption(plain(note))
    _draw_use(workspace, crowd, dataset, name)


def _draw_use(workspace: Workspace, crowd: CrowdFile, dataset: Dataset | None, name: str) -> None:
    """The buttons that take the answers, with the data that are there or with their own."""

    def use(own: bool) -> None:
        way = st.session_state.get(_WAY) or ""
        data = items_as_data(crowd, name.rsplit(".", 1)[0]) if own else None
        workspace.take_crowd(replace(crowd, way="" if own else way), data)
        say(f"{len(crowd.answers):,} answers are taken.")

    if dataset is None:
        draw_button("Use these answers", f"{PAGE}.use", partial(use, True), type="primary")
        st.caption("There are no data beside them: the items become the objects.")
        return
    ways = choice("way", "Items are", WAYS, form="list")
    problem = ""
    try:
        joined = join_items(crowd, dataset, st.session_state.get(_WAY))
    except DataError as error:
        problem = str(error)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        found = None if problem else joined.way
        draw_control(replace(ways, default=found, width=240), _WAY, placeholder="choose")
        if not problem:
            title = f"Use these answers about {dataset.name}"
            draw_button(plain(title), f"{PAGE}.use", partial(use, False), type="primary")
        take, text = (
            partial(use, True),
            "Data and labels in the workspace are replaced; Undo helps.",
        )
        draw_button("Take the items as the data", f"{PAGE}.use_items", take, help=text)
    if problem:
        st.error(plain(problem), icon=":material/error:")
    else:
        for note in joined.notes:
            st.caption(plain(note))
