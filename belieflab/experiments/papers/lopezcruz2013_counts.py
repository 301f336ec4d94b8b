"""Tables 2 and 3 of López-Cruz et al. 2013: how often one method beats another, and the tests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from belieflab.experiments.comparison import Comparison, compare_methods
from belieflab.experiments.experiment import PERCENT, Derived, Known, Number
from belieflab.experiments.papers.lopezcruz2013 import LEVELS, SCENARIOS, STRUCTURES, make_cell
from belieflab.experiments.papers.numbers import read_numbers
from belieflab.experiments.sweep import DataChoice

Errors = Mapping[str, NDArray[np.float64]]
"""Mean errors of each data set [shape=(levels so far, classifiers, scenarios)]."""

N_NAMED, N_COUNTED = 9, 8
"""Data sets that the paper's text names, and that its tables count."""

CLOSEST = "the closest eight"
DISTANCES = "mean distance from the printed wins, ties and losses"
BY_DATA = "GEM = WL by data set"

COUNTS = ("wins", "ties", "losses")
SHARES = ("wins (%)", "losses (%)")
P_VALUES = ("binomial p", "Bergmann-Hommel p")

EQUAL_DIGITS = 12
"""Mean errors that agree to so many digits are equal."""


@dataclass(frozen=True)
class Table:
    """A printed table: its name, the methods it compares, and along which axis of the errors."""

    name: str
    methods: tuple[str, ...]
    axis: int

    @property
    def printed(self) -> dict[str, float]:
        """The printed numbers by pair and column; wins and losses also in percent."""
        found = read_numbers(self.name)
        for pair in {name.rpartition(" · ")[0] for name in found}:
            total = sum(found[f"{pair} · {column}"] for column in COUNTS)
            for share in SHARES:
                column = share.removesuffix(" (%)")
                found[f"{pair} · {share}"] = PERCENT * found[f"{pair} · {column}"] / total
        return found

    @property
    def pairs(self) -> list[str]:
        """Names of the pairs, as printed."""
        return list(dict.fromkeys(name.rpartition(" · ")[0] for name in read_numbers(self.name)))

    def compare(self, errors: Iterable[NDArray[np.float64]]) -> list[Comparison]:
        """Every pair of methods over everything else; the tests are the paper's."""
        together = np.moveaxis(np.concatenate([*errors]), self.axis, 0)
        scores = together.reshape(len(self.methods), -1)
        named = dict(zip(self.methods, scores, strict=True))
        return compare_methods(named, adjust="bergmann-hommel", test="mean ranks")


TABLE_2 = Table("lopezcruz2013-table2", tuple(SCENARIOS), axis=2)
TABLE_3 = Table("lopezcruz2013-table3", tuple(STRUCTURES), axis=1)


def derive_counts(table: Table, data: Sequence[DataChoice]) -> Derived:
    """Wins, ties, losses and p-values on all data sets, and on eight where there are nine."""
    names = [each.name for each in data]
    numbers = [
        Number(panel, pair, column, digits=digits, compared=panel in main_panels(names) and shared)
        for panel in _panels(names)
        for pair in table.pairs
        for column, digits, shared in (
            *((column, 0, False) for column in COUNTS),
            *((column, 1, True) for column in SHARES),
            *((column, 4, False) for column in P_VALUES),
        )
    ]
    if len(names) == N_NAMED:
        numbers += [
            Number(DISTANCES, f"without {name}", column, compared=False)
            for name in names
            for column in ("of this table", "of both tables")
        ]
    if table is TABLE_2:
        numbers += [
            Number(BY_DATA, name, column, digits=0, compared=False)
            for name in names
            for column in COUNTS
        ]
    cells = [
        make_cell(each, *which) for each in data for which in product(LEVELS, STRUCTURES, SCENARIOS)
    ]
    return Derived(tuple(numbers), tuple(cells), partial(_find_counts, table, data))


def printed_numbers(table: Table, data: Sequence[DataChoice]) -> dict[str, float]:
    """The printed numbers under the names of all panels."""
    panels = _panels([each.name for each in data])
    return {f"{panel} · {name}": value for panel in panels for name, value in table.printed.items()}


