"""The rules of combination, one entry each: many sources into one mass function per object."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import and_, or_

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import algebra, transforms
from belieflab.belief.algebra import Step
from belieflab.belief.conjunction import NOISE, Masses, compromise, conjoin
from belieflab.belief.frame import Frame
from belieflab.belief.log_conjunction import conjoin_severe_rows, contradict_severely
from belieflab.belief.regrouping import dense, distinct, empty_table, merge
from belieflab.belief.row_names import name_rows
from belieflab.belief.table import MassTable
from belieflab.errors import DataError
from belieflab.registry import Registry


@dataclass(frozen=True)
class Rule:
    """A rule of combination.

    Attributes
    ----------
    key, title, explanation : its name in code and links, on screen, and one sentence
    combine : the masses of several sources, all rows at once, into those of the result
    derive : the same for mass functions of one row, as steps that can be printed
    target : the set that gets the product of two masses, from their sets; None when the result
        is no sum of such products
    """

    key: str
    title: str
    explanation: str
    combine: Callable[[Frame, Sequence[Masses]], Masses]
    derive: Callable[[Frame, Sequence[Mapping[int, float]]], tuple[Step, ...]]
    target: Callable[[int, int], int] | None = None


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


def _conjunctive(frame: Frame, sources: Sequence[Masses]) -> Masses:
    return conjoin(frame.size, sources, normalise=False)


def _dempster(frame: Frame, sources: Sequence[Masses]) -> Masses:
    severe = contradict_severely(frame, sources)
    if not severe.any():
        return conjoin(frame.size, sources, normalise=True)
    return conjoin_severe_rows(frame, sources, severe)


def _disjunctive(frame: Frame, sources: Sequence[Masses]) -> Masses:
    """By De Morgan: the complement of a union is the intersection of the complements."""
    flipped = [_complement(frame, source) for source in sources]
    return _complement(frame, conjoin(frame.size, flipped, normalise=False))


def _yager(frame: Frame, sources: Sequence[Masses]) -> Masses:
    focal, mass = conjoin(frame.size, sources, normalise=False)
    return Masses(*merge(np.where(focal == 0, frame.omega, focal), mass))


def _dubois_prade(frame: Frame, sources: Sequence[Masses]) -> Masses:
    return compromise(sources)


def _average(frame: Frame, sources: Sequence[Masses]) -> Masses:
    focal = distinct(*(source.focal for source in sources))
    mass = empty_table(len(sources[0].mass), len(focal))
    for source in sources:
        mass[:, np.searchsorted(focal, source.focal)] += source.mass
    return Masses(focal, mass / len(sources))


def _cautious(frame: Frame, sources: Sequence[Masses]) -> Masses:
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


RULES = Registry(
    "rule",
    [
        Rule(
            "conjunctive",
            "Conjunctive (unnormalised)",
            "Every source is reliable: sets intersect, and what contradicts stays on ∅.",
            _conjunctive,
            algebra.derive_conjunctive,
            and_,
        ),
        Rule(
            "dempster",
            "Dempster",
            "Every source is reliable and one class is true: sets intersect, and the conflict "
            "on ∅ is divided out.",
            _dempster,
            algebra.derive_dempster,
            and_,
        ),
        Rule(
            "disjunctive",
            "Disjunctive",
            "At least one source is reliable, unknown which: sets unite.",
            _disjunctive,
            algebra.derive_disjunctive,
            or_,
        ),
        Rule(
            "yager",
            "Yager",
            "Sets intersect; the conflict of all sources together becomes ignorance, Ω.",
            _yager,
            algebra.derive_yager,
            and_,
        ),
        Rule(
            "dubois-prade",
            "Dubois-Prade",
            "Sets that agree intersect; where all sources together contradict, their sets unite.",
            _dubois_prade,
            algebra.derive_compromise,
            lambda left, right: left & right or left | right,
        ),
        Rule(
            "average",
            "Average",
            "The mean of the masses: every source has the same chance to be the right one.",
            _average,
            algebra.derive_average,
        ),
        Rule(
            "cautious",
            "Cautious (Denœux)",
            "The sources may share evidence: nothing is counted twice. Needs some mass on Ω.",
            _cautious,
            algebra.derive_cautious,
        ),
    ],
)
