"""Hover texts: the name of an object, its label and the beliefs about it."""

from collections.abc import Sequence

import numpy as np

from belieflab.belief import Frame, MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.text import plain

_TEXT_LENGTH = 80
_MAX_PARTS = 4
"""Sets or classes named in one line; the rest is three dots."""


def describe_rows(
    rows: Integers,
    labels: MassTable | None = None,
    truth: Integers | None = None,
    class_names: Sequence[str] = (),
    probabilities: tuple[str, MassTable] | None = None,
    dataset: Dataset | None = None,
) -> list[str]:
    """One hover text per chosen row, masses before plausibilities.

    `labels`, `truth` and `probabilities` are of all rows; `probabilities` come with what they are
    called, such as `responsibility`. `dataset` names the objects by their ids, if it has some.
    """
    parts: list[tuple[str, list[str]]] = []
    if labels is not None:
        chosen = labels[rows]
        parts = [("mass", list_masses(chosen)), ("plausibility", list_probabilities(chosen))]
    if probabilities is not None:
        parts.append((probabilities[0], list_probabilities(probabilities[1][rows])))
    lines = ["".join(f"<br>{word}: {texts[i]}" for word, texts in parts) for i in range(len(rows))]
    return row_texts(rows, lines, truth, class_names, dataset)


def row_texts(
    rows: Integers,
    lines: Sequence[str],
    truth: Integers | None,
    class_names: Sequence[str],
    dataset: Dataset | None = None,
) -> list[str]:
    """One hover text per row: its name, its lines, each begun by <br>, its true class and text.

    `truth` codes are of all rows; -1 is unknown.
    """
    names = [*(plain(name, 30) for name in class_names), "unknown"]
    codes = [] if truth is None else truth[rows].tolist()
    known = [f"<br>truth: {names[code]}" for code in codes] or [""] * len(rows)
    parts = zip(name_rows(rows, dataset), lines, known, _own_texts(rows, dataset), strict=True)
    return [f"<b>{name}</b>{text}{end}{own}" for name, text, end, own in parts]


def name_rows(rows: Integers, dataset: Dataset | None = None) -> list[str]:
    """The names of objects, safe for Plotly: `Row 12`, counted from 1, or their ids.

    Pixels are `Row 12, column 34`.
    """
    if dataset is None or not (dataset.ids or dataset.image_shape):
        return [f"Row {row + 1}" for row in rows.tolist()]
    names = [dataset.name_of(row) for row in rows.tolist()]
    return [plain(name, 60) for name in names] if dataset.ids else [*map(str.capitalize, names)]


def _own_texts(rows: Integers, dataset: Dataset | None) -> list[str]:
    if dataset is None or not dataset.texts:
        return [""] * len(rows)
    return [f"<br>{plain(dataset.texts[row], _TEXT_LENGTH)}" for row in rows.tolist()]


def list_masses(table: MassTable) -> list[str]:
    """For each row its masses in one line, largest first."""
    return _listed([set_name(table.frame, int(mask)) for mask in table.focal], table.mass)


def list_probabilities(table: MassTable) -> list[str]:
    """For each row its probabilities, or else plausibilities, in one line, largest first."""
    return _listed([plain(name, 30) for name in table.frame.names], table.contour())


def set_name(frame: Frame, mask: int, max_length: int = 40) -> str:
    """Name of a set of classes, safe for Plotly."""
    return plain(frame.format(mask), max_length)


def by_size(mask: int) -> tuple[int, int]:
    """Orders sets: small ones first, those of one size by their classes."""
    return mask.bit_count(), mask


def largest_first(values: Floats, count: int) -> list[list[tuple[int, float]]]:
    """For each row the places and values of its largest numbers; what rounds to 0 is left out."""
    order = np.argsort(-values, axis=1, kind="stable")[:, :count]
    largest = np.take_along_axis(values, order, axis=1)
    return [
        [(j, value) for j, value in zip(columns, numbers, strict=True) if value >= 0.005]
        for columns, numbers in zip(order.tolist(), largest.tolist(), strict=True)
    ]


def _listed(names: list[str], values: Floats) -> list[str]:
    """For each row `a 0.70 · b 0.30`, largest first, three dots for what is too much."""
    texts = []
    for shown in largest_first(values, _MAX_PARTS + 1):
        parts = [f"{names[j]} {value:.2f}" for j, value in shown]
        texts.append(" · ".join(parts if len(parts) <= _MAX_PARTS else [*parts[:_MAX_PARTS], "…"]))
    return texts
