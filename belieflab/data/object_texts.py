"""Ids and texts of objects: one each, and not more of them than a workspace file holds."""

from collections.abc import Sequence

from belieflab.errors import DataError

MAX_CHARACTERS = 12_000_000
"""Characters that the ids, or the texts, of all objects may have together."""


def check_ids(ids: Sequence[str], n: int) -> None:
    """Refuse ids that are not one per object, blank or given twice."""
    if not ids:
        return
    _check_count(ids, n, "ids")
    seen: dict[str, int] = {}
    for row, name in enumerate(ids):
        if not name.strip():
            raise DataError(f"Row {row + 1} has no id.")
        if name in seen:
            raise DataError(
                f"Rows {seen[name] + 1} and {row + 1} have the same id {name[:60]!r}; "
                "ids must differ."
            )
        seen[name] = row


def check_texts(texts: Sequence[str], n: int) -> None:
    """Refuse texts that are not one per object."""
    if texts:
        _check_count(texts, n, "texts")


def _check_count(texts: Sequence[str], n: int, what: str) -> None:
    if len(texts) != n:
        raise DataError(f"{n} rows of data but {len(texts)} {what}.")
    total = sum(map(len, texts))
    if total > MAX_CHARACTERS:
        raise DataError(
            f"The {what} of all objects have {total:,} characters; the limit is "
            f"{MAX_CHARACTERS:,}. Ignore that column."
        )
