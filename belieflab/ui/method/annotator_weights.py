"""How far each annotator counts, and what is learned from all, within the budget."""

from collections.abc import Hashable, Mapping
from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.crowd.analysis import CONFUSION, CrowdAnalysis
from belieflab.crowd.cost import analysis_cost, labels_cost
from belieflab.crowd.learning import analyse
from belieflab.crowd.weights import learn_weights
from belieflab.data.crowd_files import AskedCrowd
from belieflab.ui.method.annotators import PAGE
from belieflab.ui.method.context import Context
from belieflab.ui.method.made import draw_made
from belieflab.ui.shell.session import carry

WEIGHTS, TURN, LEARNING = (f"{PAGE}.{name}" for name in ("weights", "editor_turn", "learning"))
carry(WEIGHTS)
ADVICE = "Learn one reliability each, or take fewer answers, annotators or classes."


def weights(shown: AskedCrowd) -> NDArray[np.float64]:
    """The weight of each annotator, 1 unless set."""
    given: dict[str, float] = st.session_state.get(WEIGHTS, {})
    return np.array([given.get(name, 1.0) for name in shown.names], dtype=np.float64)


def set_weights(changed: Mapping[str, float]) -> None:
    """Change the weights of these annotators."""
    st.session_state[WEIGHTS] = st.session_state.get(WEIGHTS, {}) | dict(changed)
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1


def token_of(context: Context, shown: AskedCrowd) -> Hashable:
    """What an analysis was made for: the answers, the model and the weights."""
    return context.workspace.version, context.settings.model, tuple(weights(shown))


def analyse_shown(context: Context, shown: AskedCrowd) -> CrowdAnalysis | None:
    """What is learned from the answers, with the labels by the chosen rule; None until then."""
    given, model, rule = weights(shown), context.settings.model, context.settings.labels_by
    many, token = (shown.answers, len(shown.names), model == CONFUSION), token_of(context, shown)

    def make() -> CrowdAnalysis:
        found = analyse(shown.answers, len(shown.names), model, given)
        for name in ("agreement", "disputes", "uncertainty"):  # drawn at once, so made here
            getattr(found, name)
        return found

    cost, about = analysis_cost(*many), "Learning from the answers"
    found = draw_made(f"{PAGE}.analysis", token, make, cost, about, advice=ADVICE)
    if found is None:
        return None
    label, cost = partial(found.labels, rule), labels_cost(*many)
    key, about = f"{PAGE}.labels", "Making the labels"
    made = draw_made(key, (token, rule), label, cost, about, advice=ADVICE)
    return None if made is None else found


def ask_to_learn(context: Context, shown: AskedCrowd) -> None:
    """Have the weights learned when the page is drawn next."""
    st.session_state[LEARNING] = token_of(context, shown)


def learn_when_asked(context: Context, shown: AskedCrowd) -> None:
    """Learn the weights if that was asked for, and draw the page anew with them."""
    token, model = token_of(context, shown), context.settings.model
    if st.session_state.get(LEARNING) != token:
        return
    make = partial(learn_weights, shown.answers, model, weights(shown))
    cost = analysis_cost(shown.answers, len(shown.names), model == CONFUSION)
    key, about = f"{PAGE}.learned", "Learning the weights"
    found = draw_made(key, token, make, cost, about, advice=ADVICE)
    if found is not None:
        del st.session_state[LEARNING]
        set_weights(dict(zip(shown.names, found.tolist(), strict=True)))
        st.rerun()
