"""What a table leaves in doubt, as questions; and what was understood, in one line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

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
from belieflab.data.reading.roles import Role, Roles, code_columns, text_columns
from belieflab.errors import DataError

_MAX_LISTED = 4
_MAX_TEXT_COLUMNS = 5
_LONGEST_VALUE = 20


@dataclass(frozen=True)
class Answer:
    """One answer: its title, and the roles (and the layout of the labels) that it means."""

    title: str
    roles: Mapping[str, Role] = field(default_factory=dict)
    layout: str | None = None


@dataclass(frozen=True)
class Question:
    """What only a person knows about a table; `key` differs from question to question."""

    key: str
    text: str
    answers: tuple[Answer, ...]


def find_questions(frame: pd.DataFrame, roles: Roles) -> tuple[Question, ...]:
    """What is in doubt about the roles that were guessed for a table; often nothing."""
    truth = roles.columns("truth")
    numbers = _numbers_of_labels(frame, roles)
    if numbers is not None:
        return (numbers,)
    if truth and parse_heading(truth[0]).name.strip().lower() == "label":
        return (_truth_or_labels(truth[0]),)
    if (truth and is_class_heading(truth[0])) or roles.columns("label"):
        return ()
    names = [name for name, role in roles.of.items() if role in ("feature", "category", "truth")]
    texts = text_columns(frame, names)
    if texts:
        several = 1 < len(texts) <= _MAX_TEXT_COLUMNS
        return (_which_classes(frame, texts, "category"),) if several else ()
    codes = code_columns(frame, names)
    return (_which_classes(frame, codes, "feature"),) if codes and len(names) > 1 else ()


def _numbers_of_labels(frame: pd.DataFrame, roles: Roles) -> Question | None:
    """How numbers per class are to be read, where the file leaves that open; both are shown."""
    columns = roles.columns("label")
    if roles.layout in ("counts", "counts-doubt"):
        text, keys = "Votes for the classes are read as:", ("counts", "counts-doubt")
    elif roles.layout in ("plausibilities", "probabilities") and _in_doubt(frame[columns]):
        totals = frame[columns].sum(axis=1)
        text, keys = (
            f"The numbers of a row sum to between {totals.min():.3g} and {totals.max():.3g}. "
            "They are read as:",
            ("plausibilities", "counts"),
        )
    else:
        return None
    answers = [Answer(_reading(frame[columns], key), layout=key) for key in keys]
    return Question("numbers", text, tuple(answers))


def _in_doubt(columns: pd.DataFrame) -> bool:
    if any(heading.startswith("pl:") for heading in map(str, columns)):
        return False
    values = columns.to_numpy(dtype=np.float64, na_value=np.nan)
    return bool(np.isfinite(values).all()) and neither_sums_nor_peaks(values)


def _reading(columns: pd.DataFrame, layout: str) -> str:
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
    parts = [_count(len(frame), "object"), _count(len(roles.columns("feature")), "feature")]
    categories, truth, ids = (roles.columns(role) for role in ("category", "truth", "id"))
    if categories:
        parts.append(_count(len(categories), "category", "categories"))
    for name in truth[:1]:
        parts.append(f"{_count(frame[name].nunique(), 'class', 'classes')} in {name}")
    parts += [] if truth else ["true classes: none"]
    parts += [f"ids in {name}" for name in ids[:1]]
    parts += [f"texts in {name}" for name in roles.columns("text")[:1]]
    labels = roles.columns("label")
    said = "none" if not labels else f"in {', '.join(labels[:_MAX_LISTED])}"
    if labels and roles.layout is not None:
        said = f"{LAYOUTS[roles.layout].title.lower()} {said}"
    return ", ".join([*parts, f"labels: {said}{', …' if len(labels) > _MAX_LISTED else ''}"])


def match_columns(text: str, names: Sequence[str]) -> list[str]:
    """The columns that a text names: names, `pixel*`, or numbers `2` and `3-20`, commas between."""
    chosen: dict[str, None] = {}
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        found = [name for name in names if name == piece]
        found = found or [name for name in names if fnmatchcase(name.lower(), piece.lower())]
        found = found or [*names[_range(piece)]]
        if not found:
            raise DataError(
                f"No column is called {piece!r}; write names, a beginning such as abc*, or numbers "
                f"from 1 to {len(names)}, as in 3-20."
            )
        chosen |= dict.fromkeys(found)
    return [*chosen]


def _range(piece: str) -> slice:
    first, _, last = piece.partition("-")
    first, last = first.strip(), (last or first).strip()
    if not (first.isdecimal() and last.isdecimal() and len(first + last) < 18 and int(first)):
        return slice(0)
    return slice(int(first) - 1, int(last))


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
