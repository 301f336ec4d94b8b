"""Noise on top of labels that are given: how laws act on labels, without a look at the truth.

Every function draws the same numbers whatever its settings: under one seed a higher level spoils
the labels that a lower one spoils, and more.
"""

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.masks import Masks, masks_of, member_flags
from belieflab.belief.regrouping import distinct, empty_table
from belieflab.data.beta import draw_beta
from belieflab.errors import DataError

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


def add_wrong_and_doubt(
    labels: MassTable, rng: np.random.Generator, *, wrong: float, doubt: float
) -> MassTable:
    """Each label wrong with probability `wrong` (see `shift_classes`), all discounted by `doubt`.

    A discounted label keeps 1 - doubt of every mass and gives doubt to Ω (Shafer 1976, page 251).
    """
    spoilt, shifts = _draw_errors(labels, rng)
    shifted = shift_classes(labels, np.where(spoilt < wrong, shifts, 0))
    return shifted.discount(doubt) if doubt > 0 else shifted


def add_expert_doubt(
    labels: MassTable, rng: np.random.Generator, *, mean: float, deviation: float
) -> MassTable:
    """Each label wrong with the probability of its own doubt p_i, and discounted by p_i.

    p_i ~ Beta with this mean and standard deviation, as in Côme et al. (2009), §5.2, but from the
    given label instead of the true class; a mean of 0 leaves the labels as they are.
    """
    spoilt, shifts = _draw_errors(labels, rng)
    doubt = draw_beta(rng, mean, deviation if mean > 0 else 0.0, len(labels))
    return shift_classes(labels, np.where(spoilt < doubt, shifts, 0)).discount(doubt)


def remove_labels(labels: MassTable, rng: np.random.Generator, *, share: float) -> MassTable:
    """Each label kept with probability `share`, else vacuous."""
    lost = rng.random(len(labels)) >= share
    return labels.discount(lost.astype(np.float64)) if lost.any() else labels


def shift_classes(labels: MassTable, shifts: Codes) -> MassTable:
    """Each label with class k replaced by class (k + s_i) mod K in all its sets.

    Parameters
    ----------
    labels : MassTable
    shifts : s_i [shape=(n,)], from 0 (unchanged) to K - 1

    Returns
    -------
    MassTable
        A sure label names another class for s_i > 0; a set of classes becomes another set of the
        same size; Ω and ∅ stay, and so do the masses.

    Examples
    --------
    >>> import numpy as np
    >>> labels = MassTable.from_guess_and_doubt(["a", "b", "c"], [0.0, 0.2, 0.2])
    >>> shifted = shift_classes(labels, np.array([0, 1, 1]))
    >>> shifted.pignistic().argmax(axis=1).tolist()
    [0, 2, 0]
    """
    used = np.unique(shifts)
    if not used.any():
        return labels
    moved = {int(shift): _shifted(labels, int(shift)) for shift in used}
    focal = distinct(*moved.values())
    mass = empty_table(len(labels), len(focal))
    for shift, masks in moved.items():
        rows = np.flatnonzero(shifts == shift)
        mass[rows[:, None], np.searchsorted(focal, masks)] = labels.mass[rows]
    return MassTable._trusted(labels.frame, focal, mass).compact()


def _shifted(labels: MassTable, shift: int) -> Masks:
    flags = member_flags(labels.frame.size, labels.focal)
    return masks_of(np.roll(flags, shift, axis=1))


def _draw_errors(labels: MassTable, rng: np.random.Generator) -> tuple[Floats, Codes]:
    """For each label a number below which it is wrong, and the shift to a class not its own."""
    if labels.frame.size < 2:
        raise DataError("Labels can be wrong only where there are at least 2 classes; there is 1.")
    return rng.random(len(labels)), rng.integers(1, labels.frame.size, size=len(labels))
