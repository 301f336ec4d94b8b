"""Formula: the equation in use, its symbols with their current values, and its paper."""

from collections.abc import Sequence

import streamlit as st

from belieflab.formulas import Formula, Symbol
from belieflab.ui.shell.text import plain, written

__all__ = ["Formula", "Symbol", "draw"]


def draw(formulas: Sequence[Formula]) -> None:
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
    rows = [f"| ${latex}$ | {meaning or '–'} | {value or '–'} |" for latex, meaning, value in cells]
    return ["| symbol | meaning | value |", "| --- | --- | --- |", *rows]
