"""The tab Predict of Evaluate: one method learns from all objects, then predicts a second file."""

from functools import partial

from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.ui.method import prediction
from belieflab.ui.method.context import Context
from belieflab.ui.method.decision_costs import write_costs
from belieflab.ui.method.made import draw_made
from belieflab.ui.method.method_page import with_result
from belieflab.ui.pages.evaluate import text
from belieflab.ui.pages.evaluate.settings import PAGE, make_plan
from belieflab.ui.pages.evaluate.tabs import draw_method

DECLARED = prediction.Prediction(
    lambda _, model: model,
    rule=lambda context: context.costs.masks,
    rule_code=lambda context: (
        "from belieflab.evaluation import DecisionCosts",
        f"{write_costs(context.costs)}.masks",
    ),
)


@with_result
def show_prediction(context: Context, found: Evaluation) -> None:
    """Draw the choice of a method, and what its model says about the objects of a file."""
    key = draw_method(context, found)
    entry, (n, p) = CLASSIFIERS.find(key), found.X.shape
    cost = entry.expected_cost(n, p, found.labels, found.plan.settings.get(key))
    token, make = (context.fit_token, key), partial(found.model_from_all, key)
    about = f"Fitting {entry.title} to {n:,} objects"
    model = draw_made(f"{PAGE}.model", token, make, cost, about, label="Fit")
    if model is not None:
        prediction.draw(context, model, DECLARED)


def code(context: Context) -> str:
    """The code of the page, and how the method in view predicts a second file."""
    methods, chosen = make_plan(context.settings, context.seed).classifiers, context.settings.method
    key = chosen if chosen in methods else methods[0]
    before, sign, rest = prediction.code_lines(DECLARED, context).partition("predictor = ")
    mark = "# " if before.endswith("# ") else ""
    made = f"model = found.model_from_all({key!r})"
    return f"{text.code(context)}{before}{made}\n{mark}{sign}{rest}"
