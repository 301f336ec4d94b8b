"""From what the caller passes to what EM works on: checked points, labels, densities."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.errors import DataError
from belieflab.mixture.categorical import CategoricalComponents
from belieflab.mixture.components import EVERY_ROW_ONCE, Components
from belieflab.mixture.covariance_families import find_family
from belieflab.mixture.gaussian import GaussianComponents
from belieflab.mixture.label_rows import LabelRows, log_contours, read_label_rows
from belieflab.mixture.proportions import BareProportions
from belieflab.mixture.row_weights import read_row_weights
from belieflab.mixture.weibull import WeibullComponents

Floats = NDArray[np.float64]

OTHER_COMPONENTS: dict[str, Callable[[Floats, Floats], Components]] = {
    "weibull": WeibullComponents,
    "categorical": CategoricalComponents,
    "proportions": BareProportions,
}


SMALLEST_RANGE, LARGEST_RANGE = 1e-140, 1e140
"""Ranges of a feature whose squares keep all their digits."""

MAX_NAMED = 10
"""Constant features that a refusal lists."""


@dataclass(frozen=True)
class Problem:
    """One fitting problem: points [shape=(n, p)], labels, ln pl [shape=(K, n or 0)], densities."""

    X: Floats
    rows: LabelRows
    log_plausibility: Floats
    components: Components

    @property
    def classes(self) -> NDArray[Any]:
        """The classes [shape=(K,)]."""
        return self.rows.classes

    @property
    def labels(self) -> MassTable:
        """The labels as mass functions."""
        return self.rows.table()

    @property
    def n_components(self) -> int:
        """Number of classes K."""
        return len(self.classes)

    @property
    def informative(self) -> bool:
        """Whether any label says anything."""
        return self.log_plausibility.shape[1] > 0

    def responsibilities(self, parameters: Any) -> Floats:
        """t_ik of every row [shape=(n, K)].

        A row that did not count in the fit may allow only classes that no row that counted has;
        their proportions are 0, and an arbitrarily small one takes their place for it.
        """
        shares = self.components.responsibilities(parameters, self.log_plausibility, 1.0)
        lost = ~np.isfinite(shares).all(axis=1)
        if lost.any():
            possible = _with_all_classes_possible(parameters)
            mended = self.components.responsibilities(possible, self.log_plausibility, 1.0)
            shares[lost] = mended[lost]
        return shares


def _with_all_classes_possible(parameters: Any) -> Any:
    """The parameters with the smallest number in place of chances of 0, which cannot be shared."""
    smallest = np.finfo(np.float64).tiny
    changed = {
        name: np.maximum(getattr(parameters, name), smallest)
        for name in {"weights", "flips"} & set(parameters._fields)
    }
    if "model" in parameters._fields:
        changed["model"] = _with_all_classes_possible(parameters.model)
    return parameters._replace(**changed)


def pose(
    X: Floats,
    y: Any,
    n_components: int | None,
    covariance: str,
    kind: str,
    unknown: Any = None,
    *,
    sample_weight: Any = None,
) -> Problem:
    """Check the points and labels and put them into the form EM works on.

    `y` may be any kind of label; without labels `n_components` says how many classes there are.
    `unknown` is a value of hard labels that means unknown. Rows whose weight is 0 are left out;
    their classes are not.
    """
    if y is None and n_components is None:
        raise DataError(
            "A mixture requires y to be passed, but the target y is None; "
            "to learn without labels, give n_components."
        )
    rows = read_label_rows(y, len(X), n_components, unknown)
    row_weights = read_row_weights(sample_weight, len(X))
    if row_weights.size and not row_weights.all():
        counted = row_weights > 0
        X, rows, row_weights = X[counted], rows.only(counted), row_weights[counted]
    if len(X) < len(rows.classes):
        raise DataError(
            f"{len(rows.classes)} components need at least as many rows; there are {len(X)}."
        )
    components = make_components(X, covariance, kind, row_weights)
    return Problem(X, rows, log_contours(rows), components)


def check_ranges(X: Floats) -> None:
    """Refuse features that are constant, or whose squares are not distinct or cannot be added."""
    with np.errstate(over="ignore"):
        ranges = np.ptp(X, axis=0)
    constant = np.flatnonzero(ranges == 0)
    if constant.size > 1:
        listed = ", ".join(str(j + 1) for j in constant[:MAX_NAMED])
        more = ", …" if constant.size > MAX_NAMED else ""
        raise DataError(f"Features {listed}{more} have one value in every row; leave them out.")
    if constant.size:
        raise DataError(
            f"Feature {constant[0] + 1} has the same value {X[0, constant[0]]:g} in every row; "
            "leave it out."
        )
    extreme = np.flatnonzero((ranges < SMALLEST_RANGE) | (ranges > LARGEST_RANGE))
    if extreme.size:
        j = int(extreme[0])
        raise DataError(
            f"Feature {j + 1} ranges over {ranges[j]:.3g}, which cannot be squared in double "
            f"precision; measure it in other units, so that it ranges over {SMALLEST_RANGE:g} to "
            f"{LARGEST_RANGE:g}."
        )


def make_components(
    X: Floats, covariance: str, kind: str, row_weights: Floats = EVERY_ROW_ONCE
) -> Components:
    """The component densities of that kind on these points."""
    if kind == "gaussian":
        check_ranges(X)
        return GaussianComponents(X, find_family(covariance), row_weights)
    if kind not in OTHER_COMPONENTS:
        raise DataError(
            f"components is 'gaussian', {', '.join(map(repr, OTHER_COMPONENTS))}; not {kind!r}."
        )
    return OTHER_COMPONENTS[kind](X, row_weights)
