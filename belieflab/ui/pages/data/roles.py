"""Questions about an uploaded table: roles of columns, layout of labels, missing values."""

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import streamlit as st

from belieflab.data.label_files import LAYOUTS, detect_layout
from belieflab.data.reading import ROLES, TREATMENTS, Roles, missing_values
from belieflab.data.reading.missing import Treatment
from belieflab.errors import DataError
from belieflab.ui.pages.data.draft import Draft
from belieflab.ui.shell.text import plain

BASE = "data.roles.base"


def draw_roles(draft: Draft, table: pd.DataFrame) -> Roles:
    """A small table with the role of every column, to be changed in place.

    The editor needs a base that stays the same while it is on screen; it is taken anew when the
    editor was away (another tab, another page), so that no choice is lost.
    """
    assert draft.roles is not None  # noqa: S101 - a table always comes with guessed roles
    key = f"data.roles.{draft.number}"
    if key not in st.session_state:
        st.session_state[BASE] = _role_table(table, draft.roles)
    st.markdown("**What each column is**")
    edited = st.data_editor(
        st.session_state[BASE],
        key=key,
        hide_index=True,
        height=min(285, 40 + 35 * len(table.columns)),
        column_order=["column", "role", "content", "missing"],
        disabled=["column", "content", "missing"],
        column_config={
            "column": st.column_config.TextColumn("Column", width="small"),
            "content": st.column_config.TextColumn("Holds"),
            "missing": st.column_config.NumberColumn("Missing"),
            "role": st.column_config.SelectboxColumn("Role", options=list(ROLES), required=True),
        },
    )
    st.caption(
        "feature: a number to learn from; truth: the true class; label: what somebody says about "
        "the class; text is never turned into a feature by itself."
    )
    chosen = dict(zip(table.columns, edited["role"], strict=True))
    changed = [column for column, role in chosen.items() if draft.roles.of[column] != role]
    return replace(draft.roles, of=chosen, layout=None) if changed else draft.roles


def draw_layout(draft: Draft, table: pd.DataFrame, roles: Roles) -> Roles:
    """How the label columns are written: detected, and open to change."""
    columns = roles.columns("label")
    if not columns:
        return roles
    try:
        detected = roles.layout or detect_layout(table[columns])
    except DataError as error:
        st.warning(plain(error))
        detected = next(iter(LAYOUTS))
    keys = list(LAYOUTS)
    layout = st.selectbox(
        "The labels are written as",
        keys,
        index=keys.index(detected),
        format_func=lambda key: LAYOUTS[key].title,
        key=f"data.layout.{draft.number}.{len(columns)}",
        help="\n\n".join(f"{each.title}: {each.explanation}" for each in LAYOUTS.values()),
    )
    return replace(roles, layout=layout)


def draw_missing(draft: Draft, table: pd.DataFrame, roles: Roles) -> Treatment:
    """Counts of missing values and what to do about them."""
    report = missing_values(table, roles)
    (st.warning if report.empty else st.caption)(plain(report.summary))
    if not report.rows:
        return draft.missing
    return draw_treatment(draft, f"data.missing.{draft.number}")


def draw_treatment(
    draft: Draft, key: str, on_change: Callable[[], None] | None = None
) -> Treatment:
    """The choice between dropping rows with a missing feature and filling in the median."""
    chosen: Treatment = st.selectbox(
        "Rows with a missing feature",
        list(TREATMENTS),
        index=list(TREATMENTS).index(draft.missing),
        format_func=TREATMENTS.__getitem__,
        key=key,
        on_change=on_change,
    )
    return chosen


def _role_table(table: pd.DataFrame, roles: Roles) -> pd.DataFrame:
    numeric = [pd.api.types.is_numeric_dtype(table[column]) for column in table.columns]
    return pd.DataFrame(
        {
            "column": [str(column) for column in table.columns],
            "content": ["numbers" if number else "text" for number in numeric],
            "missing": [int(table[column].isna().sum()) for column in table.columns],
            "role": [roles.of[column] for column in table.columns],
        }
    )
