"""Files into points and labels, in steps a person can see and correct.

    guess  = sniff(content, filename) -> FileGuess          # change a field: dataclasses.replace
    frame  = read_table(content, guess) -> pandas.DataFrame # unique names; numbers or text
    roles  = guess_roles(frame) -> Roles                    # roles.of[column] is one of ROLES
    find_questions(frame, roles) -> tuple[Question, …]      # what is in doubt, with the answers
    roles = question.answers[0].applied_to(roles)           # the roles that an answer means
    describe_table(frame, roles) -> str                     # what was understood, in one line
    report = missing_values(frame, roles) -> MissingValues  # .counts, .empty, .rows, .summary
    loaded = to_dataset(frame, roles, missing="drop", name="…") -> Loaded(dataset, labels, notes)

    read_folder({name: content, …}) -> Loaded               # X, y, y_true, classes; or one .zip
    read_label_file(content, filename, frame=None, n=None, layout=None, guess=None) -> LabelFile

    write_labels(table, layout, kind="csv", ids=()) -> bytes        # "csv" or "parquet"
    write_dataset(dataset, labels=None, layout="masses", kind="csv") -> bytes
    write_table(columns, kind="csv") -> bytes

Every refusal is a `DataError` with one sentence. Nothing here evaluates or unpickles content.
"""

from belieflab.data.reading.columns import ID, TEXT
from belieflab.data.reading.datasets import Loaded, to_dataset
from belieflab.data.reading.describing import describe_table
from belieflab.data.reading.doubts import ask_about_split, find_questions
from belieflab.data.reading.exporting import write_dataset, write_labels, write_table
from belieflab.data.reading.folders import PARTS, read_folder
from belieflab.data.reading.guess import DELIMITERS, ENCODINGS, FileGuess
from belieflab.data.reading.images import with_image
from belieflab.data.reading.label_uploads import LabelFile, read_label_file
from belieflab.data.reading.limits import LARGEST_FILE, MAX_CELLS, MAX_COLUMNS
from belieflab.data.reading.marked_numbers import describe_marked, marked_numbers
from belieflab.data.reading.missing import TREATMENTS, MissingValues, missing_values
from belieflab.data.reading.named_columns import match_columns
from belieflab.data.reading.questions import Answer, Question
from belieflab.data.reading.readers import (
    READERS,
    Reader,
    describe_guess,
    extensions,
    open_fields,
    read_table,
    readable,
    sniff,
)
from belieflab.data.reading.role_names import ROLES
from belieflab.data.reading.roles import Roles, guess_roles
from belieflab.data.reading.spoiled import describe_spoiled, spoiled_features
from belieflab.data.reading.squares import examine_square
from belieflab.data.reading.useless import describe_useless, useless_features

__all__ = [
    "DELIMITERS",
    "ENCODINGS",
    "ID",
    "LARGEST_FILE",
    "MAX_CELLS",
    "MAX_COLUMNS",
    "PARTS",
    "READERS",
    "ROLES",
    "TEXT",
    "TREATMENTS",
    "Answer",
    "FileGuess",
    "LabelFile",
    "Loaded",
    "MissingValues",
    "Question",
    "Reader",
    "Roles",
    "ask_about_split",
    "describe_guess",
    "describe_marked",
    "describe_spoiled",
    "describe_table",
    "describe_useless",
    "examine_square",
    "extensions",
    "find_questions",
    "guess_roles",
    "marked_numbers",
    "match_columns",
    "missing_values",
    "open_fields",
    "read_folder",
    "read_label_file",
    "read_table",
    "readable",
    "sniff",
    "spoiled_features",
    "to_dataset",
    "useless_features",
    "with_image",
    "write_dataset",
    "write_labels",
    "write_table",
]
