"""The columns that a text names."""

import re
from collections.abc import Sequence
from fnmatch import translate

from belieflab.data.reading.questions import cut
from belieflab.errors import DataError

MAX_PATTERN = 4_000
"""Characters that name columns."""


def match_columns(text: str, names: Sequence[str]) -> list[str]:
    """The columns that a text names: names, `pixel*`, or numbers `2` and `3-20`, commas between."""
    if len(text) > MAX_PATTERN:
        raise DataError(f"Columns are named in at most {MAX_PATTERN:,} characters.")
    chosen: dict[str, None] = {}
    known, lower = {*names}, [name.lower() for name in names]
    for piece in dict.fromkeys(filter(None, (piece.strip() for piece in text.split(",")))):
        if piece in known:
            chosen[piece] = None
            continue
        is_match = re.compile(translate(piece.lower())).match
        found = [name for name, each in zip(names, lower, strict=True) if is_match(each)]
        found = found or [*names[_range(piece)]]
        if not found:
            raise DataError(
                f"No column is called {cut(piece)!r}; write names, a beginning such as abc*, or "
                f"numbers from 1 to {len(names)}, as in 3-20."
            )
        chosen |= dict.fromkeys(found)
    return [*chosen]


def _range(piece: str) -> slice:
    first, _, last = piece.partition("-")
    first, last = first.strip(), (last or first).strip()
    if not (first.isdecimal() and last.isdecimal() and len(first + last) < 18 and int(first)):
        return slice(0)
    return slice(int(first) - 1, int(last))
