"""What the pointer says over an object: its row, its label and the beliefs in it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.figures.text import plain

_MOST_PARTS = 6
"""Sets or classes named in one line; the rest is three dots."""


def describe_rows(
    rows: NDArray[np.int64],
    labels: MassTable | None = None,
    truth: NDArray[np.int64] | None = None,
    class_names: Sequence[str] = (),
) -> list[str]:
    """One hover text per chosen row, rows counted from 1, masses before plausibilities."""
    lines = [[f"<b>Row {row + 1}</b>"] for row in rows.tolist()]
    if labels is not None:
        chosen = labels[rows]
        names = [set_name(chosen.frame, int(mask)) for mask in chosen.focal]
        classes = [plain(name, 30) for name in chosen.frame.names]
        contour = chosen.contour()
        for i, line in enumerate(lines):
            line.append("mass: " + _parts(names, chosen.mass[i]))
            line.append("plausibility: " + _parts(classes, contour[i]))
    if truth is not None:
        known = [plain(name, 30) for name in class_names]
        for line, code in zip(lines, truth[rows].tolist(), strict=True):
            line.append(f"truth: {known[code] if 0 <= code < len(known) else 'unknown'}")
    return ["<br>".join(line) for line in lines]


def set_name(frame: Frame, mask: int, longest: int = 40) -> str:
    """Name of a set of classes, safe for Plotly."""
    return plain(frame.format(mask), longest)


def _parts(names: list[str], values: NDArray[np.float64]) -> str:
    """`a 0.70 · b 0.30`, largest first, what rounds to nothing left out."""
    order = [j for j in np.argsort(-values, kind="stable").tolist() if values[j] >= 0.005]
    shown = [f"{names[j]} {values[j]:.2f}" for j in order[:_MOST_PARTS]]
    return " · ".join(shown) + (" · …" if len(order) > _MOST_PARTS else "")
