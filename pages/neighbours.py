"""Neighbours: what the nearest objects say about any place of the plane, and how loudly."""

from functools import partial

import streamlit as st

from belieflab.errors import DataError
from belieflab.figures.neighbours.classifier import find_links
from belieflab.ui.method import code_tab, export, formula_tab, page, pins, run_panel
from belieflab.ui.pages.neighbours import drawer, fit, pictures, result, text, view
from belieflab.ui.pages.neighbours import network as neighbours_network
from belieflab.ui.pages.neighbours import settings as neighbours_settings
from belieflab.ui.pages.neighbours.place import draw_field, present, read_place
from belieflab.ui.shell import lecture, lecture_row, share
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe

PAGE = neighbours_settings.PAGE
NEED = page.Need(
    "Neighbours need labelled points: what the nearest labels say is what is believed.",
    "Load Iris with an expert's doubt",
    Recipe("iris"),
    Recipe("expert-doubt"),
)


def find_place():
    """The place asked about, who speaks there, and the lines to them; or why there is none."""
    try:
        place = read_place(present())
        return (
            (None, None, None) if place is None else (place, *find_links(model, scene.plane, place))
        )
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return None, None, None


def draw_pictures():
    left, right = page.pictures()
    with left:
        if network:
            neighbours_network.draw_film(case, model, scene, links)
        else:
            pictures.draw_plane(case, scene, links)
    with right:
        if lecture.present() is not None and why is not None:
            drawer.draw_drawer(case, model, place, why)
        elif network:
            neighbours_network.draw_loss_curve(case, model)
        else:
            pictures.draw_curve(case, model)
        if lecture.present() is None or why is None:
            result.draw_numbers(case, model, scene)


def draw_drawer():
    """The evidence at a place, under the pictures."""
    if lecture.present() is not None:
        return
    st.markdown("**Evidence at a place**")
    draw_field()
    if why is None:
        st.caption(
            "Click anywhere on the plane, on an object or on empty ground: those who speak about "
            "that place are linked to it, and how their evidence adds up appears here."
        )
    else:
        drawer.draw_drawer(case, model, place, why)


def draw_row():
    """Player of a network's training, Pin and Export; a lecture has Next and Leave there."""
    results = partial(
        export.draw,
        PAGE,
        workspace,
        chart=neighbours_network.FILM if network else pictures.PLANE,
        figure=picture,
        results=partial(result.result_table, case, scene),
    )
    if network:
        names, captions = neighbours_network.frames(model)
        charts = [neighbours_network.FILM, neighbours_network.LOSS]
        page.draw_player_row(
            PAGE, names, charts, captions=captions, pin=present_pin, export=results
        )
    elif lecture.present() is not None:
        lecture_row.draw(PAGE)
    else:
        with st.container(horizontal=True, horizontal_alignment="right"):
            with st.container(width=140):
                pins.draw_button(PAGE, present_pin)
            with st.container(width=140):
                results()


def picture():
    if network:
        return neighbours_network.film_of(case, model)
    return pictures.filled_plane(case, scene, links)


def present_pin():
    about = {"data": dataset.name, "learned from": look.source, "answer": look.rule}
    if look.rule == "rejection":
        about["cost of no answer"] = look.cost
    return Pinned(
        "",
        about | settings.described(),
        result.scores(case, model, scene),
        picture(),
    )


def draw_result():
    left, right = st.columns(2, gap="large")
    with left:
        result.draw_result(case, model, scene)
    if network:
        with right:
            neighbours_network.draw_choice(case)


def draw_waiting():
    """Nothing is fitted yet: Run, or what grows while a network trains."""
    if network:
        neighbours_network.draw_waiting(case)
    else:
        run_panel.draw(
            fit.RUN,
            "Learn",
            begin=partial(fit.begin_run, case),
            word="fit",
            help="This may last more than a second, so it waits for you.",
        )
        st.caption("With so many objects, finding γ takes a while: press Learn.")
    if lecture.present() is not None:
        lecture_row.draw(PAGE)


def draw_question():
    """The pictures are too large to be made without asking."""
    cost, sets = fit.expect_pictures(case), len(labels.focal)
    st.info(
        f"The labels of {dataset.n:,} objects name {sets:,} sets of {labels.frame.size} classes. "
        f"To pool them for every object and every place of the plane may take about {cost.words}. "
        "Fewer objects or simpler labels are quicker.",
        icon=":material/hourglass:",
    )
    st.button(
        "Run",
        key=f"{PAGE}.consent",
        type="primary",
        icon=":material/play_arrow:",
        on_click=fit.consent,
        args=(case,),
        help="Computes all the same; the page waits meanwhile.",
    )
    if lecture.present() is not None:
        lecture_row.draw(PAGE)


workspace, dataset, labels = page.enter(
    PAGE,
    "Neighbours",
    "Ask the nearest objects: see what they say at any place, how sure they are, and why.",
    NEED,
)
with page.controls(PAGE):
    settings, answering = neighbours_settings.draw_controls(workspace.seed)
look = view.draw_view(workspace, dataset, answering)
case = fit.Case(workspace, dataset, labels, settings, look)
network = settings.kind == neighbours_settings.NETWORK
waits = fit.waits_for_consent(case)
model = None if waits else fit.present_fit(case)
scene = None
if model is not None and not isinstance(model, str):
    scene = fit.present_scene(case, model)
if isinstance(model, str) or isinstance(scene, str):
    st.error(plain(model if isinstance(model, str) else scene), icon=":material/error:")
elif waits:
    draw_question()
elif model is None:
    draw_waiting()
else:
    place, why, links = find_place()
    draw_pictures()
    draw_row()
    draw_drawer()
    page.draw_tabs(
        PAGE,
        {
            "Result": draw_result,
            "Compare pinned": lambda: pins.draw_compare(PAGE, present_pin()),
            "Parameters": partial(result.draw_parameters, case, model),
            "Formula": lambda: formula_tab.draw(text.formulas(case, model)),
            "Code": lambda: code_tab.draw(PAGE, text.code(case, place), workspace),
        },
    )
share.page_link_note(workspace)
