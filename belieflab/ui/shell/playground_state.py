"""What is on the belief playground: a frame, some sources, a rule and a condition; plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import TEXT, guess_kind
from belieflab.errors import DataError

FEWEST_NAMES, MOST_NAMES = 2, 5
MOST_SOURCES = 6
ROUNDING = 1e-9
"""Typed decimals such as 0.1 + 0.2 + 0.7 may miss 1 by this much."""


@dataclass(frozen=True)
class Source:
    """One mass function as typed: masses of proper subsets, Ω takes the rest.

    The masses may sum to more than 1 while a person is still typing; `table` then says so.
    """

    name: str
    masses: tuple[tuple[int, float], ...] = ()
    doubt: float = 0.0

    @property
    def total(self) -> float:
        """Sum of the typed masses."""
        return fsum(mass for _, mass in self.masses)

    @property
    def rest(self) -> float:
        """What is left for Ω; negative when too much was typed."""
        rest = 1.0 - self.total
        return 0.0 if abs(rest) < ROUNDING else rest

    def mass(self, mask: int) -> float:
        """The typed mass of a set."""
        return dict(self.masses).get(mask, 0.0)

    def with_masses(self, masses: Mapping[int, float]) -> "Source":
        """Other masses; zeros are left out."""
        kept = sorted((int(mask), float(mass)) for mask, mass in masses.items() if mass > 0)
        return replace(self, masses=tuple(kept))

    def scaled(self) -> "Source":
        """The same proportions with a sum of 1."""
        total = self.total
        return self.with_masses({mask: mass / total for mask, mass in self.masses})

    def table(self, frame: Frame) -> MassTable:
        """The mass function before its doubt; a DataError when the masses exceed 1."""
        if self.rest < 0:
            raise DataError(
                f"The masses of {self.name} sum to {self.total:.6g}; "
                f"take {-self.rest:.6g} away, or scale them to 1."
            )
        masses = dict(self.masses)
        if self.rest > 0 or not masses:
            masses[frame.omega] = self.rest
        return MassTable(frame, list(masses), [list(masses.values())])


@dataclass(frozen=True)
class Playground:
    """Everything the page shows; immutable, so undo is a list of these and a link is its text."""

    names: tuple[str, ...]
    sources: tuple[Source, ...]
    rule: str = "dempster"
    given: int | None = None
    kind: str = TEXT
    """Of the class values that print as the names, as in `Frame.kind`."""

    @property
    def frame(self) -> Frame:
        """The names as a frame."""
        return Frame.of_kind(self.names, self.kind)

    @property
    def proper_subsets(self) -> tuple[int, ...]:
        """All subsets but ∅ and Ω, small ones first."""
        return tuple(mask for mask in by_size(len(self.names)) if 0 < mask < self.frame.omega)

    def with_source(self, j: int, source: Source) -> "Playground":
        """Source j exchanged."""
        if not source.name.strip():
            raise DataError(f"Source {j + 1} needs a name.")
        if any(source.name == other.name for i, other in enumerate(self.sources) if i != j):
            raise DataError(f"Two sources are called {source.name!r}; give each its own name.")
        return replace(self, sources=(*self.sources[:j], source, *self.sources[j + 1 :]))

    def with_new_source(self, source: Source | None = None) -> "Playground":
        """One more source, by default one that knows nothing."""
        if len(self.sources) >= MOST_SOURCES:
            raise DataError(f"The playground holds up to {MOST_SOURCES} sources; remove one first.")
        taken = {old.name for old in self.sources}
        source = source or Source(f"Source {len(self.sources) + 1}")
        number, name = 1, source.name
        while name in taken:
            number += 1
            name = f"{source.name} ({number})"
        return replace(self, sources=(*self.sources, replace(source, name=name)))

    def without_source(self, j: int) -> "Playground":
        """Source j removed; the last one stays."""
        if len(self.sources) == 1:
            raise DataError("The playground keeps at least one source.")
        return replace(self, sources=self.sources[:j] + self.sources[j + 1 :])

    def with_names(self, names: Sequence[str]) -> "Playground":
        """Another frame; masses follow their names, those of a set that loses all go to Ω."""
        checked = checked_names(names)
        old = self.names
        if len(checked) == len(old):  # renamed in place unless the same names only changed order
            position = {
                k: checked.index(name) if name in checked else k for k, name in enumerate(old)
            }
            if len(set(position.values())) < len(old):
                position = {k: k for k in range(len(old))}
        else:
            position = {k: checked.index(name) for k, name in enumerate(old) if name in checked}
        omega = (1 << len(checked)) - 1
        sources = []
        for source in self.sources:
            masses: dict[int, float] = {}
            for mask, mass in source.masses:
                moved = sum(1 << new for k, new in position.items() if mask >> k & 1)
                if moved != omega and (moved or not mask):
                    masses[moved] = masses.get(moved, 0.0) + mass
            sources.append(source.with_masses(masses))
        given = None
        if self.given is not None:
            moved = sum(1 << new for k, new in position.items() if self.given >> k & 1)
            given = moved if 0 < moved < omega else None
        kind = self.kind if guess_kind(checked) == self.kind else TEXT
        return replace(self, names=checked, sources=tuple(sources), given=given, kind=kind)


def checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Two to five different names, without spaces around them."""
    stripped = tuple(name.strip() for name in names)
    if not FEWEST_NAMES <= len(stripped) <= MOST_NAMES:
        raise DataError(
            f"The playground takes {FEWEST_NAMES} to {MOST_NAMES} names; "
            f"{len(stripped)} were given."
        )
    return Frame(stripped).names


def by_size(n_names: int) -> list[int]:
    """All 2^K masks, small sets first and then in the order of the names."""
    return sorted(
        range(1 << n_names),
        key=lambda mask: (mask.bit_count(), [k for k in range(n_names) if mask >> k & 1]),
    )
