"""What is on the belief playground: a frame, sources, a rule and a condition; plain values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import TEXT, guess_kind
from belieflab.errors import DataError
from belieflab.ui.shell.page_table import PAGES

PAGE = "playground"
N_NAMES = PAGES[PAGE].opens_labels_of
LIMITS = f"{min(N_NAMES)} to {max(N_NAMES)}"
MAX_SOURCES = 6
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
        return self.with_masses({mask: mass / self.total for mask, mass in self.masses})

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
    """Everything the page shows; `kind` is that of the classes, as in `Frame.kind`."""

    names: tuple[str, ...]
    sources: tuple[Source, ...]
    rule: str = "dempster"
    given: int | None = None
    kind: str = TEXT

    @property
    def frame(self) -> Frame:
        """The names as a frame."""
        return Frame.of_kind(self.names, self.kind)

    def with_source(self, j: int, source: Source) -> "Playground":
        """Source j replaced."""
        if not source.name.strip():
            raise DataError(f"Source {j + 1} needs a name.")
        if any(source.name == other.name for i, other in enumerate(self.sources) if i != j):
            raise DataError(f"Two sources are called {source.name!r}; give each its own name.")
        return replace(self, sources=(*self.sources[:j], source, *self.sources[j + 1 :]))

    def with_mass(self, j: int, mask: int, mass: float) -> "Playground":
        """Another mass of one set in source j."""
        source = self.sources[j]
        if not 0 <= mass <= 1:
            raise DataError(
                f"{source.name}: m({self.frame.format(mask)}) = {mass:g} was typed; "
                "a mass lies between 0 and 1."
            )
        return self.with_source(j, source.with_masses(dict(source.masses) | {mask: mass}))

    def with_new_source(self, source: Source | None = None) -> "Playground":
        """One more source, by default a vacuous one."""
        if len(self.sources) >= MAX_SOURCES:
            raise DataError(f"The playground holds up to {MAX_SOURCES} sources; remove one first.")
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
        checked = check_names(names)
        places, omega = _places(self.names, checked), (1 << len(checked)) - 1

        def moved(mask: int) -> int:
            return sum(1 << new for old, new in places.items() if mask >> old & 1)

        def carried(source: Source) -> Source:
            pairs = [(moved(mask), mass) for mask, mass in source.masses if moved(mask) or not mask]
            return source.with_masses(add_up(pairs, omega))

        given = moved(self.given or 0)
        return Playground(
            checked,
            tuple(map(carried, self.sources)),
            self.rule,
            given if 0 < given < omega else None,
            self.kind if guess_kind(checked) == self.kind else TEXT,
        )

    def with_label(self, labels: MassTable, row: int, name: str = "") -> "Playground":
        """The label of that row, counted from 0, as one more source; its name is `Row 1` or given.

        On another frame it starts a playground of its own, with the same rule.
        """
        source = source_of(name or f"Row {row + 1}", labels, row)
        if labels.frame.names == self.names:
            return self.with_new_source(source)
        return Playground(labels.frame.names, (source,), self.rule, kind=labels.frame.kind)


def source_of(name: str, labels: MassTable, row: int) -> Source:
    """The label of a row as a source."""
    pairs = zip(labels.focal.tolist(), labels.mass[row].round(10).tolist(), strict=True)
    return Source(name).with_masses(add_up(pairs, labels.frame.omega))


def add_up(pairs: Iterable[tuple[int, float]], omega: int) -> dict[int, float]:
    """Masses by set; those of Ω are left out, because Ω takes the rest."""
    masses: dict[int, float] = {}
    for mask, mass in pairs:
        masses[mask] = masses.get(mask, 0.0) + mass
    masses.pop(omega, None)
    return masses


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Two to five different names, without spaces around them."""
    stripped = tuple(name.strip() for name in names)
    if len(stripped) not in N_NAMES:
        raise DataError(f"The playground takes {LIMITS} names; {len(stripped)} were given.")
    return Frame(stripped).names


def by_size(n_names: int) -> list[int]:
    """All 2^K masks, small sets first and then in the order of the names."""
    return sorted(
        range(1 << n_names),
        key=lambda mask: (mask.bit_count(), [k for k in range(n_names) if mask >> k & 1]),
    )


def _places(old: tuple[str, ...], new: tuple[str, ...]) -> dict[int, int]:
    """Where the old names are among the new ones; as many are renamed where they stand."""
    kept = {k: new.index(name) for k, name in enumerate(old) if name in new}
    if len(old) != len(new):
        return kept
    renamed = {k: kept.get(k, k) for k in range(len(old))}
    return renamed if len(set(renamed.values())) == len(old) else {k: k for k in range(len(old))}
