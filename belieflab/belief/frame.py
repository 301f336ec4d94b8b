"""The frame of discernment: ordered class names, subsets as integer bit masks."""

import json
from collections.abc import Iterable, Iterator
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.errors import DataError

LARGEST_FRAME = 63
"""A subset is one signed 64-bit integer, so a frame holds at most 63 classes."""

LARGEST_POWERSET = 20
"""2^20 columns are a million; a larger dense table is refused."""

EMPTY_SIGN = "∅"
OMEGA_SIGN = "Ω"
_NEEDS_QUOTES = set('{},|*"')


class Frame:
    """The ordered class names; bit k of a mask stands for class k.

    It formats a mask as text (`{setosa, virginica}`, `∅`, `Ω`) and parses the same text back.
    """

    def __init__(self, names: Iterable[object]) -> None:
        self.names: tuple[str, ...] = tuple(str(name) for name in names)
        if not self.names:
            raise DataError("A frame needs at least one class name.")
        if len(self.names) > LARGEST_FRAME:
            raise DataError(
                f"A frame can hold at most {LARGEST_FRAME} classes, "
                f"but {len(self.names)} were given."
            )
        blank = [k for k, name in enumerate(self.names) if not name.strip()]
        if blank:
            raise DataError(f"Class {blank[0] + 1} of the frame has an empty name.")
        seen: set[str] = set()
        for name in self.names:
            if name in seen:
                raise DataError(f"The class name {name!r} stands twice in the frame.")
            seen.add(name)

    @property
    def size(self) -> int:
        """Number of classes K."""
        return len(self.names)

    @property
    def omega(self) -> int:
        """Mask of the whole frame."""
        return (1 << self.size) - 1

    @cached_property
    def singletons(self) -> NDArray[np.int64]:
        """Masks of the K singletons, in frame order [shape=(K,)]."""
        return np.left_shift(np.int64(1), np.arange(self.size, dtype=np.int64))

    def powerset(self) -> NDArray[np.int64]:
        """All 2^K masks in increasing order; refused above K = 20."""
        if self.size > LARGEST_POWERSET:
            raise DataError(
                f"A frame of {self.size} classes has 2^{self.size} subsets; all of them are listed "
                f"only up to {LARGEST_POWERSET} classes. Keep to the focal sets that carry mass."
            )
        return np.arange(1 << self.size, dtype=np.int64)

    def index(self, name: object) -> int:
        """Position of a class name."""
        try:
            return self._positions[str(name)]
        except KeyError:
            raise DataError(
                f"Unknown class {str(name)!r}; the classes are {', '.join(self.names)}."
            ) from None

    def mask(self, names: Iterable[object]) -> int:
        """Mask of the subset that holds the given class names."""
        mask = 0
        for name in names:
            mask |= 1 << self.index(name)
        return mask

    def members(self, mask: int) -> tuple[str, ...]:
        """Names of the classes in a subset, in frame order."""
        self.check_mask(mask)
        return tuple(name for k, name in enumerate(self.names) if mask >> k & 1)

    def check_mask(self, mask: int) -> None:
        """Refuse a mask that names a class outside the frame."""
        whole = isinstance(mask, (int, np.integer))
        if not whole or not 0 <= mask <= self.omega:
            raise DataError(f"The subset mask {mask} does not fit a frame of {self.size} classes.")

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
            return self.mask(_split_members(text[1:-1]))
        if text in self._positions:
            return 1 << self._positions[text]
        raise DataError(
            f"{text!r} is not a subset of the classes {', '.join(self.names)}; "
            "write it like {a, b}, ∅ or Ω."
        )

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
        return f"Frame({list(self.names)!r})"


def _quoted(name: str) -> str:
    awkward = (
        bool(_NEEDS_QUOTES & set(name))
        or name != name.strip()
        or name in {EMPTY_SIGN, OMEGA_SIGN}
        or any(ord(sign) < 32 for sign in name)
    )
    return json.dumps(name, ensure_ascii=False) if awkward else name


def _split_members(text: str) -> list[str]:
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
            members.append(name)
        else:
            end = text.find(",", position)
            end = len(text) if end < 0 else end
            members.append(text[position:end].strip())
            position = end
    return members
