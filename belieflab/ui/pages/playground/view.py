"""What the playground shows of its mass functions: bars, numbers, tables, decisions."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable, decisions, transforms
from belieflab.belief.algebra import masses_of
from belieflab.belief.rules import RULES
from belieflab.data.parameters import Parameter
from belieflab.data.reading.exporting import write_table
from belieflab.figures.common.mass_bars import mass_bars
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.charts import draw_small
from belieflab.ui.method.controls import choice, draw_one, titles
from belieflab.ui.method.numbers import draw_numbers, draw_table
from belieflab.ui.pages.playground.combination import RESULT, Combination
from belieflab.ui.pages.playground.session import Session
from belieflab.ui.pages.playground.state import PAGE, by_size
from belieflab.ui.shell import lecture
from belieflab.ui.shell.buttons import draw_download
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control

_COST = "Cost of no answer (a wrong one costs 1)"
COST = Parameter("cost", _COST, 0.3, 0.0, 1.0, 0.05, help=hint("rejection"), width=420)
_TRANSFORMS: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "m": lambda mass: mass,
    "bel": transforms.to_belief,
    "pl": transforms.to_plausibility,
    "q": transforms.to_commonality,
    "b": transforms.to_implicability,
}
_MEASURES = {
    "nonspecificity": MassTable.nonspecificity,
    "discord": MassTable.discord,
    "total uncertainty": MassTable.total_uncertainty,
}


def draw_rule(session: Session) -> None:
    """Choose the rule; its explanation stands below."""
    playground = session.current
    rule = choice("rule", "Rule of combination", titles(RULES), form="segments")
    if not lecture.is_shown(rule):
        return
    bound = session.bind("rule", playground.rule, lambda key: replace(playground, rule=key))
    draw_control(rule, wrap=True, label_visibility="collapsed", **bound)
    st.caption(RULES[playground.rule].explanation)


def draw_result(outcome: Combination, share: float) -> None:
    """The sources after their doubts, as typed while they are unfinished, and the result.

    Below them conflict of the sources and the uncertainty of the result, or why there is none.
    The bars take this share of the height there is.
    """
    result = outcome.result
    rows = [
        (source.name, dict(source.masses) if table is None else masses_of(table))
        for source, table in zip(outcome.playground.sources, outcome.sources, strict=True)
    ]
    rows.append((RESULT, {} if result is None else masses_of(result)))
    bars = mass_bars(outcome.playground.frame, rows)
    draw_small(bars.update_layout(height=lecture.fit(share)["height"]), "playground.bars")
    if outcome.problem:
        st.error(plain(outcome.problem), icon=":material/error:")
    # Six digits: 0.99999 is not 1.
    conflict = "–" if outcome.conflict is None else f"{outcome.conflict:.6g}"
    numbers = {"Conflict κ": (conflict, hint("conflict"))}
    for name, measure in _MEASURES.items():
        value = "–" if result is None else f"{measure(result)[0]:.4g}"
        numbers[name.capitalize()] = value, hint(name.replace(" ", "-"))
    draw_numbers(PAGE, numbers)


def draw_view_picker(outcome: Combination) -> tuple[str, MassTable] | None:
    """Choose which mass function the lattice and the tables show.

    The choice stays where it is while the result or a source is missing for a moment.
    """
    names = {str(j): source.name for j, source in enumerate(outcome.playground.sources)}
    names["result"] = RESULT
    plainly = {key: plain(name) for key, name in names.items()}
    label = "Show the measures of"
    view = Parameter("view", label, "result", choices=plainly, form="segments")
    with st.container():  # directly in a column, many names would not wrap
        chosen = draw_one(PAGE, view, label_visibility="collapsed")
    table = outcome.result if chosen == "result" else outcome.sources[int(chosen)]
    if table is None:
        st.info(f"{plainly[chosen]} is not a mass function yet: see the sentence above.")
        return None
    return names[chosen], table


def draw_measures(name: str, table: MassTable, tables: dict[str, MassTable]) -> None:
    """Every set with every transform, every class with its probabilities, and a download.

    Below them the measures that are one number, and what kind of mass function each is.
    """
    frame, dense, order = table.frame, table.dense()[0], by_size(table.frame.size)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.markdown(f"**All subsets**, {plain(name)}")
        columns = {title: _tidy(of(dense)[order]) for title, of in _TRANSFORMS.items()}
        sets = pd.DataFrame({"set": [frame.format(mask) for mask in order]} | columns)
        draw_table(sets, key="playground.sets")
        draw_download("CSV of this table", "playground.csv", "playground.csv", write_table(sets))
    with right:
        st.markdown(f"**Single classes**, {plain(name)}")
        belief = np.array([table.belief(int(mask))[0] for mask in frame.singletons])
        measures = {"bel": belief, "BetP": table.pignistic()[0], "contour (pl)": table.contour()[0]}
        columns = {title: _tidy(values) for title, values in measures.items()}
        draw_table(pd.DataFrame({"class": list(frame.names)} | columns))
    st.markdown("**In one number each**")
    numbers = {
        title: [float(measure(each)[0]) for each in tables.values()]
        for title, measure in ({"m(∅)": MassTable.conflict} | _MEASURES).items()
    }
    kinds = [kind_of(each) for each in tables.values()]
    draw_table(pd.DataFrame({"mass function": list(tables), **numbers, "kind": kinds}))


def draw_decisions(tables: dict[str, MassTable]) -> None:
    """What each rule of decision answers, for every source and the result."""
    if not tables:
        st.info("There is no mass function to decide by yet.")
        return
    cost = draw_one(PAGE, COST)
    answers = pd.DataFrame({name: decide(table, cost) for name, table in tables.items()})
    st.dataframe(answers.reset_index(names="decision"), hide_index=True)
    st.caption("Ties go to the first class of the frame; a set means that several classes stay.")


def decide(table: MassTable, cost: float) -> dict[str, str]:
    """The answers of the rules of decision for one mass function."""
    names, frame = table.frame.names, table.frame
    refused = int(decisions.decide_with_rejection(table, cost)[0])
    rejected = "no answer" if refused == decisions.REJECTED else names[refused]
    return {
        "largest pignistic probability": names[int(decisions.max_pignistic(table)[0])],
        "largest plausibility": names[int(decisions.max_plausibility(table)[0])],
        "largest belief": names[int(decisions.max_belief(table)[0])],
        "interval dominance": frame.format(int(decisions.interval_dominance(table)[0])),
        "strong dominance": frame.format(int(decisions.strong_dominance(table)[0])),
        f"pignistic, no answer costs {cost:g}": rejected,
    }


def kind_of(table: MassTable) -> str:
    """What the field calls such a mass function; empty when it has no name."""
    masses = masses_of(table)
    if len(masses) == 1:
        return "vacuous" if table.frame.omega in masses else "categorical"
    if bool(table.is_bayesian()[0]):
        return "Bayesian"
    if len(masses) == 2 and table.frame.omega in masses and 0 not in masses:
        return "simple support"
    return "consonant" if bool(table.is_consonant()[0]) else ""


def _tidy(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rounding dust of a transform is no mass."""
    return np.where(np.abs(values) < 1e-15, 0.0, values)
