"""What the What-if page says: tables, tests, formulas, and the same sweep as Python."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import fmean

import pandas as pd

from belieflab.data.laws import LAWS
from belieflab.evaluation.significance import adjust_holm, corrected_paired_test
from belieflab.experiments import write_sweep
from belieflab.experiments.cells import Result
from belieflab.experiments.experiment import Row, Summary
from belieflab.experiments.statistics import sign_test, tally
from belieflab.experiments.sweep import LABELS
from belieflab.figures.common.text import count_of
from belieflab.formulas import Formula, Symbol
from belieflab.references import cite
from belieflab.ui.method.code_tab import snippet_for_workspace
from belieflab.ui.method.context import Context
from belieflab.ui.pages.whatif.settings import TEST_TITLES
from belieflab.ui.pages.whatif.sweep import PlannedSweep, ask, failures, summaries
from belieflab.ui.shell.text import GLUE

CORRECTED = "p, corrected"
ERROR = "The error of one replicate"
LABELLED = (
    "from belieflab.experiments import with_labels\n\ndataset = with_labels(dataset, labels)\n"
)
KNOWN_ROWS = "dataset = dataset.take(dataset.truth >= 0)\n"
COMPUTED = """    for progress in run(jobs, store{}):
        pass
"""
FAILED = "from belieflab.experiments.cells import FailedJob\n"
COMPUTED_WHERE_POSSIBLE = """    left = jobs
    while left:
        try:
            for progress in run(left, store{}):
                pass
            left = []
        except FailedJob as error:  # this method cannot be trained at this level
            left = [job for job in left if job.cell.key != error.job.cell.key]
