"""What a table leaves in doubt, as questions; and what was understood, in one line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import translate

import numpy as np
import pandas as pd

from belieflab.data.label_files import (
    LAYOUTS,
    as_names,
    neither_sums_nor_peaks,
    parse_heading,
    read_labels,
    sort_names,
)
from belieflab.data.reading.columns import is_class_heading
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.roles import Roles, code_columns, text_columns
from belieflab.data.reading.row_roles import describe_split, may_be_groups, may_be_weights
from belieflab.errors import DataError

MAX_PATTERN = 4_000
"""Characters that name columns."""
_MAX_LISTED = 4
_MAX_TEXT_COLUMNS = 5
_LONGEST_VALUE = 20
_ROLE_TEXTS = {"feature": "it is a feature", "category": "it is a category"}


ANSWERS, TRUTH, LABELS = "answers", "truth", "labels"
"""Where an answer leads when the table is no table of objects: a crowd, or classes for data."""


WHOLE = "table"
"""The key of a question about what the whole table is."""


@dataclass(frozen=True)
class Answer:
    """One answer: its title, and the roles (and the layout of the labels) that it means.

    `leads` says what the table is where it is no table of objects, `columns` which of its columns
    hold the workers, the items and the answers then.
    """

    title: str
    roles: Mapping[str, Role] = field(default_factory=dict)
    layout: str | None = None
    leads: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """What only a person knows about a table; `key` differs from question to question."""

    key: str
    text: str
    answers: tuple[Answer, ...]


def find_questions(frame: pd.DataFrame, roles: Roles) -> tuple[Question, ...]:
    """What is in doubt about the roles that were guessed for a table; often nothing."""
    return (*_about_classes(frame, roles), *_about_rows(frame, roles))


def _about_rows(frame: pd.DataFrame, roles: Roles) -> list[Question]:
    """Whether a column weighs the rows or says which of them belong together."""
    found = []
    for name, role in roles.of.items():
        if role == "feature" and may_be_weights(frame, name):
            answers = Answer("A feature", {name: "feature"}), Answer("Weights", {name: "weight"})
            text = f"Is {name!r} a feature, or what each row counts?"
            found.append(Question(f"weight {name}", text, answers))
        elif role not in ("truth", "label", "split") and may_be_groups(frame, name):
            if "split" in roles.of.values():
                continue
            other: Role = "ignore" if role == "id" else role
            kept = Answer("Yes: folds keep them together", {name: "split"})
            alone = Answer(f"No: {_ROLE_TEXTS.get(other, 'ignore it')}", {name: other})
            text = f"Do the rows with the same {name!r} belong together?"
            found.append(Question(f"groups {name}", text, (kept, alone)))
    return found[:_MAX_LISTED]


def _about_classes(frame: pd.DataFrame, roles: Roles) -> tuple[Question, ...]:
    truth = roles.columns("truth")
    numbers = _numbers_of_labels(frame, roles)
    if numbers is not None:
        return (numbers,)
    if truth and parse_heading(truth[0]).name.strip().lower() == "label":
        return (_truth_or_labels(truth[0]),)
    if (truth and is_class_heading(truth[0])) or roles.columns("label"):
        return ()
    names = [name for name, role in roles.of.items() if role in ("feature", "category", "truth")]
    names = [name for name in names if name in truth or not may_be_groups(frame, name)]
    texts = text_columns(frame, names)
    if texts:
        several = 1 < len(texts) <= _MAX_TEXT_COLUMNS
        return (_which_classes(frame, texts, "category"),) if several else ()
    codes = code_columns(frame, names)
    return (_which_classes(frame, codes, "feature"),) if codes and len(names) > 1 else ()


def _numbers_of_labels(frame: pd.DataFrame, roles: Roles) -> Question | None:
    columns = frame[roles.columns("label")]
    question = None if roles.layout is None else ask_about_numbers(columns, roles.layout)
    if question is None or roles.layout != "counts" or are_votes(columns):
        return question
    features = Answer("Features", dict.fromkeys(roles.columns("label"), "feature"))
    return replace(question, answers=(*question.answers, features))


def ask_about_numbers(columns: pd.DataFrame, layout: str) -> Question | None:
    """How numbers per class are to be read, where the file leaves that open; both are shown."""
    if layout in ("counts", "counts-doubt"):
        votes = "Votes for the classes are read as:"
        text, keys = votes if are_votes(columns) else _sums(columns), ("counts", "counts-doubt")
    elif layout in ("plausibilities", "probabilities") and _in_doubt(columns):
        text, keys = _sums(columns), ("plausibilities", "counts")
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
    if any(heading.startswith("pl:") for heading in map(str, columns)):
        return False
    values = columns.to_numpy(dtype=np.float64, na_value=np.nan)
    return bool(np.isfinite(values).all()) and neither_sums_nor_peaks(values)


def show_reading(columns: pd.DataFrame, layout: str) -> str:
    """What a layout makes of the first row."""
    title = "Probabilities, divided by their sum" if layout == "counts" else LAYOUTS[layout].title
    try:
        table = read_labels(columns.iloc[:1], layout)
    except DataError:
        return title
    found = zip(table.focal.tolist(), table.mass[0].tolist(), strict=True)
    parts = [f"m({table.frame.format(mask)}) = {mass:.2g}" for mask, mass in found if mass >= 0.005]
    more = ", …" if len(parts) > _MAX_LISTED else ""
    return f"{title}: row 1 is {', '.join(parts[:_MAX_LISTED])}{more}"


def _truth_or_labels(column: str) -> Question:
    return Question(
        "label",
        f"Is {column!r} the true class of every object, or what somebody says about it?",
        (
            Answer("The true classes", {column: "truth"}),
            Answer("Labels, which may be wrong", {column: "label"}),
        ),
    )


def _which_classes(frame: pd.DataFrame, columns: list[str], otherwise: Role) -> Question:
    """Which column holds the true classes; the others have another role."""
    rest: dict[str, Role] = dict.fromkeys(columns, otherwise)
    answers = [
        Answer(f"{name} ({_listed(frame, name)})", {**rest, name: "truth"}) for name in columns
    ]
    kind = "features" if otherwise == "feature" else "categories"
    none = f"None: it is a {otherwise}" if len(columns) == 1 else f"None: they are {kind}"
    return Question(
        "classes", "Which column holds the true classes?", (*answers, Answer(none, rest))
    )


def _listed(frame: pd.DataFrame, name: str) -> str:
    values = sort_names({value for value in as_names(frame[name]) if value is not None})
    short = [_cut(" ".join(value.split())) for value in values[:_MAX_LISTED]]
    return ", ".join(short) + (", …" if len(values) > _MAX_LISTED else "")


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1].rstrip() + "…"


def describe_table(frame: pd.DataFrame, roles: Roles) -> str:
    """What was understood: `1,797 objects, 64 features, 10 classes in digit, labels: none`."""
    parts = [counted(len(frame), "object"), counted(len(roles.columns("feature")), "feature")]
    if relational := roles.columns("dissimilarity"):
        parts[1] = f"dissimilarities ({len(frame):,} × {len(relational):,})"
    categories, truth, ids = (roles.columns(role) for role in ("category", "truth", "id"))
    if categories:
        parts.append(counted(len(categories), "category", "categories"))
    for name in truth[:1]:
        parts.append(f"{counted(frame[name].nunique(), 'class', 'classes')} in {name}")
    parts += [] if truth else ["no classes" if relational else "true classes: none"]
    parts += [f"ids in {name}" for name in ids[:1]]
    parts += [f"texts in {name}" for name in roles.columns("text")[:1]]
    parts += _describe_others(frame, roles)
    labels = roles.columns("label")
    if relational and not labels:
        return ", ".join(parts)
    said = "none" if not labels else f"in {', '.join(labels[:_MAX_LISTED])}"
    if labels and roles.layout is not None:
        said = f"{LAYOUTS[roles.layout].title.lower()} {said}"
    return ", ".join([*parts, f"labels: {said}{', …' if len(labels) > _MAX_LISTED else ''}"])


def _describe_others(frame: pd.DataFrame, roles: Roles) -> list[str]:
    encoded, people = roles.columns("one-hot"), roles.columns("annotator")
    parts = [f"one-hot: {', '.join(encoded[:_MAX_LISTED])}"] if encoded else []
    parts += [f"answers of {counted(len(people), 'annotator')}"] if people else []
    for name in roles.columns("split")[:1]:
        cells = ["" if cell is None else cell for cell in as_names(frame[name])]
        parts.append(f"{describe_split(cells)} in {name}")
    return parts + [f"weights in {name}" for name in roles.columns("weight")[:1]]


def match_columns(text: str, names: Sequence[str]) -> list[str]:
    """The columns that a text names: names, `pixel*`, or numbers `2` and `3-20`, commas between."""
    if len(text) > MAX_PATTERN:
        raise DataError(f"Columns are named in at most {MAX_PATTERN:,} characters.")
    chosen: dict[str, None] = {}
    known, lower = {*names}, [name.lower() for name in names]
    for piece in dict.fromkeys(filter(None, (piece.strip() for piece in text.split(",")))):
        if piece in known:
            chosen[piece] = None
            continue
        is_match = re.compile(translate(piece.lower())).match
        found = [name for name, each in zip(names, lower, strict=True) if is_match(each)]
        found = found or [*names[_range(piece)]]
        if not found:
            raise DataError(
                f"No column is called {_cut(piece)!r}; write names, a beginning such as abc*, or "
                f"numbers from 1 to {len(names)}, as in 3-20."
            )
        chosen |= dict.fromkeys(found)
    return [*chosen]


def _range(piece: str) -> slice:
    first, _, last = piece.partition("-")
    first, last = first.strip(), (last or first).strip()
    if not (first.isdecimal() and last.isdecimal() and len(first + last) < 18 and int(first)):
        return slice(0)
    return slice(int(first) - 1, int(last))


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 feature`, `1,797 objects`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
