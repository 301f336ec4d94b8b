"""What the labels say, in numbers and pictures: right of the plane and below it."""

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.label_edits import mass_texts
from belieflab.data.label_summary import best_sets, describe, guesses, summarise
from belieflab.figures.labels.one_label import draw_one_label
from belieflab.figures.labels.summaries import contour_heatmap, nonspecificity_histogram, ternary
from belieflab.ui.method.charts import draw_small
from belieflab.ui.pages.labels.view import SHARE_COLUMN, names_by_code
from belieflab.ui.shell import navigation
from belieflab.ui.shell.card import label_kind
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace


def draw_sentence(workspace: Workspace) -> None:
    """One sentence: what the current labels are."""
    if workspace.labels is None:
        st.markdown("These objects carry no labels yet.")
        return
    summary = summarise(workspace.labels, shown_truth(workspace))
    st.markdown(f"**{plain(label_kind(workspace))}:** {plain(describe(summary))}")


def draw_numbers(labels: MassTable, truth: NDArray[np.int64] | None) -> None:
    """Mean doubt and the share of wrong guesses; the histogram tells the mean nonspecificity."""
    summary, wrong = summarise(labels, truth), "The truth is not known, or hidden."
    if summary.wrong is not None:
        wrong = (
            f"{summary.wrong} of {summary.compared} labels whose most probable class is not the "
            "true one. Labels that favour no class are left out."
        )
    share = "–" if summary.wrong_share is None else f"{summary.wrong_share:.0%}"
    first, second = st.columns(2)
    first.metric(
        "Mean doubt",
        f"{summary.doubt:.2f}",
        help="1 minus the largest mass on a set other than Ω, averaged over the labels.",
    )
    second.metric("Wrong guesses", share, help=wrong)


def draw_side(workspace: Workspace, labels: MassTable) -> None:
    """Right of the plane: numbers, histogram and, for three classes, the triangle."""
    truth = shown_truth(workspace)
    draw_numbers(labels, truth)
    three = labels.frame.size == 3
    histogram = nonspecificity_histogram(labels.nonspecificity(), height=200 if three else 440)
    draw_small(histogram, "labels.histogram")
    if three:
        triangle = ternary(labels, truth=truth, height=300, seed=workspace.seed)
        draw_small(triangle, "labels.ternary")


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
            _draw_opening(labels, row)
        draw_small(draw_one_label(labels, row, stacked=narrow), "labels.story")


def _draw_opening(labels: MassTable, row: int) -> None:
    """A button that opens this label in the playground, where the frame is small enough."""
    if labels.frame.size not in PAGES["playground"].opens_labels_of:
        return
    st.button(
        "Open in the playground",
        icon=":material/open_in_new:",
        key="labels.to_playground",
        on_click=navigation.go_to,
        args=("playground", {"row": str(row + 1)}),
        help="See belief, plausibility and commonality of every set, and combine this label with "
        "another source.",
    )


def draw_heatmap(labels: MassTable) -> None:
    """Plausibility of every class for every label."""
    with st.container(height=340, border=True):
        st.markdown(
            "**Contour**",
            help="The plausibility of each single class, pl({k}) = Σ m(A) over the sets A that "
            "hold k. Labels are sorted by their most probable class, the surest first.",
        )
        draw_small(contour_heatmap(labels, height=250), "labels.heatmap")


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
            "doubt": SHARE_COLUMN,
            "nonspecificity": SHARE_COLUMN,
            "masses": st.column_config.TextColumn(width="large"),
        },
    )
