"""What-if: how methods bear label noise, as curves that grow, and what can be said for sure."""

from functools import partial

import streamlit as st

from belieflab.errors import DataError
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import code_tab, export, formula_tab, page, pins, run_panel, runs
from belieflab.ui.pages.whatif import controls, files, text
from belieflab.ui.pages.whatif import run as whatif_run
from belieflab.ui.pages.whatif.data import usable
from belieflab.ui.pages.whatif.settings import PAGE
from belieflab.ui.shell import lecture, lecture_row, share
from belieflab.ui.shell.page_settings import keep, one_of
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Recipe

NEED = page.Need(
    "A comparison needs points whose true classes are known: labels are drawn for them by a law, "
    "and errors are counted by the truth.",
    "Load Iris",
    Recipe("iris"),
    Recipe("expert-doubt"),
    labels_too=False,
)

TABLE_SECONDS = 1.5


def draw_run():
    """Run, Pause and Resume; what is known is pushed onto the chart again and again."""
    missing, failures = whatif_run.missing(question), whatif_run.failures(question)
    run_panel.draw(
        whatif_run.RUN,
        label=text.run_label(len(missing), len(question.jobs), bool(failures)),
        begin=partial(whatif_run.begin, question),
        live=lambda _: whatif_run.push_curves(question),
        word="training",
        disabled=not missing,
        stop_label="Pause",
        help="Computes only what is missing; nothing that is known is lost.",
    )
    for sentence in failures:
        st.warning(plain(sentence), icon=":material/info:")


def draw_row():
    """Pin and Export; a lecture has Next and Leave there."""
    if lecture.present() is not None:
        lecture_row.draw(PAGE)
        return
    with st.container(horizontal=True, horizontal_alignment="right"):
        with st.container(width=140):
            pins.draw_button(PAGE, present_pin, disabled=not known)
        with st.container(width=140):
            export.draw(
                PAGE,
                workspace,
                chart=whatif_run.CURVES,
                figure=whatif_run.curves_to_save(question),
                results=partial(files.result_table, summaries),
                rows="One row per method and level: mean error, standard error, 95 % interval.",
                moves=False,
            )


def present_pin():
    return Pinned(
        "",
        {"data": dataset.name} | question.settings.described(),
        text.scores(summaries),
        whatif_run.filled_curves(question),
    )


def draw_result():
    run = runs.get(whatif_run.RUN)
    pace = TABLE_SECONDS if run is not None and run.running else None
    st.fragment(draw_table, run_every=pace)()
    if known:
        files.draw_downloads(question, summaries, whatif_run.results(question))


def draw_table():
    """The table under the curves, which grows with them."""
    present = whatif_run.summaries(question)
    if not any(summary.replicates for summary in present):
        missing = whatif_run.missing(question)
        st.caption(text.describe(question, len(missing)))
        return
    st.table(text.error_table(present), border="horizontal")
    st.caption(
        "Mean error and its standard error, in percent. Bold: significantly better than every "
        "other method at this level (paired sign test at 5 %)."
    )


def draw_tests():
    columns = list(dict.fromkeys(summary.row.column for summary in summaries))
    key = f"{PAGE}.level"
    keep(key, one_of(columns))
    if st.session_state.get(key) not in columns:
        st.session_state.pop(key, None)
    column = st.selectbox("Level", columns, key=key, help=hint("sign-test"), width=200)
    rows, found = question.experiment.rows, whatif_run.results(question)
    table = text.sign_table(rows, found, column)
    if table.empty:
        st.caption("Two methods with results at this level are compared here.")
        return
    st.dataframe(
        table,
        key=f"{PAGE}.signs",
        hide_index=True,
        column_config={"p-value": st.column_config.NumberColumn(format="%.4f")},
    )


def draw_code():
    st.markdown("The same in Python:")
    code_tab.draw(PAGE, text.code(workspace, question), workspace)
    if question.given:
        st.caption("Points of a file or a brush are handed over in Python, as above.")
        return
    st.markdown(f"Or as `{text.FILE}`, to run by the command line:")
    st.code(text.write_yaml(question.sweep), language="yaml")
    st.code(text.command(question.sweep), language="bash")
    st.download_button(
        f"Download {text.FILE}",
        data=text.write_yaml(question.sweep).encode("utf-8"),
        file_name=text.FILE,
        mime="application/yaml",
        key=f"{PAGE}.yaml",
        icon=":material/download:",
        on_click="ignore",
    )


workspace, dataset, _ = page.enter(
    PAGE,
    "What-if",
    "Make labels worse step by step and see which methods bear it, on your data.",
    NEED,
)
try:
    usable(dataset)
except DataError as error:
    runs.forget(whatif_run.RUN)
    st.error(plain(error), icon=":material/error:")
    page.draw_offer(PAGE, workspace, NEED)
    st.stop()
try:
    with page.controls(PAGE):
        settings = controls.draw_controls(workspace, dataset.n)
    question = whatif_run.ask(workspace, dataset, settings)
except DataError as error:
    st.error(plain(error), icon=":material/error:")
    st.stop()
whatif_run.follow(question)
panel = st.container()
whatif_run.draw_curves(question)
with panel:
    draw_run()
summaries = whatif_run.summaries(question)
known = any(summary.replicates for summary in summaries)
draw_row()
page.draw_tabs(
    PAGE,
    {
        "Result": draw_result,
        "Tests": draw_tests,
        "Compare pinned": lambda: pins.draw_compare(PAGE, present_pin() if known else None),
        "Formula": lambda: formula_tab.draw(text.formulas(question, summaries)),
        "Code": draw_code,
    },
)
share.page_link_note(workspace)
run = runs.get(whatif_run.RUN)
if run is None or not run.steps:  # else the panel has pushed them; here they take no room
    whatif_run.push_curves(question)
