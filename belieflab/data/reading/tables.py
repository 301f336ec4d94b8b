"""A file and its guess into one table of named columns."""

import pandas as pd

from belieflab.data.reading.arff import read_arff
from belieflab.data.reading.delimited import read_delimited
from belieflab.data.reading.excel import read_excel
from belieflab.data.reading.guess import FileGuess
from belieflab.data.reading.limits import check_file_size
from belieflab.data.reading.parquet import read_parquet


def read_table(content: bytes, guess: FileGuess) -> pd.DataFrame:
    """The table in a file: unique column names, numbers as float64, everything else as text.

    A missing cell is NaN. Nominal attributes of ARFF and dictionary columns of Parquet become
    categorical columns, which keep the declared order of their values.
    """
    check_file_size(len(content))
    if guess.kind == "parquet":
        return read_parquet(content)
    if guess.kind == "excel":
        return read_excel(content, guess)
    if guess.kind == "arff":
        return read_arff(content, guess)
    return read_delimited(content, guess)
