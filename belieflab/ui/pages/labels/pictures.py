"""What the labels say, in numbers and pictures: right of the plane and below it."""

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.label_edits import mass_texts
from belieflab.data.label_summary import LabelSummary, best_sets, describe, guesses, summarise
from belieflab.figures.labels.one_label import draw_one_label
from belieflab.figures.labels.summaries import contour_heatmap, nonspecificity_histogram, ternary
from belieflab.ui.pages.labels.playground import draw_opening
from belieflab.ui.pages.labels.view import names_by_code
from belieflab.ui.shell.card import label_kind
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

QUIET = {"displayModeBar": False}
"""Small pictures carry no tool bar."""


def draw_sentence(workspace: Workspace) -> None:
    """One sentence: what the current labels are."""
    if workspace.labels is None:
        st.markdown("These objects carry no labels yet.")
        return
    summary = summarise(workspace.labels, shown_truth(workspace))
    st.markdown(f"**{plain(label_kind(workspace))}:** {plain(describe(summary))}")


def draw_numbers(labels: MassTable, truth: NDArray[np.int64] | None) -> None:
    """Mean doubt and the share of wrong guesses; the histogram tells the mean nonspecificity."""
    summary = summarise(labels, truth)
    first, second = st.columns(2)
    first.metric(
        "Mean doubt",
        f"{summary.doubt:.2f}",
        help="1 minus the largest mass on a set other than Ω, averaged over the labels.",
    )
    second.metric("Wrong guesses", _wrong_words(summary), help=_wrong_help(summary))


def _wrong_words(summary: LabelSummary) -> str:
    share = summary.wrong_share
    return "–" if share is None else f"{share:.0%}"


def _wrong_help(summary: LabelSummary) -> str:
    if summary.wrong is None:
        return "The truth is not known, or hidden."
    return (
        f"{summary.wrong} of {summary.compared} labels whose most probable class is not the true "
        "one. Labels that favour no class are left out."
    )


def draw_side(workspace: Workspace, labels: MassTable) -> None:
    """Right of the plane: numbers, histogram and, for three classes, the triangle."""
    truth = shown_truth(workspace)
    draw_numbers(labels, truth)
    three = labels.frame.size == 3
    st.plotly_chart(
        nonspecificity_histogram(labels.nonspecificity(), height=200 if three else 440),
        key="labels.histogram",
        config=QUIET,
    )
    if three:
        st.plotly_chart(
            ternary(labels, truth=truth, height=300, seed=workspace.seed),
            key="labels.ternary",
            config=QUIET,
        )


def draw_story(labels: MassTable, rows: NDArray[np.int64], *, narrow: bool = False) -> None:
    """The masses of the picked object, in a place that keeps its height."""
    with st.container(height=340, border=True):
        if len(rows) == 0:
            st.caption("Click an object on the plane to read its label here.")
            return
        row = int(rows[0])
        more = f" (first of {len(rows)} picked)" if len(rows) > 1 else ""
        with st.container(horizontal=True, vertical_alignment="center", height="content"):
            st.markdown(f"**The label of row {row + 1}**{more}")
            draw_opening(labels, row)
        st.plotly_chart(
            draw_one_label(labels, row, stacked=narrow), key="labels.story", config=QUIET
        )


def draw_heatmap(labels: MassTable) -> None:
    """Plausibility of every class for every label."""
    with st.container(height=340, border=True):
        st.markdown(
            "**Contour**",
            help="The plausibility of each single class, pl({k}) = Σ m(A) over the sets A that "
            "hold k. Labels are sorted by their most probable class, the surest first.",
        )
        st.plotly_chart(contour_heatmap(labels, height=250), key="labels.heatmap", config=QUIET)


def draw_table(workspace: Workspace, labels: MassTable) -> None:
    """The labels as a table to read, sort and search."""
    truth = shown_truth(workspace)
    masks, doubts = best_sets(labels)
    names = names_by_code(labels.frame)
    columns: dict[str, object] = {
        "row": np.arange(1, len(labels) + 1),
        "set": [labels.frame.format(mask) for mask in masks.tolist()],
        "doubt": doubts,
        "most probable": names[guesses(labels)],
    }
    if truth is not None:
        columns["truth"] = names[truth]
    columns["nonspecificity"] = labels.nonspecificity()
    columns["masses"] = mass_texts(labels)
    st.dataframe(
        pd.DataFrame(columns),
        hide_index=True,
        height=320,
        key="labels.table",
        column_config={
            "doubt": st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="%.2f"),
            "nonspecificity": st.column_config.ProgressColumn(
                min_value=0.0, max_value=1.0, format="%.2f"
            ),
            "masses": st.column_config.TextColumn(width="large"),
        },
    )
