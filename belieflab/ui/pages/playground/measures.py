"""The tables of the playground: every transform of every set, and every decision."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import MassTable, decisions, transforms
from belieflab.ui.pages.playground.outcome import masses_by_set
from belieflab.ui.shell.playground_state import by_size


def decide(table: MassTable, cost: float) -> dict[str, str]:
    """The answers of the rules of decision for one mass function, in words."""
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
    columns = {
        "m": dense,
        "bel": transforms.to_belief(dense),
        "pl": transforms.to_plausibility(dense),
        "q": transforms.to_commonality(dense),
        "b": transforms.to_implicability(dense),
    }
    sets = {"set": [table.frame.format(mask) for mask in order]}
    return pd.DataFrame(sets | {name: _tidy(values[order]) for name, values in columns.items()})


def measure_classes(table: MassTable) -> pd.DataFrame:
    """Belief, pignistic probability and contour of the classes."""
    return pd.DataFrame(
        {
            "class": list(table.frame.names),
            "bel": _tidy(np.array([table.belief(int(mask))[0] for mask in table.frame.singletons])),
            "BetP": _tidy(table.pignistic()[0]),
            "contour (pl)": _tidy(table.contour()[0]),
        }
    )


def summarise(views: dict[str, MassTable]) -> pd.DataFrame:
    """The measures that are one number, for each mass function, and what kind it is."""
    rows = []
    for name, table in views.items():
        rows.append(
            {
                "mass function": name,
                "m(∅)": float(table.conflict()[0]),
                "nonspecificity": float(table.nonspecificity()[0]),
                "discord": float(table.discord()[0]),
                "total uncertainty": float(table.total_uncertainty()[0]),
                "kind": kind_of(table),
            }
        )
    return pd.DataFrame(rows)


def kind_of(table: MassTable) -> str:
    """What the field calls such a mass function; empty when it has no name."""
    masses = masses_by_set(table)
    if len(masses) == 1:
        mask = next(iter(masses))
        return "vacuous" if mask == table.frame.omega else "categorical"
    if bool(table.is_bayesian()[0]):
        return "Bayesian"
    if len(masses) == 2 and table.frame.omega in masses and 0 not in masses:
        return "simple support"
    return "consonant" if bool(table.is_consonant()[0]) else ""


def spreadsheet_safe(frame: pd.DataFrame) -> pd.DataFrame:
    """Text cells that a spreadsheet would take for a formula get a quotation mark in front."""

    def safe(value: object) -> object:
        return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" and value else value

    return frame.map(safe)


def _tidy(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rounding dust of a transform is no mass."""
    return np.where(np.abs(values) < 1e-15, 0.0, values)
