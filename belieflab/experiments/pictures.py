"""Figures of an experiment from its summaries; plotly is loaded when one is asked for."""

from typing import Any

import numpy as np

from belieflab.experiments.experiment import Experiment, Summary

MAX_PER_ROW = 3
"""More panels than this stand in rows, one row per panel of the table."""

ENOUGH_FOR_A_BAND = 3
"""Replicates: the interval of two values would cover the whole chart."""


def draw_experiment(experiment: Experiment, summaries: list[Summary], **look: Any) -> Any:
    """The experiment's own figure, or curves over the columns with the paper's beside ours.

    Columns that are no numbers get marks instead of curves. `look` may hold the `scale` of the
    type and the `total_height` in pixels.
    """
    if experiment.draw is not None:
        return experiment.draw(experiment, summaries, **look)
    if all(summary.row.at is None for summary in summaries):
        return draw_marks(experiment, summaries, **look)
    return draw_curves(experiment, summaries, **look)


def draw_marks(experiment: Experiment, summaries: list[Summary], **look: Any) -> Any:
    """One panel per panel and column, one mark per series."""
    from belieflab.figures.papers.panels import CategoryPanel, draw_categories

    panels: dict[tuple[str, str], list[Summary]] = {}
    for summary in summaries:
        if summary.ours is not None:
            panels.setdefault((summary.row.panel, summary.row.column), []).append(summary)
    if not panels:
        return None
    shown = slice(None, 1) if len({column for _, column in panels}) == 1 else slice(None)
    return draw_categories(
        [
            CategoryPanel(
                " · ".join(part for part in parts[shown] if part),
                [s.row.series for s in found],
                np.array([s.ours for s in found], dtype=np.float64),
                # The interval is the mean's; a median may lie outside it.
                np.array([min(s.low, s.ours or 0.0) for s in found]),
                np.array([max(s.high, s.ours or 0.0) for s in found]),
                np.array([np.nan if s.paper is None else s.paper for s in found]),
            )
            for parts, found in panels.items()
        ],
        experiment.value_title,
        per_row=len({column for _, column in panels}) if len(panels) > MAX_PER_ROW else len(panels),
        **look,
    )


def draw_curves(experiment: Experiment, summaries: list[Summary], **look: Any) -> Any:
    """One panel per panel, one curve per series; columns without a number stand in their order."""
    from belieflab.figures.papers.panels import Panel, draw_levels

    order = list(dict.fromkeys(summary.row.column for summary in summaries))
    panels = []
    for panel in dict.fromkeys(summary.row.panel for summary in summaries):
        here = [summary for summary in summaries if summary.row.panel == panel]
        curves = []
        for series in dict.fromkeys(summary.row.series for summary in here):
            points = [s for s in here if s.row.series == series and s.ours is not None]
            if points:
                name = series or experiment.value_title
                curves.append(_curve(name, points, order))
        if curves:
            panels.append(Panel(panel, curves))
    if not panels:
        return None
    return draw_levels(panels, experiment.column_title, experiment.value_title, **look)


def _curve(name: str, points: list[Summary], order: list[str]) -> Any:
    from belieflab.figures.common.curves import LevelCurve

    ours = np.array([s.ours for s in points], dtype=np.float64)
    enough = np.array([s.replicates >= ENOUGH_FOR_A_BAND for s in points])
    return LevelCurve(
        name,
        np.array([_place(s, order) for s in points], dtype=np.float64),
        ours,
        np.where(enough, [s.low for s in points], ours),
        np.where(enough, [s.high for s in points], ours),
        np.array([np.nan if s.paper is None else s.paper for s in points]),
    )


def _place(summary: Summary, order: list[str]) -> float:
    return order.index(summary.row.column) if summary.row.at is None else summary.row.at


def draw_thumbnail(experiment: Experiment, summaries: list[Summary]) -> str:
    """SVG of a few panels: curves over the columns, or what is compared with the paper as marks."""
    from belieflab.figures.papers import thumbnail

    known = [summary for summary in summaries if summary.ours is not None]
    joined = any(summary.row.at is not None for summary in known)
    shown = [each for each in known if joined == (each.row.at is not None)]
    if not joined:
        shown = [each for each in known if each.difference is not None] or known
    panels: dict[str, dict[str, list[Summary]]] = {}
    for summary in shown:
        series = summary.row.series if joined else ""
        panels.setdefault(summary.row.panel, {}).setdefault(series, []).append(summary)
    step = max(1, len(panels) // MAX_PER_ROW)
    return thumbnail.draw_thumbnail(
        [
            [
                thumbnail.SmallCurve(
                    np.array([each.row.at if joined else n for n, each in enumerate(points)]),
                    np.array([each.ours for each in points]),
                    np.array([np.nan if each.paper is None else each.paper for each in points]),
                )
                for points in panel.values()
            ]
            for panel in list(panels.values())[::step][:MAX_PER_ROW]
        ],
        joined=joined,
    )


def draw_difference_map(experiment: Experiment, summaries: list[Summary]) -> Any:
    """Ours less the paper's for every row that has both; None when no row has."""
    from belieflab.figures.papers.difference_map import draw_differences

    found = [summary for summary in summaries if summary.difference is not None]
    if not found:
        return None
    columns = list(dict.fromkeys(summary.row.column for summary in found))
    lines = list(dict.fromkeys((summary.row.panel, summary.row.series) for summary in found))
    values = np.full((len(lines), len(columns)), np.nan)
    notes = [["" for _ in columns] for _ in lines]
    for summary in found:
        line = lines.index((summary.row.panel, summary.row.series))
        column = columns.index(summary.row.column)
        values[line, column] = summary.difference
        notes[line][column] = _describe(experiment, summary)
    return draw_differences(
        lines, columns, values, experiment.column_title, "ours less the paper's", notes=notes
    )


def _describe(experiment: Experiment, summary: Summary) -> str:
    digits = experiment.digits if summary.row.digits is None else summary.row.digits
    error = f" ± {summary.error:.{digits}f}" if summary.has_error else ""
    return f"ours {summary.ours:.{digits}f}{error}, the paper's {summary.paper:.{digits}f}"
