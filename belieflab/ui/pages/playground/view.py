"""What the playground shows of its mass functions: bars, numbers, lattice."""

from dataclasses import replace

import streamlit as st

from belieflab.belief import MassTable
from belieflab.belief.algebra import masses_of
from belieflab.belief.combination import RULES
from belieflab.data.parameters import Parameter
from belieflab.figures.common.mass_bars import mass_bars
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.controls import draw_one
from belieflab.ui.pages.playground.outcome import RESULT, Outcome
from belieflab.ui.pages.playground.session import PAGE, Session
from belieflab.ui.pages.playground.state import Playground
from belieflab.ui.shell.text import plain


def draw_rule(session: Session) -> None:
    """Choose the rule; its explanation stands below."""
    playground = session.playground
    st.segmented_control(
        "Rule of combination",
        list(RULES),
        format_func=lambda key: RULES[key].title,
        required=True,
        wrap=True,
        **session.bind(
            "playground.rule",
            playground.rule,
            lambda rule: replace(playground, rule=rule or playground.rule),
        ),
    )
    st.caption(RULES[playground.rule].explanation)


def draw_bars(playground: Playground, outcome: Outcome) -> None:
    """The sources after their doubts, as typed while they are unfinished, and the result."""
    rows = [
        (source.name, dict(source.masses) if table is None else masses_of(table))
        for source, table in zip(playground.sources, outcome.sources, strict=True)
    ]
    rows.append((RESULT, {} if outcome.result is None else masses_of(outcome.result)))
    draw_small(mass_bars(playground.frame, rows), "playground.bars")


def draw_numbers(outcome: Outcome) -> None:
    """Conflict of the sources and the uncertainty of the result, or why there is none."""
    if outcome.problem:
        st.error(plain(outcome.problem), icon=":material/error:")
    with st.container(horizontal=True, gap="medium"):
        # Six digits: 0.99999 is not 1.
        conflict = "–" if outcome.conflict is None else f"{outcome.conflict:.6g}"
        st.metric("Conflict κ", conflict, help=hint("conflict"), width="content")
        for measure in (MassTable.nonspecificity, MassTable.discord, MassTable.total_uncertainty):
            term = measure.__name__.replace("_", "-")
            value = "–" if outcome.result is None else f"{measure(outcome.result)[0]:.4g}"
            label = term.replace("-", " ").capitalize()
            st.metric(label, value, help=hint(term), width="content")


def draw_view_picker(playground: Playground, outcome: Outcome) -> tuple[str, MassTable] | None:
    """Choose which mass function the lattice and the tables show.

    The choice stays where it is while the result or a source is missing for a moment.
    """
    names = {str(j): source.name for j, source in enumerate(playground.sources)}
    names["result"] = RESULT
    titles = {key: plain(name) for key, name in names.items()}
    label = "Show the measures of"
    view = Parameter("view", label, "result", choices=titles, form="segments")
    with st.container():  # directly in a column, many names would not wrap
        chosen = draw_one(PAGE, view)
    table = outcome.result if chosen == "result" else outcome.sources[int(chosen)]
    if table is None:
        st.info(f"{titles[chosen]} is not a mass function yet: see the sentence above.")
        return None
    return names[chosen], table
