"""What a table leaves in doubt: its true classes, its split, weights and groups of its rows."""

from dataclasses import replace

import pandas as pd

from belieflab.data.label_files import as_names, sort_names
from belieflab.data.reading.class_columns import (
    find_candidates,
    fitting_columns,
    is_attribute,
    is_complete_label,
    is_text,
    says_dont_know,
)
from belieflab.data.reading.columns import is_class_heading, is_said_heading
from belieflab.data.reading.questions import (
    MAX_LISTED,
    Answer,
    Question,
    are_votes,
    ask_about_numbers,
    counted,
    cut,
    list_values,
)
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.roles import Roles, may_be_classes
from belieflab.data.reading.row_roles import may_be_groups, may_be_weights
from belieflab.data.reading.splits import HOLDOUT, list_unclear
from belieflab.data.reading.vote_columns import ask_about_votes
from belieflab.data.row_columns import TRAINING, parts_and_others

_MAX_CANDIDATES = 8
_ROLE_TEXTS = {"feature": "it is a feature", "category": "it is a category"}
_MANY = {"feature": "features", "category": "categories"}
_MAY_BE_TRUTH = ("feature", "category", "truth")
_WHICH = "Which column holds the true classes?"


def find_questions(
    frame: pd.DataFrame, roles: Roles, *, votes: bool = True
) -> tuple[Question, ...]:
    """What is in doubt about the roles that were guessed for a table; often nothing.

    Where counts may be votes, classes are asked about after that; with `votes=False` that is known.
    """
    about = [ask_about_votes(frame, roles)] if votes else []
    if about in ([], [None]):
        about = [_numbers_of_labels(frame, roles), _about_classes(frame, roles)]
    about.append(ask_about_split(frame, roles))
    return (*(each for each in about if each is not None), *_about_rows(frame, roles))


def ask_about_split(frame: pd.DataFrame, roles: Roles) -> Question | None:
    """Which rows are for training, where the column that splits them leaves that open."""
    for name in roles.columns("split")[:1]:
        values = list_unclear(frame[name], name)
        if not values:
            return None
        if parts_and_others([each or "" for each in as_names(frame[name].drop_duplicates())]):
            return _ask_others(frame, name, values)
        known = roles.training or ()
        return _ask_training(frame, name, sorted(values, key=lambda value: value not in known))
    return None


def _ask_training(frame: pd.DataFrame, name: str, values: list[str]) -> Question:
    """Which of a few values are the rows for training."""
    counts = pd.Series(as_names(frame[name])).value_counts()
    split: dict[str, Role] = {name: "split"}
    short = {value: cut(value) for value in values}
    if len(set(short.values())) < len(values):
        short = {value: value for value in values}
    answers = []
    for value in values:
        apart = ", ".join(
            f"{short[each]} = test ({counts[each]:,})" for each in values if each != value
        )
        title = f"{short[value]} = training ({counted(int(counts[value]), 'row')}), {apart}"
        answers.append(Answer(title, split, training=(value,)))
    groups = f"{len(values)} groups that folds keep together"
    answers.append(Answer(groups, split, training=()))
    role: Role = "category" if is_text(frame[name]) else "feature"
    answers.append(Answer(f"None: {_ROLE_TEXTS[role]}", {name: role}))
    text = f"Which value of {name!r} marks rows for training? Test rows are never learned from."
    return Question(f"split {name}", text, tuple(answers))


def _ask_others(frame: pd.DataFrame, name: str, values: list[str]) -> Question:
    """What rows are that stand beside rows for training and test under another name."""
    names = ["" if each is None else each for each in as_names(frame[name])]
    first = next(row for row, each in enumerate(names) if each in values) + 1
    count = counted(sum(each in values for each in names), "row")
    others = " or ".join(repr(cut(each)) if each else "nothing" for each in values[:MAX_LISTED])
    training = {each for each in names if each.strip().lower() in TRAINING}
    split: dict[str, Role] = {name: "split"}
    text = (
        f"{name!r} splits the rows into training and test, but holds {others} in {count}, first "
        f"in row {first}. What are these rows?"
    )
    answers = (
        Answer("For training", split, training=(*sort_names(training), *values)),
        Answer(f"Kept apart from training, as {HOLDOUT}", split, training=(*sort_names(training),)),
        Answer(f"Not part of a split: {name} is a category", {name: "category"}),
    )
    return Question(f"split {name}", text, answers)


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
    return found[:MAX_LISTED]


