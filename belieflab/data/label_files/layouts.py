"""The ways a file can hold labels, one entry each: how they are recognised, read and written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from belieflab.belief import Frame, MassTable
from belieflab.data.label_files import composing, number_labels, text_labels
from belieflab.data.label_files.notation import (
    DOUBT,
    PLAUSIBILITY,
    PROBABILITY,
    is_focal_heading,
    parse_heading,
)
from belieflab.registry import Registry


@dataclass(frozen=True)
class Layout:
    """One way to write soft labels in columns.

    Attributes
    ----------
    key, title, explanation : its name in code, on screen, and one sentence
    example : the file in `sample_data/` that shows it
    owns : whether a heading can only be meant for this layout
    read : label columns on a given frame into a mass table
    classes : the classes that columns name, and whether the file itself fixes their order
    names : where the class names stand: in cells, in headings, or nowhere but by position
    n_columns : how many columns it takes; None: as many as there are classes or sets
    compose : a mass table into columns, exactly; None when the layout is read only
    """

    key: str
    title: str
    explanation: str
    example: str
    owns: Callable[[str], bool]
    read: Callable[[pd.DataFrame, Frame], MassTable]
    classes: Callable[[pd.DataFrame], tuple[tuple[str, ...], bool]]
    names: Literal["cells", "headings", "positions"]
    n_columns: int | None = None
    compose: Callable[[MassTable], pd.DataFrame] | None = None

    @property
    def writable(self) -> bool:
        """Whether labels can be written in this layout."""
        return self.compose is not None


def _called(*names: str) -> Callable[[str], bool]:
    return lambda heading: parse_heading(heading).name.strip().lower() in names


def _starts_with(prefix: str) -> Callable[[str], bool]:
    return lambda heading: heading.startswith(prefix) and len(heading) > len(prefix)


LAYOUTS = Registry(
    "label layout",
    [
        Layout(
            "hard",
            "One class per row",
            "One column `label` holds a class name; a blank cell means the class is unknown.",
            "labels_hard.csv",
            owns=_called("label"),
            read=text_labels.read_hard,
            classes=text_labels.classes_in_cells,
            names="cells",
            n_columns=1,
            compose=composing.compose_hard,
        ),
        Layout(
            "sets",
            "A set of classes per row",
            "One column `set` holds the possible classes as `a|b`; "
            "`*` or a blank cell means anything.",
            "labels_sets.csv",
            owns=_called("set"),
            read=text_labels.read_sets,
            classes=text_labels.classes_in_sets,
            names="cells",
            n_columns=1,
            compose=composing.compose_sets,
        ),
        Layout(
            "guess-doubt",
            "A guess and a doubt",
            "The column `guess` holds a class name, `doubt` a number from 0 (sure) to 1 (no idea).",
            "labels_guess_doubt.csv",
            owns=_called("guess", DOUBT),
            read=text_labels.read_guess_and_doubt,
            classes=text_labels.classes_in_cells,
            names="cells",
            n_columns=2,
            compose=composing.compose_guess_and_doubt,
        ),
        Layout(
            "probabilities",
            "Probability of each class",
            "One column per class, named `p:class` or just `class`; every row sums to 1.",
            "labels_probabilities.csv",
            owns=_starts_with(PROBABILITY),
            read=number_labels.read_probabilities,
            classes=number_labels.classes_of_columns,
            names="headings",
            compose=composing.compose_probabilities,
        ),
        Layout(
            "plausibilities",
            "Plausibility of each class",
            "One column per class, named `pl:class` or just `class`, holds its plausibility, "
            "0 to 1.",
            "labels_plausibilities.csv",
            owns=_starts_with(PLAUSIBILITY),
            read=number_labels.read_plausibilities,
            classes=number_labels.classes_of_columns,
            names="headings",
            compose=composing.compose_plausibilities,
        ),
        Layout(
            "masses",
            "Mass of each focal set",
            "One column per set of classes, named `{a}`, `{a, b}`, `Ω` or `∅`, holds its mass; "
            "every row sums to 1.",
            "labels_masses.csv",
            owns=is_focal_heading,
            read=number_labels.read_masses,
            classes=number_labels.classes_of_sets,
            names="headings",
            compose=composing.compose_masses,
        ),
        Layout(
            "counts",
            "Votes for each class, as shares",
            "One column per class, named `count_class` or `votes_class`, holds a number of votes; "
            "every row is divided by its sum, and no vote means unknown.",
            "labels_counts.csv",
            owns=lambda heading: False,
            read=number_labels.read_counts,
            classes=number_labels.classes_of_columns,
            names="headings",
        ),
        Layout(
            "counts-doubt",
            "Votes for each class, and one for any",
            "The same columns; one more vote goes to the set of all classes, so that few votes "
            "leave much open: with N votes its mass is 1/(N + 1).",
            "labels_counts.csv",
            owns=lambda heading: False,
            read=number_labels.read_counts_with_doubt,
            classes=number_labels.classes_of_columns,
            names="headings",
        ),
        Layout(
            "bitmasks",
            "Mass of all 2^K sets by number",
            "2^K columns without names: column number j, counted from 0, holds the mass of the set "
            "whose members are the bits of j.",
            "crowd/y.csv",
            owns=lambda heading: False,
            read=number_labels.read_bitmasks,
            classes=number_labels.classes_by_number,
            names="positions",
        ),
    ],
)
"""Every layout by its key; headings are offered to the layouts from the last to the first."""


def is_label_heading(text: str) -> bool:
    """Whether a heading can only be meant as a label column."""
    return any(layout.owns(text) for layout in LAYOUTS.values())


def label_headings(headings: list[str]) -> list[str]:
    """The headings of the first layout that owns some; a doubt needs a guess beside it."""
    for layout in reversed(LAYOUTS.values()):
        owned = [heading for heading in headings if layout.owns(heading)]
        if any(not _called(DOUBT)(heading) for heading in owned):
            return owned
    return []
