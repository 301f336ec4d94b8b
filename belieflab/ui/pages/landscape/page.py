"""The Landscape page: how many local maxima the likelihood has, and at which of them EM ends."""

from belieflab.ui.method import decision_costs
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.noise import NOISE
from belieflab.ui.method.page import Need
from belieflab.ui.pages.landscape import fit, settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Start EM from many places, count the local maxima it ends at, and see labels take "
    "them away.",
    need=Need(
        "The landscape needs points; from their true classes it draws labels as vague as you like.",
        "Load the two Gaussians of Côme et al. (2009)",
        Recipe("gaussians", {"dimension": 10, "size": 1000}),
        Recipe(settings.DRAWN_BY.key, {"ns": settings.DEFAULT_LEVEL}),
        labels_too=False,
    ),
    parameters=settings.parameters,
    task=fit.landscape_task,
    draw=view.draw,
    below=view.draw_below,
    tabs={"Result": tabs.draw_result, "Figure 3": tabs.draw_sweep, "Code": tabs.draw_code},
    scores=text.scores,
    formulas=text.formulas,
    code=text.code,
    table=lambda context, found: text.maxima_table(context, found).reset_index(),
    rows="One row per maximum.",
    prediction=tabs.PREDICTION,
    report_tables=tabs.report_tables,
    live=(NOISE, "ns"),
    snapshot=view.snapshot,
    label_noise=lambda chosen: chosen.labels == settings.GIVEN,
    decides=decision_costs.by_cost,
)