def _about_classes(frame: pd.DataFrame, roles: Roles) -> Question | None:
    """Which column holds the true classes, where several may, or one that may be a feature."""
    truth, labels = roles.columns("truth"), roles.columns("label")
    possible = [name for name, role in roles.of.items() if role in _MAY_BE_TRUTH]
    if truth and is_class_heading(truth[0]):
        rivals = [name for name in possible if is_class_heading(name) and name != truth[0]]
        rivals = [name for name in rivals if may_be_classes(frame[name])]
        return _which_classes(frame, [*rivals, *truth]) if rivals else None
    called = next((name for name in truth if is_said_heading(name)), None)
    if called is None and is_complete_label(frame, labels):
        called = labels[0]
    if called is None and not labels:
        found = [each for part in find_candidates(frame, possible, []) for each in part]
        called = next((name for name in found if is_said_heading(name)), None)
    named = [called] if called else labels
    names = [name for name in possible if name != called]
    texts, codes = find_candidates(frame, names, named)
    found = [name for name in names if name in {*texts, *codes}]
    if called:
        return _which_beside(frame, found, called) if found else _truth_or_labels(called)
    if labels:
        fitting = fitting_columns(frame, found, labels)
        sure = len(fitting) == 1 and fitting == truth and is_text(frame[truth[0]])
        return _which_instead(frame, fitting or found, labels) if found and not sure else None
    sure = len(names) == 1 or (len(found) == 1 and bool(texts))
    sure = sure and not any(
        says_dont_know(frame[each]) or is_attribute(frame, each) for each in found
    )
    return _which_classes(frame, found) if found and not sure else None


def _numbers_of_labels(frame: pd.DataFrame, roles: Roles) -> Question | None:
    columns = frame[roles.columns("label")]
    question = None if roles.layout is None else ask_about_numbers(columns, roles.layout)
    if question is None or roles.layout != "counts" or are_votes(columns):
        return question
    features = Answer("Features", dict.fromkeys(roles.columns("label"), "feature"))
    return replace(question, answers=(*question.answers, features))


def _truth_or_labels(column: str) -> Question:
    return Question(
        "label",
        f"Is {column!r} the true class of every object, or what somebody says about it?",
        (
            Answer("The true classes", {column: "truth"}),
            Answer("Labels, which may be wrong", {column: "label"}),
        ),
    )


def _which_classes(frame: pd.DataFrame, columns: list[str]) -> Question:
    """Which column holds the true classes, those called so first; others are what they hold."""
    rest = _otherwise(frame, columns)
    columns = sorted(columns, key=lambda name: not (name.lower() == "y" or is_class_heading(name)))
    answers = [
        Answer(f"{name} ({list_values(frame, name)})", {**rest, name: "truth"})
        for name in _some(columns)
    ]
    kinds = [text for role, text in _MANY.items() if role in rest.values()]
    none = f"None: they are {' and '.join(kinds)}"
    if len(columns) == 1:
        none = f"None: {_ROLE_TEXTS[rest[columns[0]]]}"
    if len(columns) > _MAX_CANDIDATES:
        none = "None of these; the role of every column can be changed below"
    return Question("classes", _WHICH, (*answers, Answer(none, rest)))


def _which_beside(frame: pd.DataFrame, columns: list[str], called: str) -> Question:
    """Which column holds the true classes beside a complete column called `label`."""
    rest: dict[str, Role] = {**_otherwise(frame, columns), called: "label"}
    answers = [
        Answer(f"{name} ({list_values(frame, name)})", {**rest, name: "truth"})
        for name in (*_some(columns), called)
    ]
    text = f"{_WHICH} If {called!r} does not, it is what somebody says, which may be wrong."
    none = Answer(f"None: {called} is what somebody says", rest)
    return Question("classes", text, (*answers, none))


def _which_instead(frame: pd.DataFrame, columns: list[str], labels: list[str]) -> Question:
    """Which column holds the true classes beside labels; those of other classes are then none."""
    rest, fitting = _otherwise(frame, columns), fitting_columns(frame, columns, labels)
    no_labels, listed = _otherwise(frame, labels), ", ".join(labels[:MAX_LISTED])
    answers = []
    for name in _some(columns):
        others = {} if name in fitting else no_labels
        title = f"{name} ({list_values(frame, name)})"
        title += f"; {listed} then hold{'s' * (len(labels) == 1)} no labels" if others else ""
        answers.append(Answer(title, {**rest, **others, name: "truth"}))
    none = f"None: there are only the labels in {listed}"
    return Question("classes", _WHICH, (*answers, Answer(none, rest)))


def _otherwise(frame: pd.DataFrame, columns: list[str]) -> dict[str, Role]:
    """What columns are that are neither truth nor labels."""
    return {name: "category" if is_text(frame[name]) else "feature" for name in columns}


def _some(columns: list[str]) -> list[str]:
    """The first and the last of many columns."""
    return (
        columns
        if len(columns) <= _MAX_CANDIDATES
        else [columns[0], *columns[2 - _MAX_CANDIDATES :]]
    )
