"""What one can take away from the What-if page besides the picture.

Files are made when they are asked for, outside the session: all they need is handed to them.
"""

import csv
import io
from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from belieflab.experiments.cells import Result
from belieflab.experiments.experiment import Row, Summary
from belieflab.experiments.report import as_records, write_html
from belieflab.ui.pages.whatif.settings import PAGE
from belieflab.ui.pages.whatif.sweep import Question
from belieflab.ui.pages.whatif.text import group_by_cell
from belieflab.ui.shell.buttons import draw_download

COLUMNS = {
    "panel": "data",
    "series": "method",
    "column": "level",
    "ours": "error (%)",
    "se": "standard error",
    "low": "low",
    "high": "high",
    "replicates": "replicates",
    "best": "best",
}
"""What the columns of a report are called here, where there is no paper beside them."""


def draw_downloads(
    question: Question, summaries: Sequence[Summary], results: Sequence[Result]
) -> None:
    """Every replicate as a table, and curves and tables as one page."""
    with st.container(horizontal=True):
        draw_download(
            "Every replicate as CSV",
            f"{PAGE}.replicates_csv",
            "belieflab-what-if-replicates.csv",
            partial(replicate_csv, question.experiment.rows, results),
        )
        draw_download(
            "Report as HTML",
            f"{PAGE}.report",
            "belieflab-what-if-report.html",
            partial(report_html, question, list(summaries)),
            help="Curves and tables in one file that opens offline, 5 MB.",
        )
    st.caption(
        "Results are kept in a temporary file of this session on the machine that runs the app, "
        "and go with the session: download what you want to keep."
    )


def report_html(question: Question, summaries: list[Summary]) -> bytes:
    """Curves, tables and the settings they come from."""
    described = question.settings.described() | {"seed": question.sweep.seed}
    remarks = [f"{name}: {value}" for name, value in described.items()]
    return write_html(question.experiment, summaries, remarks).encode("utf-8")


def result_table(summaries: Sequence[Summary]) -> pd.DataFrame:
    """One line per method and level: mean error, its standard error and interval, in percent."""
    known = [summary for summary in summaries if summary.replicates]
    return pd.DataFrame(as_records(known))[list(COLUMNS)].rename(columns=COLUMNS)


def replicate_csv(rows: Sequence[Row], results: Sequence[Result]) -> bytes:
    """One line per method, level and replicate: error, iterations, seconds and seed."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        ["data", "method", "level", "replicate", "error (%)", "iterations", "seconds", "seed"]
    )
    known = group_by_cell(results)
    for row in rows:
        what = (_harmless(row.panel), row.series, row.column)
        for result in sorted(known.get(row.cell.key, []), key=lambda each: each.job.replicate):
            job, outcome, seconds = result
            measured = (row.value(result), outcome.iterations, f"{seconds:.6f}", job.seed)
            writer.writerow((*what, job.replicate + 1, *measured))
    return text.getvalue().encode("utf-8")


def _harmless(text: str) -> str:
    """User text that a spreadsheet will not take for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
