"""What a page puts into a report: its charts, those of closed tabs, pinned runs, and its tables."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from belieflab.reports import Picture, Report
from belieflab.reports.report import cited_in
from belieflab.ui.method import code_tab, decision_costs, pins, report
from belieflab.ui.method.context import Context
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.pinned import Pinned

if TYPE_CHECKING:
    from belieflab.ui.method.method_page import MethodPage


def describe_settings(declared: "MethodPage", context: Context) -> dict[str, Any]:
    """Data, seed, labels and all settings that numbers of the page follow, in words."""
    described = context.described_source() | context.settings.described()
    if declared.decides(context.settings):
        described |= decision_costs.describe(context.costs)
    return described


def draw(
    declared: "MethodPage",
    context: Context,
    value: Any,
    results: Callable[[], pd.DataFrame] | None,
) -> None:
    """Draw what makes a report of the result and of the runs pinned beside it."""
    described = describe_settings(declared, context)
    state, scores = context.workspace.state, declared.scores(context, value)
    kept = pins.pinned(declared.key)
    pinned = {run.name: run.picture for run in kept if run.picture is not None}

    def gather() -> report.Contents:
        drawn, written = declared.report_figures, declared.report_tables
        named = [equation.source for equation in declared.formulas(context, value)]
        return report.Contents(
            pinned,
            drawn(context, value),
            written(context, value),
            declared.code(context),
            cited_in([*named, *declared.sources(context)]),
        )

    def assemble(pictures: Sequence[Picture], own: report.Contents) -> Report:
        tables = {
            "scores": pd.DataFrame({"measure": list(scores), "value": list(scores.values())}),
            "settings": pd.DataFrame(
                {"setting": list(described), "value": [str(each) for each in described.values()]}
            ),
            **own.tables,
        }
        if results is not None:
            tables["results"] = results()
        if pinned:
            everyone = [*kept, Pinned(pins.CURRENT, described, scores)]
            tables["pinned runs"] = pins.difference_table(everyone).reset_index()
        return Report(
            f"{PAGES[declared.key].title}, {context.dataset.name}",
            own.script,
            pictures,
            tables,
            {name: str(each) for name, each in described.items()},
            state.seed,
            own.sources,
            {code_tab.DATA_FILE: code_tab.data_file(state)},
        )

    report.draw(declared.key, (context.view_token, tuple(pinned)), gather, assemble)
