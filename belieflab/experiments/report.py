"""What an experiment found, to read: as text, as JSON, as CSV and as one HTML file."""

import csv
import io
import json
from collections.abc import Iterable
from html import escape
from typing import Any

import numpy as np

from belieflab.data.reading.spreadsheet_guard import guard
from belieflab.experiments.experiment import Experiment, Summary
from belieflab.experiments.pictures import draw_difference_map, draw_experiment

COLUMNS = (
    "cell", "panel", "series", "column", "paper", "ours", "difference", "se", "low", "high",
    "replicates", "best",
)  # fmt: skip

STYLE = """
body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 1100px; padding: 0 1rem;
  line-height: 1.45; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.6rem; border-bottom: 1px solid #ddd; text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td small { color: #666; display: block; }
.scroll { overflow-x: auto; }
"""


def as_records(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    """One flat record per row."""
    return [
        {
            "cell": summary.row.name,
            "panel": summary.row.panel,
            "series": summary.row.series,
            "column": summary.row.column,
            "paper": summary.paper,
            "ours": summary.ours,
            "difference": summary.difference,
            "se": summary.error,
            "low": summary.low,
            "high": summary.high,
            "replicates": summary.replicates,
            "best": summary.best,
        }
        for summary in summaries
    ]


def write_json(summaries: Iterable[Summary]) -> str:
    """A list of cells, each with `cell`, `paper`, `ours`, `se`, `replicates` and more."""
    return json.dumps(as_records(summaries), ensure_ascii=False, indent=1)


def write_csv(summaries: Iterable[Summary]) -> str:
    """The same as a table with a header; text is safe for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for record in as_records(summaries):
        cells = [record[name] for name in COLUMNS]
        writer.writerow([guard(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()


def write_text(experiment: Experiment, summaries: list[Summary]) -> str:
    """Tables for a terminal: ours, the paper's number behind it; * marks the significantly best."""
    lines = [experiment.title, experiment.source, ""]
    for panel, table in _tables(summaries):
        columns = list(dict.fromkeys(summary.row.column for summary in table))
        cells = [[panel, *columns]]
        for series, found in _by_series(table):
            by_column = {summary.row.column: summary for summary in found}
            cells.append(
                [series, *(_format_cell(experiment, by_column.get(column)) for column in columns)]
            )
        widths = [max(len(line[place]) for line in cells) for place in range(len(columns) + 1)]
        for line in cells:
            padded = [word.rjust(width) for word, width in zip(line[1:], widths[1:], strict=True)]
            lines.append("  ".join([line[0].ljust(widths[0]), *padded]).rstrip())
        lines.append("")
    return "\n".join([*lines, describe_agreement(summaries), *describe_panels(summaries)])


def describe_agreement(summaries: Iterable[Summary]) -> str:
    """Mean absolute difference from the paper, over all and per series, in one sentence."""
    shown = list(summaries)
    compared = [summary for summary in shown if summary.difference is not None]
    if not compared and any(each.paper is not None and not each.row.compared for each in shown):
        return "The paper's numbers stand beside ours; no difference is claimed."
    if not compared:
        return "The paper prints no numbers to compare with."
    count = "1 number" if len(compared) == 1 else f"{len(compared)} numbers"
    return (
        f"Mean absolute difference from the paper over {count}: {_mean_difference(compared):.3g}"
        f"{_per_series(' (', compared, ')')}."
    )


def describe_panels(summaries: Iterable[Summary]) -> list[str]:
    """The same panel by panel, where several panels have several series."""
    compared = [summary for summary in summaries if summary.difference is not None]
    panels = _tables(compared)
    if len(panels) < 2 or len(_by_series(compared)) < 2:
        return []
    return [f"{panel}: {_per_series('', found, '')}." for panel, found in panels]


def _per_series(before: str, summaries: list[Summary], after: str) -> str:
    parts = [
        f"{series} {_mean_difference(found):.3g}"
        for series, found in _by_series(summaries)
        if series
    ]
    return f"{before}{', '.join(parts)}{after}" if parts else ""


def write_html(
    experiment: Experiment, summaries: list[Summary], remarks: Iterable[str] = ()
) -> str:
    """One file that needs nothing else: figure, map of differences, tables, choices made."""
    figures = [
        drawn
        for drawn in (
            draw_experiment(experiment, summaries),
            draw_difference_map(experiment, summaries),
        )
        if drawn is not None
    ]
    drawings = [
        figure.to_html(full_html=False, include_plotlyjs=number == 0, config={"displaylogo": False})
        for number, figure in enumerate(figures)
    ]
    agreement = [describe_agreement(summaries), *describe_panels(summaries)]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{escape(experiment.name)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(experiment.title)}</h1><p>{escape(experiment.source)}</p>",
        *drawings,
        f"<p>{'<br>'.join(map(escape, agreement))}</p>" if experiment.source else "",
        f"<p>{_explain(experiment)}</p>",
        *(_html_table(experiment, panel, table) for panel, table in _tables(summaries)),
        *_html_notes([*experiment.choices, *remarks]),
        "</body></html>",
    ]
    return "\n".join(parts)


