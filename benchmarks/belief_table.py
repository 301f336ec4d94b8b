"""The belief calculus beside a plain-numpy loop and a dictionary of frozensets."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from belieflab import MassTable
from belieflab.belief import combine
from benchmarks.measurement import Measurement, compare

SOURCES, OBJECTS, CLASSES = 10, 10_000, "abcd"


def run() -> Iterator[Measurement]:
    """Both measurements, each on one thread."""
    with threadpool_limits(limits=1):
        yield measure_summaries()
        yield measure_dempster()


def measure_summaries() -> Measurement:
    """Contour, pignistic probabilities and nonspecificity of 100,000 rows × 16 focal sets."""
    rng = np.random.default_rng(0)
    table = MassTable(CLASSES, np.arange(16), rng.dirichlet(np.ones(16), size=100_000))

    def ours() -> list[NDArray[Any]]:
        return [table.contour(), table.pignistic(), table.nonspecificity()]

    def peer() -> list[NDArray[Any]]:
        return summaries_by_loop(len(CLASSES), table.focal, table.mass)

    for ours_is, peer_is in zip(ours(), peer(), strict=True):
        np.testing.assert_allclose(ours_is, peer_is, rtol=0, atol=1e-12)
    return compare(
        "belief-table",
        ours,
        peer,
        peer_name="a plain-numpy loop over focal sets",
        what="contour, pignistic and nonspecificity of 100,000 rows × 16 focal sets",
        repeats=15,
    )


def measure_dempster() -> Measurement:
    """Dempster's rule over 10 sources for 10,000 objects on a frame of 4."""
    rng = np.random.default_rng(1)
    focal = np.arange(1, 16)
    tables = [
        MassTable(CLASSES, focal, rng.dirichlet(np.ones(15), size=OBJECTS)) for _ in range(SOURCES)
    ]
    sets = [frozenset(tables[0].frame.members(int(mask))) for mask in focal]
    sources = [
        [dict(zip(sets, table.mass[i].tolist(), strict=True)) for table in tables]
        for i in range(OBJECTS)
    ]

    def ours() -> MassTable:
        return combine(tables, "dempster")

    def peer() -> list[dict[frozenset[str], float]]:
        return [dempster_of_dictionaries(of_object) for of_object in sources]

    _check_dempster(ours(), [dempster_of_dictionaries(source) for source in sources[:50]])
    return compare(
        "belief-table-dempster",
        ours,
        peer,
        peer_name="dictionaries of frozensets",
        what="Dempster's rule over 10 sources with 15 focal sets each, 10,000 objects, frame of 4",
        repeats=15,
        peer_repeats=1,
    )


def summaries_by_loop(
    n_classes: int, focal: NDArray[np.int64], mass: NDArray[np.float64]
) -> list[NDArray[Any]]:
    """What one writes without matrices: each focal set adds its column to its classes."""
    n = len(mass)
    contour, pignistic = np.zeros((n, n_classes)), np.zeros((n, n_classes))
    nonspecificity, empty = np.zeros(n), np.zeros(n)
    for j, mask in enumerate(focal.tolist()):
        members = [k for k in range(n_classes) if mask >> k & 1]
        column = mass[:, j]
        if not members:
            empty += column
            continue
        share = column / len(members)
        for k in members:
            contour[:, k] += column
            pignistic[:, k] += share
        if len(members) > 1:
            nonspecificity += column * np.log(len(members))
    pignistic /= (1.0 - empty)[:, None]
    return [contour, pignistic, nonspecificity / np.log(n_classes)]


def dempster_of_dictionaries(
    sources: list[dict[frozenset[str], float]],
) -> dict[frozenset[str], float]:
    """Dempster's rule as it is usually written in Python, normalised once at the end."""
    combined = sources[0]
    for source in sources[1:]:
        products: dict[frozenset[str], float] = {}
        for (left, a), (right, b) in product(combined.items(), source.items()):
            common = left & right
            products[common] = products.get(common, 0.0) + a * b
        combined = products
    total = 1.0 - combined.pop(frozenset(), 0.0)
    return {subset: mass / total for subset, mass in combined.items()}


def _check_dempster(table: MassTable, expected: list[dict[frozenset[str], float]]) -> None:
    for i, masses in enumerate(expected):
        for subset, mass in masses.items():
            ours = table[i].mass_of(table.frame.mask(subset))[0]
            np.testing.assert_allclose(ours, mass, rtol=0, atol=1e-9)
