"""Formula: the equation in use, its symbols with their current values, and its paper."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from belieflab.formulas import Formula, Symbol
from belieflab.ui.shell.text import plain

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
    rows = [
        f"| ${symbol.latex}$ | {_cell(symbol.meaning)} | {_cell(_written(symbol.value))} |"
        for symbol in symbols
    ]
    return ["| symbol | meaning | value |", "| --- | --- | --- |", *rows]


def _cell(text: object) -> str:
    return plain(text) or "–"


def _written(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
