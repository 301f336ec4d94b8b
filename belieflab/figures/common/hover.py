"""What the pointer says over an object: its row, its label and the beliefs in it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.figures.common.text import plain

_MOST_PARTS = 6
"""Sets or classes named in one line; the rest is three dots."""


def describe_rows(
    rows: NDArray[np.int64],
    labels: MassTable | None = None,
    truth: NDArray[np.int64] | None = None,
    class_names: Sequence[str] = (),
    responsibilities: MassTable | None = None,
) -> list[str]:
    """One hover text per chosen row, rows counted from 1, masses before plausibilities.

    `responsibilities` are those of a mixture's components, for all rows.
    """
    parts = [[f"<b>Row {row + 1}</b>" for row in rows.tolist()]]
    if labels is not None:
        chosen = labels[rows]
        classes = [plain(name, 30) for name in chosen.frame.names]
        parts.append([f"mass: {words}" for words in list_masses(chosen)])
        parts.append([f"plausibility: {words}" for words in _listed(classes, chosen.contour())])
    if responsibilities is not None:
        names = [plain(name, 30) for name in responsibilities.frame.names]
        shares = responsibilities[rows].contour()
        parts.append([f"responsibility: {words}" for words in _listed(names, shares)])
    if truth is not None:
        known = [*(plain(name, 30) for name in class_names), "unknown"]
        parts.append([f"truth: {known[code]}" for code in truth[rows].tolist()])
    return ["<br>".join(lines) for lines in zip(*parts, strict=True)]


def list_masses(table: MassTable) -> list[str]:
    """For each row its masses in one line, largest first."""
    names = [set_name(table.frame, int(mask)) for mask in table.focal]
    return _listed(names, table.mass)


def set_name(frame: Frame, mask: int, longest: int = 40) -> str:
    """Name of a set of classes, safe for Plotly."""
    return plain(frame.format(mask), longest)


def _listed(names: list[str], values: NDArray[np.float64]) -> list[str]:
    """For each row `a 0.70 · b 0.30`, largest first, what rounds to nothing left out."""
    order = np.argsort(-values, axis=1, kind="stable")[:, :_MOST_PARTS]
    largest = np.take_along_axis(values, order, axis=1)
    counts = (values >= 0.005).sum(axis=1).tolist()
    texts = []
    for places, numbers, count in zip(order.tolist(), largest.tolist(), counts, strict=True):
        shown = zip(places[:count], numbers[:count], strict=True)
        words = " · ".join([f"{names[j]} {number:.2f}" for j, number in shown])
        texts.append(words + " · …" if count > _MOST_PARTS else words)
    return texts
