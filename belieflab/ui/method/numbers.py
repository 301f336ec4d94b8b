"""What a page says of a result in numbers, tables, notes and equations."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from belieflab.formulas import Formula, Symbol
from belieflab.iteration import Ending
from belieflab.ui.method.context import Context
from belieflab.ui.shell.text import plain, written

Number = str | tuple[str, str]
"""What is shown, or that and its explanation."""

NO_VALUE = "–"
"""What stands where there is no number."""

MAX_ROWS = 100_000
"""Objects in a table on screen: each takes about a kilobyte, here and in the browser."""

ENDINGS = {
    Ending.STOPPED: "It was stopped before it had converged.",
    Ending.MAX_ITER: "It reached the largest number of iterations before it had converged.",
}


def draw_numbers(page: str, numbers: Mapping[str, Number]) -> None:
    """Draw the numbers in one row, each under its title, never cut off."""
    with st.container(horizontal=True, gap="small", key=f"{page}_numbers"):
        for title, number in numbers.items():
            text, help_text = (number, None) if isinstance(number, str) else number
            st.metric(title, text, width="content", help=help_text)


def draw_table(
    table: pd.DataFrame,
    key: str | None = None,
    form: str = "%.6g",
    columns: Mapping[str, Any] | None = None,
    **look: Any,
) -> None:
    """Draw a table whose fractions are written in one form, but for columns of their own look.

    Where there is no number `NO_VALUE` stands.
    """
    number = st.column_config.NumberColumn(format=form)
    config = {str(name): number for name in table.select_dtypes("float")} | dict(columns or {})
    look = {"hide_index": True} | look
    st.dataframe(table, key=key, column_config=config, placeholder=NO_VALUE, **look)


def listed_rows(n: int) -> NDArray[np.int64]:
    """The objects that a table on screen lists, by number: of very many the first."""
    return np.arange(min(n, MAX_ROWS))


def note_unlisted(n: int, where: str) -> None:
    """Say that a table lists the first of so many objects only, and where the others are."""
    if n > MAX_ROWS:
        st.caption(f"The first {MAX_ROWS:,} of {n:,} objects. {where}")


def draw_notes(model: Any) -> None:
    """Draw what an estimator notes about its fit, and why it ended where it did not converge."""
    for note in model.notes_:
        st.warning(plain(note), icon=":material/warning:")
    ending = getattr(model, "ending_", None)
    if ending in ENDINGS:
        st.caption(ENDINGS[ending])


def draw_formulas(formulas: Sequence[Formula]) -> None:
    """Draw the equations one under the other; values are shown letter by letter."""
    for formula in formulas:
        st.markdown(f"**{formula.title}**")
        st.latex(formula.latex)
        if formula.symbols:
            st.markdown("\n".join(_rows(formula.symbols)))
        st.caption(plain(formula.source))


def _rows(symbols: Sequence[Symbol]) -> list[str]:
    """A Markdown table: only the LaTeX is read as more than text."""
    cells = ((each.latex, plain(each.meaning), plain(written(each.value))) for each in symbols)
    rows = [
        f"| ${latex}$ | {meaning or NO_VALUE} | {value or NO_VALUE} |"
        for latex, meaning, value in cells
    ]
    return ["| symbol | meaning | value |", "| --- | --- | --- |", *rows]


def adjusted_rand(context: Context, labels: NDArray[np.int64]) -> float | None:
    """The index of clusters with the true classes that are known; None without, or while hidden."""
    from sklearn.metrics import adjusted_rand_score  # two seconds that few pages need

    truth = context.truth
    if truth is None or not (truth >= 0).any():
        return None
    return float(adjusted_rand_score(truth[truth >= 0], labels[truth >= 0]))
