"""Real annotators' answers from a file: a column per annotator, or a line per answer."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief import Frame, MassTable
from belieflab.data.crowd import CROWD_RULES, agreement, answer_codes, combine_annotators
from belieflab.data.crowd_answers import COLUMNS, CrowdAnswers, holds_answers, read_answers
from belieflab.data.dataset import Dataset
from belieflab.data.label_files import as_names
from belieflab.data.label_summary import describe, summarise
from belieflab.data.parameters import Parameter
from belieflab.data.reading import extensions, read_table, sniff
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.ui.method.controls import draw_controls, read_settings
from belieflab.ui.shell.messages import guarded, say
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_AGREEMENT, _SAME = _TRUSTS = ("agreement with the others", "the same for all")


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
    try:
        guess = sniff(file.getvalue(), file.name)
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        header = st.toggle(
            "First row holds names",
            value=guess.has_header,
            key=f"labels.answers.header.{file.file_id}",
        )
        chosen = _draw_combination()
    try:
        answers = read_table(file.getvalue(), replace(guess, has_header=header))
        reliability = chosen["answers.value"] if chosen.uses("answers.value") else None
        labels, annotators = _combine(answers, dataset, reliability, chosen["answers.rule"])
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return
    st.dataframe(answers.head(8), hide_index=True)
    summary = summarise(labels)
    st.markdown(f"{annotators} annotators: {plain(describe(summary))}")
    st.button(
        "Attach the combined labels",
        type="primary",
        key="labels.answers.attach",
        on_click=guarded(_attach),
        args=(workspace, labels, file.name),
    )


def _draw_combination() -> Settings:
    """How far the annotators are believed, and the rule that puts their answers together."""
    parameters = [
        Parameter("answers.trust", "Reliabilities", _TRUSTS[0], choices=_TRUSTS, form="list"),
        Parameter(
            "answers.value",
            "Reliability",
            0.8,
            low=0.0,
            high=1.0,
            step=0.01,
            needs={"answers.trust": (_SAME,)},
            disabled=True,
        ),
        Parameter("answers.rule", "Combined by", CROWD_RULES[0], choices=CROWD_RULES, form="list"),
    ]
    return draw_controls("labels", read_settings("labels", parameters), parameters)


def _combine(
    answers: pd.DataFrame, dataset: Dataset, reliability: float | None, rule: str
) -> tuple[MassTable, int]:
    """One label per object, and the number of annotators; unknown classes the answers name."""
    if holds_answers(answers.columns):
        said = read_answers(answers, dataset.n, dataset.frame)
        return _combine_lines(said, reliability, rule), said.n_annotators
    if len(answers) != dataset.n:
        raise DataError(
            f"The file holds {len(answers):,} rows of answers, but there are {dataset.n:,} objects."
        )
    words = np.array([_words(answers.iloc[:, j]) for j in range(answers.shape[1])], dtype=object).T
    frame = dataset.frame or Frame.of_kind(sorted({word for word in words.ravel() if word}))
    codes = answer_codes(words, frame)
    reliable = agreement(codes, frame) if reliability is None else reliability
    return combine_annotators(codes, reliable, rule, frame), codes.shape[1]


def _combine_lines(said: CrowdAnswers, reliability: float | None, rule: str) -> MassTable:
    return said.combine(rule, said.agreement() if reliability is None else reliability)


def _words(column: "pd.Series[Any]") -> list[str]:
    """An annotator's answers as class names; blank where there is none."""
    return [(name or "").strip() for name in as_names(column)]


def _attach(workspace: Workspace, labels: MassTable, name: str) -> None:
    workspace.edit_labels(labels, f"crowd answers from {name}")
    say(f"The answers about {len(labels):,} objects are combined and attached.")
