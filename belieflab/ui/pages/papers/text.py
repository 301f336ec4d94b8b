"""What the Papers page says: the paper's numbers beside ours, and how to run the same elsewhere."""

import re
import unicodedata
from collections.abc import Sequence
from statistics import fmean

import numpy as np
import pandas as pd

from belieflab.experiments.experiment import Experiment, Summary
from belieflab.experiments.papers import FROM_FILES
from belieflab.experiments.report import as_records
from belieflab.references import SOURCES
from belieflab.ui.pages.papers.results import Shown
from belieflab.ui.shell.text import GLUE

ON_FILES = "original files, not part of belieflab"
_NUMBERED = {"fig": "Figure ", "table": "Table "}
MAX_COLUMNS = 9
"""Columns up to which a table is laid out as the paper prints it."""


def file_name(name: str) -> str:
    """What a file of a paper's table or figure is called, after its authors, without an ending.

    Examples
    --------
    >>> file_name("come2009-fig2")
    'belieflab-Come-et-al-2009-Figure-2'
    """
    key, _, part = name.partition("-")
    authors = SOURCES[key].short if key in SOURCES else key
    numbered = re.sub(r"^(fig|table)(?=\d)", lambda found: _NUMBERED[found[0]], part)
    letters = unicodedata.normalize("NFKD", f"{authors} {numbered}".replace("œ", "oe"))
    return "-".join(
        ["belieflab", *re.findall(r"[A-Za-z0-9]+", letters.encode("ascii", "ignore").decode())]
    )


def mean_difference(summaries: Sequence[Summary]) -> float | None:
    """Mean absolute difference from the paper; None where nothing can be compared."""
    apart = [abs(each.difference) for each in summaries if each.difference is not None]
    return fmean(apart) if apart else None


def origin(found: Shown) -> str:
    """Of which paper the stored numbers are, when and how they were computed; "" for others."""
    if found.origin is None:
        return ""
    files = f" On {ON_FILES}." if found.experiment.name in FROM_FILES else ""
    return f"{found.experiment.source}. {found.origin.sentence}{files}"


def card(found: Shown | None, progress: str) -> str:
    """How close we come to the paper, when that was computed, and what this machine has."""
    parts = [progress or "Not computed yet"] if found is None else [progress]
    if found is not None and found.origin is not None:
        apart = mean_difference(found.summaries)
        close = "No printed numbers: compare the shape" if apart is None else ""
        parts = [
            close or f"Mean difference from the paper: {apart:.2g}",
            f"Stored on {found.origin.day}, version {found.origin.version}",
            f"Computed on {ON_FILES}" if found.experiment.name in FROM_FILES else "",
            *parts,
        ]
    return "  \n".join(filter(None, parts))


def describe_card(found: Shown) -> str:
    """What the small picture of a card shows."""
    return f"{found.experiment.title}: ours in colours, the paper's numbers dotted or as rings."


def tables(experiment: Experiment, summaries: Sequence[Summary]) -> dict[str, pd.DataFrame]:
    """One table per panel, as the paper lays them out, where that is not too wide.

    A cell holds ours, its standard error and, in brackets, the paper's number; the significantly
    best is bold. Before anything is computed it holds the paper's number alone.
    """
    begun = any(summary.replicates for summary in summaries)
    columns = dict.fromkeys(summary.row.column for summary in summaries)
    if len(columns) > MAX_COLUMNS:
        return {}
    panels: dict[str, dict[str, dict[str, str]]] = {}
    for summary in summaries:
        row = summary.row
        name = row.series or experiment.value_title
        series = panels.setdefault(row.panel, {}).setdefault(name, {})
        digits = experiment.digits if row.digits is None else row.digits
        series[row.column or experiment.value_title] = _cell(summary, digits, begun)
    return {panel: pd.DataFrame(rows).T.fillna("") for panel, rows in panels.items()}


def _cell(summary: Summary, digits: int, begun: bool) -> str:
    paper = "" if summary.paper is None else f"{summary.paper:.{digits}f}"
    if summary.ours is None:
        return f"– ({paper})" if paper and begun else paper or "–"
    ours = f"{summary.ours:.{digits}f}"
    ours = f"**{ours}**" if summary.best else ours
    error = f"{GLUE}±{GLUE}{summary.error:.{digits}f}" if summary.has_error else ""
    return f"{ours}{error} ({paper})" if paper else f"{ours}{error}"


def run_label(n_missing: int, experiment: Experiment, replicates: int) -> str:
    """What the button says: which size it runs, where there are two, and what is left of it."""
    if not n_missing:
        return "All computed"
    if experiment.quick == experiment.replicates:
        return "Run"
    size = "small" if replicates == experiment.quick else "full"
    begun = n_missing < len(experiment.jobs(replicates))
    return f"Run {size}, {n_missing:,} to do" if begun else f"Run {size}"


def explain_cells(experiment: Experiment, summaries: Sequence[Summary]) -> str:
    """What stands in a cell of the tables; nothing before there are results."""
    if not any(summary.replicates for summary in summaries):
        return ""
    text = "Ours ± standard error" if any(s.has_error for s in summaries) else "Ours"
    text += ", the paper's number in brackets." if experiment.paper else "."
    if experiment.lower_is_better is not None:
        text += " Bold: significantly better than every other method at 5 % by "
        text += f"{experiment.bold_test}."
    return text


def explain_figure(experiment: Experiment, summaries: Sequence[Summary]) -> str:
    """What is drawn how, and what it may be compared with."""
    if not experiment.paper:
        return "The paper prints no numbers here: compare the shape."
    if all(summary.row.at is None for summary in summaries):
        return "Filled, with 95 % intervals: ours. Rings: the paper's."
    return "Solid, with 95 % bands from three replicates on: ours. Dotted and open: the paper's."


def number_table(experiment: Experiment, summaries: Sequence[Summary]) -> pd.DataFrame:
    """One line per number: where it stands, the paper's, ours, difference and standard error.

    Columns that are empty for every number are left out.
    """
    records = pd.DataFrame(as_records(summaries)).drop(columns="cell")
    empty = records["replicates"] == 0
    records.loc[empty, ["se", "low", "high"]] = np.nan
    without = [] if experiment.paper else ["paper", "difference"]
    without += [] if experiment.lower_is_better is not None else ["best"]
    without += [name for name in ("panel", "series", "column") if not records[name].any()]
    return records.drop(columns=without)


def code(name: str, store: str, replicates: int, seed: int) -> str:
    """Python that computes the same numbers and prints them beside the paper's."""
    return f'''from belieflab.experiments import ResultStore, run
from belieflab.experiments.experiment import summarise
from belieflab.experiments.papers import find_paper
from belieflab.experiments.report import write_text

experiment = find_paper("{name}")
jobs = experiment.jobs(replicates={replicates}, seed={seed})
with ResultStore("{store}.sqlite") as store:  # run again to go on where it was stopped
    for progress in run(jobs, store, given=experiment.given):
        pass
    results = store.read({seed}, [cell.key for cell in experiment.cells])
summaries = summarise(experiment, results)
print(write_text(experiment, summaries))
'''