"""


def error_table(found: Sequence[Summary], title: str) -> pd.DataFrame:
    """Methods in rows, levels in columns: mean ± standard error, the significantly best bold."""
    cells: dict[str, dict[str, str]] = {}
    for summary in found:
        cells.setdefault(summary.row.series, {})[summary.row.column] = _cell(summary)
    return pd.DataFrame(cells).T.rename_axis(title)


def _cell(summary: Summary) -> str:
    if summary.ours is None:
        return "–"
    mean = f"{summary.ours:.1f}"
    mean = f"**{mean}**" if summary.best else mean
    return f"{mean} ±{GLUE}{summary.error:.1f}" if summary.replicates > 1 else mean


def sign_table(rows: Sequence[Row], results: Sequence[Result], column: str) -> pd.DataFrame:
    """Every two methods at one level: how often each was better, and p-values.

    Methods are paired replicate by replicate, in whatever order these were computed. The p-values
    of the signs are adjusted after Holm. Where replicates share points, signs are not independent:
    the differences are also tested after Nadeau and Bengio, and adjusted.
    """
    known = group_by_cell(results)
    shared = max((row.shared for row in rows), default=0.0)
    found = {
        row.series: {each.job.replicate: row.value(each) for each in known[row.cell.key]}
        for row in rows
        if row.column == column and row.cell.key in known
    }
    lines = []
    for (first, one), (second, other) in combinations(found.items(), 2):
        places = sorted(set(one) & set(other))
        if not places:
            continue
        errors = [one[each] for each in places], [other[each] for each in places]
        counts = tally(*errors)
        better = counts.lower, counts.ties, counts.higher
        corrected = None
        if shared and len(places) > 1:
            corrected = corrected_paired_test(*errors, shared).p_value
        lines.append((first, second, *better, sign_test(*errors), corrected))
    titles = ["first", "second", "first better", "equal", "second better", "p-value", CORRECTED]
    table = pd.DataFrame(lines, columns=titles)
    table.insert(6, "p, Holm", adjust_holm(table["p-value"].tolist()))
    if table[CORRECTED].isna().any() or table.empty:
        return table.drop(columns=CORRECTED)
    table[f"{CORRECTED}, Holm"] = adjust_holm(table[CORRECTED].tolist())
    return table


def group_by_cell(results: Iterable[Result]) -> dict[str, list[Result]]:
    """The results by the key of their cell."""
    found: dict[str, list[Result]] = {}
    for result in results:
        found.setdefault(result.job.cell.key, []).append(result)
    return found


def describe(question: PlannedSweep, n_missing: int) -> str:
    """What pressing Run will do, in one sentence."""
    sweep, tested = question.sweep, TEST_TITLES[question.settings.test]
    return (
        f"Press Run: {count_of(len(sweep.methods), 'method')} at "
        f"{count_of(len(sweep.levels), 'level')}, {count_of(sweep.replicates, 'replicate')} each; "
        f"errors against {question.against} counted on {tested}. {n_missing:,} trainings to do."
    )


def scores(context: Context, _: None) -> dict[str, float]:
    """The mean error over all levels of each method, for pinned runs."""
    found: dict[str, list[float]] = {}
    question = ask(context)
    for summary in summaries(question):
        if summary.ours is not None:
            found.setdefault(summary.row.series, []).append(summary.ours)
    what = f"mean error against {question.against} (%)"
    return {f"{name}, {what}": round(fmean(v), 2) for name, v in found.items()}


def _error_formula(question: PlannedSweep) -> Formula:
    """How the error of one replicate is counted: against true classes, or against labels."""
    settings, law = question.settings, LAWS[question.settings.law]
    noise = "on given labels: " if settings.noise == LABELS else ""
    source = f"{cite('come2009', '§5.2')}; labels by the law “{law.title}”: {noise}{law.source}"
    rest = (
        Symbol(r"\hat y_i", "what the method decides", f"{len(settings.methods)} methods"),
        Symbol(r"\text{test}", "where errors are counted", TEST_TITLES[settings.test]),
    )
    mean = r"e = \frac{1}{n_{\text{test}}} \sum_{i \in \text{test}} "
    if question.sweep.test.against == LABELS:
        said = "pignistic probability of the label as given, before noise"
        betp = Symbol(r"BetP_i", said, "labels that favour no class are not counted")
        return Formula(ERROR, mean + r"\big(1 - BetP_i(\hat y_i)\big)", source, betp, *rest)
    true = Symbol(r"y_i", "true class of an object", "never shown to a method")
    return Formula(ERROR, mean + r"1[\hat y_i \neq y_i]", source, true, *rest)


def formulas(context: Context, _: None) -> list[Formula]:
    """How errors, bands and bold numbers come about, with their current values."""
    settings = context.settings
    known = [summary for summary in summaries(ask(context)) if summary.replicates > 1]
    shown = known[0] if known else None
    where = f"{shown.row.series} at {shown.row.column}" if shown else "of a point"
    mean, error = (f"{shown.ours:.2f} %", f"{shown.error:.2f} %") if shown else ("–", "–")
    return [
        _error_formula(ask(context)),
        Formula(
            "The band around the mean over replicates",
            r"\bar e \pm t_{0.975,\, R - 1} \, \frac{s}{\sqrt{R}}",
            "Student's 95 % interval of a mean",
            Symbol(r"R", "replicates", shown.replicates if shown else settings.replicates),
            Symbol(r"\bar e", f"mean, {where}", mean),
            Symbol(r"s / \sqrt R", "its standard error", error),
        ),
        _bold_formula(ask(context)),
    ]


def _bold_formula(question: PlannedSweep) -> Formula:
    """By which test a bold number beats all others: replicates that share points are no signs."""
    title = f"Bold: better than every other method by {question.experiment.bold_test}"
    shared = max(row.shared for row in question.experiment.rows)
    adjusted = "Tests adjusts for several pairs"
    if shared:
        return Formula(
            title,
            r"|\bar d| > t_{0.975,\, R - 1} \, s_d \sqrt{\frac{1}{R} + \frac{k \rho}{1 - \rho}}",
            f"{cite('nadeau2003', '§3')}; {adjusted}",
            Symbol(r"\bar d, s_d", "mean and deviation of the differences of two methods"),
            Symbol(r"R", "replicates", question.settings.replicates),
            Symbol(r"\rho", "share of the objects in one test, k tests in a replicate"),
            Symbol(r"\frac{k \rho}{1 - \rho}", "what replicates share", f"{shared:.3g}"),
        )
    return Formula(
        title,
        r"p = \min\Big(1, 2 \sum_{s \le \min(w, l)} \binom{w + l}{s} 2^{-(w + l)}\Big) < 0.05",
        f"{cite('come2009', '§5.2.2')}; no ties; {adjusted}",
        Symbol(r"w", "replicates on which the first method is better"),
        Symbol(r"l", "replicates on which the second is better"),
    )


def code(context: Context) -> str:
    """Python that computes the same numbers and prints their table."""
    question, given, data = ask(context), "", ""
    lines, more = (COMPUTED, "") if not failures(question) else (COMPUTED_WHERE_POSSIBLE, FAILED)
    for name, used in question.given.items():
        data = snippet_for_workspace(context.workspace)
        data += LABELLED if context.settings.noise == LABELS else ""
        data += "" if used.n == context.dataset.n else KNOWN_ROWS
        given = f", given={{{name!r}: dataset}}"
    return f'''{data}from belieflab.experiments import ResultStore, list_jobs, parse_sweep, run
{more}from belieflab.experiments.experiment import of_sweep, summarise
from belieflab.experiments.report import write_text

sweep = parse_sweep("""
{write_sweep(question.sweep)}""")
jobs = list_jobs(sweep.cells, sweep.replicates, sweep.seed)
with ResultStore("what-if.sqlite") as store:  # run again to go on where it was stopped
{lines.format(given)}    results = store.read(sweep.seed, [cell.key for cell in sweep.cells])
experiment = of_sweep(sweep{given})
summaries = summarise(experiment, results)
print(write_text(experiment, summaries))
'''
