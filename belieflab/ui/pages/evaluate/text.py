"""What the Evaluate page says: tables, formulas, and the same comparison as Python."""

import pandas as pd

from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.equations import evaluation_formulas
from belieflab.evaluation.report import fold_scores
from belieflab.evaluation.tables import summary_of
from belieflab.formulas import Formula
from belieflab.ui.method.code_tab import Name, format_call, script
from belieflab.ui.method.context import Context
from belieflab.ui.method.decision_costs import write_costs
from belieflab.ui.method.kept_apart import code_methods_apart
from belieflab.ui.pages.evaluate import fit
from belieflab.ui.pages.evaluate.settings import make_plan


def result_table(context: Context, found: Evaluation) -> pd.DataFrame:
    """One row per method under names for the screen, without what is hidden."""
    given = found, context.costs, context.settings.against
    return summary_of(*given, with_truth=context.truth is not None)


def scores(context: Context, found: Evaluation) -> dict[str, float]:
    """What pinned runs are compared by."""
    scored = fold_scores(found).items()
    return {f"agreement, {fit.title_of(key)}": float(each.mean()) for key, each in scored}


def formulas(context: Context, found: Evaluation) -> list[Formula]:
    """The equations in use, with the values of their symbols."""
    return evaluation_formulas(found, context.settings.level / 100)


def code(context: Context) -> str:
    """Python that gives the same numbers and the same picture again."""
    plan, n = make_plan(context.settings, context.seed), context.dataset.n
    given: dict[str, object] = {"folds": plan.folds, "repeats": plan.repeats}
    given |= {"settings": dict(plan.settings), "shares": plan.shares}
    given = {name: each for name, each in given.items() if each} | {"random_state": plan.seed}
    known, names = [], ["dataset.X", "labels", "truth", "dataset.groups", "dataset.weights"]
    if context.settings.objects < n:
        known += ["from belieflab.figures.common.view import sample_rows", ""]
        known += [f"rows = sample_rows(dataset.n, {context.seed}, {context.settings.objects})"]
        names = [f"{each}[rows]" for each in names]
    points, labels, truth, groups, weights = names
    if context.truth is not None:
        known += ["import numpy as np", ""]
        known += ["names = np.array([*dataset.class_names, None], dtype=object)"]
        known += ["truth = names[dataset.truth]  # -1, unknown, is the last: None"]
        given["truth"] = Name(truth)
    given |= {} if context.dataset.groups is None else {"groups": Name(groups)}
    given |= {} if context.dataset.weights is None else {"weights": Name(weights)}
    call = format_call("evaluate", [Name(points), Name(labels), list(plan.classifiers)], given)
    return script(
        context,
        "from belieflab.evaluation import DecisionCosts, evaluate",
        "from belieflab.evaluation.report import compare, summarise",
        "from belieflab.evaluation.verdict import verdict",
        "from belieflab.figures.evaluate import draw_intervals",
        *known,
        f"found = {call}",
        "print(verdict(found))",
        f"costs = {write_costs(context.costs)}",
        f"print(summarise(found, costs, against={context.settings.against!r}))",
        "if len(found.failed) + 1 < len(found.plan.classifiers): print(compare(found))",
        *code_methods_apart(context),
        "figure = draw_intervals(summarise(found))",
        "# figure.show() opens a browser",
    )
