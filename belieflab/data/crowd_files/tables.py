"""Tables that may hold answers, votes or classes instead of features: asked, and then read so.

A table with one object per row may have columns of annotators; their answers become a crowd about
these objects. Nothing of this is assumed in silence where it can be otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.agreement import agreeing_columns
from belieflab.data.crowd_files.cells import ANSWER, ITEM, WORKER, find_columns, plain_heading
from belieflab.data.crowd_files.coralnet import NAME, are_points
from belieflab.data.crowd_files.crowd_file import CrowdFile
from belieflab.data.crowd_files.joining import BY_ID, IN_ORDER, items_as_data, join_items
from belieflab.data.crowd_files.line_columns import find_line_columns
from belieflab.data.crowd_files.scale import Scale
from belieflab.data.crowd_files.source import CrowdSource
from belieflab.data.crowd_files.wide import answers_of, find_origin, shared_columns
from belieflab.data.label_files import are_percentages, as_names, detect_layout
from belieflab.data.label_files.number_labels import ROUGHLY_ONE
from belieflab.data.reading.columns import is_class_heading
from belieflab.data.reading.datasets import Loaded, to_dataset
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.object_columns import read_ids, read_texts
from belieflab.data.reading.questions import (
    ANSWERS,
    LABELS,
    TRUTH,
    WHOLE,
    Answer,
    Question,
    counted,
    show_reading,
)
from belieflab.data.reading.role_names import Role
from belieflab.data.reading.roles import Roles, find_lone_id, may_be_classes
from belieflab.errors import DataError

MAX_CLASSES = 64
_MAX_CODES = 20
_FEWEST_ROWS = 5


def find_table_question(frame: pd.DataFrame, roles: Roles) -> Question | None:
    """What the table as a whole may be besides objects with features; often nothing else."""
    if are_points(frame):
        return _ask_points(frame, roles)
    if lines := [] if roles.columns("dissimilarity") else find_line_columns(frame):
        return _ask_answers(frame, roles, lines)
    if len(frame) < _FEWEST_ROWS:
        return None
    names = [name for name, role in roles.of.items() if role not in ("id", "text")]
    if len(names) == 1 and not roles.columns("dissimilarity") and may_be_classes(frame[names[0]]):
        return _ask_classes(frame, names[0])
    if any(roles.columns(each) for each in ("label", "annotator", "dissimilarity")):
        return None
    texts = shared_columns(frame, _text_columns(frame, roles))
    if len(texts) > 1:
        return _ask_annotators(texts, roles, "category", "categories")
    others = [name for name, role in roles.of.items() if role != "id"]
    if len(others) > 1 and all(map(pd.api.types.is_numeric_dtype, frame[others].dtypes)):
        if (question := _ask_numbers(frame, others)) is not None:
            return question
    numbers = [
        name
        for name, role in roles.of.items()
        if role == "feature" or (role == "truth" and not is_class_heading(name))
    ]
    numeric = frame[numbers].select_dtypes("number")
    codes = agreeing_columns(frame, [str(name) for name in numeric.columns])
    return _ask_annotators(codes, roles, "feature") if codes else None


def load_table(
    frame: pd.DataFrame,
    roles: Roles,
    missing: Treatment = "drop",
    name: str = "data",
    guess: FileGuess | None = None,
    filename: str = "",
) -> Loaded:
    """As `to_dataset`; columns of annotators become a crowd about the objects.

    Without features, the shares of their answers stand for them. `guess` and `filename` say how the
    file wrote the table, so that labels go back into it alike.
    """
    columns, written = roles.columns("annotator"), (guess, filename)
    if not columns:
        return to_dataset(frame, roles, missing, name)
    if roles.columns("feature") or roles.columns("one-hot"):
        loaded = to_dataset(frame, roles, missing, name)
        table = frame if loaded.kept is None else frame[loaded.kept].reset_index(drop=True)
        crowd = _answers(table, columns, roles, written, with_truth=False)
        dataset = loaded.dataset
        if dataset.truth is not None and not set(crowd.frame.names) & set(dataset.class_names):
            joined = join_items(crowd, dataset)  # numbers for names: refused where nothing fits
            return replace(loaded, crowd=crowd, notes=(*loaded.notes, *crowd.notes, *joined.notes))
        if dataset.truth is not None:  # a class that nobody is of may be named by an answer
            crowd = _answers(table, columns, roles, written, with_truth=True)
            truth, frame_ = crowd.truth, crowd.frame
            dataset = replace(
                dataset, truth=truth, class_names=frame_.names, class_kind=frame_.kind
            )
        return replace(loaded, dataset=dataset, crowd=crowd, notes=(*loaded.notes, *crowd.notes))
    crowd = _answers(frame, columns, roles, written, with_truth=True)
    texts = tuple(read_texts(frame, roles.columns("text")))
    dataset = replace(items_as_data(crowd, name), texts=texts)
    note = "There are no features: the shares of the answers stand for them."
    return Loaded(dataset, None, (note, *crowd.notes), crowd=crowd)


def _answers(
    frame: pd.DataFrame,
    columns: list[str],
    roles: Roles,
    written: tuple[FileGuess | None, str],
    *,
    with_truth: bool,
) -> CrowdFile:
    ids = read_ids(frame, roles.columns("id"))
    truth = [as_names(frame[column]) for column in roles.columns("truth")[:with_truth]]
    crowd = answers_of(frame, columns, ids or None, truth[0] if truth else None)
    item = roles.columns("id")[0] if ids else None
    origin = find_origin(CrowdSource.of_table(frame, *written), frame, columns, item)
    return replace(crowd, way=BY_ID if ids else IN_ORDER, origin=origin)


def _ask_answers(
    frame: pd.DataFrame, roles: Roles, readings: Sequence[Mapping[str, str]]
) -> Question:
    answers = []
    for found in readings:
        people, items = (frame[found[role]].nunique() for role in (WORKER, ITEM))
        title = (
            f"Answers: {found[WORKER]} said {found[ANSWER]} about {found[ITEM]} "
            f"({counted(people, 'annotator')}, {counted(items, 'item')})"
        )
        answers.append(Answer(title, leads=ANSWERS, columns=found))
    objects = Answer("One object per row", dict(roles.of))
    text = "This looks like answers of annotators, one per line. What is it?"
    return Question(WHOLE, text, (*answers, objects))


def _ask_points(frame: pd.DataFrame, roles: Roles) -> Question:
    named = next(name for name in map(str, frame.columns) if plain_heading(name) == NAME)
    pictures = counted(int(frame[named].nunique()), "picture")
    title = f"CoralNet's annotations: {counted(len(frame), 'label')} at points of {pictures}"
    answers = Answer(title, leads=ANSWERS), Answer("One object per row", dict(roles.of))
    return Question(
        WHOLE, "This looks like CoralNet's export, a point per line. What is it?", answers
    )


def _ask_classes(frame: pd.DataFrame, name: str) -> Question:
    count, alone = frame[name].nunique(), frame.shape[1] == 1
    answers = [
        Answer(f"The true classes of {len(frame):,} objects", {name: "truth"}, leads=TRUTH),
        Answer("Labels of these objects, which may be wrong", {name: "label"}, leads=LABELS),
    ]
    if pd.api.types.is_numeric_dtype(frame[name].dtype):
        answers.append(Answer("One feature", {name: "feature"}))
    else:
        answers.append(Answer("One feature of 0 and 1 per value", {name: "one-hot"}))
    return Question(
        WHOLE,
        f"The only column {name!r} holds {count} different values. What is it?"
        if alone
        else f"Beside ids and texts there is only {name!r}, with {count} different values. "
        "What is it?",
        tuple(answers),
    )


def _ask_annotators(
    columns: list[str], roles: Roles, otherwise: Role, others: str = "features"
) -> Question:
    listed = ", ".join(columns[:4]) + (", …" if len(columns) > 4 else "")
    said: dict[str, Role] = dict.fromkeys(columns, "annotator")
    rest: dict[str, Role] = dict.fromkeys(columns, otherwise)
    item = find_lone_id({name: role for name, role in roles.of.items() if name not in said})
    if item is not None:
        said, rest = {**said, item: "id"}, {**rest, item: roles.of[item]}
    answers = [
        Answer(f"Answers of {len(columns):,} annotators, one column each", said),
        Answer(f"{len(columns):,} {others}", rest),
    ]
    truth = [name for name in roles.columns("truth") if name in columns]
    if truth:
        title = f"{others.capitalize()}, and the true classes in {truth[0]}"
        answers.append(Answer(title, {**rest, truth[0]: "truth"}))
    text = f"{listed} hold the same few values. What are they?"
    return Question(WHOLE, text, tuple(answers))


def _ask_numbers(frame: pd.DataFrame, names: list[str]) -> Question | None:
    """Votes, answers by number, or shares, in a table of numbers alone."""
    values = frame[names].to_numpy(dtype=np.float64, na_value=np.nan)
    given = values[~np.isnan(values)]
    if not len(given):
        return None
    features = Answer(f"{len(names):,} features", dict.fromkeys(names, "feature"))
    labels: dict[str, Role] = dict.fromkeys(names, "label")
    several = len(names) > 2
    whole = bool((given == np.floor(given)).all())
    complete = len(given) == values.size
    if complete and whole and len(names) <= MAX_CLASSES and _are_votes(values):
        keys = "counts", "counts-doubt"
        answers = [_reading(frame[names], labels, key) for key in keys]
        text = f"Whole numbers, about {np.median(values.sum(axis=1)):.0f} in every row: "
        return Question(WHOLE, text + "votes or features?", (*answers, features))
    blank = given.min() == -1 or not complete
    if several and whole and blank and given.min() >= -1 and len(np.unique(given)) <= _MAX_CODES:
        said: dict[str, Role] = dict.fromkeys(names, "annotator")
        where = "-1 where there is none" if given.min() == -1 else "blank where there is none"
        title = f"Answers of {len(names):,} annotators, one column each, {where}"
        text = f"Whole numbers from {given.min():.0f} to {given.max():.0f}: answers or features?"
        return Question(WHOLE, text, (Answer(title, said), features))
    if complete and len(names) <= MAX_CLASSES and are_percentages(values):
        text = f"Every row sums to about {np.median(values.sum(axis=1)):.3g}: labels or features?"
        return Question(WHOLE, text, (_reading(frame[names], labels, "counts"), features))
    if several and complete and not whole and len(names) <= 1 << 12 and (given >= 0).all():
        if (np.abs(values.sum(axis=1) - 1.0) <= ROUGHLY_ONE).all():
            answer = _reading(frame[names], labels, detect_layout(frame[names]))
            return Question(WHOLE, "Every row sums to 1: labels or features?", (answer, features))
    return None


def _reading(columns: pd.DataFrame, roles: dict[str, Role], layout: str) -> Answer:
    return Answer(show_reading(columns, layout), roles, layout)


def _are_votes(values: Any) -> bool:
    """Whether rows of counts have the same sum, or about the same and many of them are 0."""
    sums = values.sum(axis=1)
    middle = float(np.median(sums))
    even = (np.abs(sums - middle) <= 0.3 * middle).all() and middle >= 3
    sparse = values.shape[1] > 2 and (values == 0).mean() > 0.3
    return bool((values >= 0).all() and even and (sparse or np.ptp(sums) == 0))


def _text_columns(frame: pd.DataFrame, roles: Roles) -> list[str]:
    taken = "category", "truth", "ignore"
    return [
        name
        for name, role in roles.of.items()
        if role in taken
        and not pd.api.types.is_numeric_dtype(frame[name].dtype)
        and not (role == "truth" and is_class_heading(name))
    ]


def read_long(
    frame: pd.DataFrame,
    columns: Mapping[str, str] | None = None,
    guess: FileGuess | None = None,
    scale: Scale | None = None,
    filename: str = "",
) -> CrowdFile:
    """The answers of a table with one per line; `columns` where its headings do not tell.

    `guess` and `filename` say how the file wrote the table.
    """
    from belieflab.data.crowd_files.layouts import CROWD_LAYOUTS, detect_crowd_layout

    source = CrowdSource.of_table(frame, guess, filename)
    named = set(find_columns(frame.columns)) >= {WORKER, ITEM, ANSWER}
    layout = CROWD_LAYOUTS["long"] if columns and not named else detect_crowd_layout(source)
    if layout.key in {"wide", "counts"}:
        raise DataError("The table is not one answer per line.")
    return layout.open(source, scale, columns)
