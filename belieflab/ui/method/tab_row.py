"""The tabs of a method page: its own, and those that all have."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from belieflab.ui.method import code_tab, pins, prediction
from belieflab.ui.method.context import Context
from belieflab.ui.method.numbers import draw_formulas
from belieflab.ui.method.tasks import Outcome, Status
from belieflab.ui.shell.pinned import Pinned

if TYPE_CHECKING:
    from belieflab.ui.method.method_page import MethodPage

Pin = Callable[[], Pinned] | None
COMPARE, FORMULA, CODE = "Compare pinned", "Formula", "Code"


def all_tabs(
    declared: "MethodPage", context: Context, outcome: Outcome, pin: Pin
) -> dict[str, Callable[[], None]]:
    """Result, Compare pinned, the other tabs of the page, Predict, Formula, Code."""

    def draw_equations() -> None:
        if pin is None:
            st.caption("The equations appear with their values after a run.")
        else:
            draw_formulas(declared.formulas(context, outcome.value))

    tabs: dict[str, Callable[[], None]] = {
        COMPARE: lambda: pins.draw_compare(declared.key, None if pin is None else pin()),
        FORMULA: draw_equations,
        CODE: lambda: code_tab.draw(declared.key, _code(declared, context), context.workspace),
    }
    first, *others = (title for title in declared.tabs if title not in tabs)
    tabs |= {title: partial(draw, context, outcome) for title, draw in declared.tabs.items()}
    if declared.prediction is not None:
        others.append(prediction.PREDICT)
        tabs[prediction.PREDICT] = partial(_predict, context, outcome, declared.prediction)
    return {title: tabs[title] for title in (first, COMPARE, *others, FORMULA, CODE)}


def _predict(context: Context, outcome: Outcome, declared: prediction.Prediction) -> None:
    if outcome.ready:
        prediction.draw(context, outcome.value, declared)
    elif outcome.status is Status.RUNNING:
        st.caption("This comes when the run has ended or is stopped.")
    else:
        st.caption("Press Run: this comes with the result.")


def _code(declared: "MethodPage", context: Context) -> str:
    """The code of the page, and how its model predicts a second file."""
    code = declared.code(context)
    if declared.prediction is None:
        return code
    return code + prediction.code_lines(declared.prediction, context)
