"""The tab Result of the Suspects page, the numbers of a pinned run, and the table of rows."""

from typing import cast

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.evaluation.held_out import HeldOut
from belieflab.evaluation.suspects import count_moves, known_wrong, share_wrong
from belieflab.figures.suspects.plane import CONTRADICTED
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import with_result
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.method.suspicion import find_suspects, full_table
from belieflab.ui.pages.suspects.settings import way

FIRST = "wrong among as many first suspects"
FROM_TO = (
    "Labels that the evidence contradicts by half or more, by the set that they favour (rows) and "
    "the classes that the evidence points to (columns)."
)


def scores(context: Context, held: HeldOut) -> dict[str, float]:
    """What pinned runs are compared by."""
    found = find_suspects(context, held)
    labelled = found[~found.unlabelled]
    numbers = {
        "labels with evidence against ≥ ½": float((found.against >= CONTRADICTED).sum()),
        "mean evidence against": float(labelled.against.mean()) if len(labelled) else 0.0,
        "mean ignorance": float(found.ignorance.mean()) if len(found) else 0.0,
    }
    wrong = _wrong(context)
    right = None if wrong is None else share_wrong(found, wrong)
    return numbers if right is None else numbers | {FIRST: right}


def _wrong(context: Context) -> NDArray[np.bool_] | None:
    """The labels that are known to be wrong; None without a truth, or while it is hidden."""
    truth, labels = context.truth, cast(MassTable, context.labels)
    return None if truth is None else known_wrong(labels, truth)


def result_table(context: Context, held: HeldOut) -> pd.DataFrame:
    """One row per object for the CSV file, the most suspect first."""
    return full_table(context, find_suspects(context, held))


def report_tables(context: Context, held: HeldOut) -> dict[str, pd.DataFrame]:
    """How many labels of each set the evidence contradicts, by what it points to."""
    found = find_suspects(context, held)
    table = count_moves(found[found.against >= CONTRADICTED])
    return {"from label to evidence": table} if len(table) else {}


@with_result
def draw_result(context: Context, held: HeldOut) -> None:
    """Draw how the beliefs were found, how good the list is, and what becomes of what."""
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(f"Evidence: {way(context, held)}.")
        wrong = _wrong(context)
        if wrong is not None and wrong.any():
            st.markdown(f"{int(wrong.sum())} labels are known to be wrong, by the true classes.")
        # The number first: beside the longest name it would be out of view.
        rows = [(value, name) for name, value in scores(context, held).items()]
        draw_table(pd.DataFrame(rows, columns=["value", ""]), form="%.4g")
    with right:
        st.markdown("**From label to evidence**")
        for table in (tables := report_tables(context, held)).values():
            draw_table(table)
        st.caption(FROM_TO if tables else "No label is contradicted by half or more.")
