"""Landscape: how many local maxima the likelihood has, and on which of them EM ends."""

from functools import partial

import streamlit as st

from belieflab.ui import (
    code_tab,
    export,
    formula_tab,
    landscape_figure3,
    landscape_pictures,
    landscape_run,
    landscape_settings,
    landscape_words,
    lecture,
    lecture_row,
    method_page,
    pins,
    run_panel,
    share,
)
from belieflab.ui.messages import guarded
from belieflab.ui.pinned import Pinned
from belieflab.ui.workspace import Recipe

PAGE = landscape_settings.PAGE
NEED = method_page.Need(
    "The landscape needs points; from their true classes it draws labels as vague as you like.",
    "Load the paper's two Gaussians",
    Recipe("gaussians", {"dimension": 10, "size": 1000}),
    Recipe("nonspecificity", {"ns": 0.8}),
    labels_too=False,
)


def draw_run():
    """Run and Stop, the count of maxima, and what keeps every chart up to date."""

    def push(_):
        present = landscape_run.latest(workspace)
        if present is not None and present.starts:
            st.html(landscape_words.big_number(present.maxima(relabel), present))
            landscape_pictures.push_all(present, dataset, axes, relabel, first_component)

    run_panel.draw(
        landscape_run.RUN,
        begin=guarded(partial(landscape_run.begin, workspace, dataset, settings)),
        live=push,
        word="start",
        resumable=True,
    )
    if expedition is None:
        st.caption(
            f"Press Run: EM runs from {settings.n_starts} starts until it stands still, and every "
            "maximum that one of them ends on appears on the map."
        )
    elif expedition.settings != settings:
        st.caption("The settings have changed since this run: press Run for a new landscape.")


def draw_row():
    """Pin and Export; a lecture has Next and Leave there."""
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
        return
    if not maxima:
        return
    with st.container(horizontal=True, horizontal_alignment="right"):
        with st.container(width=140):
            pins.draw_button(PAGE, present_pin)
        with st.container(width=140):
            export.draw(
                PAGE,
                workspace,
                chart=landscape_pictures.MAP,
                figure=lambda: landscape_pictures.filled_map(expedition, relabel),
                results=lambda: landscape_words.maxima_table(maxima, expedition).reset_index(),
            )


def present_pin():
    about = {"data": dataset.name, "mirror images": "once" if relabel else "apart"}
    return Pinned(
        "",
        about | expedition.settings.described(),
        landscape_words.scores(maxima, expedition),
        landscape_pictures.filled_map(expedition, relabel),
    )


def draw_code():
    shown = settings if expedition is None else expedition.settings
    code_tab.draw(PAGE, landscape_words.code(workspace, shown, relabel), workspace)
    sweep = landscape_figure3.latest(workspace)
    if sweep is not None:
        st.markdown("The sweep of Figure 3")
        code_tab.draw(f"{PAGE}-sweep", landscape_words.sweep_code(workspace, sweep), workspace)


def draw_result():
    if not maxima:
        st.caption("The maxima are listed here after a run.")
        return
    st.dataframe(landscape_words.maxima_table(maxima, expedition), key=f"{PAGE}.table")


def draw_formula():
    if not maxima:
        st.caption("The equations appear with their values after a run.")
        return
    formula_tab.draw(landscape_words.formulas(dataset, expedition, maxima, relabel))


def draw_sweep_numbers():
    sweep = landscape_figure3.latest(workspace)
    if sweep is None or not sweep.cells:
        st.caption("Press Sweep above; the means of every level are listed here.")
        return
    st.dataframe(landscape_words.sweep_table(sweep), key=f"{PAGE}.sweep_table", hide_index=True)


workspace, dataset, _ = method_page.enter(
    PAGE,
    "Landscape",
    "Start EM from many places, count the local maxima it ends on, and see labels take them away.",
    NEED,
)
with method_page.controls(PAGE):
    settings, relabel = landscape_settings.draw_controls(workspace, dataset)
    axes = landscape_settings.draw_axes(workspace, dataset)
expedition = landscape_run.latest(workspace)
maxima = [] if expedition is None else expedition.maxima(relabel)
labels = settings.labels(dataset, workspace.labels) if expedition is None else expedition.labels

panel = st.container()
left, right = st.columns(2, gap="medium")
with left:
    st.markdown("**Map of the maxima**: click one to see it.")
    landscape_pictures.draw_map()
with right:
    st.markdown("**The chosen maximum**: 95 % outlines.")
    first_component = landscape_pictures.draw_plane(workspace, dataset, labels, axes)
with panel:
    draw_run()
draw_row()
if lecture.present() is None:
    landscape_pictures.draw_strip()
    landscape_pictures.draw_counts()
    landscape_figure3.draw(workspace, dataset, settings, relabel)
method_page.draw_tabs(
    PAGE,
    {
        "Result": draw_result,
        "Figure 3": draw_sweep_numbers,
        "Compare pinned": lambda: pins.draw_compare(PAGE, present_pin() if maxima else None),
        "Formula": draw_formula,
        "Code": draw_code,
    },
)
share.page_link_note(workspace)
