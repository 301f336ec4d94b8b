"""Hover texts: the row of an object, its label and the beliefs about it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.figures.common.text import plain

_MAX_PARTS = 6
"""Sets or classes named in one line; the rest is three dots."""


def describe_rows(
    rows: NDArray[np.int64],
    labels: MassTable | None = None,
    truth: NDArray[np.int64] | None = None,
    class_names: Sequence[str] = (),
    probabilities: tuple[str, MassTable] | None = None,
) -> list[str]:
    """One hover text per chosen row, rows counted from 1, masses before plausibilities.

    `labels`, `truth` and `probabilities` are of all rows; `probabilities` come with what they are
    called, such as `responsibility`.
    """
    parts = [[f"<b>Row {row + 1}</b>" for row in rows.tolist()]]
    if labels is not None:
        chosen = labels[rows]
        classes = [plain(name, 30) for name in chosen.frame.names]
        parts.append([f"mass: {text}" for text in list_masses(chosen)])
        parts.append([f"plausibility: {text}" for text in _listed(classes, chosen.contour())])
    if probabilities is not None:
        word, table = probabilities
        parts.append([f"{word}: {text}" for text in list_probabilities(table[rows])])
    if truth is not None:
        parts.append(truth_lines(truth[rows], class_names))
    return ["<br>".join(lines) for lines in zip(*parts, strict=True)]


def truth_lines(truth: NDArray[np.int64], class_names: Sequence[str]) -> list[str]:
    """One line per object: the name of its true class; -1 is unknown."""
    names = [*(plain(name, 30) for name in class_names), "unknown"]
    return [f"truth: {names[code]}" for code in truth.tolist()]


def list_masses(table: MassTable) -> list[str]:
    """For each row its masses in one line, largest first."""
    return _listed([set_name(table.frame, int(mask)) for mask in table.focal], table.mass)


def list_probabilities(table: MassTable) -> list[str]:
    """For each row its probabilities in one line, largest first."""
    return _listed([plain(name, 30) for name in table.frame.names], table.contour())


def set_name(frame: Frame, mask: int, max_length: int = 40) -> str:
    """Name of a set of classes, safe for Plotly."""
    return plain(frame.format(mask), max_length)


def largest_first(values: NDArray[np.float64], count: int) -> list[list[tuple[int, float]]]:
    """For each row the places and values of its largest numbers; what rounds to 0 is left out."""
    order = np.argsort(-values, axis=1, kind="stable")[:, :count]
    largest = np.take_along_axis(values, order, axis=1)
    return [
        [(j, value) for j, value in zip(columns, numbers, strict=True) if value >= 0.005]
        for columns, numbers in zip(order.tolist(), largest.tolist(), strict=True)
    ]


def _listed(names: list[str], values: NDArray[np.float64]) -> list[str]:
    """For each row `a 0.70 · b 0.30`, largest first, three dots for what is too much."""
    texts = []
    for shown in largest_first(values, _MAX_PARTS + 1):
        parts = [f"{names[j]} {value:.2f}" for j, value in shown]
        texts.append(" · ".join(parts if len(parts) <= _MAX_PARTS else [*parts[:_MAX_PARTS], "…"]))
    return texts
