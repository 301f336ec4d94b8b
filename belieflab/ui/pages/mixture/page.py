"""The Mixture page: watch EM fit a mixture to labels with doubt, and see what the doubt costs."""

from belieflab.ui.method import decision_costs
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.method.prediction import Prediction
from belieflab.ui.pages.mixture import estimates, fit, settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Fit a mixture to labels with doubt, watch every step of EM, and see what the doubt "
    "costs.",
    need=Need(
        "A mixture needs points; labels tell it which component is which, with or without doubt.",
        "Load Iris with an expert's doubt",
        Recipe("iris"),
        Recipe("expert-doubt"),
        labels_too=False,
    ),
    parameters=settings.parameters,
    task=fit.task,
    draw=view.draw,
    tabs={"Result": tabs.draw_result, "Parameters": estimates.draw},
    scores=tabs.scores,
    formulas=text.formulas,
    code=text.code,
    table=tabs.result_table,
    label_noise=settings.uses_labels,
    decides=decision_costs.by_cost,
    snapshot=view.snapshot,
    prediction=Prediction(
        fit.fitted_model,
        rule=decision_costs.named_rule,
        rule_code=decision_costs.named_code,
    ),
    report_figures=tabs.report_figures,
    report_tables=estimates.report_tables,
)
