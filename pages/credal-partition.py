"""Credal partition: cluster objects that may belong to several clusters, or to none."""

from functools import partial

import streamlit as st

from belieflab.clustering.focal_sets import clusters
from belieflab.ui import (
    code_tab,
    credal_choice,
    credal_controls,
    credal_fit,
    credal_masses,
    credal_pictures,
    credal_result,
    credal_view,
    credal_words,
    export,
    formula_tab,
    lecture,
    lecture_row,
    method_page,
    pins,
    share,
)
from belieflab.ui.credal_pairs import PAGE
from belieflab.ui.pinned import Pinned
from belieflab.ui.text import plain
from belieflab.ui.workspace import Recipe

NEED = method_page.Need(
    "A credal partition needs points only: no labels, they stay aside.",
    "Load the butterfly",
    Recipe("butterfly"),
    labels_too=False,
)


def draw_partition():
    """The pictures, the player and the tabs of a partition that is there."""
    pictures = credal_pictures.make_pictures(workspace, dataset, model, settings, look)
    credal_pictures.draw_pictures(
        dataset,
        model,
        pictures,
        settings,
        look,
        clicks,
        partial(credal_result.draw_line, workspace, model),
    )
    draw_row(pictures)
    if lecture.present() is None:
        st.caption(credal_words.explain_plane(dataset, look))
    method_page.draw_tabs(
        PAGE,
        {
            "Result": partial(credal_result.draw_result, workspace, dataset, model),
            "Masses": partial(credal_masses.draw_masses, workspace, dataset, model, settings, look),
            "Number of clusters": draw_choice,
            "Compare pinned": lambda: pins.draw_compare(PAGE, present_pin(pictures)),
            "Formula": lambda: formula_tab.draw(credal_words.formulas(dataset, model, settings)),
            "Code": draw_code,
        },
    )


def draw_waiting_tabs():
    """The same tabs before Run, so that the open one stays open when the partition arrives."""
    later = partial(st.caption, "Press Run: this comes with the partition.")
    names = ("Result", "Masses", "Number of clusters", "Compare pinned", "Formula", "Code")
    now = {"Number of clusters": draw_choice, "Code": draw_code}
    method_page.draw_tabs(PAGE, {name: now.get(name, later) for name in names})


def draw_code():
    code_tab.draw(PAGE, credal_words.code(workspace, dataset, settings, look), workspace)


def draw_row(pictures):
    method_page.draw_player_row(
        PAGE,
        pictures.names,
        [credal_pictures.PLANE, credal_pictures.TRACE],
        captions=pictures.captions,
        passive=True,
        pin=partial(present_pin, pictures),
        export=partial(
            export.draw,
            PAGE,
            workspace,
            chart=credal_pictures.PLANE,
            figure=lambda: pictures.plane,
            results=partial(credal_result.result_table, workspace, model),
        ),
    )


def present_pin(pictures):
    return Pinned(
        "",
        {"data": dataset.name} | settings.described(),
        credal_result.scores(workspace, model),
        pictures.plane,
        model.partition_,
    )


def draw_choice():
    credal_choice.draw_choice(workspace, dataset, settings)


workspace, dataset, _ = method_page.enter(
    PAGE,
    "Credal partition",
    "Cluster objects that may belong to several clusters, or to none, and see which they are.",
    NEED,
)
with method_page.controls(PAGE):
    settings = credal_controls.draw_controls(dataset, workspace.seed)
dataset = settings.scale(dataset)
look, clicks = credal_view.draw_view(workspace, dataset, clusters(settings.n_clusters))
model = credal_fit.present_model(workspace, dataset, settings)
if model is None:
    credal_pictures.draw_waiting(workspace, dataset, settings, look)
    draw_waiting_tabs()
elif isinstance(model, str):
    st.error(plain(model), icon=":material/error:")
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
else:
    draw_partition()
share.page_link_note(workspace)
