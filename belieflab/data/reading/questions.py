"""Questions about a table and their answers; how numbers for the classes are to be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from belieflab.data.label_files import (
    LAYOUTS,
    as_names,
    neither_sums_nor_peaks,
    read_labels,
    sort_names,
)
from belieflab.data.label_files.notation import PLAUSIBILITY, split_loose_heading
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.roles import Roles
from belieflab.errors import DataError

MAX_LISTED = 4
_LONGEST_VALUE = 20
DIVIDED = "Probabilities, divided by their sum"


ANSWERS, TRUTH, LABELS = "answers", "truth", "labels"
"""Where an answer leads when the table is no table of objects: a crowd, or classes for data."""


WHOLE, VOTES = "table", "votes"
"""The keys of questions about what the whole table is, and whether some counts are votes."""
CLASSES = frozenset({"classes", "label"})
"""The keys of questions about the true classes."""


@dataclass(frozen=True)
class Answer:
    """One answer: its title, and the roles (and the layout of the labels) that it means.

    `leads` says what the table is where it is no table of objects, `columns` which of its columns
    hold the workers, the items and the answers then; `training` as in `Roles`.
    """

    title: str
    roles: Mapping[str, Role] = field(default_factory=dict)
    layout: str | None = None
    leads: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    training: tuple[str, ...] | None = None

    def applied_to(self, roles: Roles) -> Roles:
        """The roles with what the answer means."""
        roles = roles.with_roles(self.roles)
        if self.layout is not None:
            roles = replace(roles, layout=self.layout)
        return roles if self.training is None else replace(roles, training=self.training)


@dataclass(frozen=True)
class Question:
    """What only a person knows about a table; `key` differs from question to question."""

    key: str
    text: str
    answers: tuple[Answer, ...]


def ask_about_numbers(columns: pd.DataFrame, layout: str) -> Question | None:
    """How numbers per class are to be read, where the file leaves that open; both are shown."""
    if layout in ("counts", "counts-doubt"):
        votes = "Votes for the classes are read as:"
        text, keys = votes if are_votes(columns) else _sums(columns), ("counts", "counts-doubt")
    elif layout in ("plausibilities", "probabilities") and _in_doubt(columns):
        text, keys = _sums(columns), ("plausibilities", "counts")
        keys = keys if layout == "plausibilities" else keys[::-1]  # as the headings say, first
    else:
        return None
    answers = [Answer(show_reading(columns, key), layout=key) for key in keys]
    return Question("numbers", text, tuple(answers))


def are_votes(columns: pd.DataFrame) -> bool:
    """Whether numbers per class are whole, as votes are; percentages have fractions."""
    values = columns.select_dtypes("number").to_numpy(dtype=np.float64, na_value=0.0)
    return bool((values == np.floor(values)).all())


def _sums(columns: pd.DataFrame) -> str:
    totals = columns.sum(axis=1)
    between = f"The numbers of a row sum to between {totals.min():.3g} and {totals.max():.3g}."
    return f"{between} They are read as:"


def _in_doubt(columns: pd.DataFrame) -> bool:
    if all(_says_plausibility(str(heading)) for heading in columns):
        return False
    values = columns.to_numpy(dtype=np.float64, na_value=np.nan)
    return bool(np.isfinite(values).all()) and neither_sums_nor_peaks(values)


def _says_plausibility(heading: str) -> bool:
    loose = split_loose_heading(heading)
    return heading.startswith(PLAUSIBILITY) or (loose is not None and loose[0] == "plausibilities")


def name_layout(columns: pd.DataFrame, layout: str) -> str:
    """What label columns are read as; shares that were divided by their sum are no votes."""
    if layout == "counts" and not are_votes(columns):
        return DIVIDED.lower()
    return LAYOUTS[layout].title.lower()


def show_reading(columns: pd.DataFrame, layout: str) -> str:
    """What a layout makes of the first row."""
    title = DIVIDED if layout == "counts" else LAYOUTS[layout].title
    try:
        table = read_labels(columns.iloc[:1], layout)
    except DataError:
        return title
    found = zip(table.focal.tolist(), table.mass[0].tolist(), strict=True)
    parts = [f"m({table.frame.format(mask)}) = {mass:.2g}" for mask, mass in found if mass >= 0.005]
    more = ", …" if len(parts) > MAX_LISTED else ""
    return f"{title}: row 1 is {', '.join(parts[:MAX_LISTED])}{more}"


def list_values(frame: pd.DataFrame, name: str) -> str:
    """The first values of a column."""
    values = sort_names({value for value in as_names(frame[name]) if value is not None})
    short = [cut(" ".join(value.split())) for value in values[:MAX_LISTED]]
    return ", ".join(short) + (", …" if len(values) > MAX_LISTED else "")


def cut(text: str) -> str:
    """A text that is not too long for an answer."""
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1].rstrip() + "…"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 feature`, `1,797 objects`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
