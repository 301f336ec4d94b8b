"""The columns of an uploaded table: what was understood, what is asked, what can be changed."""

from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from belieflab.data import reading
from belieflab.data.label_files import LAYOUTS, detect_layout
from belieflab.data.parameters import Parameter
from belieflab.data.reading import Question, Roles
from belieflab.data.reading.named_columns import MAX_PATTERN
from belieflab.data.reading.questions import WHOLE
from belieflab.data.reading.role_names import Role
from belieflab.errors import DataError
from belieflab.ui.method.controls import explain, titles
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.pages.data.square import draw_square
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control

DRAFT, BASE = "data.draft", "data.roles.base"
PREVIEW_ROWS, PREVIEW_COLUMNS = 3, 30
CHANGE = "Change what the columns are"
ROLES_HELP = (
    "feature: a number to learn from; dissimilarity: how far each object is from this one; "
    "category: one of a few levels, for Bayesian networks; "
    "one-hot: text as features of 0 and 1, for every method; truth: the true class; label: what "
    "somebody says about the class; annotator: the answers of one of several people, for the Crowd "
    "page; id: what the object is called on every page; text: shown beside the object; split: "
    "train or test (test rows are never learned from), or groups that folds keep together; "
    "weight: what the row counts. Text is never turned into numbers unless one-hot is chosen."
)


def draw_understood(draft: Draft, table: pd.DataFrame, roles: Roles) -> Draft:
    """Draw what was understood in one line, and what is in doubt; returns the answered draft."""
    line = st.container()
    draw_square(draft, roles, _give_role)
    for question in draft.questions:
        draw_question(draft, question)
    whole = any(each.key == WHOLE for each in draft.open_questions)
    if whole or draft.leads:  # what its columns are, or that it has objects, is not known yet
        with line:
            draw_line(f"{len(table):,} rows, {table.shape[1]:,} columns.", columns_key(draft))
        return draft
    roles = _draw_layout(draft, table, roles)
    with line:
        draw_line(reading.describe_table(table, roles) + ".", columns_key(draft))
    draw_useless(draft, roles)
    report = reading.missing_values(table, roles)
    if report.counts:
        (st.warning if report.empty else st.caption)(plain(report.summary))
    missing = draft.missing
    if report.rows:
        missing = draw_control(treatment(draft), f"data.missing.{draft.number}")
    refusal = draft.refusal if missing == draft.missing else ""
    return replace(draft, roles=roles, missing=missing, refusal=refusal)


def draw_line(text: str, part: str) -> None:
    """Draw what was understood of an upload, with a link that opens the part to change it in."""
    with st.container(horizontal=True, vertical_alignment="center", key="data_understood"):
        st.markdown(plain(text), width="stretch")
        opened = partial(st.session_state.__setitem__, part, True)
        draw_button("Change", f"{part}.change", opened, type="tertiary")


def columns_key(draft: Draft) -> str:
    """Of the part with the role of every column."""
    return f"data.columns.{draft.number}"


def guess_key(draft: Draft) -> str:
    """Of the part with how the file was read."""
    return f"data.reading.{draft.number}"


def draw_columns(draft: Draft, table: pd.DataFrame, roles: Roles) -> Draft:
    """Draw the first rows and the role of every column; returns the draft with these roles.

    They are drawn once they are opened: two grids that nobody sees delay all that stands above.
    """
    opened = st.expander(CHANGE, key=columns_key(draft), on_change="rerun")
    if not opened.open:
        return draft
    with opened:
        rows, columns = table.shape
        st.caption(f"{rows:,} rows, {columns:,} columns. The first rows:")
        st.dataframe(table.iloc[:PREVIEW_ROWS, :PREVIEW_COLUMNS], hide_index=True)
        chosen = _draw_roles(draft, table, roles)
        _draw_group(draft, table)
    if chosen == roles:
        return draft
    return draft.given({name: role for name, role in chosen.of.items() if role != roles.of[name]})


def treatment(draft: Draft) -> Parameter:
    """The choice between dropping rows with a missing feature and filling in the median."""
    treatments = {str(key): title for key, title in reading.TREATMENTS.items()}
    label = "Rows with a missing feature"
    return Parameter("missing", label, draft.missing, choices=treatments, form="list")


def draw_useless(draft: Draft, roles: Roles) -> None:
    """Name the features that tell nothing, and offer to leave them out; and those read as text."""
    if draft.spoiled:
        st.warning(plain(reading.describe_spoiled(draft.spoiled)), icon=":material/warning:")
    features = {*roles.columns("feature")}
    found = {name: other for name, other in draft.useless.items() if name in features}
    if not found or len(found) == len(features):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(plain(reading.describe_useless(found)), width="stretch")
        leave = partial(_give_role, [*found], "ignore")
        title = "Leave it out" if len(found) == 1 else f"Leave {len(found)} out"
        draw_button(title, f"data.useless.{draft.number}", leave)


