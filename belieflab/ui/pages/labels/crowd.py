"""The Crowd tab: simulated annotators, or the answers of real ones from a file."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief import Frame, MassTable
from belieflab.data.answer_headings import COLUMNS, holds_answers
from belieflab.data.crowd import (
    CROWD_RULES,
    DEMPSTER,
    Crowd,
    agreement,
    answer_codes,
    combine_annotators,
)
from belieflab.data.crowd_answers import read_answers
from belieflab.data.crowd_conflict import crowd_conflict
from belieflab.data.crowd_simulation import crowd_behind_labels
from belieflab.data.dataset import Dataset
from belieflab.data.label_edits import mass_texts
from belieflab.data.label_files import as_names
from belieflab.data.label_summary import describe, summarise
from belieflab.data.parameters import Parameter
from belieflab.data.reading import FileGuess, extensions
from belieflab.data.reading.process import OpenedTable, open_table
from belieflab.errors import DataError
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_controls, read_settings
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.pages.labels.view import PAGE, SHARE_COLUMN, WIDE_COLUMN, names_by_code
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import guarded, say, show_errors
from belieflab.ui.shell.reading_progress import watched
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

CROWD = "crowd"
"""The law of labels that asks annotators."""

MAX_SLIDERS = 12
_SHOWN_ROWS = 200
_OPENED = "labels.answers.opened"
_TRUSTS = ("agreement with the others", "the same for all")
_ONLY_SAME = {"answers.trust": _TRUSTS[1:]}
_COMBINATION = [
    choice("answers.trust", "Reliabilities", _TRUSTS, form="list"),
    Parameter("answers.value", "Reliability", 0.8, 0.0, 1.0, 0.01, needs=_ONLY_SAME, disabled=True),
    Parameter("answers.rule", "Combined by", DEMPSTER, choices=CROWD_RULES, form="list"),
]
"""How far the annotators are believed, and the rule that puts their answers together."""

_CONFLICT_HELP = (
    "Conflict is the mass on ∅ when all discounted answers meet in the conjunctive rule, before "
    "any normalisation."
)


def current_crowd(context: Context) -> Crowd | None:
    """The crowd behind the current labels, if a simulated one made them."""
    recipe = context.workspace.state.label_recipe
    if recipe is None or recipe.key != CROWD:
        return None
    return crowd_behind_labels(context.dataset, seed=context.seed, **dict(recipe.settings))


def draw_reliabilities(workspace: Workspace, crowd: Crowd) -> None:
    """One slider per annotator; moving one fixes the whole list."""
    shown = crowd.reliabilities[:MAX_SLIDERS]
    columns = st.columns(min(len(shown), 6))
    for j, value in enumerate(shown):
        key = f"labels.crowd.reliability.{j}"
        hold(key, round(float(value), 2))
        take, title = guarded(partial(_set_reliability, workspace, crowd, j)), f"Annotator {j + 1}"
        columns[j % len(columns)].slider(title, 0.0, 1.0, step=0.01, key=key, on_change=take)
    if rest := len(crowd.reliabilities) - len(shown):
        st.caption(f"{rest} more annotators have no slider.")


def _set_reliability(workspace: Workspace, crowd: Crowd, j: int) -> None:
    values = crowd.reliabilities.copy()
    values[j] = st.session_state[f"labels.crowd.reliability.{j}"]
    recipe = workspace.state.label_recipe
    settings: dict[str, Any] = dict(recipe.settings) if recipe is not None else {}
    settings["reliabilities"] = ", ".join(f"{value:.4g}" for value in values)
    workspace.build_labels(CROWD, **settings)


def draw_answers(context: Context, labels: MassTable, crowd: Crowd) -> None:
    """What the annotators said, the most disputed objects first, and the combined label."""
    conflict = crowd_conflict(crowd)
    disputed = int((conflict > 0.5).sum())
    st.markdown(
        f"**Answers**, the most disputed first. Mean conflict {conflict.mean():.2f}; "
        f"{disputed:,} of {len(conflict):,} objects have more than half their mass in conflict.",
        help=_CONFLICT_HELP,
    )
    rows = np.argsort(-conflict, kind="stable")[:_SHOWN_ROWS]
    names = names_by_code(crowd.frame)
    table: dict[str, Any] = {"row": rows + 1, "conflict": conflict[rows]}
    if context.truth is not None:
        table["truth"] = names[context.truth[rows]]
    table["combined label"] = mass_texts(labels[rows])
    for j, value in enumerate(crowd.reliabilities):
        table[f"{j + 1} ({value:.2f})"] = names[crowd.answers[rows, j]]
    config = {"conflict": SHARE_COLUMN, "combined label": WIDE_COLUMN}
    draw_table(pd.DataFrame(table), "labels.crowd.answers", height=320, columns=config)


@show_errors()
def draw_answer_upload(workspace: Workspace, dataset: Dataset) -> None:
    """Upload answers, say how far each annotator is believed, combine, attach."""
    file = st.file_uploader(
        "Answers: one row per object, one column per annotator, a class name in each cell",
        type=extensions(),
        key="labels.answers",
        help="A blank cell is no answer. The rows follow the order of the data. Or one line per "
        f"answer, as a class session saves them: the columns {', '.join(COLUMNS)}.",
    )
    if file is None:
        return
    guess = _opened(file, None).guess
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = f"labels.answers.header.{file.file_id}"
        header = st.toggle("First row holds names", value=guess.has_header, key=key)
        chosen = draw_controls(PAGE, read_settings(PAGE, _COMBINATION), _COMBINATION)
    opened = _opened(file, replace(guess, has_header=header))
    if opened.table is None:
        raise DataError(opened.problem)
    answers = opened.table
    reliability = chosen["answers.value"] if chosen.uses("answers.value") else None
    labels, annotators = _combine(answers, dataset, reliability, chosen["answers.rule"])
    st.dataframe(answers.head(8), hide_index=True)
    st.markdown(f"{annotators} annotators: {plain(describe(summarise(labels)))}")

    def attach() -> None:
        workspace.edit_labels(labels, f"crowd answers from {file.name}")
        say(f"The answers about {len(labels):,} objects are combined and attached.")

    draw_button("Attach the combined labels", "labels.answers.attach", attach, type="primary")


def _opened(file: Any, guess: FileGuess | None) -> OpenedTable:
    """The file read by that guess, or by the first one, once and not in every run of the page."""
    kept: dict[Any, OpenedTable] = st.session_state.get(_OPENED, {})
    key = file.file_id, guess
    if key not in kept:
        with watched(file.name) as watch:
            opened = open_table(file.getvalue(), file.name, guess, watch)
        kept = {each: value for each, value in kept.items() if each[0] == file.file_id}
        st.session_state[_OPENED] = kept | {key: opened, (file.file_id, opened.guess): opened}
    return st.session_state[_OPENED][key]  # type: ignore[no-any-return]


def _combine(
    answers: pd.DataFrame, dataset: Dataset, reliability: float | None, rule: str
) -> tuple[MassTable, int]:
    """One label per object, and the number of annotators; unknown classes the answers name."""
    if holds_answers(answers.columns):
        lines = read_answers(answers, dataset.n, dataset.frame)
        reliable = lines.agreement() if reliability is None else reliability
        return lines.combine(rule, reliable), lines.n_annotators
    if len(answers) != dataset.n:
        raise DataError(
            f"The file holds {len(answers):,} rows of answers, but there are {dataset.n:,} objects."
        )
    columns = [as_names(answers.iloc[:, j]) for j in range(answers.shape[1])]
    names = np.array([[(name or "").strip() for name in column] for column in columns], object).T
    frame = dataset.frame or Frame.of_kind(sorted({name for name in names.ravel() if name}))
    codes = answer_codes(names, frame)
    reliable = agreement(codes, frame) if reliability is None else reliability
    return combine_annotators(codes, reliable, rule, frame), codes.shape[1]
