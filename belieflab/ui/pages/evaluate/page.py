"""The Evaluate page: which method to take, measured by the labels one has."""

from belieflab.evaluation.classifiers import sources_of
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.pages.evaluate import fit, predicting, settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Compare classifiers on the labels you have; true classes are a second yardstick.",
    need=Need(
        "An evaluation needs points with labels; they may be vague or wrong, and no true classes "
        "are needed.",
        "Load Iris with doubtful labels",
        Recipe("iris"),
        Recipe("expert-doubt"),
    ),
    parameters=settings.parameters,
    task=fit.task,
    draw=view.draw,
    tabs={
        "Result": tabs.show_result,
        "Sets": tabs.show_sets,
        "Reliability": tabs.show_reliability,
        "Confusion": tabs.show_confusion,
        "More labels": tabs.show_learning,
    },
    scores=text.scores,
    formulas=text.formulas,
    code=text.code,
    prediction=predicting.PREDICTION,
    table=text.result_table,
    rows="One row per method: agreement with the labels, accuracy, scores.",
    label_noise=lambda _: True,
    decides=lambda _: True,
    report_figures=tabs.report_figures,
    report_tables=tabs.report_tables,
    sources=lambda context: sources_of(context.settings.methods),
)
