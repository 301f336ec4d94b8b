"""EKNNclus: labels spread from neighbour to neighbour until every object agrees with its own."""

from functools import partial

import streamlit as st

from belieflab.figures.eknnclus_plane import Look
from belieflab.ui import (
    code_tab,
    eknnclus_a_sets,
    eknnclus_controls,
    eknnclus_pictures,
    eknnclus_run,
    eknnclus_seeds,
    eknnclus_words,
    export,
    formula_tab,
    lecture,
    lecture_row,
    method_page,
    pins,
    share,
    truth,
)
from belieflab.ui.eknnclus_settings import PAGE
from belieflab.ui.pinned import Pinned
from belieflab.ui.plane_axes import draw_axes
from belieflab.ui.text import plain
from belieflab.ui.workspace import Recipe

NEED = method_page.Need(
    "EKNNclus needs points; it finds by itself how many clusters there are.",
    "Load 20 clusters",
    Recipe("many-clusters"),
    labels_too=False,
)


def draw_row():
    """The player with Pin and Export."""
    method_page.draw_player_row(
        PAGE,
        pictures.names,
        [eknnclus_pictures.PLANE, eknnclus_pictures.CLUSTERS, eknnclus_pictures.ENERGY],
        word="sweep",
        captions=pictures.captions,
        pin=present_pin,
        export=partial(
            export.draw,
            PAGE,
            workspace,
            chart=eknnclus_pictures.PLANE,
            figure=lambda: pictures.plane,
            results=partial(eknnclus_words.result_table, workspace, model),
            word="sweep",
        ),
    )


def present_pin():
    return Pinned(
        "",
        {"data": dataset.name} | settings.described(),
        eknnclus_words.scores(model, rand),
        pictures.plane,
    )


def draw_result():
    """The clusters one by one."""
    table = eknnclus_words.cluster_table(dataset, model, truth.shown_truth(workspace))
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
    if model.n_clusters_ > eknnclus_words.MOST_WITH_MASSES:
        st.caption(
            f"Masses are shown for at most {eknnclus_words.MOST_WITH_MASSES} clusters; the labels "
            "are all there."
        )


def draw_code():
    code_tab.draw(PAGE, eknnclus_words.code(workspace, dataset, settings, look), workspace)
    st.markdown("The histogram over many runs (goes on from the code above)")
    st.code(eknnclus_words.runs_code(settings, n_runs), language="python")
    st.markdown("The table of the A-sets")
    st.code(eknnclus_words.table_code(workspace.seed), language="python")


workspace, dataset, _ = method_page.enter(
    PAGE,
    "EKNNclus",
    "Every object takes the label its neighbours make most plausible, again and again, until none "
    "changes. The number of clusters is found, not given.",
    NEED,
)
with method_page.controls(PAGE):
    settings, n_runs = eknnclus_controls.draw_controls(workspace, dataset)
with st.container(horizontal=True, key=f"{PAGE}_axes"):
    axes = draw_axes(PAGE, dataset)
look = Look(
    axes,
    height=lecture.picture_height(eknnclus_pictures.HEIGHT),
    scale=lecture.scale(),
    seed=workspace.seed,
)
model = eknnclus_run.present_run(workspace, dataset, settings)
if isinstance(model, str):
    st.error(plain(model), icon=":material/error:")
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
elif model is None:
    eknnclus_pictures.draw_waiting(workspace, dataset, settings, look)
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
else:
    rand = eknnclus_words.agreement(dataset, model, truth.shown_truth(workspace))
    pictures = eknnclus_pictures.make_pictures(workspace, dataset, model, settings, look)
    eknnclus_pictures.draw_pictures(pictures, model, rand)
    draw_row()
    if lecture.shows("runs"):
        eknnclus_seeds.draw(workspace, dataset, settings, n_runs, model)
    method_page.draw_tabs(
        PAGE,
        {
            "Result": draw_result,
            "A-sets": lambda: eknnclus_a_sets.draw(workspace),
            "Compare pinned": lambda: pins.draw_compare(PAGE, present_pin()),
            "Formula": lambda: formula_tab.draw(eknnclus_words.formulas(dataset, model, settings)),
            "Code": draw_code,
        },
    )
share.page_link_note(workspace)
