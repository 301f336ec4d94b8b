"""EKNNclus: labels spread from neighbour to neighbour until every object agrees with its own."""

from functools import partial

import streamlit as st

from belieflab.figures.common.view import View
from belieflab.ui.method import code_tab, export, formula_tab, page, pins
from belieflab.ui.method.plane_axes import draw_axes
from belieflab.ui.pages.eknnclus import a_sets, controls, run, seeds, text
from belieflab.ui.pages.eknnclus.pictures import (
    CLUSTERS,
    ENERGY,
    HEIGHT,
    PLANE,
    draw_pictures,
    draw_waiting,
    make_pictures,
)
from belieflab.ui.pages.eknnclus.settings import PAGE
from belieflab.ui.shell import lecture, lecture_row, share, truth
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe

NEED = page.Need(
    "EKNNclus needs points; it finds by itself how many clusters there are.",
    "Load 20 clusters",
    Recipe("many-clusters"),
    labels_too=False,
)


def draw_row():
    """The player with Pin and Export."""
    page.draw_player_row(
        PAGE,
        pictures.names,
        [PLANE, CLUSTERS, ENERGY],
        word="sweep",
        captions=pictures.captions,
        pin=present_pin,
        export=partial(
            export.draw,
            PAGE,
            workspace,
            chart=PLANE,
            figure=lambda: pictures.plane,
            results=partial(text.result_table, workspace, model),
            word="sweep",
        ),
    )


def present_pin():
    return Pinned(
        "",
        {"data": dataset.name} | settings.described(),
        text.scores(model, rand),
        pictures.plane,
    )


def draw_result():
    """The clusters one by one."""
    table = text.cluster_table(dataset, model, truth.shown_truth(workspace))
    st.dataframe(
        table,
        key=f"{PAGE}.table",
        column_config={
            name: st.column_config.NumberColumn(format=kind)
            for name, kind in (
                ("share", "percent"),
                ("of that class", "percent"),
                ("mean mass", "%.3f"),
                ("mean plausibility", "%.3f"),
            )
        },
    )
    if model.n_clusters_ > text.MAX_WITH_MASSES:
        st.caption(
            f"Masses are shown for at most {text.MAX_WITH_MASSES} clusters; the labels "
            "are all there."
        )


def draw_code():
    code_tab.draw(PAGE, text.code(workspace, dataset, settings, look), workspace)
    st.markdown("The histogram over many runs (goes on from the code above)")
    st.code(text.runs_code(settings, n_runs), language="python")
    st.markdown("The table of the A-sets")
    st.code(text.table_code(workspace.seed), language="python")


workspace, dataset, _ = page.enter(
    PAGE,
    "EKNNclus",
    "Every object takes the label its neighbours make most plausible, again and again, until none "
    "changes. The number of clusters is found, not given.",
    NEED,
)
with page.controls(PAGE):
    settings, n_runs = controls.draw_controls(workspace, dataset)
with st.container(horizontal=True, key=f"{PAGE}_axes"):
    axes = draw_axes(PAGE, dataset)
look = View(
    axes,
    height=lecture.picture_height(HEIGHT),
    scale=lecture.scale(),
    seed=workspace.seed,
)
model = run.present_run(workspace, dataset, settings)
if isinstance(model, str):
    st.error(plain(model), icon=":material/error:")
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
elif model is None:
    draw_waiting(workspace, dataset, settings, look)
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
else:
    rand = text.agreement(dataset, model, truth.shown_truth(workspace))
    pictures = make_pictures(workspace, dataset, model, settings, look)
    draw_pictures(pictures, model, rand)
    draw_row()
    if lecture.shows("runs"):
        seeds.draw(workspace, dataset, settings, n_runs, model)
    page.draw_tabs(
        PAGE,
        {
            "Result": draw_result,
            "A-sets": lambda: a_sets.draw(workspace),
            "Compare pinned": lambda: pins.draw_compare(PAGE, present_pin()),
            "Formula": lambda: formula_tab.draw(text.formulas(dataset, model, settings)),
            "Code": draw_code,
        },
    )
share.page_link_note(workspace)
