"""The tabs of the What-if page: errors, tests of significance, the same sweep as a file; and files.

Files are made when they are asked for, outside the session: all they need is handed to them.
"""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from belieflab.data.reading import write_table
from belieflab.experiments import write_sweep
from belieflab.experiments.cells import Result
from belieflab.experiments.experiment import Row, Summary
from belieflab.experiments.report import as_records, write_html
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import code_tab
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.whatif import text
from belieflab.ui.pages.whatif.settings import PAGE
from belieflab.ui.pages.whatif.sweep import PlannedSweep, ask, missing, results, summaries
from belieflab.ui.shell.buttons import draw_download

TABLE_SECONDS = 1.5
TESTED = (
    "p-value: paired sign test over replicates; Holm: adjusted for all pairs of this level (Holm "
    "1979). Corrected: where replicates share their points, signs alone find too many differences; "
    "the test of Nadeau and Bengio (2003) counts that training and test sets overlap."
)
FILE = "what-if.yaml"
REPLICATES_FILE = "belieflab-what-if-replicates.csv"
REPORT_FILE = "belieflab-what-if-report.html"
COLUMNS = {
    "panel": "data",
    "series": "method",
    "column": "level",
}
"""What the columns of a report are called here, where there is no paper beside them."""


def draw_result(context: Context, outcome: Outcome) -> None:
    """Draw the errors, growing with the curves, and the files to take away."""
    question, running = ask(context), outcome.run is not None and outcome.run.running
    st.fragment(_draw_table, run_every=TABLE_SECONDS if running else None)(question)
    found = summaries(question)
    if not any(summary.replicates for summary in found):
        return
    rows, known = question.experiment.rows, results(question)
    replicates = partial(replicate_csv, rows, known, question.error_title)
    report, what = partial(report_html, question, found), "Curves and tables in one file"
    with st.container(horizontal=True):
        key = f"{PAGE}.replicates_csv"
        draw_download("Every replicate as CSV", key, REPLICATES_FILE, replicates)
        look = {"help": f"{what} that opens offline, 5 MB."}
        draw_download("Report as HTML", f"{PAGE}.report_html", REPORT_FILE, report, **look)
    st.caption(
        "Results are kept in a temporary file of this session on the machine that runs the app, "
        "and go with the session: download what you want to keep."
    )


def _draw_table(question: PlannedSweep) -> None:
    """The table under the curves, which grows with them."""
    found = summaries(question)
    if not any(summary.replicates for summary in found):
        st.caption(text.describe(question, len(missing(question))))
        return
    st.table(text.error_table(found, question.error_title), border="horizontal")
    st.caption(
        f"Mean error rate against {question.against} and its standard error, in percent. Bold: "
        "significantly better than every other method at this level, at 5 % by "
        f"{question.experiment.bold_test}."
    )


def draw_tests(context: Context, _: Outcome) -> None:
    """Draw the sign tests between the methods at one level."""
    question = ask(context)
    columns = tuple(dict.fromkeys(row.column for row in question.experiment.rows))
    level = choice("level", "Level", columns, form="list", help=hint("sign-test"), width=200)
    found = text.sign_table(question.experiment.rows, results(question), draw_one(PAGE, level))
    if found.empty:
        st.caption("Two methods with results at this level are compared here.")
        return
    number = st.column_config.NumberColumn(format="%.4f")
    digits = {name: number for name in found.columns if str(name).startswith("p")}
    st.dataframe(found, key=f"{PAGE}.signs", hide_index=True, column_config=digits)
    st.caption(TESTED)


def sign_tables(context: Context) -> dict[str, pd.DataFrame]:
    """The tests between the methods at every level that has any, in one table."""
    question = ask(context)
    rows, known_results = question.experiment.rows, results(question)
    found = {
        column: text.sign_table(rows, known_results, column)
        for column in dict.fromkeys(row.column for row in rows)
    }
    known = {column: table for column, table in found.items() if not table.empty}
    if not known:
        return {}
    together = pd.concat(known, names=["level", None]).reset_index("level")
    return {"tests": together.reset_index(drop=True)}


def draw_code(context: Context, _: Outcome) -> None:
    """Draw the same sweep as Python and as a file."""
    question = ask(context)
    st.markdown("The same in Python:")
    code_tab.draw(PAGE, text.code(context), context.workspace)
    if question.given:
        st.caption("Points of a file or a brush are handed over in Python, as above.")
        return
    written, seed = write_sweep(question.sweep), question.sweep.seed
    st.markdown(f"Or as `{FILE}`, to run by the command line:")
    st.code(written, language="yaml")
    st.code(f"python -m belieflab.experiments run {FILE} --seed {seed}", language="bash")
    draw_download(f"Download {FILE}", f"{PAGE}.yaml", FILE, written)


def report_html(question: PlannedSweep, summaries: list[Summary]) -> bytes:
    """Curves, tables and the settings they come from."""
    described = question.settings.described() | {"seed": question.sweep.seed}
    remarks = [f"{name}: {value}" for name, value in described.items()]
    return write_html(question.experiment, summaries, remarks).encode("utf-8")


def result_table(question: PlannedSweep, summaries: Sequence[Summary]) -> pd.DataFrame:
    """One line per method and level: mean error, its standard error and interval, in percent."""
    known = [summary for summary in summaries if summary.replicates]
    names = COLUMNS | {"ours": question.error_title, "se": "standard error"}
    shown = [*names, "low", "high", "replicates", "best"]
    return pd.DataFrame(as_records(known))[shown].rename(columns=names)


def replicate_csv(rows: Sequence[Row], results: Sequence[Result], error_title: str) -> bytes:
    """One line per method, level and replicate: error, iterations, seconds and seed."""
    lines, known = [], text.group_by_cell(results)
    for row in rows:
        for result in sorted(known.get(row.cell.key, []), key=lambda each: each.job.replicate):
            (job, outcome, seconds), error = result, row.value(result)
            line = row.panel, row.series, row.column, job.replicate + 1, error
            lines.append((*line, outcome.iterations, round(seconds, 6), job.seed))
    names = [*COLUMNS.values(), "replicate", error_title, "iterations", "seconds", "seed"]
    return write_table(pd.DataFrame(lines, columns=names))
