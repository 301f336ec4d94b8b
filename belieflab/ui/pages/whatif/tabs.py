"""The tabs of the What-if page: errors, tests of significance, and the same sweep as a file."""

import streamlit as st

from belieflab.formulas import Formula
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import code_tab
from belieflab.ui.method.context import Context
from belieflab.ui.method.controls import choice, draw_one
from belieflab.ui.method.tasks import Outcome
from belieflab.ui.pages.whatif import files, text
from belieflab.ui.pages.whatif.settings import PAGE
from belieflab.ui.pages.whatif.sweep import Question, ask, missing, results, summaries
from belieflab.ui.shell.buttons import draw_download

TABLE_SECONDS = 1.5


def scores(context: Context, _: None) -> dict[str, float]:
    """What pinned runs are compared by."""
    return text.scores(summaries(ask(context)))


def formulas(context: Context, _: None) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    question = ask(context)
    return text.formulas(question.settings, summaries(question))


def code(context: Context) -> str:
    """Python that computes the same numbers."""
    return text.code(context.workspace, ask(context))


def draw_result(context: Context, outcome: Outcome) -> None:
    """Draw the errors, growing with the curves, and the files to take away."""
    question, running = ask(context), outcome.run is not None and outcome.run.running
    st.fragment(_draw_table, run_every=TABLE_SECONDS if running else None)(question)
    found = summaries(question)
    if any(summary.replicates for summary in found):
        files.draw_downloads(question, found, results(question))


def _draw_table(question: Question) -> None:
    """The table under the curves, which grows with them."""
    found = summaries(question)
    if not any(summary.replicates for summary in found):
        st.caption(text.describe(question.sweep, question.settings, len(missing(question))))
        return
    st.table(text.error_table(found), border="horizontal")
    st.caption(
        "Mean error and its standard error, in percent. Bold: significantly better than every "
        "other method at this level (paired sign test at 5 %)."
    )


def draw_tests(context: Context, _: Outcome) -> None:
    """Draw the sign tests between the methods at one level."""
    question = ask(context)
    rows = question.experiment.rows
    columns = tuple(dict.fromkeys(row.column for row in rows))
    level = choice("level", "Level", columns, form="list", help=hint("sign-test"), width=200)
    found = text.sign_table(rows, results(question), draw_one(PAGE, level))
    if found.empty:
        st.caption("Two methods with results at this level are compared here.")
        return
    st.dataframe(
        found,
        key=f"{PAGE}.signs",
        hide_index=True,
        column_config={"p-value": st.column_config.NumberColumn(format="%.4f")},
    )


def draw_code(context: Context, _: Outcome) -> None:
    """Draw the same sweep as Python and as a file."""
    question = ask(context)
    st.markdown("The same in Python:")
    code_tab.draw(PAGE, text.code(context.workspace, question), context.workspace)
    if question.given:
        st.caption("Points of a file or a brush are handed over in Python, as above.")
        return
    written = text.write_yaml(question.sweep)
    st.markdown(f"Or as `{text.FILE}`, to run by the command line:")
    st.code(written, language="yaml")
    st.code(text.command(question.sweep), language="bash")
    draw_download(f"Download {text.FILE}", f"{PAGE}.yaml", text.FILE, written)
