"""What the playground shows of its mass functions: bars, numbers, lattice, table, decisions."""

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from belieflab.belief import MassTable
from belieflab.belief.combination import RULES
from belieflab.figures.common.lattice import lattice
from belieflab.figures.common.mass_bars import mass_bars
from belieflab.ui.glossary.terms import hint
from belieflab.ui.pages.playground.measures import (
    decide,
    measure_classes,
    measure_sets,
    spreadsheet_safe,
    summarise,
)
from belieflab.ui.pages.playground.outcome import Outcome, masses_by_set
from belieflab.ui.pages.playground.session import Session, changing
from belieflab.ui.shell.page_settings import between, keep, one_of
from belieflab.ui.shell.playground_state import Playground
from belieflab.ui.shell.text import plain

RESULT = "Result"
_RESULT_PLACE = -1
_RULE, _VIEW = "playground.rule", "playground.view"
_NO_BAR = {"displayModeBar": False}


def draw_rule(session: Session) -> None:
    """Pick the rule; its one sentence stands below."""
    playground = session.playground
    st.session_state[_RULE] = playground.rule

    def edit() -> Playground:
        return replace(playground, rule=st.session_state[_RULE] or playground.rule)

    st.segmented_control(
        "Rule of combination",
        list(RULES),
        format_func=lambda key: RULES[key].title,
        key=_RULE,
        required=True,
        wrap=True,
        on_change=changing(session, edit),
    )
    st.caption(RULES[playground.rule].explanation)


def draw_bars(playground: Playground, outcome: Outcome) -> None:
    """The sources after their doubts, as typed while they are unfinished, and the result."""
    rows = []
    for source, table in zip(playground.sources, outcome.sources, strict=True):
        masses = dict(source.masses) if table is None else masses_by_set(table)
        rows.append((source.name, masses))
    rows.append((RESULT, {} if outcome.result is None else masses_by_set(outcome.result)))
    st.plotly_chart(mass_bars(playground.frame, rows), key="playground.bars", config=_NO_BAR)


def draw_numbers(outcome: Outcome) -> None:
    """Conflict of the sources and the uncertainty of the result, or why there is none."""
    if outcome.problem:
        st.error(plain(outcome.problem), icon=":material/error:")
    numbers = {
        "Conflict κ": (outcome.conflict, "conflict"),
        "Nonspecificity": (_first(outcome.result, "nonspecificity"), "nonspecificity"),
        "Discord": (_first(outcome.result, "discord"), "discord"),
        "Total uncertainty": (_first(outcome.result, "total_uncertainty"), "total-uncertainty"),
    }
    with st.container(horizontal=True, gap="medium"):
        for label, (value, term) in numbers.items():
            digits = 6 if term == "conflict" else 4  # 0.99999 is not 1
            shown = "–" if value is None else f"{value:.{digits}g}"
            st.metric(label, shown, help=hint(term), width="content")


def draw_view_picker(playground: Playground, outcome: Outcome) -> tuple[str, MassTable] | None:
    """Choose which mass function the lattice and the tables show.

    The choice stays where it is while the result or a source is missing for a moment.
    """
    names = [source.name for source in playground.sources] + [RESULT]
    tables = [*outcome.sources, outcome.result]
    keep(_VIEW, one_of(range(_RESULT_PLACE, len(playground.sources))))
    if st.session_state.get(_VIEW, _RESULT_PLACE) not in range(-1, len(playground.sources)):
        st.session_state[_VIEW] = _RESULT_PLACE
    chosen = st.segmented_control(
        "Show the measures of",
        [*range(len(playground.sources)), _RESULT_PLACE],
        format_func=lambda place: plain(names[place]),
        default=_RESULT_PLACE if _VIEW not in st.session_state else None,
        key=_VIEW,
        required=True,
        wrap=True,
        persist_state="session",
    )
    place = _RESULT_PLACE if chosen is None else chosen
    table = tables[place]
    if table is None:
        st.info(f"{plain(names[place])} is not a mass function yet: see the sentence above.")
        return None
    return names[place], table


def draw_lattice(table: MassTable) -> None:
    """The subsets with m, bel, pl and q on each."""
    st.plotly_chart(lattice(table), key="playground.lattice", config=_NO_BAR)


def draw_measures(view: tuple[str, MassTable], playground: Playground, outcome: Outcome) -> None:
    """Every set with every transform, every class with its probabilities, and a download."""
    name, table = view
    sets = measure_sets(table)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.markdown(f"**All subsets**, {plain(name)}")
        st.dataframe(sets, hide_index=True, column_config=_numbers(sets), key="playground.sets")
        st.download_button(
            "CSV of this table",
            spreadsheet_safe(sets).to_csv(index=False).encode("utf-8-sig"),
            file_name="playground.csv",
            mime="text/csv",
            icon=":material/download:",
            key="playground.csv",
        )
    with right:
        st.markdown(f"**Single classes**, {plain(name)}")
        classes = measure_classes(table)
        st.dataframe(classes, hide_index=True, column_config=_numbers(classes))
    st.markdown("**In one number each**")
    summary = summarise(_views(playground, outcome))
    st.dataframe(summary, hide_index=True, column_config=_numbers(summary))


def draw_decisions(playground: Playground, outcome: Outcome) -> None:
    """What each rule of decision answers, for every source and the result."""
    views = _views(playground, outcome)
    if not views:
        st.info("There is no mass function to decide by yet.")
        return
    keep("playground.cost", between(0.0, 1.0))
    cost = st.slider(
        "Cost of no answer (a wrong one costs 1)",
        0.0,
        1.0,
        0.3,
        0.05,
        key="playground.cost",
        persist_state="session",
        help=hint("rejection"),
        width=420,
    )
    table = pd.DataFrame(
        {"decision": list(decide(next(iter(views.values())), cost))}
        | {name: list(decide(view, cost).values()) for name, view in views.items()}
    )
    st.dataframe(table, hide_index=True)
    st.caption("Ties go to the first class of the frame; a set means that several classes stay.")


def _views(playground: Playground, outcome: Outcome) -> dict[str, MassTable]:
    """The mass functions that exist, by name; the result last."""
    views = {
        source.name: table
        for source, table in zip(playground.sources, outcome.sources, strict=True)
        if table is not None
    }
    if outcome.result is not None:
        result = RESULT if RESULT not in views else f"{RESULT} of the rule"
        views[result] = outcome.result
    return views


def _first(table: MassTable | None, measure: str) -> float | None:
    return None if table is None else float(getattr(table, measure)()[0])


def _numbers(frame: pd.DataFrame) -> dict[str, Any]:
    return {
        name: st.column_config.NumberColumn(name, format="%.6g")
        for name in frame.columns
        if frame[name].dtype.kind == "f"
    }
