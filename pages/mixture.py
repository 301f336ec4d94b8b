"""Mixture (EM): watch EM fit a mixture to labels with doubt, and see what the doubt costs."""

from functools import partial

import streamlit as st

from belieflab.ui.method import code_tab, export, formula_tab, page, pins
from belieflab.ui.pages.mixture import parameters, result, text, view
from belieflab.ui.pages.mixture.fit import present_fit
from belieflab.ui.pages.mixture.pictures import (
    PLANE,
    TRACE,
    draw_pictures,
    draw_waiting,
    iteration_pictures,
    level_pictures,
    levels_now,
    score,
)
from belieflab.ui.pages.mixture.settings import draw_controls
from belieflab.ui.shell import share
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe

NEED = page.Need(
    "A mixture needs points; labels tell it which component is which, with or without doubt.",
    "Load Iris with an expert's doubt",
    Recipe("iris"),
    Recipe("expert-doubt"),
    labels_too=False,
)


def draw_levels():
    """The player runs over levels of nonspecificity instead of iterations."""
    fits = levels_now(workspace, dataset, settings)
    if fits is None:
        return
    if isinstance(fits, str):
        st.error(plain(fits), icon=":material/error:")
        return
    pictures = level_pictures(workspace, dataset, settings, look, fits)
    draw_pictures(pictures, draw_level_words)
    draw_row(pictures, None)


def draw_level_words():
    st.caption(
        "Every level has labels of its own: right, but vaguer from left to right. The same model "
        "is fitted to each. Drag the slider and watch the outlines and the error."
    )


def draw_iterations():
    """The player runs over the iterations of one fit; the tabs tell the rest."""
    fit = present_fit(workspace, dataset, labels, settings)
    if isinstance(fit, str):
        st.error(plain(fit), icon=":material/error:")
        return
    if fit is None:
        draw_waiting(workspace, dataset, settings, look)
        return
    found = score(workspace, dataset, fit)
    pictures = iteration_pictures(workspace, dataset, fit, settings, look)
    draw_pictures(pictures, partial(result.draw_numbers, fit, found))
    present = partial(pin_of, fit, found, pictures)
    draw_row(pictures, fit, present)
    page.draw_tabs(
        "mixture",
        {
            "Result": partial(result.draw_result, workspace, dataset, fit, settings, found),
            "Compare pinned": lambda: pins.draw_compare("mixture", present()),
            "Parameters": partial(parameters.draw_parameters, workspace, dataset, fit, settings),
            "Formula": lambda: formula_tab.draw(text.formulas(dataset, fit, settings)),
            "Code": lambda: code_tab.draw(
                "mixture", text.code(workspace, dataset, settings, look), workspace
            ),
        },
    )


def pin_of(fit, found, pictures):
    recipe = workspace.state.label_recipe
    about = {
        "data": dataset.name,
        "labels": workspace.state.label_words if recipe is None else recipe.key,
    }
    if recipe is not None:
        about |= {f"labels: {name}": value for name, value in recipe.settings.items()}
    return Pinned(
        "",
        about | settings.described(),
        result.scores(fit, found),
        pictures.plane,
    )


def draw_row(pictures, fit, pin=None):
    results = None if fit is None else partial(result.result_table, workspace, dataset, fit)
    page.draw_player_row(
        "mixture",
        pictures.names,
        [PLANE, TRACE],
        word=pictures.word,
        captions=pictures.captions,
        pin=pin,
        export=partial(
            export.draw,
            "mixture",
            workspace,
            chart=PLANE,
            figure=lambda: pictures.plane,
            results=results,
            word=pictures.word,
        ),
    )


workspace, dataset, labels = page.enter(
    "mixture",
    "Mixture (EM)",
    "Fit a mixture to labels with doubt, watch every step of EM, and see what the doubt costs.",
    NEED,
)
with page.controls("mixture"):
    settings, outline = draw_controls(dataset, labels, workspace.seed)
look, over = view.draw_view(workspace, dataset, outline)
if over == view.NONSPECIFICITY:
    draw_levels()
else:
    draw_iterations()
share.page_link_note(workspace)
