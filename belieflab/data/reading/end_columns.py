"""Classes by number at an end of a table without names, as files of digits keep them."""

import numpy as np
import pandas as pd

_MAX_ALIKE = 0.25
"""Share of the columns that may look so by chance."""
_RAREST = 0.5


def find_end_codes(frame: pd.DataFrame, names: list[str]) -> list[str]:
    """The last or the first of many columns of whole numbers, where it alone may hold classes.

    Its values are 0, 1, … or 1, 2, … without a gap, none of them much rarer than the others, and
    not as many as those of most columns.

    Examples
    --------
    >>> pixels = {f"column {j}": [0, 0, 0, 0, 0, 7] * 5 for j in range(1, 12)}
    >>> table = pd.DataFrame({**pixels, "column 12": [0, 1, 2] * 10})
    >>> find_end_codes(table, [*table])
    ['column 12']
    """
    even = {name for name in names if _is_even(frame[name])}
    if len(even) > _MAX_ALIKE * len(names):
        return []
    counts = {name: frame[name].nunique() for name in names}
    middle = float(np.median([*counts.values()]))
    return [name for name in (names[-1], names[0]) if name in even and counts[name] != middle][:1]


def _is_even(column: "pd.Series[float]") -> bool:
    if not pd.api.types.is_numeric_dtype(column.dtype) or column.isna().any():
        return False
    values, counts = np.unique(column.to_numpy(dtype=np.float64), return_counts=True)
    if values[0] not in (0.0, 1.0) or len(values) < 2:
        return False
    without_gap = (np.diff(values) == 1.0).all()
    return bool(without_gap and counts.min() >= _RAREST * counts.mean())
