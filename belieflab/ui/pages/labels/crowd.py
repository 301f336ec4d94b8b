"""The Crowd tab: simulated annotators, how far each is believed, what they answered."""

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.data.crowd import Crowd
from belieflab.data.crowd_conflict import crowd_conflict
from belieflab.data.crowd_simulation import crowd_behind_labels
from belieflab.data.label_edits import mass_texts
from belieflab.ui.pages.labels.laws import CROWD
from belieflab.ui.pages.labels.view import SHARE_COLUMN, names_by_code
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

MAX_SLIDERS = 12
_SHOWN_ROWS = 200


def current_crowd(workspace: Workspace) -> Crowd | None:
    """The crowd behind the current labels, if a simulated one made them."""
    recipe = workspace.state.label_recipe
    if recipe is None or recipe.key != CROWD or workspace.dataset is None:
        return None
    return crowd_behind_labels(workspace.dataset, seed=workspace.seed, **dict(recipe.settings))


def draw_reliabilities(workspace: Workspace, crowd: Crowd) -> None:
    """One slider per annotator; moving one fixes the whole list."""
    shown = crowd.reliabilities[:MAX_SLIDERS]
    columns = st.columns(min(len(shown), 6))
    for j, value in enumerate(shown):
        key = f"labels.crowd.reliability.{j}"
        st.session_state[key] = round(float(value), 2)
        columns[j % len(columns)].slider(
            f"Annotator {j + 1}",
            0.0,
            1.0,
            step=0.01,
            key=key,
            on_change=guarded(_set_reliability),
            args=(workspace, crowd, j),
        )
    if len(crowd.reliabilities) > len(shown):
        st.caption(f"{len(crowd.reliabilities) - len(shown)} more annotators have no slider.")


def _set_reliability(workspace: Workspace, crowd: Crowd, j: int) -> None:
    values = crowd.reliabilities.copy()
    values[j] = st.session_state[f"labels.crowd.reliability.{j}"]
    recipe = workspace.state.label_recipe
    settings: dict[str, Any] = dict(recipe.settings) if recipe is not None else {}
    settings["reliabilities"] = ", ".join(f"{value:.4g}" for value in values)
    workspace.build_labels(CROWD, **settings)


def draw_answers(workspace: Workspace, crowd: Crowd) -> None:
    """What the annotators said, the most disputed objects first, and the combined label."""
    if workspace.labels is None:
        return
    conflict = crowd_conflict(crowd)
    disputed = int((conflict > 0.5).sum())
    st.markdown(
        f"**Answers**, the most disputed first. Mean conflict {conflict.mean():.2f}; "
        f"{disputed:,} of {len(conflict):,} objects have more than half their mass in conflict.",
        help="Conflict is the mass on ∅ when all discounted answers meet in the conjunctive rule, "
        "before any normalisation.",
    )
    rows = np.argsort(-conflict, kind="stable")[:_SHOWN_ROWS]
    st.dataframe(
        _answer_table(workspace, crowd, conflict, rows),
        hide_index=True,
        height=320,
        key="labels.crowd.answers",
        column_config={
            "conflict": SHARE_COLUMN,
            "combined label": st.column_config.TextColumn(width="large"),
        },
    )


def _answer_table(
    workspace: Workspace, crowd: Crowd, conflict: np.ndarray[Any, Any], rows: np.ndarray[Any, Any]
) -> pd.DataFrame:
    assert workspace.labels is not None  # noqa: S101  (the caller checked)
    names = names_by_code(crowd.frame)
    table: dict[str, Any] = {"row": rows + 1, "conflict": conflict[rows]}
    truth = shown_truth(workspace)
    if truth is not None:
        table["truth"] = names[truth[rows]]
    table["combined label"] = mass_texts(workspace.labels[rows])
    for j, value in enumerate(crowd.reliabilities):
        table[f"{j + 1} ({value:.2f})"] = names[crowd.answers[rows, j]]
    return pd.DataFrame(table)
