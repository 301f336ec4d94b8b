"""How a page predicts the objects of a second file: what it declares, and the lines of its code.

The tab itself is in `prediction_tab`, loaded when it is first opened: it needs every model.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from belieflab.data.reading.missing import Treatment
from belieflab.ui.method.code_tab import Name, format_call
from belieflab.ui.method.context import Context

if TYPE_CHECKING:
    from belieflab.saving.predictor import Rule

PREDICT = "Predict"
KEPT = "shell.second_file"
"""Where the second file of a page stands in the session."""


@dataclass(frozen=True)
class Prediction:
    """How a page predicts: its model with what that learned from, and its rule for sets.

    Parameters
    ----------
    model : the fitted model in a result of the page; a DataError is the sentence why there is none,
        and None says that the page has drawn what is waited for
    given : further arguments of `Predictor.of`, for the settings there are
    rule : the page's rule for decisions and sets; None: the model's own decision, strong dominance
    rule_code : lines of code that import it, then the expression that gives it
    model_code : lines of code that give `model`, where the code of the page does not
    axes : of the picture; None: those that pages with a plane have
    """

    model: Callable[[Context, Any], Any]
    given: Callable[[Context], dict[str, Any]] = lambda _: {}
    rule: Callable[[Context], "Rule | None"] = lambda _: None
    rule_code: Callable[[Context], tuple[str, ...]] = lambda _: ()
    model_code: Callable[[Context], tuple[str, ...]] = lambda _: ()
    axes: Callable[[Context], tuple[str, str]] | None = None


@dataclass(frozen=True, eq=False)
class Second:
    """A second file as it was read, and what a person chose for its missing values."""

    name: str
    token: str
    table: pd.DataFrame
    missing: Treatment | None = None


def treatment_of(second: Second | None, filled: bool) -> Treatment:
    """What becomes of missing values: as chosen, else what became of them in training."""
    known = None if second is None else second.missing
    return known or ("median" if filled else "drop")


def draw(context: Context, value: Any, declared: Prediction) -> None:
    """Draw the tab."""
    from belieflab.ui.method import prediction_tab

    prediction_tab.draw(context, value, declared)


def code_lines(declared: Prediction, context: Context) -> str:
    """The lines of exported code that predict a second file; comments while there is none."""
    second: Second | None = st.session_state.get(f"{KEPT}.{context.page}")
    made = format_call("Predictor.of", [Name("model"), Name("dataset")], declared.given(context))
    table = [Name("model"), Name("new"), Name("predictor.predict(new)")]
    *imported, rule = declared.rule_code(context) or ("",)
    given = {"rule": Name(rule)} if rule else {}
    read = [Name("read_table(content, sniff(content))")]
    treated = treatment_of(second, context.dataset.filled)
    matched = format_call("predictor.features.match", read, {"missing": treated})
    lines = [
        *imported,
        "from pathlib import Path",
        "",
        "from belieflab.data.reading import read_table, sniff",
        "from belieflab.saving.predictor import Predictor, prediction_table",
        "",
        f"content = Path({(second.name if second else 'new.csv')!r}).read_bytes()",
        *declared.model_code(context),
        f"predictor = {made}",
        f"new = {matched}",
        f"predicted = {format_call('prediction_table', table, given)}",
    ]
    title = "# The objects of a second file, columns matched by name"
    if second is None:
        lines = [f"# {line}".rstrip() for line in "\n".join(lines).split("\n")]
        title += ", by these lines:"
    return "\n".join(["", title, *lines, ""])