def _html_notes(notes: list[str]) -> list[str]:
    if not notes:
        return []
    lines = (f"<li>{escape(note)}</li>" for note in notes)
    return ["<h2>Choices and remarks</h2><ul>", *lines, "</ul>"]


def _explain(experiment: Experiment) -> str:
    sentences = ["Each number is ours, with its standard error where there are replicates."]
    if experiment.paper:
        sentences.append("Below it stand the paper's number and the difference.")
    if experiment.lower_is_better is not None:
        sentences.append(
            "Bold: significantly better than every other method at 5 %, two-sided, by "
            f"{experiment.bold_test}."
        )
    return " ".join(sentences)


def _html_table(experiment: Experiment, panel: str, table: list[Summary]) -> str:
    columns = list(dict.fromkeys(summary.row.column for summary in table))
    lines = [
        f'<div class="scroll"><table><tr><th>{escape(panel)}</th>',
        *(f"<th>{escape(column)}</th>" for column in columns),
        "</tr>",
    ]
    for series, found in _by_series(table):
        by_column = {summary.row.column: summary for summary in found}
        lines.append(f"<tr><td>{escape(series)}</td>")
        lines += [f"<td>{_html_cell(experiment, by_column.get(column))}</td>" for column in columns]
        lines.append("</tr>")
    return "".join([*lines, "</table></div>"])


def _html_cell(experiment: Experiment, summary: Summary | None) -> str:
    if summary is None or summary.ours is None:
        return ""
    digits = _digits(experiment, summary)
    ours = f"{summary.ours:.{digits}f}"
    ours = f"<b>{ours}</b>" if summary.best else ours
    error = f" ± {summary.error:.{digits + 1}f}" if summary.has_error else ""
    if summary.paper is None:
        return f"{ours}{error}"
    paper = f"{summary.paper:.{digits}f}"
    if summary.difference is not None:
        paper += f" · {summary.difference:+.{digits + 1}f}"
    return f"{ours}{error}<small>{paper}</small>"


def _format_cell(experiment: Experiment, summary: Summary | None) -> str:
    if summary is None or summary.ours is None:
        return "-"
    digits = _digits(experiment, summary)
    ours = f"{summary.ours:.{digits}f}{'*' if summary.best else ''}"
    paper = "" if summary.paper is None else f" ({summary.paper:.{digits}f})"
    return ours + paper


def _digits(experiment: Experiment, summary: Summary) -> int:
    return experiment.digits if summary.row.digits is None else summary.row.digits


def _tables(summaries: Iterable[Summary]) -> list[tuple[str, list[Summary]]]:
    panels: dict[str, list[Summary]] = {}
    for summary in summaries:
        panels.setdefault(summary.row.panel, []).append(summary)
    return list(panels.items())


def _by_series(summaries: Iterable[Summary]) -> list[tuple[str, list[Summary]]]:
    series: dict[str, list[Summary]] = {}
    for summary in summaries:
        series.setdefault(summary.row.series, []).append(summary)
    return list(series.items())


def _mean_difference(summaries: Iterable[Summary]) -> float:
    return float(np.mean([abs(s.difference) for s in summaries if s.difference is not None]))
