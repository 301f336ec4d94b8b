"""The What-if page: error against label noise for several methods, as curves that grow."""

from belieflab.evaluation.classifiers import sources_of
from belieflab.ui.method import run_panel
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.pages.whatif import settings, sweep, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Make labels worse step by step and see which methods tolerate it, on your data.",
    need=Need(
        "A comparison needs points with true classes, from which a law makes noisy labels, or "
        "points with labels, on top of which it puts noise.",
        "Load Iris",
        Recipe("iris"),
        Recipe("expert-doubt"),
        labels_too=False,
        problem=settings.why_unusable,
    ),
    uses_labels=False,
    reads_labels=settings.reads_labels,
    parameters=settings.parameters,
    extra_controls=lambda _: run_panel.draw_cluster_note(),
    task=sweep.sweep_task,
    draw=view.draw,
    tabs={"Result": tabs.draw_result, "Tests": tabs.draw_tests, "Code": tabs.draw_code},
    scores=text.scores,
    formulas=text.formulas,
    code=text.code,
    report_tables=lambda context, _: tabs.sign_tables(context),
    sources=lambda context: sources_of(context.settings.methods),
    rows="One row per method and level: mean error, standard error, 95 % interval.",
)
