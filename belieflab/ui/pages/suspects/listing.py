"""The list of suspects: what is in it, which rows are chosen, and what becomes of their labels."""

import hashlib
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.data.label_edits import BOTH, DOUBT, SUGGESTION, differing, follow_evidence
from belieflab.data.reading import write_table
from belieflab.errors import DataError
from belieflab.evaluation.suspects import Suspicion
from belieflab.figures.common.text import count_of
from belieflab.ui.method.annotators import crowd_of_labels, rows_agreeing
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import draw_one, read_settings, set_value
from belieflab.ui.method.suspicion import WHAT, full_table, whole_rows, workspace_labels
from belieflab.ui.pages.suspects import settings
from belieflab.ui.pages.suspects.settings import ALL, PAGE, UNLABELLED, filters
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_button, draw_download
from belieflab.ui.shell.messages import say

MAX_LISTED = 2000
LIST_SIZE = 0.66
"""Share of the height that the list takes."""

TITLES = {SUGGESTION: "Suggestion", BOTH: "Set of both", DOUBT: "Doubt"}
ICONS = {SUGGESTION: "check", BOTH: "join_full", DOUBT: "help"}
HELP = {
    SUGGESTION: "The label becomes the class, or the set, that the evidence points to.",
    BOTH: "The label becomes the set of its own classes and those that the evidence points to.",
    DOUBT: "The label is discounted: this share of its masses goes to Ω.",
}
WRONG = "The label favours a set without the true class."
NO_SUGGESTION = "The evidence about {} points to no class: it leaves all of them open."


def narrow(context: Context, found: Suspicion) -> Suspicion:
    """The suspects that pass the filters; objects without a label only where asked for."""
    chosen = context.settings
    if chosen.label == UNLABELLED:
        kept = found.unlabelled
    else:
        kept = ~found.unlabelled
        if chosen.label != ALL:
            kept &= (found.labels & (1 << int(chosen.label))) != 0
    if chosen.get("annotator", ALL) != ALL:
        crowd, labels = crowd_of_labels(context.workspace), workspace_labels(context.workspace)
        if crowd is not None:
            agreeing = rows_agreeing(crowd, int(chosen.annotator), labels)
            kept &= np.isin(whole_rows(context)[found.rows], agreeing)
    return found[kept & (found.ignorance <= chosen.ignorance + 1e-9)]


def draw_filters(context: Context) -> Context:
    """Draw the filters in one row; returns the context with what they hold."""
    if lecture.current() is not None:
        return context
    listed, held = filters(context), {}
    for place, parameter in zip(st.columns(len(listed), gap="small"), listed, strict=True):
        with place:
            held[parameter.name] = draw_one(PAGE, parameter)
    return replace(context, settings=context.settings.replace(**held))


def draw_list(context: Context, found: Suspicion) -> NDArray[np.int64]:
    """Draw the ranked list; returns the objects whose rows are ticked, by number."""
    rows = found[np.arange(min(len(found), MAX_LISTED))]
    table = full_table(context, rows).drop(columns=["probability", "truth"], errors="ignore")
    number = partial(st.column_config.NumberColumn, format="%.2f")
    widths = {"against": 64, "for": 50, "ignorance": 78}
    columns: dict[str, Any] = {name: number(width=width) for name, width in widths.items()}
    columns["known wrong"] = st.column_config.CheckboxColumn("wrong", width=58, help=WRONG)
    key = list_key(context)

    def look_at() -> None:
        ticked = st.session_state[key]["selection"]["rows"]
        if ticked:
            set_value(PAGE, settings.CHOSEN.name, str(int(rows.rows[ticked[-1]]) + 1))

    look: dict[str, Any] = {"hide_index": True, "column_config": columns}
    look["height"] = lecture.fit(LIST_SIZE, 0.9)["height"]
    if lecture.current() is not None or not table["ambiguous"].any():
        table = table.drop(columns="ambiguous")
    st.dataframe(table, key=key, on_select=look_at, selection_mode="multi-row", **look)
    return ticked_rows(context, rows)


def list_key(context: Context) -> str:
    """The key of the list: another list forgets which rows were ticked."""
    chosen = context.settings
    which = chosen.label, chosen.get("annotator", ALL), chosen.ignorance, context.fit_token
    text = repr((which, context.workspace.truth_hidden))
    return f"{PAGE}.list.{hashlib.blake2b(text.encode(), digest_size=6).hexdigest()}"


def ticked_rows(context: Context, rows: Suspicion) -> NDArray[np.int64]:
    """The ticked objects, else the one that is looked at."""
    state = st.session_state.get(list_key(context)) or {}
    ticked = [row for row in state.get("selection", {}).get("rows", []) if row < len(rows)]
    if ticked:
        return np.asarray(rows.rows[ticked])
    chosen = settings.chosen_object(context)
    return np.array([] if chosen is None else [chosen], dtype=np.int64)


def draw_actions(
    context: Context, shown: Suspicion, found: Suspicion, chosen: NDArray[np.int64]
) -> None:
    """Draw the buttons that change the chosen labels, and the list as a file."""
    row: dict[str, Any] = {"horizontal": True, "vertical_alignment": "bottom", "gap": "xsmall"}
    with st.container(key="suspects_actions", **row):
        for how in (SUGGESTION, BOTH, DOUBT):
            act = partial(change, context, found, chosen, how)
            look: dict[str, Any] = {"icon": ICONS[how], "help": HELP[how]}
            look["disabled"] = not len(chosen)
            draw_button(TITLES[how], f"{PAGE}.turn.{how}", act, **look)
        draw_one(PAGE, settings.DOUBT, label_visibility="collapsed", width=80)
        make = partial(_write, context, shown)
        draw_download("CSV", f"{PAGE}.csv", "belieflab-suspects.csv", make, help="The whole list.")


def _write(context: Context, found: Suspicion) -> bytes:
    return write_table(full_table(context, found))


def change(context: Context, found: Suspicion, chosen: NDArray[np.int64], how: str) -> None:
    """Change the labels of the chosen objects as one step to undo."""
    workspace, labels = context.workspace, workspace_labels(context.workspace)
    known = found[np.isin(found.rows, chosen)]
    usable = known if how == DOUBT else known[known.suggested != found.frame.omega]
    if not len(usable):
        called = [context.dataset.name_of(int(row)) for row in chosen[:3]]
        raise DataError(NO_SUGGESTION.format(", ".join(called)))
    doubt = read_settings(PAGE, [settings.DOUBT])[settings.DOUBT.name]
    rows = whole_rows(context)[usable.rows]
    changed = follow_evidence(labels, rows, usable.suggested, how, doubt)
    count = int(differing(labels, changed).sum())
    if not count:
        raise DataError("The chosen labels say this already; nothing was changed.")
    crowd = crowd_of_labels(workspace)
    what, file = f"{WHAT}{count_of(count, 'label')} changed", None if crowd is None else crowd.file
    workspace.edit_labels(changed, what, file)
    left = len(known) - len(usable)
    say(f"{count_of(count, 'label')} changed." + (f" {left} without a suggestion." * bool(left)))
