"""Real annotators' answers from a file: a column per annotator, or a line per answer."""

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.belief import Frame, MassTable
from belieflab.data.crowd import CROWD_RULES, DEMPSTER, agreement, answer_codes, combine_annotators
from belieflab.data.crowd_answers import COLUMNS, holds_answers, read_answers
from belieflab.data.dataset import Dataset
from belieflab.data.label_files import as_names
from belieflab.data.label_summary import describe, summarise
from belieflab.data.parameters import Parameter
from belieflab.data.reading import extensions, read_table, sniff
from belieflab.data.settings import Settings
from belieflab.errors import DataError
from belieflab.ui.method.controls import draw_controls, read_settings
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import say, show_errors
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

_, _SAME = _TRUSTS = ("agreement with the others", "the same for all")


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
    guess = sniff(file.getvalue(), file.name)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        header = st.toggle(
            "First row holds names",
            value=guess.has_header,
            key=f"labels.answers.header.{file.file_id}",
        )
        chosen = _draw_combination()
    answers = read_table(file.getvalue(), replace(guess, has_header=header))
    reliability = chosen["answers.value"] if chosen.uses("answers.value") else None
    labels, annotators = _combine(answers, dataset, reliability, chosen["answers.rule"])
    st.dataframe(answers.head(8), hide_index=True)
    st.markdown(f"{annotators} annotators: {plain(describe(summarise(labels)))}")

    def attach() -> None:
        workspace.edit_labels(labels, f"crowd answers from {file.name}")
        say(f"The answers about {len(labels):,} objects are combined and attached.")

    draw_button("Attach the combined labels", "labels.answers.attach", attach, type="primary")


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
        Parameter("answers.rule", "Combined by", DEMPSTER, choices=CROWD_RULES, form="list"),
    ]
    return draw_controls("labels", read_settings("labels", parameters), parameters)


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
