"""The Credal partition page: clusters that objects may share, or belong to none of."""

from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.method.prediction import Prediction
from belieflab.ui.pages.credal import fit, pairs, settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Cluster objects that may belong to several clusters, or to none, and see which they "
    "are.",
    need=Need(
        "A credal partition needs points only: no labels, they stay aside.",
        "Load the butterfly",
        Recipe("butterfly"),
        labels_too=False,
        features=False,
    ),
    parameters=pairs.parameters,
    name_view=fit.name_sets,
    task=fit.task,
    draw=view.draw,
    tabs={
        "Result": tabs.draw_result,
        "Masses": tabs.draw_masses,
        "Number of clusters": tabs.draw_number_of_clusters,
    },
    scores=tabs.scores,
    formulas=text.formulas,
    code=text.code,
    table=tabs.result_table,
    rows="One row per object: conversions of its mass function, then its masses.",
    extra_controls=pairs.draw_panel,
    pinned=lambda context, model: model.partition_,
    below=text.draw_note,
    uses_labels=False,
    live=("alpha",),
    snapshot=view.snapshot,
    prediction=Prediction(fit.fitted_model),
    report_figures=tabs.report_figures,
    report_tables=tabs.report_tables,
)
