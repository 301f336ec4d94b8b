"""The generalised Bayesian theorem: from plausibilities of an observation to beliefs on classes."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from belieflab.belief.checks import checked_columns
from belieflab.belief.discounting import reinforce
from belieflab.belief.frame import Frame
from belieflab.belief.table import MassTable
from belieflab.errors import DataError


def generalised_bayes(
    plausibilities: ArrayLike,
    prior: MassTable | None = None,
    frame: Frame | Iterable[object] | None = None,
) -> MassTable:
    """Beliefs on the classes given how plausible each class makes what was observed.

    `plausibilities`: pl(x_i | class k) [shape=(n, K)]; a likelihood divided by its greatest value
    also does. `prior`: one row for all objects or one per object; without it nothing is known
    beforehand.

    m(A) = Π_{k∈A} pl_k Π_{k∉A} (1 - pl_k), combined conjunctively with the prior (Smets 1993).
    The mass on ∅ says how little any class explains x; `normalise()` divides it out. With
    a Bayesian prior p, the normalised result is Bayes' posterior, p_k pl_k / Σ p_l pl_l.
    Only subsets of the prior's focal sets appear, so a Bayesian prior works on any frame.
    """
    values = checked_columns(plausibilities, "plausibility")
    n, n_classes = values.shape
    frame = _chosen_frame(frame, prior, n_classes)
    if prior is None:
        frame.powerset()
        prior = MassTable.vacuous(n, frame)
    if len(prior) not in (1, n):
        raise DataError(f"The prior has {len(prior)} rows; give one, or one per object ({n}).")
    mass = np.ascontiguousarray(np.broadcast_to(prior.mass, (n, len(prior.focal))))
    return MassTable._trusted(frame, *reinforce(prior.focal, mass, values)).compact()


def _chosen_frame(
    frame: Frame | Iterable[object] | None, prior: MassTable | None, n_classes: int
) -> Frame:
    if frame is None:
        frame = Frame(range(n_classes)) if prior is None else prior.frame
    elif not isinstance(frame, Frame):
        frame = Frame(frame)
    if frame.size != n_classes:
        raise DataError(f"The frame has {frame.size} classes but the table {n_classes} columns.")
    if prior is not None and prior.frame != frame:
        raise DataError(
            f"The prior is about the classes {', '.join(prior.frame.names)}, not "
            f"{', '.join(frame.names)}."
        )
    return frame
