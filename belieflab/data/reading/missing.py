"""Missing values: counted, and dropped or filled as a person chooses."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.data.reading.roles import Roles
from belieflab.errors import DataError

Treatment = Literal["drop", "median"]
TREATMENTS: dict[Treatment, str] = {
    "drop": "Drop the rows with a missing value",
    "median": "Put the median of the column in its place",
}


@dataclass(frozen=True)
class MissingValues:
    """How many values are missing, and where.

    Attributes
    ----------
    counts : missing cells of each column that has some, features, truth and ignored ones alike
    empty : columns without any value
    rows : number of rows in which a feature is missing
    n_rows : number of rows of the table
    """

    counts: dict[str, int]
    empty: tuple[str, ...]
    rows: int
    n_rows: int

    @property
    def summary(self) -> str:
        """The report in a sentence or two."""
        if not self.counts:
            return "No value is missing."
        listed = ", ".join(f"{name}: {count:,}" for name, count in list(self.counts.items())[:8])
        more = f" and {len(self.counts) - 8} more columns" if len(self.counts) > 8 else ""
        sentence = (
            f"Missing values by column: {listed}{more}. "
            f"Rows that miss a feature: {self.rows:,} of {self.n_rows:,}."
        )
        if self.empty:
            sentence += f" No value at all in {', '.join(self.empty[:8])}."
        return sentence


def missing_values(frame: pd.DataFrame, roles: Roles) -> MissingValues:
    """Count what is missing; blank label cells mean unknown and are not counted.

    Nor are those of dissimilarities, of which one half may be left out.
    """
    labels = {*roles.columns("label"), *roles.columns("dissimilarity")}
    absent = {str(column): frame[column].isna() for column in frame if str(column) not in labels}
    counts = {name: int(mask.sum()) for name, mask in absent.items()}
    features = roles.columns("feature")
    rows = frame[features].isna().any(axis=1).sum() if features else 0
    return MissingValues(
        counts={name: count for name, count in counts.items() if count},
        empty=tuple(name for name, count in counts.items() if count == len(frame)),
        rows=int(rows),
        n_rows=len(frame),
    )


def treat_missing(
    X: NDArray[np.float64], treatment: Treatment
) -> tuple[NDArray[np.float64], NDArray[np.bool_], tuple[str, ...]]:
    """Features without NaN, the rows that were kept, and a sentence about what was done."""
    absent = np.isnan(X)
    kept: NDArray[np.bool_] = np.ones(len(X), dtype=bool)
    if not absent.any():
        return X, kept, ()
    if treatment == "drop":
        kept = np.logical_not(absent.any(axis=1))
        if not kept.any():
            raise DataError(
                "Every row misses some feature, so none would be left; fill with medians, "
                "or ignore the columns with the most gaps."
            )
        return X[kept], kept, (f"Rows dropped because a feature is missing: {(~kept).sum():,}.",)
    if treatment == "median":
        filled = np.where(absent, _medians(X), X)
        return filled, kept, (f"Missing values set to the median: {absent.sum():,}.",)
    raise DataError(f"{treatment!r} is no way to treat missing values; choose drop or median.")


def _medians(X: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of each column [shape=(p,)], also where the sum of two numbers overflows."""
    with np.errstate(over="ignore"):
        medians = np.nanmedian(X, axis=0)
    beyond = np.isinf(medians)
    if beyond.any():
        medians[beyond] = 2 * np.nanmedian(X[:, beyond] / 2, axis=0)
    return np.asarray(medians)
