"""Landscape: how many local maxima the likelihood has, and on which of them EM ends."""

from functools import partial

import streamlit as st

from belieflab.ui.method import code_tab, export, formula_tab, page, pins, run_panel
from belieflab.ui.pages.landscape import figure3, pictures, run, text
from belieflab.ui.pages.landscape import settings as landscape_settings
from belieflab.ui.shell import lecture, lecture_row, share
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.workspace import Recipe

PAGE = landscape_settings.PAGE
NEED = page.Need(
    "The landscape needs points; from their true classes it draws labels as vague as you like.",
    "Load the paper's two Gaussians",
    Recipe("gaussians", {"dimension": 10, "size": 1000}),
    Recipe("nonspecificity", {"ns": 0.8}),
    labels_too=False,
)


def draw_run():
    """Run and Stop, the count of maxima, and what keeps every chart up to date."""

    def push(_):
        present = run.latest(workspace)
        if present is not None and present.starts:
            st.html(text.big_number(present.maxima(relabel), present))
            pictures.push_all(present, dataset, axes, relabel, first_component)

    run_panel.draw(
        run.RUN,
        begin=guarded(partial(run.begin, workspace, dataset, settings)),
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
                chart=pictures.MAP,
                figure=lambda: pictures.filled_map(expedition, relabel),
                results=lambda: text.maxima_table(maxima, expedition).reset_index(),
            )


def present_pin():
    about = {"data": dataset.name, "mirror images": "once" if relabel else "apart"}
    return Pinned(
        "",
        about | expedition.settings.described(),
        text.scores(maxima, expedition),
        pictures.filled_map(expedition, relabel),
    )


def draw_code():
    shown = settings if expedition is None else expedition.settings
    code_tab.draw(PAGE, text.code(workspace, shown, relabel), workspace)
    sweep = figure3.latest(workspace)
    if sweep is not None:
        st.markdown("The sweep of Figure 3")
        code_tab.draw(f"{PAGE}-sweep", text.sweep_code(workspace, sweep), workspace)


def draw_result():
    if not maxima:
        st.caption("The maxima are listed here after a run.")
        return
    st.dataframe(text.maxima_table(maxima, expedition), key=f"{PAGE}.table")


def draw_formula():
    if not maxima:
        st.caption("The equations appear with their values after a run.")
        return
    formula_tab.draw(text.formulas(dataset, expedition, maxima, relabel))


def draw_sweep_numbers():
    sweep = figure3.latest(workspace)
    if sweep is None or not sweep.cells:
        st.caption("Press Sweep above; the means of every level are listed here.")
        return
    st.dataframe(text.sweep_table(sweep), key=f"{PAGE}.sweep_table", hide_index=True)


workspace, dataset, _ = page.enter(
    PAGE,
    "Landscape",
    "Start EM from many places, count the local maxima it ends on, and see labels take them away.",
    NEED,
)
with page.controls(PAGE):
    settings, relabel = landscape_settings.draw_controls(workspace, dataset)
    axes = landscape_settings.draw_axes(workspace, dataset)
expedition = run.latest(workspace)
maxima = [] if expedition is None else expedition.maxima(relabel)
labels = settings.labels(dataset, workspace.labels) if expedition is None else expedition.labels

panel = st.container()
left, right = st.columns(2, gap="medium")
with left:
    st.markdown("**Map of the maxima**: click one to see it.")
    pictures.draw_map()
with right:
    st.markdown("**The chosen maximum**: 95 % outlines.")
    first_component = pictures.draw_plane(workspace, dataset, labels, axes)
with panel:
    draw_run()
draw_row()
if lecture.present() is None:
    pictures.draw_strip()
    pictures.draw_counts()
    figure3.draw(workspace, dataset, settings, relabel)
page.draw_tabs(
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
