"""Active learning: ask for the labels that help most, and learn from answers with doubt."""

from functools import partial

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui import (
    active_play,
    active_run,
    active_settings,
    active_words,
    code_tab,
    export,
    formula_tab,
    lecture,
    lecture_row,
    method_page,
    pins,
    run_panel,
    share,
)
from belieflab.ui.messages import guarded
from belieflab.ui.text import plain
from belieflab.ui.workspace import Recipe

PAGE = active_settings.PAGE
NEED = method_page.Need(
    "Active learning needs points to ask about; their true classes let it measure what it learned.",
    "Load Iris with half of the labels spoilt",
    Recipe("iris"),
    Recipe("epsilon-noise", {"epsilon": 0.5}),
    labels_too=False,
)


def draw_protocol():
    """Curves that grow over repetitions, beside one repetition query by query."""
    try:
        protocol = settings.make(dataset, workspace.labels)
    except DataError as error:
        fail(error)
        return
    trial = active_run.latest(workspace)
    shown = protocol if trial is None else trial.protocol
    used = settings if trial is None else trial.settings
    draw_run(trial, shown)
    with st.sidebar if lecture.present() is None else st.container():
        line = active_run.choose_film(protocol)
    left, right = st.columns(2, gap="medium")
    with left:
        active_run.draw_head("**Learning curves** with 95 % intervals of the mean")
        active_run.draw_curves(shown)
    with right:
        film = draw_film(protocol, line)
    curves = shown.curves()
    draw_row(film, shown, used, curves)
    method_page.draw_tabs(
        PAGE,
        {
            "Result": partial(active_run.draw_result, curves),
            "Compare pinned": lambda: pins.draw_compare(
                PAGE, active_run.pin_of(shown, used) if curves else None
            ),
            "Formula": lambda: formula_tab.draw(active_words.protocol_formulas(used, curves)),
            "Code": lambda: code_tab.draw(
                PAGE, active_words.protocol_code(workspace, used), workspace
            ),
        },
    )


def fail(words):
    """Say what cannot be; a lecture must have its way out all the same."""
    st.error(plain(words), icon=":material/error:")
    if lecture.present() is not None:
        lecture_row.draw(PAGE)


def draw_run(trial, shown):
    """Run and Stop; what is known is pushed onto the chart again and again."""
    run_panel.draw(
        active_run.RUN,
        begin=guarded(partial(active_run.begin, workspace, dataset, settings)),
        live=lambda _: active_run.push_curves(shown),
        word="question",
        resumable=True,
    )
    active_run.draw_captions(trial, shown, settings)


def draw_film(protocol, line):
    if line is None:
        st.caption("These models or data are too large to be followed query by query.")
        return None
    active_run.draw_head("**One repetition**: the next question is ringed")
    try:
        film = active_run.make_film(workspace, protocol, settings, line, axes)
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return None
    st.plotly_chart(film.figure, key=active_run.FILM, config=active_run.CONFIG)
    return film


def draw_row(film, shown, used, curves):
    """The player of the film, Pin and Export; a lecture has Next and Leave there."""
    method_page.draw_player_row(
        PAGE,
        [] if film is None else film.names,
        [] if film is None else [active_run.FILM],
        word="labels",
        captions=[] if film is None else film.captions,
        start=0,
        pin=partial(active_run.pin_of, shown, used) if curves else None,
        export=partial(
            export.draw,
            PAGE,
            workspace,
            chart=active_run.CURVES,
            figure=partial(active_run.filled_curves, shown),
            results=partial(active_words.curve_table, curves) if curves else None,
        ),
    )


def draw_play():
    """The question, the answer and what it changed."""
    if isinstance(game, str):
        fail(game)
        return
    active_play.draw(game, dataset)
    draw_play_row()
    method_page.draw_tabs(
        PAGE,
        {
            "Result": lambda: st.dataframe(
                active_words.answer_table(game.dialogue, game.measures, game.what, game.truth),
                key=f"{PAGE}.answers",
                column_config=active_words.PERCENTAGES,
            ),
            "Compare pinned": lambda: pins.draw_compare(PAGE, active_play.pin_of(game, dataset)),
            "Formula": lambda: formula_tab.draw(
                active_words.play_formulas(game.line, game.tuning.n_neighbors, game.question)
            ),
            "Code": lambda: code_tab.draw(
                PAGE, active_words.play_code(workspace, *game.coded), workspace
            ),
        },
    )


def draw_play_row():
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
        return
    with st.container(horizontal=True, horizontal_alignment="right"):
        active_play.draw_keep(game, workspace)
        with st.container(width=140):
            pins.draw_button(PAGE, partial(active_play.pin_of, game, dataset))
        with st.container(width=140):
            export.draw(
                PAGE,
                workspace,
                chart=active_play.PLANE,
                figure=partial(active_play.filled_plane, game),
                results=partial(active_play.result_table, game, dataset),
            )


workspace, dataset, _ = method_page.enter(
    PAGE,
    "Active learning",
    "Let a model ask for the labels that help it most, and see what answers with doubt are worth.",
    NEED,
)
mode = active_settings.draw_mode()
if mode == active_settings.PLAY:
    with method_page.controls(PAGE):
        game = active_play.set_up(workspace, dataset)
    draw_play()
elif dataset.truth is None:
    active_settings.offer_play(dataset)
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
else:
    with method_page.controls(PAGE):
        settings, axes = active_settings.draw_protocol(workspace, dataset)
    draw_protocol()
share.page_link_note(workspace)
