"""What the What-if page says: tables, tests, formulas, and the same sweep as YAML and Python."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import pandas as pd
import yaml

from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.data.samples import SAMPLES
from belieflab.data.settings import Settings
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.cells import Result
from belieflab.experiments.experiment import Row, Summary
from belieflab.experiments.statistics import sign_test, tally
from belieflab.experiments.sweep import GIVEN, Sweep
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite
from belieflab.ui.method.code_tab import snippet_for_workspace
from belieflab.ui.pages.whatif.settings import TEST_TITLES
from belieflab.ui.shell.workspace import Workspace

FILE = "what-if.yaml"
GLUE = "\N{NO-BREAK SPACE}"


def error_table(summaries: Sequence[Summary]) -> pd.DataFrame:
    """Methods in rows, levels in columns: mean ± standard error, the significantly best bold."""
    cells: dict[str, dict[str, str]] = {}
    for summary in summaries:
        cells.setdefault(summary.row.series, {})[summary.row.column] = _cell(summary)
    return pd.DataFrame(cells).T.rename_axis("error rate (%)")


def _cell(summary: Summary) -> str:
    if summary.ours is None:
        return "–"
    mean = f"{summary.ours:.1f}"
    mean = f"**{mean}**" if summary.best else mean
    return f"{mean} ±{GLUE}{summary.error:.1f}" if summary.replicates > 1 else mean


def sign_table(rows: Sequence[Row], results: Sequence[Result], column: str) -> pd.DataFrame:
    """Every two methods at one level: how often each was better, and the p-value of the signs.

    Methods are paired replicate by replicate, in whatever order these were computed.
    """
    known = group_by_cell(results)
    found = {
        row.series: {each.job.replicate: row.value(each) for each in known[row.cell.key]}
        for row in rows
        if row.column == column and row.cell.key in known
    }
    lines = []
    for (first, one), (second, other) in combinations(found.items(), 2):
        shared = sorted(set(one) & set(other))
        if not shared:
            continue
        errors = [one[each] for each in shared], [other[each] for each in shared]
        counts = tally(*errors)
        lines.append(
            {
                "first": first,
                "second": second,
                "first better": counts.lower,
                "equal": counts.ties,
                "second better": counts.higher,
                "p-value": sign_test(*errors),
            }
        )
    return pd.DataFrame(lines)


def group_by_cell(results: Iterable[Result]) -> dict[str, list[Result]]:
    """The results by the key of their cell."""
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.job.cell.key, []).append(result)
    return found


def run_label(n_missing: int, n_asked: int, failed: bool = False) -> str:
    """What the button says: Run at the beginning, then how much there is left to do."""
    if not n_missing:
        return "Nothing more to compute" if failed else "All computed"
    return "Run" if n_missing == n_asked else f"Resume, {n_missing:,} to do"


def describe(sweep: Sweep, settings: Settings, n_missing: int) -> str:
    """What pressing Run will do, in one sentence."""
    return (
        f"Press Run: {_plural(len(sweep.methods), 'method')} at "
        f"{_plural(len(sweep.levels), 'level')}, {_plural(sweep.replicates, 'replicate')} each; "
        f"errors counted on {TEST_TITLES[settings.test]}. {n_missing:,} trainings to do."
    )


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def scores(summaries: Sequence[Summary]) -> dict[str, float]:
    """The mean error over all levels of each method, for pinned runs."""
    found: dict[str, list[float]] = {}
    for summary in summaries:
        if summary.ours is not None:
            found.setdefault(summary.row.series, []).append(summary.ours)
    return {f"{name}, mean error (%)": round(sum(v) / len(v), 2) for name, v in found.items()}


def formulas(settings: Settings, summaries: Sequence[Summary]) -> list[Formula]:
    """How errors, bands and bold numbers come about, with their current values."""
    law = LAWS[settings.law]
    shown = next((summary for summary in summaries if summary.replicates > 1), None)
    where = f"{shown.row.series} at {shown.row.column}" if shown else "of a point"
    mean, error = (shown.ours, shown.error) if shown else (None, None)
    return [
        Formula(
            "The error of one replicate",
            r"e = \frac{1}{n_{\text{test}}} \sum_{i \in \text{test}} 1[\hat y_i \neq y_i]",
            f"{cite('come2009', '§5.2')}; labels by the law “{law.title}”: {law.source}",
            (
                Symbol(r"y_i", "true class of an object", "never shown to a method"),
                Symbol(r"\hat y_i", "what the method decides", f"{len(settings.methods)} methods"),
                Symbol(r"\text{test}", "where errors are counted", TEST_TITLES[settings.test]),
            ),
        ),
        Formula(
            "The band around the mean over replicates",
            r"\bar e \pm t_{0.975,\, R - 1} \, \frac{s}{\sqrt{R}}",
            "Student's 95 % interval of a mean",
            (
                Symbol(r"R", "replicates", shown.replicates if shown else settings.replicates),
                Symbol(r"\bar e", f"mean, {where}", _percent(mean)),
                Symbol(r"s / \sqrt R", "its standard error", _percent(error)),
            ),
        ),
        Formula(
            "Bold: better than every other method by the paired sign test",
            r"p = \min\Big(1, 2 \sum_{s \le \min(w, l)} \binom{w + l}{s} 2^{-(w + l)}\Big) < 0.05",
            f"{cite('come2009', '§5.2.2')}; ties are left out, no correction for several tests",
            (
                Symbol(r"w", "replicates on which the first method is better"),
                Symbol(r"l", "replicates on which the second is better"),
            ),
        ),
    ]


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f} %"


def write_yaml(sweep: Sweep) -> str:
    """The sweep as YAML for `python -m belieflab.experiments run`, defaults left out."""
    [data] = sweep.data
    parameters = () if data.key == GIVEN else SAMPLES[data.key].parameters
    entry: dict[str, Any] = {"key": data.key}
    settings = _beyond_defaults(dict(data.settings), parameters)
    entry |= {"settings": settings} if settings else {}
    entry |= {"title": data.title} if data.title != data.key else {}
    entry |= {"standardise": True} if data.standardise else {}
    law = {"key": sweep.law.key, "varied": sweep.law.varied}
    fixed = _beyond_defaults(dict(sweep.law.settings), LAWS[sweep.law.key].parameters)
    described: dict[str, Any] = {
        "name": sweep.name,
        "title": sweep.title,
        "data": [entry],
        "law": law | ({"settings": fixed} if fixed else {}),
        "levels": list(sweep.levels),
        "methods": [_method(method) for method in sweep.methods],
        "replicates": sweep.replicates,
        "test": sweep.test.described(),
        "seed": sweep.seed,
    }
    return str(
        yaml.safe_dump(described, sort_keys=False, allow_unicode=True, default_flow_style=None)
    )


def _method(method: Any) -> Any:
    settings = _beyond_defaults(dict(method.settings), CLASSIFIERS.find(method.key).parameters)
    if not settings and not method.title:
        return method.key
    named = {"title": method.title} if method.title else {}
    return {"key": method.key, **({"settings": settings} if settings else {}), **named}


def _beyond_defaults(settings: dict[str, Any], parameters: Sequence[Parameter]) -> dict[str, Any]:
    defaults = {parameter.name: parameter.default for parameter in parameters}
    return {
        name: value for name, value in settings.items() if defaults.get(name, object()) != value
    }


def command(sweep: Sweep) -> str:
    """The command line that computes the same from the YAML file."""
    return f"python -m belieflab.experiments run {FILE} --seed {sweep.seed}"


def code(workspace: Workspace, question: Any) -> str:
    """Python that computes the same numbers and prints their table."""
    handed = bool(question.given)
    name = next(iter(question.given), "")
    data = snippet_for_workspace(workspace) + _known_rows(question, workspace) if handed else ""
    given = f", given={{{name!r}: dataset}}" if handed else ""
    return f'''{data}from belieflab.experiments import ResultStore, list_jobs, parse_sweep, run
from belieflab.experiments.experiment import of_sweep, summarise
from belieflab.experiments.report import write_text

sweep = parse_sweep("""
{write_yaml(question.sweep)}""")
jobs = list_jobs(sweep.cells, sweep.replicates, sweep.seed)
with ResultStore("what-if.sqlite") as store:  # run again to go on where it was stopped
    for progress in run(jobs, store{given}):
        pass
    results = store.read(sweep.seed, [cell.key for cell in sweep.cells])
experiment = of_sweep(sweep)
summaries = summarise(experiment, results)
print(write_text(experiment, summaries))
'''


def _known_rows(question: Any, workspace: Workspace) -> str:
    """The lines that keep the objects whose class is known, where some are not."""
    [used] = question.given.values()
    if workspace.dataset is None or used.n == workspace.dataset.n:
        return ""
    return (
        "from dataclasses import replace\n\n"
        "known = dataset.truth >= 0\n"
        "dataset = replace(dataset, X=dataset.X[known], truth=dataset.truth[known])\n"
    )