def draw_question(draft: Draft, question: Question) -> None:
    """Draw a question; no answer is chosen beforehand."""
    key = f"data.question.{question.key}.{draft.number}"
    answers = {answer.title: answer for answer in question.answers}

    def answer() -> None:
        chosen = answers[st.session_state[key]]
        held: Draft = st.session_state[DRAFT]
        st.session_state[DRAFT] = held.answered(question, chosen)
        _renew_table(held)

    said = draft.answers.get(question.key)
    if said not in answers:  # not answered, or by the role of a column
        st.session_state.pop(key, None)
    elif key not in st.session_state:
        st.session_state[key] = said
    with st.container(border=True):
        st.radio(
            plain(question.text),
            list(answers),
            index=None,
            format_func=plain,
            key=key,
            on_change=answer,
        )


def _renew_table(draft: Draft) -> None:
    """Let the table of roles begin anew from the roles of the draft; called from a callback."""
    st.session_state.pop(f"data.roles.{draft.number}", None)


def _draw_roles(draft: Draft, table: pd.DataFrame, roles: Roles) -> Roles:
    """A small table with the role of every column, to be changed in place.

    The editor needs a base that stays the same while it is on screen; it is taken anew when the
    editor was away (another tab, another page), so that no choice is lost.
    """
    key, column = f"data.roles.{draft.number}", st.column_config
    if key not in st.session_state:
        numeric = map(pd.api.types.is_numeric_dtype, table.dtypes)
        base = {
            "column": table.columns.astype(str),
            "role": [roles.of[column] for column in table.columns],
            "content": ["numbers" if number else "text" for number in numeric],
            "missing": table.isna().sum().to_numpy(),
        }
        st.session_state[BASE] = pd.DataFrame(base)
    st.markdown("**What each column is**")
    edited = st.data_editor(
        st.session_state[BASE],
        key=key,
        hide_index=True,
        height=min(285, 40 + 35 * len(table.columns)),
        disabled=["column", "content", "missing"],
        column_config={
            "column": column.TextColumn("Column", width="small"),
            "content": column.TextColumn("Holds"),
            "missing": column.NumberColumn("Missing"),
            "role": column.SelectboxColumn("Role", options=list(reading.ROLES), required=True),
        },
    )
    st.caption(ROLES_HELP)
    return roles.with_roles(dict(zip(table.columns, edited["role"], strict=True)))


def _draw_group(draft: Draft, table: pd.DataFrame) -> None:
    """Draw the way to give many columns one role: name them, then assign."""
    if table.shape[1] < 3:
        return
    columns, role = f"data.group.columns.{draft.number}", f"data.group.role.{draft.number}"
    hint = "Names, a beginning such as pixel*, or numbers such as 3-20; commas between them."
    with st.container(horizontal=True, vertical_alignment="bottom"):
        look: dict[str, Any] = {
            "max_chars": MAX_PATTERN,
            "placeholder": "pixel*, or 3-20",
            "help": hint,
        }
        st.text_input("Columns", key=columns, **look)
        st.selectbox("Role", list(reading.ROLES), key=role, width=130)
        assign = partial(_assign, table, columns, role)
        draw_button("Assign", f"data.group.assign.{draft.number}", assign)


def _assign(table: pd.DataFrame, columns: str, role: str) -> None:
    named = reading.match_columns(st.session_state[columns], [str(name) for name in table.columns])
    if not named:
        raise DataError("Name the columns first, for instance as pixel* or 3-20.")
    _give_role(named, st.session_state[role])


def _give_role(named: list[str], role: Role) -> None:
    """Give these columns one role; called from a callback."""
    held: Draft = st.session_state[DRAFT]
    if held.roles is not None:
        st.session_state[DRAFT] = held.given(dict.fromkeys(named, role))
    _renew_table(held)


def _draw_layout(draft: Draft, table: pd.DataFrame, roles: Roles) -> Roles:
    """How the label columns are written: detected, and open to change."""
    columns = roles.columns("label")
    if not columns:
        return roles
    try:
        detected = roles.layout or detect_layout(table[columns])
    except DataError as error:
        st.warning(plain(error))
        detected = next(iter(LAYOUTS))
    look: dict[str, Any] = {"choices": titles(LAYOUTS), "form": "list", "help": explain(LAYOUTS)}
    layout = Parameter("layout", "The labels are written as", detected, **look)
    key = f"data.layout.{draft.number}.{len(columns)}"
    return replace(roles, layout=draw_control(layout, key))
