"""How far each annotator counts, and what is learned from all, within the budget."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from belieflab.crowd.analysis import CONFUSION, CrowdAnalysis
from belieflab.crowd.cost import analysis_cost, labels_cost
from belieflab.crowd.learning import analyse
from belieflab.crowd.weights import learn_weights
from belieflab.data.crowd_files import AskedCrowd
from belieflab.ui.method.annotators import PAGE
from belieflab.ui.method.context import Context
from belieflab.ui.method.made import draw_made
from belieflab.ui.shell.workspace import Workspace

LEARNING = f"{PAGE}.learning"
ADVICE = "Learn one reliability each, or take fewer answers, annotators or classes."


def set_weights(workspace: Workspace, what: str, changed: Mapping[str, float]) -> None:
    """Change the weights of these annotators; `what` says so in Undo."""
    weights = dict(workspace.state.annotator_weights) | dict(changed)
    kept = {name: weight for name, weight in weights.items() if weight != 1}
    workspace.adjust(what, lambda state: replace(state, annotator_weights=kept))


def token_of(context: Context) -> Hashable:
    """What an analysis was made for: the answers with their weights, and the model."""
    return context.workspace.version, context.settings.model


def analyse_shown(context: Context, shown: AskedCrowd) -> CrowdAnalysis | None:
    """What is learned from the answers, with the labels by the chosen rule; None until then."""
    model, rule, token = context.settings.model, context.settings.labels_by, token_of(context)
    given, many = shown.weights, (shown.answers, len(shown.names), model == CONFUSION)

    def make() -> CrowdAnalysis:
        found = analyse(shown.answers, len(given), model, given, training=shown.training)
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


def ask_to_learn(context: Context) -> None:
    """Have the weights learned when the page is drawn next."""
    st.session_state[LEARNING] = token_of(context)


def learn_when_asked(context: Context, shown: AskedCrowd) -> None:
    """Learn the weights if that was asked for, and draw the page anew with them."""
    token, model = token_of(context), context.settings.model
    if st.session_state.get(LEARNING) != token:
        return
    make = partial(learn_weights, shown.answers, model, shown.weights, shown.training)
    cost = analysis_cost(shown.answers, len(shown.names), model == CONFUSION)
    key, about = f"{PAGE}.learned", "Learning the weights"
    found = draw_made(key, token, make, cost, about, advice=ADVICE)
    if found is not None:
        del st.session_state[LEARNING]
        learned = dict(zip(shown.names, found.tolist(), strict=True))
        set_weights(context.workspace, "weights as learned", learned)
        st.rerun()
