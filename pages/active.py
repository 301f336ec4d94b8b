"""Active learning: ask for the labels that help most, and learn from answers with doubt."""

from functools import partial

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.method import code_tab, export, formula_tab, page, pins, run_panel
from belieflab.ui.pages.active import play, run, text
from belieflab.ui.pages.active import settings as active_settings
from belieflab.ui.shell import lecture, lecture_row, share
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe

PAGE = active_settings.PAGE
NEED = page.Need(
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
    trial = run.latest(workspace)
    shown = protocol if trial is None else trial.protocol
    used = settings if trial is None else trial.settings
    draw_run(trial, shown)
    with st.sidebar if lecture.present() is None else st.container():
        line = run.choose_film(protocol)
    left, right = st.columns(2, gap="medium")
    with left:
        run.draw_head("**Learning curves** with 95 % intervals of the mean")
        run.draw_curves(shown)
    with right:
        film = draw_film(protocol, line)
    curves = shown.curves()
    draw_row(film, shown, used, curves)
    page.draw_tabs(
        PAGE,
        {
            "Result": partial(run.draw_result, curves),
            "Compare pinned": lambda: pins.draw_compare(
                PAGE, run.pin_of(shown, used) if curves else None
            ),
            "Formula": lambda: formula_tab.draw(text.protocol_formulas(used, curves)),
            "Code": lambda: code_tab.draw(PAGE, text.protocol_code(workspace, used), workspace),
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
        run.RUN,
        begin=guarded(partial(run.begin, workspace, dataset, settings)),
        live=lambda _: run.push_curves(shown),
        word="question",
        resumable=True,
    )
    run.draw_captions(trial, shown, settings)


def draw_film(protocol, line):
    if line is None:
        st.caption("These models or data are too large to be followed query by query.")
        return None
    run.draw_head("**One repetition**: the next question is ringed")
    try:
        film = run.make_film(workspace, protocol, settings, line, axes)
    except DataError as error:
        st.error(plain(error), icon=":material/error:")
        return None
    st.plotly_chart(film.figure, key=run.FILM, config=run.CONFIG)
    return film


def draw_row(film, shown, used, curves):
    """The player of the film, Pin and Export; a lecture has Next and Leave there."""
    page.draw_player_row(
        PAGE,
        [] if film is None else film.names,
        [] if film is None else [run.FILM],
        word="labels",
        captions=[] if film is None else film.captions,
        start=0,
        pin=partial(run.pin_of, shown, used) if curves else None,
        export=partial(
            export.draw,
            PAGE,
            workspace,
            chart=run.CURVES,
            figure=partial(run.filled_curves, shown),
            results=partial(text.curve_table, curves) if curves else None,
        ),
    )


def draw_play():
    """The question, the answer and what it changed."""
    if isinstance(game, str):
        fail(game)
        return
    play.draw(game, dataset)
    draw_play_row()
    page.draw_tabs(
        PAGE,
        {
            "Result": lambda: st.dataframe(
                text.answer_table(game.dialogue, game.measures, game.what, game.truth),
                key=f"{PAGE}.answers",
                column_config=text.PERCENTAGES,
            ),
            "Compare pinned": lambda: pins.draw_compare(PAGE, play.pin_of(game, dataset)),
            "Formula": lambda: formula_tab.draw(
                text.play_formulas(game.line, game.tuning.n_neighbors, game.question)
            ),
            "Code": lambda: code_tab.draw(PAGE, text.play_code(workspace, *game.coded), workspace),
        },
    )


def draw_play_row():
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
        return
    with st.container(horizontal=True, horizontal_alignment="right"):
        play.draw_keep(game, workspace)
        with st.container(width=140):
            pins.draw_button(PAGE, partial(play.pin_of, game, dataset))
        with st.container(width=140):
            export.draw(
                PAGE,
                workspace,
                chart=play.PLANE,
                figure=partial(play.filled_plane, game),
                results=partial(play.result_table, game, dataset),
            )


workspace, dataset, _ = page.enter(
    PAGE,
    "Active learning",
    "Let a model ask for the labels that help it most, and see what answers with doubt are worth.",
    NEED,
)
mode = active_settings.draw_mode()
if mode == active_settings.PLAY:
    with page.controls(PAGE):
        game = play.set_up(workspace, dataset)
    draw_play()
elif dataset.truth is None:
    active_settings.offer_play(dataset)
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
else:
    with page.controls(PAGE):
        settings, axes = active_settings.draw_protocol(workspace, dataset)
    draw_protocol()
share.page_link_note(workspace)
