"""The algebra behind a combination: which products gave each mass, step by step, as plain data.

A page can print every step; nothing here is needed to compute a result. Each step turns the
masses of the step before into new ones and lists, for every set, the parts it was made of.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, fsum, log, prod
from operator import and_, or_

from belieflab.belief.frame import Frame
from belieflab.belief.table import MassTable
from belieflab.errors import DataError

MAX_PRODUCTS = 50_000
"""A longer list of products is refused: nobody reads it."""

ROUNDING = 1e-13
"""A canonical weight whose logarithm is smaller than this is 1: its set plays no part."""

Masses = Mapping[int, float]
Operand = tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """One addend: the sets it comes from (one per factor) and the numbers multiplied."""

    sets: tuple[int, ...]
    factors: tuple[float, ...]

    @property
    def value(self) -> float:
        """The product of the factors."""
        return prod(self.factors)


@dataclass(frozen=True)
class Line:
    """How one set got its number: the parts and the value they give."""

    target: int
    parts: tuple[Part, ...]
    value: float


@dataclass(frozen=True)
class Step:
    """One step of the algebra.

    Attributes
    ----------
    kind : what happens to the parts of a line
        `intersection`, `union`, `compromise`, `discount`, `condition`: their sum;
        `normalise`: their sum divided by 1 - `number`; `to-omega`: their sum, Ω takes the conflict;
        `mean`: their sum divided by the number of sources; `weights`: the least of them;
        `from-weights`: the alternating sum of the commonalities that the weights multiply to
    operands : which sources are combined here; (0, 1) is the outcome of combining sources 0 and 1,
        and () what is conditioned
    lines : one per set, in order of size and then of mask
    number : the conflict, the discount rate, or zero where the kind needs none
    """

    kind: str
    operands: tuple[Operand, ...]
    lines: tuple[Line, ...]
    number: float = 0.0

    @property
    def masses(self) -> dict[int, float]:
        """The numbers after this step, by set."""
        return {line.target: line.value for line in self.lines}


def derive_conjunctive(frame: Frame, sources: Sequence[Masses]) -> tuple[Step, ...]:
    """Products go to intersections, source after source."""
    return _successive(sources, and_, "intersection")


def derive_dempster(frame: Frame, sources: Sequence[Masses]) -> tuple[Step, ...]:
    """Intersections; the conflict is divided out once, at the end, as after each source."""
    steps = derive_conjunctive(frame, sources)
    return (*steps, _normalise(steps[-1]))


def derive_yager(frame: Frame, sources: Sequence[Masses]) -> tuple[Step, ...]:
    """Intersections; the conflict goes to Ω once, at the end, so that the order is irrelevant."""
    steps = derive_conjunctive(frame, sources)
    return (*steps, _to_omega(frame, steps[-1]))


def derive_disjunctive(frame: Frame, sources: Sequence[Masses]) -> tuple[Step, ...]:
    """Products go to unions, source after source."""
    return _successive(sources, or_, "union")


def derive_discount(table: MassTable, rate: float, source: int = 0) -> Step:
    """Discounting: m'(A) = (1-α) m(A) for A ≠ Ω and m'(Ω) = (1-α) m(Ω) + α (Shafer 1976)."""
    omega = table.frame.omega
    masses = masses_of(table)
    lines = {mask: [Part((mask,), (1.0 - rate, mass))] for mask, mass in masses.items()}
    if rate > 0:
        lines.setdefault(omega, []).append(Part((), (rate,)))
    return Step("discount", ((source,),), _summed(lines), rate)


def derive_condition(table: MassTable, mask: int) -> tuple[Step, ...]:
    """Conditioning on B: m(A | B) = Σ_{C ∩ B = A} m(C), then division by 1 - m(∅ | B)."""
    table.frame.check_mask(mask)
    lines: dict[int, list[Part]] = {}
    for focal, mass in masses_of(table).items():
        lines.setdefault(focal & mask, []).append(Part((focal,), (mass,)))
    moved = Step("condition", ((),), _summed(lines))
    return moved, _normalise(moved)


def masses_of(table: MassTable) -> dict[int, float]:
    """The masses of a table of one row that are not zero, by set."""
    if len(table) != 1:
        raise DataError(f"The algebra is shown for one mass function; found {len(table)} rows.")
    pairs = zip(table.focal.tolist(), table.mass[0].tolist(), strict=True)
    return {int(mask): float(mass) for mask, mass in sorted(pairs) if mass != 0}


def _successive(
    sources: Sequence[Masses], target: Callable[[int, int], int], kind: str
) -> tuple[Step, ...]:
    """Source after source; a single source is its own outcome."""
    if len(sources) == 1:
        lines = {mask: [Part((mask,), (mass,))] for mask, mass in sources[0].items()}
        return (Step(kind, ((0,),), _summed(lines)),)
    steps: list[Step] = []
    masses = sources[0]
    for j, other in enumerate(sources[1:], start=1):
        lines = {}
        for (left, left_mass), (right, right_mass) in product(masses.items(), other.items()):
            part = Part((left, right), (left_mass, right_mass))
            lines.setdefault(target(left, right), []).append(part)
        steps.append(Step(kind, (tuple(range(j)), (j,)), _summed(lines)))
        masses = steps[-1].masses
    return tuple(steps)


def derive_compromise(frame: Frame, sources: Sequence[Masses]) -> tuple[Step, ...]:
    """Dubois and Prade: a product goes to the intersection, or to the union where that is empty."""
    n_products = prod(len(masses) for masses in sources)
    if n_products > MAX_PRODUCTS:
        raise DataError(
            f"This sum has {n_products:,} products; they are listed up to {MAX_PRODUCTS:,}."
        )
    lines: dict[int, list[Part]] = {}
    for choice in product(*(masses.items() for masses in sources)):
        sets = tuple(mask for mask, _ in choice)
        common, union = sets[0], sets[0]
        for mask in sets[1:]:
            common, union = common & mask, union | mask
        lines.setdefault(common or union, []).append(Part(sets, tuple(mass for _, mass in choice)))
    return (Step("compromise", tuple((j,) for j in range(len(sources))), _summed(lines)),)


def derive_average(frame: Frame, sources: Sequence[Masses]) -> tuple[Step, ...]:
    """The mean of the masses of each set."""
    masks = sorted({mask for masses in sources for mask in masses}, key=_by_size)
    lines = tuple(
        Line(
            mask,
            tuple(Part((mask,), (masses.get(mask, 0.0),)) for masses in sources),
            fsum(masses.get(mask, 0.0) for masses in sources) / len(sources),
        )
        for mask in masks
    )
    return (Step("mean", tuple((j,) for j in range(len(sources))), lines),)


def _normalise(before: Step) -> Step:
    """Division of every mass but that of ∅ by 1 - m(∅)."""
    masses = before.masses
    conflict = masses.get(0, 0.0)
    kept = fsum(mass for mask, mass in masses.items() if mask)
    if kept <= 0:
        raise DataError("The sources contradict each other completely: all mass falls on ∅.")
    lines = tuple(
        Line(mask, (Part((mask,), (mass,)),), mass / kept) for mask, mass in masses.items() if mask
    )
    return Step("normalise", (sum(before.operands, ()),), lines, conflict)


def _to_omega(frame: Frame, before: Step) -> Step:
    """Yager: the conflict goes to Ω."""
    masses = before.masses
    lines = {mask: [Part((mask,), (mass,))] for mask, mass in masses.items() if mask}
    if 0 in masses:
        lines.setdefault(frame.omega, []).append(Part((0,), (masses[0],)))
    return Step("to-omega", (sum(before.operands, ()),), _summed(lines), masses.get(0, 0.0))


def derive_cautious(frame: Frame, sources: Sequence[Masses]) -> tuple[Step, ...]:
    """The least canonical weights and the mass function they stand for (Denœux 2008).

    ln w(A) = -Σ_{B ⊇ A} (-1)^(|B|-|A|) ln q(B) for A ≠ Ω, and back: q(A) = Π_{B ⊉ A} w(B),
    m(A) = Σ_{B ⊇ A} (-1)^(|B|-|A|) q(B).
    """
    masks = frame.powerset().tolist()
    weights = [_canonical_weights(frame, masses) for masses in sources]
    least = {mask: min(own[mask] for own in weights) for mask in masks[:-1]}
    compared = tuple(
        Line(mask, tuple(Part((mask,), (own[mask],)) for own in weights), least[mask])
        for mask in sorted(masks[:-1], key=_by_size)
        if any(own[mask] != 1.0 for own in weights)
    )
    commonality = {
        mask: prod(weight for other, weight in least.items() if mask & ~other) for mask in masks
    }
    lines = {
        mask: [
            Part((other,), ((-1.0) ** (other.bit_count() - mask.bit_count()), commonality[other]))
            for other in masks
            if mask & ~other == 0
        ]
        for mask in masks
    }
    everyone = tuple((j,) for j in range(len(sources)))
    return (
        Step("weights", everyone, compared),
        Step("from-weights", (sum(everyone, ()),), _summed(lines)),
    )


def _canonical_weights(frame: Frame, masses: Masses) -> dict[int, float]:
    """w(A) of every A ≠ Ω, exactly 1 where rounding alone makes the difference."""
    masks = range(frame.omega + 1)
    logs = {
        mask: log(fsum(mass for focal, mass in masses.items() if mask & ~focal == 0))
        for mask in masks
    }
    weights = {}
    for mask in masks[:-1]:
        exponent = -fsum(
            (-1.0) ** (other.bit_count() - mask.bit_count()) * logs[other]
            for other in masks
            if mask & ~other == 0
        )
        weights[mask] = 1.0 if abs(exponent) < ROUNDING else exp(exponent)
    return weights


def _summed(parts_by_set: Mapping[int, Sequence[Part]]) -> tuple[Line, ...]:
    return tuple(
        Line(mask, tuple(parts_by_set[mask]), fsum(part.value for part in parts_by_set[mask]))
        for mask in sorted(parts_by_set, key=_by_size)
    )


def _by_size(mask: int) -> tuple[int, int]:
    return mask.bit_count(), mask
