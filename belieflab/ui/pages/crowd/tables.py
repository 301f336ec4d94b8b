"""The tables of the Crowd page: annotators with their weights, disputed objects, questions."""

from functools import partial
from typing import Any

import streamlit as st

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.calibration import calibrate
from belieflab.crowd.cost import questions_cost
from belieflab.crowd.next_questions import questions
from belieflab.crowd.tables import (
    conflict_of,
    describe_conflict,
    disputed_table,
    find_contributions,
    most_disputed,
    question_table,
)
from belieflab.crowd.weights import weighted_table
from belieflab.data.crowd import Crowd
from belieflab.data.crowd_files import AskedCrowd
from belieflab.figures.crowd.annotators import contribution_bars
from belieflab.figures.crowd.calibration import calibration_curve
from belieflab.ui.method.annotator_weights import (
    ADVICE,
    ask_to_learn,
    learn_when_asked,
    set_weights,
    token_of,
)
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.context import Context, remember
from belieflab.ui.method.finding import draw_finder
from belieflab.ui.method.made import draw_made
from belieflab.ui.method.numbers import draw_table
from belieflab.ui.pages.crowd.source import PAGE
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

CONTRIBUTIONS, DISPUTED = f"{PAGE}.contributions", f"{PAGE}.disputed"
MAX_SLIDERS, SHOWN_ROWS = 12, 200
SHARE = st.column_config.ProgressColumn(min_value=0.0, max_value=1.0, format="%.2f")
WIDE = st.column_config.TextColumn(width="large")
NUMBERS: dict[str, tuple[str, int]] = {
    "answers": ("%d", 68),
    "set size": ("%.2f", 68),
    "confidence": ("%.2f", 82),
    "agreement": ("percent", 84),
    "error": ("percent", 56),
    "low": ("percent", 56),
    "high": ("percent", 56),
    "reliability": ("%.2f", 74),
    "true error": ("percent", 74),
    "Brier score": ("%.2f", 84),
}
"""How the numbers of an annotator are written, and in how many pixels: all of them are in view."""

ROW_HEIGHT, MAX_TABLE = 35, 320


