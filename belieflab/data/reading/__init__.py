"""Files into points and labels, in steps a person can see and correct.

    guess  = sniff(content, filename) -> FileGuess          # change a field: dataclasses.replace
    frame  = read_table(content, guess) -> pandas.DataFrame # unique names; numbers or text
    roles  = guess_roles(frame) -> Roles                    # roles.of[column]: feature, truth, label, ignore
    report = missing_values(frame, roles) -> MissingValues  # .counts by column, .rows, .words
    loaded = to_dataset(frame, roles, missing="drop", name="…") -> Loaded(dataset, labels, notes)

    read_folder({name: content, …}) -> Loaded               # X.csv, y.csv, y_true.csv, classes.csv, or one .zip
    read_label_file(content, filename, frame=None, n=None, layout=None, guess=None) -> LabelFile(labels, layout, notes)

    write_labels(table, layout, kind="csv") -> bytes        # "csv" or "parquet"
    write_dataset(dataset, labels=None, layout=None, kind="csv") -> bytes

Every refusal is a `DataError` with one sentence. Nothing here evaluates or unpickles content.
"""

from belieflab.data.reading.guess import DELIMITERS, ENCODINGS, FileGuess
from belieflab.data.reading.limits import LARGEST_FILE, MOST_COLUMNS

__all__ = ["DELIMITERS", "ENCODINGS", "LARGEST_FILE", "MOST_COLUMNS", "FileGuess"]
