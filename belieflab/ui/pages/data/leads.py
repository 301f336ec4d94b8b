"""Files that are no table of objects: answers of annotators, or classes for data that are there."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import streamlit as st

from belieflab.belief import Frame, MassTable
from belieflab.data.crowd_files import CrowdFile, JoinedCrowd, items_as_data, join_items
from belieflab.data.crowd_files.scale import Scale, refusing_scale
from belieflab.data.crowd_files.tables import read_long
from belieflab.data.dataset import UNKNOWN, Dataset
from belieflab.data.label_files import as_names, sort_names
from belieflab.data.label_files.text_labels import is_no_true_class
from belieflab.data.reading.by_id import in_order_of
from belieflab.data.reading.datasets import encode_truth
from belieflab.data.reading.label_uploads import find_labels
from belieflab.data.reading.questions import ANSWERS, LABELS
from belieflab.data.reading.role_names import Role
from belieflab.errors import DataError
from belieflab.ui.method.confidences import draw_scale
from belieflab.ui.method.context import remember_outcome
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.shell import navigation
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import say, show_errors
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

After = Callable[[Draft], None]
"""What is called when a file was taken: the files that follow are opened."""
GO_TO = "data.go_to"
"""The page to go to when the page is drawn next."""


def follow() -> None:
    """Go to the page that a button of the last run leads to."""
    page = st.session_state.pop(GO_TO, None)
    if page is not None:
        navigation.go_to(page)


def draw_without_features(
    workspace: Workspace, draft: Draft, dataset: Dataset, after: After
) -> None:
    """Draw the button that takes labels or answers without features as those of the loaded data."""
    if _holds_alone(draft, "label"):
        _draw_attach(workspace, draft, dataset, after)
    elif _holds_alone(draft, "annotator") and draft.used_by != draft.choices:
        _draw_columns_about(workspace, draft.joined(), dataset, after)


def _holds_alone(draft: Draft, role: Role) -> bool:
    """Whether a file has columns of this role and no feature."""
    roles = draft.roles
    return roles is not None and bool(roles.columns(role)) and not roles.columns("feature")


@show_errors()
def draw_lead(workspace: Workspace, draft: Draft, after: After) -> None:
    """Draw the buttons that take the file for what it was said to be; then `after` is called."""
    if draft.leads == ANSWERS:
        _draw_answers(workspace, draft, after)
        return
    dataset = workspace.dataset
    if dataset is None:
        st.info(
            "Classes need their objects: upload this file together with the one that has the "
            "features, or load the data first.",
            icon=":material/info:",
        )
        return
    _draw_attach(workspace, draft, dataset, after)


def _draw_attach(workspace: Workspace, draft: Draft, dataset: Dataset, after: After) -> None:
    """Draw the button that makes the file the classes or the labels of the loaded data."""
    if draft.table is None:
        return
    try:
        table, notes = in_order_of(draft.table, dataset.ids)
    except DataError as error:
        st.warning(plain(error), icon=":material/warning:")
        return
    if len(table) != dataset.n:
        rows = f"The file has {len(table):,} rows"
        st.warning(
            plain(f"{rows}, but {dataset.name} has {dataset.n:,} objects."),
            icon=":material/warning:",
        )
        return
    for note in notes:
        st.caption(plain(note))
    labels = draft.leads == LABELS or _holds_alone(draft, "label")
    what = "labels" if labels else "true classes"
    attach = partial(_attach_labels if labels else _attach_truth, workspace, draft, after)
    title = plain(f"Use as the {what} of {dataset.name}")
    draw_button(title, "data.attach", attach, type="primary", width="stretch")


def _draw_columns_about(workspace: Workspace, draft: Draft, dataset: Dataset, after: After) -> None:
    """Draw the button that takes columns of annotators as answers about the loaded data."""
    held = None if draft.loaded is None else draft.loaded.crowd
    if held is None:
        return
    crowd = replace(held, way="") if held.has_items else held
    roles = () if draft.roles is None else tuple(draft.roles.of.items())
    now = draft.number, roles, draft.missing, workspace.version
    join = partial(join_items, crowd, dataset)
    try:
        joined = remember_outcome("data", "columns about", now, join)
    except DataError as error:
        st.caption(plain(f"They are not about {dataset.name}: {error}"))
        return
    _draw_about(workspace, crowd, joined, draft, after)


def _draw_about(
    workspace: Workspace, crowd: CrowdFile, joined: JoinedCrowd, draft: Draft, after: After
) -> None:
    for note in joined.notes:
        st.caption(plain(note))
    name = "" if workspace.dataset is None else workspace.dataset.name
    about = partial(_take, workspace, crowd, None, draft, after)
    title = plain(f"Open as answers about {name}")
    draw_button(title, "data.answers_about", about, type="primary", width="stretch")


def _attach_labels(workspace: Workspace, draft: Draft, after: After) -> None:
    dataset = workspace.dataset
    if dataset is None or draft.table is None or draft.roles is None:
        return
    frame = dataset.frame if dataset.truth is not None else None
    chosen, layout = draft.roles.columns("label"), draft.roles.layout
    labels = find_labels(draft.table, frame, dataset.n, layout, dataset.ids, chosen).labels
    workspace.edit_labels(labels, f"labels from {draft.name}", of_crowd=False)
    say(f"{len(labels):,} labels attached to {dataset.name}.")
    _go_on(draft, after, "labels")


def _attach_truth(workspace: Workspace, draft: Draft, after: After) -> None:
    dataset, table = workspace.state.dataset, draft.table
    if dataset is None or table is None or draft.roles is None:
        return
    table, _ = in_order_of(table, dataset.ids)
    names = as_names(table[draft.roles.columns("truth")[0]])
    known = {name for name in names if name is not None}
    known -= {str(UNKNOWN)} if is_no_true_class(known) else set()
    frame = Frame.of_kind(sort_names(known))
    labels: MassTable | None = workspace.labels
    if labels is not None and known <= set(labels.frame.names):
        frame = labels.frame
    elif labels is not None:
        strange = min(known - set(labels.frame.names))
        raise DataError(f"The file names the class {strange!r}, which no label speaks of.")
    with_truth = replace(
        dataset,
        truth=np.asarray(encode_truth(names, frame)),
        class_names=frame.names,
        class_kind=frame.kind,
    )
    state = workspace.state
    kept = state.label_note, state.crowd, state.made_by_crowd and state.crowd is not None
    workspace.adopt_dataset(with_truth, labels, *kept)
    say(f"{dataset.name} has true classes now: {frame.size} of them.")
    after(draft)


def _go_on(draft: Draft, after: After, page: str) -> None:
    """Open the files that follow, or go to the page that shows what was taken."""
    after(draft)
    if not draft.following:
        st.session_state[GO_TO] = page


def _draw_answers(workspace: Workspace, draft: Draft, after: After) -> None:
    """Draw what the answers are, and the buttons that take them with their objects."""
    key = _scale_key(draft)
    rescale = partial(st.session_state.__setitem__, key)
    try:
        crowd = find_answers(draft)
    except DataError as error:
        if (scale := refusing_scale(str(error))) is not None:
            draw_scale(key, scale, rescale)
        raise
    if crowd is None:
        return
    st.markdown(plain(crowd.describe()))
    for note in crowd.notes:
        st.caption(plain(note))
    again = draft.crowd is None or crowd.may_be_rescaled  # a table is read once more
    if crowd.scale is not None and again:
        with st.container(horizontal=True):
            draw_scale(key, crowd.scale, rescale)
    dataset = workspace.dataset
    joined = None
    if dataset is not None:
        try:
            joined = join_answers(workspace, draft, crowd, dataset)
        except DataError as error:
            st.caption(plain(f"They are not about {dataset.name}: {error}"))
    if joined is not None:
        _draw_about(workspace, crowd, joined, draft, after)
    kind = "secondary" if joined is not None else "primary"
    own = partial(_take, workspace, crowd, draft.name, draft, after)
    text = "The items become the objects; the shares of their answers stand for features."
    draw_button("Open as a crowd", "data.answers", own, type=kind, width="stretch", help=text)


def _scale_key(draft: Draft) -> str:
    return f"data.scale.{draft.number}"


def _read_by(draft: Draft) -> tuple[object, ...]:
    """What the answers of a draft are read by."""
    return draft.number, tuple(draft.lead_columns.items()), st.session_state.get(_scale_key(draft))


def find_answers(draft: Draft) -> CrowdFile | None:
    """The answers of the draft, their confidences on the scale chosen or the one they seem to have.

    They are read again only when what they are read by has changed.
    """
    scale: Scale | None = st.session_state.get(_scale_key(draft))
    read = partial(_read_answers, draft, scale)
    return remember_outcome("data", "answers", _read_by(draft), read)


def join_answers(
    workspace: Workspace, draft: Draft, crowd: CrowdFile, dataset: Dataset
) -> JoinedCrowd:
    """The answers as those about the data that are there; a DataError says why they are not."""
    now, join = (*_read_by(draft), workspace.version), partial(join_items, crowd, dataset)
    return remember_outcome("data", "answers about", now, join)


def _read_answers(draft: Draft, scale: Scale | None) -> CrowdFile | None:
    if draft.crowd is not None:
        return draft.crowd if scale is None else draft.crowd.rescaled(scale)
    if draft.table is None:
        return None
    filename = next(iter(draft.files))
    return read_long(draft.table, draft.lead_columns, draft.guess, scale, filename)


def _take(
    workspace: Workspace, crowd: CrowdFile, name: str | None, draft: Draft, after: After
) -> None:
    workspace.take_crowd(crowd, None if name is None else items_as_data(crowd, name))
    say(f"{len(crowd.answers):,} answers are taken.")
    _go_on(draft, after, "crowd")
