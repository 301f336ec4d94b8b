"""Tables for LaTeX, with the rules of the package booktabs."""

import math
from typing import Any

import pandas as pd

MAX_ROWS = 40
"""A longer table has no place on a page and is for a program; its first rows are shown."""

MAX_COLUMNS = 6
"""A wider table is scaled to the width of the text, which takes the package graphicx."""

_SIGNS = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "Ω": r"$\Omega$",
    "ω": r"$\omega$",
    "∅": r"$\emptyset$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "γ": r"$\gamma$",
    "δ": r"$\delta$",
    "ξ": r"$\xi$",
    "κ": r"$\kappa$",
    "λ": r"$\lambda$",
    "≠": r"$\neq$",
    "√": r"$\sqrt{}$",
    "–": "--",
}


def escape(text: str) -> str:
    """Text as LaTeX prints it: nothing in it is a command."""
    return "".join(_SIGNS.get(sign, sign) for sign in " ".join(text.split()))


def to_latex(table: pd.DataFrame, caption: str, label: str) -> str:
    r"""A table in a `table` environment; numbers are aligned right, texts left.

    Examples
    --------
    >>> import pandas as pd
    >>> print(to_latex(pd.DataFrame({"a_1": ["x & y"], "b": [0.25]}), "Two", "two"))
    \begin{table}
      \centering
      \caption{Two}
      \label{tab:two}
      \begin{tabular}{lr}
        \toprule
        a\_1 & b \\
        \midrule
        x \& y & 0.25 \\
        \bottomrule
      \end{tabular}
    \end{table}
    """
    shown, wide = table.head(MAX_ROWS), table.shape[1] > MAX_COLUMNS
    numeric = [pd.api.types.is_numeric_dtype(shown[column]) for column in shown.columns]
    lines = [" & ".join(escape(str(column)) for column in shown.columns)]
    lines += [" & ".join(map(_cell, row)) for row in shown.itertuples(index=False, name=None)]
    head, *body = (f"    {line} \\\\" for line in lines)
    if len(table) > len(shown):
        caption = f"{caption} (first {len(shown)} of {len(table):,} rows)"
    rows = [
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{escape(caption)}}}",
        rf"  \label{{tab:{label}}}",
        *([r"  \resizebox{\linewidth}{!}{%"] if wide else []),
        rf"  \begin{{tabular}}{{{''.join('r' if each else 'l' for each in numeric)}}}",
        r"    \toprule",
        head,
        r"    \midrule",
        *body,
        r"    \bottomrule",
        r"  \end{tabular}}" if wide else r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(rows)


def _cell(value: Any) -> str:
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return "--"
    if isinstance(value, float):
        return _number(value) if math.isfinite(value) else rf"${'-' if value < 0 else ''}\infty$"
    return escape(str(value))


def _number(value: float) -> str:
    """Four digits, with a power of ten as it is printed."""
    digits, _, power = f"{value:.4g}".partition("e")
    return rf"${digits} \times 10^{{{int(power)}}}$" if power else digits