def draw_annotators(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    """The table of annotators, with weights to change; sliders for a simulated crowd."""
    given, workspace = shown.weights, context.workspace
    token, truth = (token_of(context), workspace.truth_hidden), context.truth
    make = partial(weighted_table, analysis, shown.names, given, truth)
    table = remember(PAGE, "table", token, make, 1)
    key = f"{PAGE}.editor.{workspace.version}"
    config: dict[str, Any] = {
        name: st.column_config.NumberColumn(format=form, width=width)
        for name, (form, width) in NUMBERS.items()
    }
    config["weight"] = st.column_config.NumberColumn(
        min_value=0.0,
        max_value=1.0,
        step=0.05,
        format="%.2f",
        width=86,
        help="How far the answers count: 0 mutes, 1 counts in full. Type to change.",
    )

    def change() -> None:
        edits = st.session_state.get(key, {}).get("edited_rows", {})
        changed = {shown.names[int(row)]: edit.get("weight") for row, edit in edits.items()}
        held = {name: min(max(float(w), 0.0), 1.0) for name, w in changed.items() if w is not None}
        set_weights(workspace, f"the weight of {', '.join(held)}", held)

    learn = partial(ask_to_learn, context)
    learn_when_asked(context, shown)
    fixed = [name for name in table.columns if name != "weight"]
    look: dict[str, Any] = {"hide_index": True, "disabled": fixed, "column_config": config}
    look |= {"height": min(ROW_HEIGHT * (len(table) + 1) + 3, MAX_TABLE), "placeholder": "–"}
    st.data_editor(table, key=key, on_change=change, **look)
    with st.container(horizontal=True, vertical_alignment="center"):
        text = "Each annotator then counts as far as the model finds them reliable."
        draw_button("Weights as learned", f"{PAGE}.learn", learn, icon="auto_fix_high", help=text)
        even = partial(set_weights, workspace, "equal weights", dict.fromkeys(shown.names, 1.0))
        idle = bool((given == 1).all())
        draw_button("All the same", f"{PAGE}.even", even, icon="drag_handle", disabled=idle)
    if truth is not None and (truth >= 0).any():
        st.markdown("**Honest doubt.** How often answers are right, by how sure they are.")
        curve = remember(PAGE, "curve", token, partial(calibrate, analysis.said, truth), 1)
        draw_small(calibration_curve(*curve), f"{PAGE}.calibration")
    if shown.simulated is not None:
        with st.expander("How reliable each annotator is", expanded=True):
            draw_reliabilities(context.workspace, shown.simulated)


def draw_reliabilities(workspace: Workspace, crowd: Crowd) -> None:
    """One slider per simulated annotator; moving one fixes the whole list."""

    def change(j: int) -> None:
        values = crowd.reliabilities.copy()
        values[j] = st.session_state[f"{PAGE}.reliability.{j}"]
        recipe = workspace.state.label_recipe
        settings: dict[str, Any] = dict(recipe.settings) if recipe is not None else {}
        settings["reliabilities"] = ", ".join(f"{value:.4g}" for value in values)
        workspace.build_labels("crowd", **settings)

    columns = st.columns(min(len(crowd.reliabilities), 6))
    for j, value in enumerate(crowd.reliabilities[:MAX_SLIDERS]):
        key, title = f"{PAGE}.reliability.{j}", f"Annotator {j + 1}"
        hold(key, round(float(value), 2))
        look: dict[str, Any] = {"step": 0.01, "key": key, "on_change": guarded(partial(change, j))}
        columns[j % len(columns)].slider(title, 0.0, 1.0, **look)
    if rest := max(len(crowd.reliabilities) - MAX_SLIDERS, 0):
        st.caption(f"{rest} more annotators have no slider.")


def draw_disputed(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    """The most disputed objects, and what each answer adds to the label of the chosen one."""
    conflict, meaning = conflict_of(analysis, shown.simulated)
    st.markdown(
        f"**Answers**, the most disputed first. {describe_conflict(conflict)} "
        "Choose a row to see what each answer adds to its label.",
        help=meaning,
    )
    rows, rule = most_disputed(analysis, conflict, SHOWN_ROWS), context.settings.labels_by
    given = context.dataset, rows, conflict, rule, context.truth
    table = disputed_table(analysis, shown.names, *given)
    left, right = st.columns([3, 2], gap="medium")
    config = {"conflict": SHARE, "label": WIDE, "who said what": WIDE}
    look: dict[str, Any] = {"on_select": "rerun", "selection_mode": "single-row", "height": 340}
    with left:
        draw_table(table, DISPUTED, columns=config, **look)
        sought = draw_finder(f"{PAGE}.find", context.dataset, "Find any other object")
    picked = (st.session_state.get(DISPUTED) or {}).get("selection", {}).get("rows", [])
    if not len(rows):
        return
    with right:
        row = int(rows[min((picked or [0])[0], len(rows) - 1)])
        _draw_answers(context, shown, analysis, row if sought is None else sought)


def _draw_answers(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis, row: int) -> None:
    """What each answer adds to the label of an object."""
    rule, frame = context.settings.labels_by, analysis.said.frame
    if analysis.said.counts[row] == 0:
        st.caption(plain(f"Nobody answered about {context.dataset.name_of(row)}."))
        return
    best = analysis.labels(rule)[[row]].pignistic()[0]
    st.markdown(
        f"**{plain(context.dataset.name_of(row))}** is {plain(frame.names[int(best.argmax())])} "
        f"({best.max():.0%}). What each answer adds to that:"
    )
    found = find_contributions(analysis, shown.names, row, rule)
    draw_small(contribution_bars(*found, height=280), CONTRIBUTIONS)


def draw_questions(context: Context, shown: AskedCrowd, analysis: CrowdAnalysis) -> None:
    """Whom to ask about what: the largest expected drop of uncertainty first."""
    cost, about = questions_cost(analysis), "Looking for questions"
    make, token = partial(questions, analysis), token_of(context)
    found = draw_made(f"{PAGE}.questions", token, make, cost, about, advice=ADVICE)
    if found is None:
        return
    if not found:
        st.caption("Everybody answered about every uncertain object, or no object is uncertain.")
        return
    given = context.dataset, found, context.settings.labels_by
    table = question_table(analysis, shown.names, *given)
    st.markdown(
        "**Ask these next.** One answer of that annotator about that object is expected to lower "
        "the uncertainty most.",
        help="The mutual information of the class and the answer, as a share of the entropy of a "
        "class of which nothing is known; annotators answer as the model says, with sets of their "
        "own mean size.",
    )
    config = {"expected drop": SHARE, "uncertainty now": SHARE, "label now": WIDE}
    draw_table(table, f"{PAGE}.questions", columns=config, height=320)
