"""The frame of discernment: ordered class names, subsets as integer bit masks."""

import json
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import numpy as np

from belieflab.belief.classes import (
    NOT_FOUND,
    check_lengths,
    find_classes,
    guess_kind,
    kind_of,
    plain_value,
    restore_values,
    without_surrogates,
)
from belieflab.belief.masks import Masks, singleton_masks
from belieflab.errors import DataError

LARGEST_FRAME = 4096
"""More classes are refused: they are more likely measurements or row numbers than classes."""

LARGEST_POWERSET = 20
"""2^20 columns are a million; a larger dense table is refused."""

EMPTY_SIGN = "∅"
OMEGA_SIGN = "Ω"
_NEEDS_QUOTES = set('{},|*"')


class Frame:
    """The ordered classes; bit k of a mask stands for class k.

    Arrays of masks hold int64 up to 63 classes, and Python integers (dtype object) above.
    It formats a mask as text (`{setosa, virginica}`, `∅`, `Ω`) and parses the same text back.
    Frames are equal when their names are: tables on frames with equal names combine, and the
    result keeps the class values of the first.

    Parameters
    ----------
    classes : iterable [K of them]
        The classes: integers, booleans or text; a whole float counts as an integer. A Frame gives
        its own classes.

    Attributes
    ----------
    values : tuple [length K]
        The classes as they were given, in their own type.
    names : tuple of str [length K]
        What they print as.

    Examples
    --------
    >>> frame = Frame([0.0, 1.0, 2.0])
    >>> frame.values, frame.names, frame.kind
    ((0, 1, 2), ('0', '1', '2'), 'integer')
    >>> frame.format(0b011), frame.parse("{0, 1}"), frame.index(1), frame.index("1")
    ('{0, 1}', 3, 1, 1)
    """

    def __init__(self, classes: Iterable[object]) -> None:
        given = classes.values if isinstance(classes, Frame) else classes
        self.values: tuple[Any, ...] = tuple(plain_value(value) for value in given)
        self.names: tuple[str, ...] = tuple(str(value) for value in self.values)
        if not self.names:
            raise DataError("A frame needs at least one class name.")
        if len(self.names) > LARGEST_FRAME:
            raise DataError(
                f"A frame can hold at most {LARGEST_FRAME} classes, "
                f"but {len(self.names)} were given."
            )
        check_lengths(self.names, "class")
        blank = [k for k, name in enumerate(self.names) if not name.strip()]
        if blank:
            raise DataError(f"Class {blank[0] + 1} of the frame has an empty name.")
        seen: set[str] = set()
        for name in self.names:
            if name in seen:
                raise DataError(f"The class name {name!r} appears twice in the frame.")
            seen.add(name)
        if len(set(self.values)) < len(self.values):
            raise DataError(f"Two of the classes {', '.join(self.names)} have the same value.")

    @classmethod
    def of_kind(cls, names: Iterable[str], kind: str | None = None) -> "Frame":
        """The frame whose classes print as `names` and are of a kind, as files store both.

        By default they are of the kind that the names look like.

        Examples
        --------
        >>> Frame.of_kind(["0", "1"], "integer"), Frame.of_kind(["0", "1"], "text")
        (Frame([0, 1]), Frame(['0', '1']))
        >>> Frame.of_kind(["0", "1"]), Frame.of_kind(["0", "one"])
        (Frame([0, 1]), Frame(['0', 'one']))
        """
        names = tuple(names)
        return cls(restore_values(names, guess_kind(names) if kind is None else kind))

    @cached_property
    def kind(self) -> str:
        """`integer`, `boolean`, `number` or `text`, also when classes are of several types."""
        return kind_of(self.values)

    @property
    def size(self) -> int:
        """Number of classes K."""
        return len(self.names)

    @property
    def omega(self) -> int:
        """Mask of the whole frame."""
        return (1 << self.size) - 1

    @cached_property
    def singletons(self) -> Masks:
        """Masks of the K singletons, in frame order [shape=(K,)]."""
        return singleton_masks(self.size)

    def powerset(self) -> Masks:
        """All 2^K masks in increasing order; refused above K = 20."""
        if self.size > LARGEST_POWERSET:
            raise DataError(
                f"A frame of {self.size} classes has 2^{self.size} subsets; all of them are listed "
                f"only up to {LARGEST_POWERSET} classes. Keep to the focal sets that carry mass."
            )
        return np.arange(1 << self.size, dtype=np.int64)

    def index(self, given: object) -> int:
        """Position of a class, given by its value or by its name."""
        position = self._places.get(given, NOT_FOUND) if isinstance(given, (str, int)) else -1
        if position == NOT_FOUND and isinstance(given, str):
            position = self._positions.get(given, NOT_FOUND)
        if position == NOT_FOUND:
            position = int(find_classes(self.values, [given])[0])
        if position == NOT_FOUND:
            raise DataError(
                f"Unknown class {str(given)!r}; the classes are {', '.join(self.names)}."
            )
        return position

    def mask(self, classes: Iterable[object]) -> int:
        """Mask of the subset that holds the given classes, each by its value or its name."""
        mask = 0
        for given in classes:
            mask |= 1 << self.index(given)
        return mask

    def members(self, mask: int) -> tuple[str, ...]:
        """Names of the classes in a subset, in frame order."""
        mask = self.check_mask(mask)
        return tuple(name for k, name in enumerate(self.names) if mask >> k & 1)

    def check_mask(self, mask: int) -> int:
        """The mask as a Python integer; one that names a class outside the frame is refused."""
        whole = isinstance(mask, (int, np.integer))
        if not whole or not 0 <= mask <= self.omega:
            raise DataError(f"The subset mask {mask} does not fit a frame of {self.size} classes.")
        return int(mask)

    def format(self, mask: int) -> str:
        """Text of a subset: `∅`, `Ω` or `{a, b}`; odd names are quoted so that parsing is exact.

        A frame of one class writes its only nonempty subset as `{a}`.
        """
        members = self.members(mask)
        if not members:
            return EMPTY_SIGN
        if mask == self.omega and self.size > 1:
            return OMEGA_SIGN
        return "{" + ", ".join(_quoted(name) for name in members) + "}"

    def parse(self, text: str) -> int:
        """Mask of a subset written as `format` writes it (a bare class name is also taken)."""
        text = text.strip()
        if text in {EMPTY_SIGN, "{}"}:
            return 0
        if text == OMEGA_SIGN:
            return self.omega
        if text.startswith("{") and text.endswith("}"):
            return self.mask(split_members(text[1:-1]))
        if text in self._positions:
            return 1 << self._positions[text]
        raise DataError(
            f"{text!r} is not a subset of the classes {', '.join(self.names)}; "
            "write it like {a, b}, ∅ or Ω."
        )

    @cached_property
    def _places(self) -> dict[Any, int]:
        return {value: k for k, value in enumerate(self.values)}

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {name: k for k, name in enumerate(self.names)}

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)

    def __repr__(self) -> str:
        return f"Frame({list(self.values)!r})"


def _quoted(name: str) -> str:
    needs_quotes = (
        bool(_NEEDS_QUOTES & set(name))
        or name != name.strip()
        or name in {EMPTY_SIGN, OMEGA_SIGN}
        or any(ord(character) < 32 for character in name)
    )
    return json.dumps(name, ensure_ascii=False) if needs_quotes else name


def split_members(text: str) -> list[str]:
    """Split `a, "b, c"` at the commas outside quotes."""
    decoder = json.JSONDecoder()
    members: list[str] = []
    position = 0
    while position < len(text):
        if text[position] in " ,":
            position += 1
        elif text[position] == '"':
            try:
                name, position = decoder.raw_decode(text, position)
            except ValueError:
                raise DataError(f"A quotation mark is not closed in {text!r}.") from None
            members.append(without_surrogates(str(name)))
        else:
            end = text.find(",", position)
            end = len(text) if end < 0 else end
            members.append(text[position:end].strip())
            position = end
    return members
