"""Slow and obvious belief calculus, straight from the equations: one mass function is a dictionary
from frozensets of classes to masses. The fast code must equal it."""

from itertools import chain, combinations, product
from math import log2, prod

import numpy as np

from belieflab import MassTable

Masses = dict[frozenset, float]


def subsets(classes):
    classes = list(classes)
    by_size = (combinations(classes, size) for size in range(len(classes) + 1))
    return [frozenset(subset) for subset in chain.from_iterable(by_size)]


def mask_of(subset):
    return sum(1 << k for k in subset)


def set_of(mask):
    return frozenset(k for k in range(mask.bit_length()) if mask >> k & 1)


def row_of(table: MassTable, row: int = 0) -> Masses:
    return {set_of(int(a)): float(m) for a, m in zip(table.focal, table.mass[row], strict=True)}


def bel(m, a):
    return sum(v for b, v in m.items() if b and b <= a)


def pl(m, a):
    return sum(v for b, v in m.items() if b & a)


def q(m, a):
    return sum(v for b, v in m.items() if b >= a)


def implicability(m, a):
    return sum(v for b, v in m.items() if b <= a)


def betp(m, k):
    return sum(v / len(b) for b, v in m.items() if k in b) / (1.0 - m.get(frozenset(), 0.0))


def discord(m):
    return -sum(v * log2(sum(betp(m, k) for k in a)) for a, v in m.items() if a and v > 0)


def strife(m):
    normal = {a: v / (1.0 - m.get(frozenset(), 0.0)) for a, v in m.items() if a}
    inner = {a: sum(v * len(a & b) / len(a) for b, v in normal.items()) for a in normal}
    return -sum(v * log2(inner[a]) for a, v in m.items() if a and v > 0)


def combine(sources, meet):
    """Σ over all tuples of focal sets of the product of masses, sent to meet(tuple)."""
    out: Masses = {}
    for terms in product(*(source.items() for source in sources)):
        target = meet([subset for subset, _ in terms])
        out[target] = out.get(target, 0.0) + prod(mass for _, mass in terms)
    return out


def intersection(sets):
    return frozenset.intersection(*sets)


def union(sets):
    return frozenset.union(*sets)


def compromise(sets):
    return intersection(sets) or union(sets)


def normalise(m):
    total = sum(v for a, v in m.items() if a)
    return {a: v / total for a, v in m.items() if a}


def rule(key, sources, omega):
    if key == "average":
        keys = set().union(*sources)
        return {a: sum(s.get(a, 0.0) for s in sources) / len(sources) for a in keys}
    if key == "disjunctive":
        return combine(sources, union)
    if key == "dubois-prade":
        return combine(sources, compromise)
    met = combine(sources, intersection)
    if key == "dempster":
        return normalise(met)
    if key == "yager":
        conflict = met.pop(frozenset(), 0.0)
        met[omega] = met.get(omega, 0.0) + conflict
    return met


def weights(m, omega):
    """w(A) = Π_{B ⊇ A} q(B)^((-1)^(|B| - |A| + 1))."""
    return {
        a: prod(q(m, b) ** ((-1) ** (len(b) - len(a) + 1)) for b in subsets(omega) if b >= a)
        for a in subsets(omega)
        if a != omega
    }


def jousselme(m1, m2):
    sets = sorted(set(m1) | set(m2), key=mask_of)
    d = np.array([m1.get(a, 0.0) - m2.get(a, 0.0) for a in sets])
    similarity = np.array([[len(a & b) / len(a | b) if a | b else 1.0 for b in sets] for a in sets])
    return float(np.sqrt(max(d @ similarity @ d, 0.0) / 2))


def disjunctive_weights(m, omega):
    """v(A) = Π_{B ⊆ A} b(B)^((-1)^(|A| - |B| + 1)), A ≠ ∅."""
    return {
        a: prod(
            implicability(m, b) ** ((-1) ** (len(a) - len(b) + 1)) for b in subsets(omega) if b <= a
        )
        for a in subsets(omega)
        if a
    }


def bold(sources, omega):
    """b(A) = Π_{B ⊄ A} min_j v_j(B), and m by Möbius inversion."""
    weights_of = [disjunctive_weights(m, omega) for m in sources]
    least = {a: min(v[a] for v in weights_of) for a in weights_of[0]}
    b = {a: prod(v for c, v in least.items() if not c <= a) for a in subsets(omega)}
    return {
        a: sum((-1) ** (len(a) - len(c)) * b[c] for c in subsets(omega) if c <= a)
        for a in subsets(omega)
    }


def cautious(sources, omega):
    """q(A) = Π_{B ⊉ A} min_j w_j(B), and m by Möbius inversion; exact for fractions."""
    weights_of = [weights(m, omega) for m in sources]
    least = {a: min(w[a] for w in weights_of) for a in weights_of[0]}
    q_of = {a: prod(w for c, w in least.items() if not c >= a) for a in subsets(omega)}
    return {
        a: sum((-1) ** (len(c) - len(a)) * q_of[c] for c in subsets(omega) if c >= a)
        for a in subsets(omega)
    }


def pcr6(sources):
    """Σ over all tuples; one in conflict goes back to its sets in proportion to their masses."""
    out: Masses = {}
    for terms in product(*(source.items() for source in sources)):
        together, share = intersection([a for a, _ in terms]), prod(v for _, v in terms)
        if together:
            out[together] = out.get(together, 0.0) + share
        elif share:
            for a, v in terms:
                out[a] = out.get(a, 0.0) + share * v / sum(w for _, w in terms)
    return out
