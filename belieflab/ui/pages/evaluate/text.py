"""What the Evaluate page says: tables, formulas, and the same comparison as Python."""

import pandas as pd

from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.equations import evaluation_formulas
from belieflab.evaluation.report import fold_scores, summarise
from belieflab.formulas import Formula
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.pages.evaluate import fit
from belieflab.ui.pages.evaluate.settings import make_plan

NUMBERS = ("u65", "Brier", "log score", "cost of decisions", "seconds per fit")
"""Columns of the summary that are no shares."""

NAMES = {
    "lower": "belief",
    "agreement": "agreement with labels",
    "upper": "plausibility",
    "low": "agreement, 95 % from",
    "high": "to",
    "balanced": "balanced agreement",
    "accuracy": "accuracy, true classes",
    "accuracy low": "accuracy, 95 % from",
    "accuracy high": "to ",
    "cost": "cost of decisions",
    "seconds": "seconds per fit",
}


def result_table(context: Context, found: Evaluation) -> pd.DataFrame:
    """One row per method under names for the screen, without what is hidden."""
    table = summarise(found, context.costs)
    hidden = [each for each in table if context.truth is None and "accuracy" in str(each)]
    return table.drop(columns=hidden).rename(columns=NAMES)


def scores(context: Context, found: Evaluation) -> dict[str, float]:
    """What pinned runs are compared by."""
    return {
        f"agreement, {fit.title_of(key)}": float(each.mean())
        for key, each in fold_scores(found).items()
    }


def formulas(context: Context, found: Evaluation) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    return evaluation_formulas(found, context.settings.level / 100)


def code(context: Context) -> str:
    """Python that gives the same numbers and the same picture again."""
    plan, n = make_plan(context.settings, context.seed), context.dataset.n
    given: dict[str, object] = {"folds": plan.folds, "repeats": plan.repeats}
    given |= {"settings": dict(plan.settings)} if plan.settings else {}
    given |= {"shares": plan.shares} if plan.shares else {}
    given |= {"random_state": plan.seed}
    rows: list[str] = []
    points, labels, truth, groups = "dataset.X", "labels", "truth", "dataset.groups"
    if context.settings.objects < n:
        rows = ["from belieflab.figures.common.view import sample_rows", ""]
        rows += [f"rows = sample_rows(dataset.n, {context.seed}, {context.settings.objects})"]
        points, labels, truth, groups = (
            f"{each}[rows]" for each in (points, labels, truth, groups)
        )
    known = ["names = np.array([*dataset.class_names, None], dtype=object)"]
    known += ["truth = names[dataset.truth]  # -1, unknown, is the last: None"]
    if context.truth is not None:
        given["truth"] = Name(truth)
    if context.dataset.groups is not None:
        given["groups"] = Name(groups)
    call = format_call("evaluate", [Name(points), Name(labels), list(plan.classifiers)], given)
    return script(
        context,
        "import numpy as np",
        "",
        "from belieflab.evaluation import evaluate",
        "from belieflab.evaluation.report import compare, summarise",
        "from belieflab.evaluation.verdict import verdict",
        "from belieflab.figures.evaluate import draw_intervals",
        *rows,
        *(known if context.truth is not None else []),
        f"found = {call}",
        "print(verdict(found))",
        "print(summarise(found))",
        *(["print(compare(found))"] if len(plan.classifiers) > 1 else []),
        "figure = draw_intervals(summarise(found))",
        "# figure.show() opens a browser",
    )
