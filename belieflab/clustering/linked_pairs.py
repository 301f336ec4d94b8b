"""Pairs of objects that must, or cannot, be in one cluster, and the short text that holds them.

`3=8, 5≠9` says that rows 3 and 8 belong together and rows 5 and 9 do not; rows count from 1.
"""

import re
from dataclasses import dataclass

from belieflab.errors import DataError

MUST, CANNOT = "must-link", "cannot-link"
MAX_PAIRS = 200

Pair = tuple[int, int]
_ONE = re.compile(r"(\d{1,7})\s*(=|≠|!=)\s*(\d{1,7})")


@dataclass(frozen=True)
class LinkedPairs:
    """Pairs of rows counted from 0, the smaller first, in the order in which they were drawn."""

    must: tuple[Pair, ...] = ()
    cannot: tuple[Pair, ...] = ()

    def __len__(self) -> int:
        return len(self.must) + len(self.cannot)

    def without(self, pair: Pair) -> "LinkedPairs":
        """All but this one."""
        return LinkedPairs(
            tuple(each for each in self.must if each != pair),
            tuple(each for each in self.cannot if each != pair),
        )

    def with_pair(self, kind: str, pair: Pair) -> "LinkedPairs":
        """These and one more; the same pair of the other kind gives way."""
        others = self.without(pair)
        if kind == MUST:
            return LinkedPairs((*others.must, pair), others.cannot)
        return LinkedPairs(others.must, (*others.cannot, pair))

    @property
    def arguments(self) -> dict[str, list[Pair]]:
        """What `fit` and `iterate` take."""
        given = {"must_link": list(self.must), "cannot_link": list(self.cannot)}
        return {name: pairs for name, pairs in given.items() if pairs}


def read_pairs(text: str, n: int) -> LinkedPairs:
    """The pairs of a text about n rows; a DataError says what is wrong with it.

    Examples
    --------
    >>> read_pairs("3=8, 9≠5", 12)
    LinkedPairs(must=((2, 7),), cannot=((4, 8),))
    """
    pairs = LinkedPairs()
    for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))):
        found = _ONE.fullmatch(part)
        if found is None:
            raise DataError(
                f"The pair {part[:30]!r} cannot be read; write 3=8 for rows that belong together "
                f"and 5≠9 for rows that do not."
            )
        first, second = sorted((int(found[1]), int(found[3])))
        if first == second:
            raise DataError(f"The pair {part} names row {first} twice.")
        if first < 1 or second > n:
            raise DataError(
                f"The pair {part} names a row that is not there; rows go from 1 to {n}."
            )
        pair, kind = (first - 1, second - 1), MUST if found[2] == "=" else CANNOT
        if pair in (pairs.cannot if kind == MUST else pairs.must):
            raise DataError(f"Rows {first} and {second} are both linked and kept apart.")
        pairs = pairs.with_pair(kind, pair)
    if len(pairs) > MAX_PAIRS:
        raise DataError(f"There are {len(pairs)} pairs; at most {MAX_PAIRS} are taken.")
    return pairs


def readable_pairs(text: str, n: int) -> LinkedPairs:
    """The pairs of a text, none where it cannot be read."""
    try:
        return read_pairs(text, n)
    except DataError:
        return LinkedPairs()


def write_pairs(pairs: LinkedPairs) -> str:
    """The text of the pairs, those that belong together first."""
    must = [f"{a + 1}={b + 1}" for a, b in pairs.must]
    return ", ".join(must + [f"{a + 1}≠{b + 1}" for a, b in pairs.cannot])
