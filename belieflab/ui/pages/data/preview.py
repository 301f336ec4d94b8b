"""The picture of an upload before it is used: the person sees the data, and then decides."""

import streamlit as st

from belieflab.data.crowd_files import items_as_data
from belieflab.data.reading import Loaded
from belieflab.data.reading.questions import ANSWERS
from belieflab.errors import DataError
from belieflab.ui.pages.data.columns import DRAFT
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.pages.data.leads import find_answers, join_answers
from belieflab.ui.shell.workspace import Workspace


def find_preview(workspace: Workspace) -> Loaded | None:
    """What the upload holds by the choices so far, not used yet; None where there are no points.

    The same points go into the workspace when the upload is used: nothing is computed twice.
    """
    draft: Draft | None = st.session_state.get(DRAFT)
    if draft is None or draft.problem or draft.used_by == draft.choices:
        return None
    if draft.leads == ANSWERS and draft.folder is None:
        return _items(workspace, draft)
    if not draft.rows_are_objects:
        return None
    st.session_state[DRAFT] = draft = draft.joined()
    return None if draft.refusal else draft.loaded


def _items(workspace: Workspace, draft: Draft) -> Loaded | None:
    """The items of a crowd as points; none where they are objects of the data that are there."""
    try:
        crowd = find_answers(draft)
    except DataError:
        return None  # said beside its buttons
    if crowd is None:
        return None
    if workspace.dataset is not None:
        try:
            join_answers(workspace, draft, crowd, workspace.dataset)
        except DataError:
            pass
        else:
            return None
    return Loaded(items_as_data(crowd, draft.name), crowd=crowd)
