"""Combination: many sources into one mass function per object, by a rule of `rules`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import algebra, transforms
from belieflab.belief.algebra import Step
from belieflab.belief.conjunction import NOISE, Masses, compromise, conjoin
from belieflab.belief.frame import Frame
from belieflab.belief.log_conjunction import conjoin_severe_rows, contradict_severely
from belieflab.belief.regrouping import dense, distinct, empty_table, merge
from belieflab.belief.row_names import name_rows
from belieflab.belief.rules import RULES
from belieflab.belief.table import MassTable
from belieflab.errors import DataError


def combine(tables: Sequence[MassTable], rule: str = "dempster") -> MassTable:
    """One mass function per object from J sources: row i of the result combines all rows i.

    `tables`: J tables on the same frame with the same number of rows; `rule`: a key of RULES.
    All sources are combined at once. For the rules of Yager and of Dubois and Prade, which are not
    associative, this is their definition for J sources: the conflict is that of all together.
    """
    combine_masses = RULES.find(rule).combine
    frame = common_frame(tables)
    sources = [Masses(table.focal, table.mass) for table in tables]
    return MassTable._trusted(frame, *combine_masses(frame, sources)).compact()


def derive(tables: Sequence[MassTable], rule: str) -> tuple[Step, ...]:
    """The steps that combine mass functions (tables of one row) by a rule, to be printed."""
    derive_steps = RULES.find(rule).derive
    return derive_steps(common_frame(tables), [algebra.masses_of(table) for table in tables])


def conjunctive(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """Intersections; the conflict stays on ∅."""
    return conjoin(frame.size, sources, normalise=False)


def dempster(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """Intersections, normalised; rows of severe conflict in logarithms."""
    severe = contradict_severely(frame, sources)
    if not severe.any():
        return conjoin(frame.size, sources, normalise=True)
    return conjoin_severe_rows(frame, sources, severe)


def disjunctive(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """By De Morgan: the complement of a union is the intersection of the complements."""
    flipped = [_complement(frame, source) for source in sources]
    return _complement(frame, conjoin(frame.size, flipped, normalise=False))


def yager(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """Intersections; the conflict goes to Ω."""
    focal, mass = conjoin(frame.size, sources, normalise=False)
    return Masses(*merge(np.where(focal == 0, frame.omega, focal), mass))


def dubois_prade(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """Intersections, and unions of what contradicts."""
    return compromise(sources)


def average(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """The mean of the masses."""
    focal = distinct(*(source.focal for source in sources))
    mass = empty_table(len(sources[0].mass), len(focal))
    for source in sources:
        mass[:, np.searchsorted(focal, source.focal)] += source.mass
    return Masses(focal, mass / len(sources))


def cautious(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """The least of the conjunctive weights of each set (Denœux 2008, definition 1)."""
    least = _log_weights(frame, sources[0], 1)
    for j, source in enumerate(sources[1:], start=2):
        np.minimum(least, _log_weights(frame, source, j), out=least)
    mass = transforms.from_log_weights(least)
    # All but m(Ω) = q(Ω) are alternating sums of at most q(A): what is small beside that is
    # rounding, but what is small beside 1 may be all that near-certain sources leave off ∅.
    noise = NOISE * (1.0 + np.abs(least).sum(axis=1, keepdims=True))
    proper = mass[:, :-1]
    proper[proper <= (noise * transforms.to_commonality(np.abs(mass)))[:, :-1]] = 0.0
    _refuse_underflow(mass[:, 1:].sum(axis=1))
    return Masses(frame.powerset(), mass / mass.sum(axis=1, keepdims=True))


def _refuse_underflow(totals: NDArray[np.float64]) -> None:
    """Name the rows whose mass off ∅ is too small for a number, though it is never 0."""
    lost = np.flatnonzero(totals < np.finfo(np.float64).tiny)
    if lost.size:
        raise DataError(
            f"The sources contradict each other so strongly that the cautious rule leaves no mass "
            f"off ∅ that a number can hold in {name_rows(lost)}; discount them first."
        )


def _log_weights(frame: Frame, source: Masses, number: int) -> NDArray[np.float64]:
    mass = dense(frame, *source)
    dogmatic = np.flatnonzero(mass[:, -1] <= 0)
    if dogmatic.size:
        raise DataError(
            f"The cautious rule needs some mass on Ω in every row, but source {number} has none "
            f"in {name_rows(dogmatic)}; discount it first."
        )
    return transforms.to_log_weights(mass)


def _complement(frame: Frame, masses: Masses) -> Masses:
    return Masses(masses.focal ^ frame.omega, masses.mass)


def common_frame(tables: Sequence[MassTable]) -> Frame:
    """The frame of all sources, which must be about the same classes and objects."""
    if not tables:
        raise DataError("A combination needs at least one source.")
    first = tables[0]
    for j, table in enumerate(tables[1:], start=2):
        if table.frame != first.frame:
            raise DataError(
                f"Source {j} is about the classes {', '.join(table.frame.names)}, but source 1 "
                f"is about {', '.join(first.frame.names)}."
            )
        if len(table) != len(first):
            raise DataError(
                f"Source {j} has {len(table)} rows but source 1 has {len(first)}; "
                "combined sources are about the same objects."
            )
    return first.frame
