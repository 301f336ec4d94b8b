"""What a run looked like at each of its steps: masses and prototypes, whatever the method."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import Masks, as_masks, member_lists
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.partition import CredalPartition
from belieflab.iteration import Step

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class StepState:
    """One step: its iteration, the masses there, and the prototypes of the clusters, if any.

    `prototypes` [shape=(c, p)] are None for a method without prototypes. The masses of many
    objects at many steps would fill the memory: they are computed when they are asked for.
    """

    model: CredalClusterer
    X: Floats
    step: Step
    prototypes: Floats | None

    @property
    def iteration(self) -> int:
        """The number of the step."""
        return self.step.iteration

    @cached_property
    def partition(self) -> CredalPartition:
        """The masses of every object at this step."""
        return self.model.partition_at(self.step, self.X)


def state_at(model: CredalClusterer, X: Floats, place: int = -1) -> StepState:
    """The state of a fitted model at one of its kept steps, counted from 0.

    `X` [shape=(n, p)] are the points, also where the model knows only their dissimilarities.
    """
    step = model.kept_steps[place]
    return StepState(model, X, step, model.prototypes_at(step, X))


def set_prototypes(focal: Masks, prototypes: Floats) -> dict[int, Floats]:
    """The prototype [shape=(p,)] of every nonempty focal set, by mask: its clusters' mean."""
    masks = [int(mask) for mask in focal if mask]
    starts, members = member_lists(len(prototypes), as_masks(len(prototypes), masks))
    return {
        mask: prototypes[members[starts[j] : starts[j + 1]]].mean(axis=0)
        for j, mask in enumerate(masks)
    }


def masses_at(
    model: CredalClusterer, X: Floats, places: Floats, step: int = -1
) -> CredalPartition | None:
    """The masses that new points [shape=(m, p)] would have at a kept step of a fitted model.

    None where the method knows those of its last step only.
    """
    return model.masses_at(model.kept_steps[step], X, places)
