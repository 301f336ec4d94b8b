"""Naming rows and sources in messages, counted from 1 as people count."""

from collections.abc import Iterable

MAX_NAMED = 5


def name_rows(rows: Iterable[int]) -> str:
    """`row 3`, `rows 1, 4 and 9` or `rows 1, 2, 3, 4, 5 and 37 more`, from positions."""
    numbers = [str(int(row) + 1) for row in rows]
    if len(numbers) == 1:
        return f"row {numbers[0]}"
    named, more = numbers[:MAX_NAMED], len(numbers) - MAX_NAMED
    if more > 0:
        return f"rows {', '.join(named)} and {more} more"
    return f"rows {', '.join(named[:-1])} and {named[-1]}"
