"""The headings of a table with one answer of an annotator per line."""

from collections.abc import Iterable

COLUMNS = ("row", "annotator", "answer", "doubt")
"""Headings of the file; the doubt may be left out."""


def holds_answers(headings: Iterable[object]) -> bool:
    """Whether a table with these headings holds one answer per line."""
    return set(COLUMNS[:3]) <= {str(heading).strip().lower() for heading in headings}
