"""The Networks page: which features depend on each other, learned from labels with doubt."""

from belieflab.bayes.equations import model_equations
from belieflab.ui.method import decision_costs
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.method.prediction import Prediction
from belieflab.ui.pages.networks import fit, settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Learn which features depend on each other, and watch the arcs come and go.",
    need=Need(
        "A network classifier needs labelled points; the labels may have doubt.",
        "Load Iris with an expert's doubt",
        Recipe("iris"),
        Recipe("expert-doubt"),
    ),
    parameters=settings.parameters,
    task=fit.task,
    draw=view.draw,
    below=view.draw_below,
    tabs={
        "Result": tabs.draw_result,
        "Structures": tabs.draw_structures,
        "Parameters": tabs.draw_parameters,
    },
    scores=tabs.scores,
    formulas=lambda context, model: model_equations(model, context.dataset.n),
    code=text.code,
    table=tabs.result_table,
    label_noise=lambda _: True,
    decides=decision_costs.by_cost,
    snapshot=view.snapshot,
    prediction=Prediction(
        lambda _, model: model,
        settings.prediction_arguments,
        decision_costs.prediction_rule,
        decision_costs.prediction_code,
    ),
    report_figures=tabs.report_figures,
    report_tables=tabs.report_tables,
)
