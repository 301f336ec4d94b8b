"""The What-if page: error against label noise for several methods, as curves that grow."""

from belieflab.ui.method import run_panel
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.method.page import Need
from belieflab.ui.pages.whatif import settings, sweep, tabs, text, view
from belieflab.ui.shell.workspace import Recipe

PAGE = MethodPage(
    key=settings.PAGE,
    sentence="Make labels worse step by step and see which methods tolerate it, on your data.",
    need=Need(
        "A comparison needs points whose true classes are known: labels are drawn for them by a "
        "law, and errors are counted by the truth.",
        "Load Iris",
        Recipe("iris"),
        Recipe("expert-doubt"),
        labels_too=False,
        problem=settings.why_unusable,
    ),
    uses_labels=False,
    parameters=settings.parameters,
    extra_controls=lambda _: run_panel.draw_cluster_note(),
    task=sweep.sweep_task,
    draw=view.draw,
    tabs={"Result": tabs.draw_result, "Tests": tabs.draw_tests, "Code": tabs.draw_code},
    scores=text.scores,
    formulas=text.formulas,
    code=text.code,
    rows="One row per method and level: mean error, standard error, 95 % interval.",
)
