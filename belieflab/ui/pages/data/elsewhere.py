"""Tables that are no table of features: said before each column is taken for one."""

import numpy as np
import pandas as pd

from belieflab.data.crowd_files.cells import ANSWER, ITEM, WORKER, find_columns


def not_features(table: pd.DataFrame) -> str:
    """What a table holds instead of one object per row, in a sentence or two; else nothing."""
    if _holds_answers(table):
        return (
            "This looks like answers of annotators, one per line, not like one object per row; "
            "the Crowd page opens such a file."
        )
    if _holds_dissimilarities(table):
        return (
            f"These numbers look like the dissimilarities between {len(table):,} objects. EKNNclus "
            "takes them as such; every other page takes each column for a feature."
        )
    return ""


def _holds_answers(table: pd.DataFrame) -> bool:
    """Whether the headings name a worker, an item and an answer, and items come several times."""
    found = find_columns(table.columns)
    if not {WORKER, ITEM, ANSWER} <= found.keys():
        return False
    items = table[found[ITEM]]
    return bool(items.nunique() < items.count())


def _holds_dissimilarities(table: pd.DataFrame) -> bool:
    """Whether numbers are square and symmetric, not negative, and 0 on the diagonal."""
    n_rows, n_columns = table.shape
    if not 2 < n_rows == n_columns or not all(map(pd.api.types.is_numeric_dtype, table.dtypes)):
        return False
    values = table.to_numpy(dtype=np.float64, na_value=np.nan)
    positive = bool((values >= 0).all()) and not np.diag(values).any()
    return positive and bool(np.allclose(values, values.T, rtol=1e-9, atol=0.0))
