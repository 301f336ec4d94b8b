"""The Neighbours page: the evidence of the nearest objects about any place of the plane."""

from belieflab.ui.method import noise
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.method.prediction import Prediction
from belieflab.ui.pages.neighbours import fit, settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Ask the nearest objects: see what they say at any place, how sure they are, and why.",
    need=Need(
        "Neighbours need labelled points: what the nearest labels say is what is believed.",
        "Load Iris with an expert's doubt",
        Recipe("iris"),
        Recipe("expert-doubt"),
        features=False,
    ),
    parameters=settings.parameters,
    task=fit.fit_task,
    draw=view.draw,
    below=view.draw_below,
    tabs={"Result": tabs.draw_result, "Parameters": tabs.draw_parameters},
    scores=tabs.scores,
    formulas=text.formulas,
    code=text.code,
    table=tabs.result_table,
    label_noise=lambda _: True,
    decides=lambda chosen: chosen.answer in settings.REJECTS,
    live=(noise.NOISE, "K"),
    snapshot=view.snapshot,
    prediction=Prediction(
        lambda _, learned: learned.model,
        settings.prediction_arguments,
        settings.answer_rule,
        settings.answer_code,
    ),
    report_figures=tabs.report_figures,
    report_tables=tabs.report_tables,
)
