"""The tabs Measures and Decisions: every transform of every set, every number, every decision."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable, decisions, transforms
from belieflab.belief.algebra import masses_of
from belieflab.data.parameters import Parameter
from belieflab.data.reading.exporting import write_table
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.controls import draw_one
from belieflab.ui.pages.playground.session import PAGE
from belieflab.ui.pages.playground.state import by_size
from belieflab.ui.shell.buttons import draw_download
from belieflab.ui.shell.text import plain

COST = Parameter(
    "cost",
    "Cost of no answer (a wrong one costs 1)",
    0.3,
    low=0.0,
    high=1.0,
    step=0.05,
    help=hint("rejection"),
    width=420,
)
_TRANSFORMS: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "m": lambda mass: mass,
    "bel": transforms.to_belief,
    "pl": transforms.to_plausibility,
    "q": transforms.to_commonality,
    "b": transforms.to_implicability,
}


def draw_measures(name: str, table: MassTable, tables: dict[str, MassTable]) -> None:
    """Every set with every transform, every class with its probabilities, and a download."""
    sets = measure_sets(table)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        st.markdown(f"**All subsets**, {plain(name)}")
        _draw_table(sets, key="playground.sets")
        draw_download("CSV of this table", "playground.csv", "playground.csv", write_table(sets))
    with right:
        st.markdown(f"**Single classes**, {plain(name)}")
        _draw_table(measure_classes(table))
    st.markdown("**In one number each**")
    _draw_table(pd.DataFrame([_summary(name, each) for name, each in tables.items()]))


def draw_decisions(tables: dict[str, MassTable]) -> None:
    """What each rule of decision answers, for every source and the result."""
    if not tables:
        st.info("There is no mass function to decide by yet.")
        return
    cost = draw_one(PAGE, COST)
    answers = {name: decide(table, cost) for name, table in tables.items()}
    rules = {"decision": list(next(iter(answers.values())))}
    shown = rules | {name: list(each.values()) for name, each in answers.items()}
    st.dataframe(pd.DataFrame(shown), hide_index=True)
    st.caption("Ties go to the first class of the frame; a set means that several classes stay.")


def decide(table: MassTable, cost: float) -> dict[str, str]:
    """The answers of the rules of decision for one mass function."""
    names, frame = table.frame.names, table.frame
    refused = int(decisions.decide_with_rejection(table, cost)[0])
    return {
        "largest pignistic probability": names[int(decisions.max_pignistic(table)[0])],
        "largest plausibility": names[int(decisions.max_plausibility(table)[0])],
        "largest belief": names[int(decisions.max_belief(table)[0])],
        "interval dominance": frame.format(int(decisions.interval_dominance(table)[0])),
        "strong dominance": frame.format(int(decisions.strong_dominance(table)[0])),
        f"pignistic, no answer costs {cost:g}": "no answer"
        if refused == decisions.REJECTED
        else names[refused],
    }


def measure_sets(table: MassTable) -> pd.DataFrame:
    """m, bel, pl, q and b of all 2^K subsets, small sets first."""
    order = by_size(table.frame.size)
    dense = table.dense()[0]
    sets = {"set": [table.frame.format(mask) for mask in order]}
    return pd.DataFrame(sets | {name: _tidy(of(dense)[order]) for name, of in _TRANSFORMS.items()})


def measure_classes(table: MassTable) -> pd.DataFrame:
    """Belief, pignistic probability and contour of the classes."""
    belief = np.array([table.belief(int(mask))[0] for mask in table.frame.singletons])
    return pd.DataFrame(
        {
            "class": list(table.frame.names),
            "bel": _tidy(belief),
            "BetP": _tidy(table.pignistic()[0]),
            "contour (pl)": _tidy(table.contour()[0]),
        }
    )


def _summary(name: str, table: MassTable) -> dict[str, Any]:
    """The measures that are one number, and what kind of mass function it is."""
    return {
        "mass function": name,
        "m(∅)": float(table.conflict()[0]),
        "nonspecificity": float(table.nonspecificity()[0]),
        "discord": float(table.discord()[0]),
        "total uncertainty": float(table.total_uncertainty()[0]),
        "kind": kind_of(table),
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


def _draw_table(table: pd.DataFrame, key: str | None = None) -> None:
    numbers = {
        name: st.column_config.NumberColumn(name, format="%.6g")
        for name in table.columns
        if table[name].dtype.kind == "f"
    }
    st.dataframe(table, hide_index=True, column_config=numbers, key=key)


def _tidy(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rounding dust of a transform is no mass."""
    return np.where(np.abs(values) < 1e-15, 0.0, values)
