"""What a mixture thinks at the frames of its picture: the steps of a fit, or levels of labels."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from belieflab.belief import Frame
from belieflab.belief.decision_costs import DecisionCosts
from belieflab.data.matching import assign, complete, overlaps
from belieflab.figures.common.arrays import Floats, Integers
from belieflab.figures.common.frames import frame_steps
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.levels import LevelFit
from belieflab.mixture.training_states import TrainingState, training_states

MAX_JUDGED = 20_000
"""Objects up to which every frame has responsibilities and decisions; beyond, only the last."""

PLAIN = DecisionCosts()


@dataclass(frozen=True)
class FitState:
    """The model at one frame: its parameters, t_ik [shape=(n, K)] and decisions [shape=(n,)].

    A decision of -1 is no answer.

    order : which component of the parameters comes first, second, … [shape=(K,)]; None: as it is

    Of many objects all states but the last have none of the two (`MAX_JUDGED`).
    """

    name: str
    parameters: Any
    responsibilities: Floats
    decisions: Integers
    order: Integers | None = None


def fit_states(
    model: SoftLabelMixture, decisions: Integers | None = None, rule: DecisionCosts | None = None
) -> list[FitState]:
    """The states of a fitted model at the steps that become frames.

    Of many objects only the last state says what it thinks (`MAX_JUDGED`); its `decisions` need
    not be found again where they are known. `rule` decides; components without names have no costs.
    """
    think = partial(_thinking, model, rule if rule is not None and model.labelled_ else PLAIN)
    steps = frame_steps(model.kept_steps)
    if model.n_objects_ <= MAX_JUDGED:
        return [think(at) for at in training_states(model, steps)]
    nothing = np.empty((0, len(model.classes_))), np.empty(0, dtype=np.int64)
    earlier = [FitState(str(step.iteration), step.snapshot, *nothing) for step in steps[:-1]]
    if decisions is None:
        return earlier + [think(at) for at in training_states(model, steps[-1:])]
    end, shares = steps[-1], model.responsibilities_.mass
    return [*earlier, FitState(str(end.iteration), end.snapshot, shares, decisions)]


def _thinking(model: SoftLabelMixture, rule: DecisionCosts, at: TrainingState) -> FitState:
    decisions = at.decisions
    if not rule.is_plain:
        decisions = rule.decide_shares(at.posteriors, Frame(model.classes_))
    return FitState(str(at.iteration), at.parameters, at.responsibilities, decisions)


def level_states(fits: Sequence[LevelFit]) -> list[FitState]:
    """The states of the fits to each level of nonspecificity.

    Labels that say nothing leave the order of the components to chance: there it is that of the
    level before.
    """
    states: list[FitState] = []
    for fit in fits:
        name, shares = f"{fit.nonspecificity:.2f}", fit.responsibilities.mass
        order = np.arange(shares.shape[1])
        if states and fit.nonspecificity >= 1.0:
            order = _order_like(states[-1].responsibilities, shares)
        decisions = np.argsort(order)[fit.decisions]
        states.append(FitState(name, fit.parameters, shares[:, order], decisions, order))
    return states


def _order_like(before: Floats, shares: Floats) -> Integers:
    """The order of components in which their shares are most like those before [shape=(K,)]."""
    count = shares.shape[1]
    return np.argsort(complete(assign(overlaps(before, shares, count)), count))
