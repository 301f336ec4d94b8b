"""What the Papers page says: the paper's numbers beside ours, and how to run the same elsewhere."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from belieflab.experiments.experiment import Experiment, Summary
from belieflab.experiments.report import as_records

WIDEST = 9
"""Columns up to which a table is laid out as the paper prints it."""


def tables(experiment: Experiment, summaries: Sequence[Summary]) -> dict[str, pd.DataFrame]:
    """One table per panel, as the paper lays them out, where that is not too wide.

    A cell holds ours, its standard error and, in brackets, the paper's number; the significantly
    best is bold.
    """
    columns = dict.fromkeys(summary.row.column for summary in summaries)
    if len(columns) > WIDEST:
        return {}
    panels: dict[str, dict[str, dict[str, str]]] = {}
    for summary in summaries:
        row = summary.row
        series = panels.setdefault(row.panel, {}).setdefault(
            row.series or experiment.value_title, {}
        )
        series[row.column or experiment.value_title] = _cell(summary, experiment.digits)
    return {panel: pd.DataFrame(rows).T.fillna("") for panel, rows in panels.items()}


def _cell(summary: Summary, digits: int) -> str:
    paper = "" if summary.paper is None else f"{summary.paper:.{digits}f}"
    if summary.ours is None:
        return f"– ({paper})" if paper else "–"
    ours = f"{summary.ours:.{digits}f}"
    ours = f"**{ours}**" if summary.best else ours
    error = f" ± {summary.error:.{digits}f}" if summary.replicates > 1 else ""
    return f"{ours}{error} ({paper})" if paper else f"{ours}{error}"


def number_table(summaries: Sequence[Summary]) -> pd.DataFrame:
    """One line per number: where it stands, the paper's, ours, difference and standard error."""
    records = pd.DataFrame(as_records(summaries))
    empty = records["replicates"] == 0
    records.loc[empty, ["se", "low", "high"]] = np.nan
    return records.drop(columns="cell")


def mean_difference(summaries: Sequence[Summary]) -> float | None:
    """Mean absolute difference from the paper; None where nothing can be compared."""
    found = [abs(s.difference) for s in summaries if s.difference is not None]
    return float(np.mean(found)) if found else None


def replicates_known(summaries: Sequence[Summary]) -> str:
    """How many replicates are behind the numbers, as one number or a range."""
    counts = [summary.replicates for summary in summaries]
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"


def command(name: str, place: str, quick: bool) -> str:
    """The command line that computes the same into the same folder."""
    small = " --quick" if quick else ""
    folder = f"'{place}'" if " " in place else place
    return f"python -m belieflab.experiments run {name}{small} --results {folder}"


def code(name: str, replicates: int, seed: int) -> str:
    """Python that computes the same numbers and prints them beside the paper's."""
    return f'''from belieflab.experiments import ResultStore, run
from belieflab.experiments.experiment import summarise
from belieflab.experiments.papers import find_paper
from belieflab.experiments.report import write_text

experiment = find_paper("{name}")
jobs = experiment.jobs(replicates={replicates}, seed={seed})
with ResultStore("{name}.sqlite") as store:  # run again to go on where it was stopped
    for progress in run(jobs, store, given=experiment.given):
        pass
    results = store.read({seed}, [cell.key for cell in experiment.cells])
summaries = summarise(experiment, results)
print(write_text(experiment, summaries))
'''
