"""The tab Predict of Evaluate: one method learns from all objects, then predicts a second file."""

from functools import partial
from typing import Any

from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.ui.method import decision_costs
from belieflab.ui.method.context import Context
from belieflab.ui.method.made import draw_made
from belieflab.ui.method.prediction import Prediction
from belieflab.ui.pages.evaluate.settings import PAGE, make_plan
from belieflab.ui.pages.evaluate.tabs import draw_method


def draw_model(context: Context, found: Evaluation) -> Any:
    """Draw the choice of a method; returns its model, None where that waits for Fit."""
    key = draw_method(context, found)
    entry, (n, p) = CLASSIFIERS.find(key), found.X.shape
    cost = entry.expected_cost(n, p, found.labels, found.plan.settings.get(key))
    token, make = (context.fit_token, key), partial(found.model_from_all, key)
    about = f"Fitting {entry.title} to {n:,} objects"
    return draw_made(f"{PAGE}.model", token, make, cost, about, label="Fit")


def model_code(context: Context) -> tuple[str, ...]:
    """The same model in exported code."""
    methods, chosen = make_plan(context.settings, context.seed).classifiers, context.settings.method
    key = chosen if chosen in methods else methods[0]
    return (f"model = found.model_from_all({key!r})",)


PREDICTION = Prediction(
    draw_model,
    rule=lambda context: context.costs,
    rule_code=lambda context: decision_costs.rule_code(context.costs),
    model_code=model_code,
)
