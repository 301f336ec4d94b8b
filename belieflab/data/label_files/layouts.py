"""The ways a file can hold labels."""

from dataclasses import dataclass

from belieflab.errors import DataError


@dataclass(frozen=True)
class Layout:
    """One way to write soft labels in columns."""

    key: str
    title: str
    explanation: str
    example: str
    writable: bool = True


_ALL = (
    Layout(
        "hard",
        "One class per row",
        "One column `label` holds a class name; a blank cell means the class is unknown.",
        "labels_hard.csv",
    ),
    Layout(
        "sets",
        "A set of classes per row",
        "One column `set` holds the possible classes as `a|b`; `*` or a blank cell means anything.",
        "labels_sets.csv",
    ),
    Layout(
        "guess-doubt",
        "A guess and a doubt",
        "The column `guess` holds a class name, `doubt` a number from 0 (sure) to 1 (no idea).",
        "labels_guess_doubt.csv",
    ),
    Layout(
        "plausibilities",
        "Plausibility of each class",
        "One column per class, named `pl:class` or just `class`, holds its plausibility, 0 to 1.",
        "labels_plausibilities.csv",
    ),
    Layout(
        "probabilities",
        "Probability of each class",
        "One column per class, named `p:class` or just `class`; every row sums to 1.",
        "labels_probabilities.csv",
    ),
    Layout(
        "masses",
        "Mass of each focal set",
        "One column per set of classes, named `{a}`, `{a, b}`, `Ω` or `∅`, holds its mass; "
        "every row sums to 1.",
        "labels_masses.csv",
    ),
    Layout(
        "bitmasks",
        "Mass of all 2^K sets by number",
        "2^K columns without names: column number j, counted from 0, holds the mass of the set "
        "whose members are the bits of j.",
        "crowd/y.csv",
        writable=False,
    ),
)

LAYOUTS: dict[str, Layout] = {layout.key: layout for layout in _ALL}
"""Every layout by its key; class columns come in two kinds, plausibilities and probabilities."""


def check_layout(key: str) -> Layout:
    """The layout of a key; a DataError lists the keys."""
    if key not in LAYOUTS:
        raise DataError(f"{key!r} is not a label layout; choose among {', '.join(LAYOUTS)}.")
    return LAYOUTS[key]
