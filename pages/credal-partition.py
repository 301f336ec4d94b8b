"""Credal partition: cluster objects that may belong to several clusters, or to none."""

from functools import partial

import streamlit as st

from belieflab.clustering.focal_sets import clusters
from belieflab.ui.method import code_tab, export, formula_tab, page, pins
from belieflab.ui.pages.credal import choice, controls, fit, masses, result, text, view
from belieflab.ui.pages.credal.pairs import PAGE
from belieflab.ui.pages.credal.pictures import (
    PLANE,
    TRACE,
    draw_pictures,
    draw_waiting,
    make_pictures,
)
from belieflab.ui.shell import lecture, lecture_row, share
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe

NEED = page.Need(
    "A credal partition needs points only: no labels, they stay aside.",
    "Load the butterfly",
    Recipe("butterfly"),
    labels_too=False,
)


def draw_partition():
    """The pictures, the player and the tabs of a partition that is there."""
    pictures = make_pictures(workspace, dataset, model, settings, look)
    draw_pictures(
        dataset,
        model,
        pictures,
        settings,
        look,
        clicks,
        partial(result.draw_line, workspace, model),
    )
    draw_row(pictures)
    if lecture.present() is None:
        st.caption(text.explain_plane(dataset, look))
    page.draw_tabs(
        PAGE,
        {
            "Result": partial(result.draw_result, workspace, dataset, model),
            "Masses": partial(masses.draw_masses, workspace, dataset, model, settings, look),
            "Number of clusters": draw_choice,
            "Compare pinned": lambda: pins.draw_compare(PAGE, present_pin(pictures)),
            "Formula": lambda: formula_tab.draw(text.formulas(dataset, model, settings)),
            "Code": draw_code,
        },
    )


def draw_waiting_tabs():
    """The same tabs before Run, so that the open one stays open when the partition arrives."""
    later = partial(st.caption, "Press Run: this comes with the partition.")
    names = ("Result", "Masses", "Number of clusters", "Compare pinned", "Formula", "Code")
    now = {"Number of clusters": draw_choice, "Code": draw_code}
    page.draw_tabs(PAGE, {name: now.get(name, later) for name in names})


def draw_code():
    code_tab.draw(PAGE, text.code(workspace, dataset, settings, look), workspace)


def draw_row(pictures):
    page.draw_player_row(
        PAGE,
        pictures.names,
        [PLANE, TRACE],
        captions=pictures.captions,
        passive=True,
        pin=partial(present_pin, pictures),
        export=partial(
            export.draw,
            PAGE,
            workspace,
            chart=PLANE,
            figure=lambda: pictures.plane,
            results=partial(result.result_table, workspace, model),
        ),
    )


def present_pin(pictures):
    return Pinned(
        "",
        {"data": dataset.name} | settings.described(),
        result.scores(workspace, model),
        pictures.plane,
        model.partition_,
    )


def draw_choice():
    choice.draw_choice(workspace, dataset, settings)


workspace, dataset, _ = page.enter(
    PAGE,
    "Credal partition",
    "Cluster objects that may belong to several clusters, or to none, and see which they are.",
    NEED,
)
with page.controls(PAGE):
    settings = controls.draw_controls(dataset, workspace.seed)
dataset = settings.scale(dataset)
look, clicks = view.draw_view(workspace, dataset, clusters(settings.n_clusters))
model = fit.present_model(workspace, dataset, settings)
if model is None:
    draw_waiting(workspace, dataset, settings, look)
    draw_waiting_tabs()
elif isinstance(model, str):
    st.error(plain(model), icon=":material/error:")
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
else:
    draw_partition()
share.page_link_note(workspace)
