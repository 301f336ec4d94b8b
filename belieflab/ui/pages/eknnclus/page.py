"""The EKNNclus page: labels spread from neighbour to neighbour until none changes."""

from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.pages.eknnclus import fit, settings, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Every object takes the label its neighbours make most plausible, again and again, "
    "until none changes. The number of clusters is found, not given.",
    need=Need(
        "EKNNclus needs points; it finds by itself how many clusters there are.",
        "Load 20 clusters",
        Recipe("many-clusters"),
        labels_too=False,
        features=False,
    ),
    uses_labels=False,
    parameters=settings.parameters,
    extra_controls=settings.draw_samples,
    task=fit.fit_task,
    draw=view.draw,
    below=view.draw_below,
    tabs_first=True,
    tabs={"Result": tabs.draw_result, "A-sets": tabs.draw_a_sets, "Code": tabs.draw_code},
    scores=text.scores,
    formulas=text.formulas,
    code=text.code,
    table=text.result_table,
    rows="One row per object: its cluster and masses.",
    live=("K",),
    snapshot=view.snapshot,
    prediction=text.PREDICTION,
    report_tables=lambda context, model: {
        "clusters": text.cluster_table(context, model).reset_index()
    },
)