def main_panels(names: Sequence[str]) -> list[str]:
    """What stands beside the paper: all data sets, and the closest eight where there are nine."""
    all_of_them = {N_NAMED: "nine data sets"}.get(len(names), ", ".join(names))
    return [all_of_them, *([CLOSEST] if len(names) == N_NAMED else [])]


def _panels(names: Sequence[str]) -> list[str]:
    eights = [f"without {name}" for name in names] if len(names) == N_NAMED else []
    return [*main_panels(names), *eights]


def _find_counts(table: Table, data: Sequence[DataChoice], known: Known) -> dict[str, float]:
    names = [each.name for each in data]
    errors = mean_errors(data, known)
    if not errors:
        return {}
    found = _describe(main_panels(names)[0], table.compare(errors.values()))
    if table is TABLE_2:
        for name, of_data in errors.items():
            counts = next(c.counts for c in table.compare([of_data]) if c[:2] == ("GEM", "WL"))
            found |= {f"{BY_DATA} · {name} · {key}": n for key, n in _count(counts).items()}
    complete = len(names) == N_NAMED and all(
        name in errors and len(errors[name]) == len(LEVELS) for name in names
    )
    return found | _find_eights(table, errors) if complete else found


def _find_eights(table: Table, errors: Errors) -> dict[str, float]:
    """Every choice of eight data sets, how far each is from the printed counts, and the closest."""
    found: dict[str, float] = {}
    distances: dict[str, float] = {}
    for left_out in errors:
        panel = f"without {left_out}"
        eight = [each for name, each in errors.items() if name != left_out]
        found |= _describe(panel, table.compare(eight))
        own, both = _distance([table], eight), _distance([TABLE_2, TABLE_3], eight)
        found[f"{DISTANCES} · {panel} · of this table"] = own
        found[f"{DISTANCES} · {panel} · of both tables"] = distances[left_out] = both
    closest = min(distances, key=lambda name: distances[name])
    eight = [each for name, each in errors.items() if name != closest]
    return found | _describe(CLOSEST, table.compare(eight))


def _distance(tables: Iterable[Table], errors: Sequence[NDArray[np.float64]]) -> float:
    """Mean absolute difference of wins, ties and losses from the printed ones."""
    differences = []
    for table in tables:
        printed = read_numbers(table.name)
        for each in table.compare(errors):
            for column, count in _count(each.counts).items():
                differences.append(abs(count - printed[f"{_pair(each)} · {column}"]))
    return float(np.mean(differences))


def _describe(panel: str, comparisons: Iterable[Comparison]) -> dict[str, float]:
    found = {}
    for each in comparisons:
        counts = _count(each.counts)
        total = sum(counts.values())
        shares = {f"{key} (%)": PERCENT * counts[key] / total for key in ("wins", "losses")}
        tests = dict(zip(P_VALUES, (each.binomial, each.adjusted), strict=True))
        for column, value in {**counts, **shares, **tests}.items():
            found[f"{panel} · {_pair(each)} · {column}"] = float(value)
    return found


def _pair(comparison: Comparison) -> str:
    return f"{comparison.first} = {comparison.second}"


def _count(counts: Sequence[int]) -> dict[str, float]:
    """A lower error is a win."""
    return dict(zip(COUNTS, map(float, counts), strict=True))


def mean_errors(data: Sequence[DataChoice], known: Known) -> dict[str, NDArray[np.float64]]:
    """Mean errors over the replicates that all methods have, where they have any."""
    found: dict[str, list[NDArray[np.float64]]] = {}
    for each, level in product(data, LEVELS):
        keys = [make_cell(each, level, *which).key for which in product(STRUCTURES, SCENARIOS)]
        scores = [{r.job.replicate: r.outcome.score for r in known.get(key, ())} for key in keys]
        shared = sorted(set.intersection(*map(set, scores)))
        if shared:
            means = [np.mean([score[replicate] for replicate in shared]) for score in scores]
            table = np.round(means, EQUAL_DIGITS).reshape(len(STRUCTURES), len(SCENARIOS))
            found.setdefault(each.name, []).append(table)
    return {name: np.stack(tables) for name, tables in found.items()}
