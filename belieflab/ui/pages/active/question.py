"""The question of the game: which object, what the model believes of it, and the answer."""

from functools import partial
from operator import methodcaller

import streamlit as st

from belieflab.active import QuerySession
from belieflab.data.dataset import Dataset
from belieflab.figures.common.mass_bars import mass_bars
from belieflab.ui.method.charts import QUIET
from belieflab.ui.pages.active import dialogue
from belieflab.ui.pages.active.dialogue import CLASSES, DOUBT, Game
from belieflab.ui.pages.active.settings import PAGE
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain

MAX_FEATURES = 8
"""Features of the asked object that are listed; more would fill the card."""


def draw(game: Game, dataset: Dataset) -> None:
    """Draw the card: the object, what the model believes of it, the form, and the way back."""
    row = game.query.row
    with st.container(border=True, key=f"{PAGE}_question"):
        if row is None:
            st.markdown("**Every object has an answer.** Nothing is left to ask.")
        else:
            st.markdown(f"**What is row {row + 1}?** It is ringed on the plane.")
            st.caption(_describe(dataset, row))
            _draw_belief(game, row)
            _draw_form(game, row)
        _draw_back(game)


def _draw_belief(game: Game, row: int) -> None:
    table, frame = game.beliefs, game.dialogue.frame
    masses = dict(zip(table.focal.tolist(), table.mass[row].tolist(), strict=True))
    figure = mass_bars(frame, [("belief", masses)])
    figure.update_layout(height=110, showlegend=False, margin={"t": 6, "b": 6, "l": 6, "r": 6})
    st.plotly_chart(figure, key=f"{PAGE}.belief", config=QUIET)


def _draw_form(game: Game, row: int) -> None:
    """Nothing is sent before one of the two buttons: the page then follows once per answer."""
    with st.form(f"{PAGE}.form", border=False):
        st.pills(
            "It is one of",
            list(game.dialogue.frame.names),
            selection_mode="multi",
            format_func=plain,
            key=CLASSES,
            help="One class, or several when you hesitate between them.",
        )
        st.slider(
            "Doubt",
            0.0,
            1.0,
            step=0.05,
            key=DOUBT,
            help="The mass that goes to “any class” instead of what you named.",
        )
        with st.container(horizontal=True):
            st.form_submit_button(
                "Answer",
                type="primary",
                key=f"{PAGE}.say",
                icon=":material/check:",
                on_click=guarded(dialogue.answer),
                args=(row,),
            )
            st.form_submit_button(
                "I do not know",
                key=f"{PAGE}.pass",
                on_click=guarded(dialogue.say_of),
                args=(row, []),
                help="The object is not asked about again, and nothing is learned from it.",
            )


def _draw_back(game: Game) -> None:
    n_answers = len(game.dialogue.answers)
    with st.container(horizontal=True):
        st.button(
            "Undo",
            key=f"{PAGE}.undo",
            icon=":material/undo:",
            disabled=n_answers == 0,
            on_click=partial(dialogue.change, QuerySession.undone),
            help="Take the last answer back.",
        )
        restart = partial(dialogue.change, methodcaller("until", 0))
        st.button("Start again", key=f"{PAGE}.restart", disabled=n_answers == 0, on_click=restart)
    now = f"{game.what} {game.measures[-1]:.1%}"
    if n_answers:
        now += f", {game.measures[-2]:.1%} before your last answer"
    st.caption(f"{n_answers} answer{'' if n_answers == 1 else 's'} so far · {now}")
    if dialogue.was_undecided():  # below the buttons, so that none moves under the pointer
        st.error("Choose the class, or all classes it may be; or say that you do not know.")


def _describe(dataset: Dataset, row: int) -> str:
    features = zip(dataset.feature_names, dataset.X[row], strict=True)
    listed = [f"{plain(name)} {value:.4g}" for name, value in features]
    rest = len(listed) - MAX_FEATURES
    return " · ".join(listed[:MAX_FEATURES]) + (f" · and {rest} more" if rest > 0 else "")
