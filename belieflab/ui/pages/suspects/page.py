"""The Suspects page: which labels the evidence speaks against, to be changed with a click."""

from belieflab.evaluation.classifiers import sources_of
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.pages.suspects import settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="See which labels the evidence speaks against, and correct, widen or doubt them.",
    need=Need(
        "Suspects are labels that other objects speak against: labelled points are needed.",
        "Load Iris with some wrong labels",
        Recipe("iris"),
        Recipe("guess-doubt", {"doubt": 0.0, "wrong": 0.1}),
    ),
    parameters=settings.parameters,
    task=settings.task,
    draw=view.draw,
    tabs={"Result": tabs.draw_result},
    scores=tabs.scores,
    formulas=text.formulas,
    code=text.code,
    table=tabs.result_table,
    rows="One row per object, the most suspect first: label, evidence, what it points to.",
    label_noise=lambda _: True,
    report_tables=tabs.report_tables,
    sources=lambda context: sources_of([context.settings.classifier]),
)
