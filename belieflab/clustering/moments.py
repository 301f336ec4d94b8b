"""What a run looked like at each of its steps: masses and prototypes, whatever the method."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import Masks, as_masks, member_lists
from belieflab.clustering.cecm import CECM
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.ecm import ECM
from belieflab.clustering.evclus import EVCLUS
from belieflab.clustering.partition import CredalPartition
from belieflab.clustering.prototypes import PrototypeProblem, Prototypes
from belieflab.clustering.recm import RECM
from belieflab.iteration import Step

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Moment:
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
        if _has_prototypes_only(self.model):
            return _masses(self.model, self.X, self.step)
        return self.model._partition(self.step.snapshot)


def kept_steps(model: CredalClusterer) -> list[Step]:
    """The steps of a fitted model; its last alone where it was not asked to keep them."""
    if model.history_.keep_steps:
        return model.history_.steps
    return [Step(model.n_iter_, model.criterion_, model._snapshot)]


def moment_at(model: CredalClusterer, X: Floats, place: int = -1) -> Moment:
    """The moment of a fitted model at one of its kept steps, counted from 0.

    `X` [shape=(n, p)] are the points, also where the model knows only their dissimilarities.
    """
    step = kept_steps(model)[place]
    return Moment(model, X, step, _centres(model, X, step))


def set_prototypes(focal: Masks, prototypes: Floats) -> dict[int, Floats]:
    """The prototype [shape=(p,)] of every nonempty focal set, by mask: its clusters' mean."""
    masks = [int(mask) for mask in focal if mask]
    starts, members = member_lists(len(prototypes), as_masks(len(prototypes), masks))
    return {
        mask: prototypes[members[starts[j] : starts[j + 1]]].mean(axis=0)
        for j, mask in enumerate(masks)
    }


def masses_at(model: CredalClusterer, X: Floats, places: Floats, step: int = -1) -> CredalPartition:
    """The masses that new points [shape=(m, p)] would have at a kept step of a fitted model.

    For RECM the dissimilarities must be the Euclidean distances between the points `X`. EVCLUS
    answers for its last step only.
    """
    if isinstance(model, EVCLUS):
        return model.predict_mass(places)
    places = np.ascontiguousarray(places, dtype=np.float64)
    at = kept_steps(model)[step]
    if isinstance(model, RECM):
        rule, centres = model.rule_, np.asarray(at.snapshot.weights @ X)
        problem = PrototypeProblem(
            places, rule.frame, rule.focal, rule.alpha, rule.beta, rule.delta
        )
        return problem.partition(Prototypes(centres, np.empty((len(centres), 0, 0))))
    return _masses(model, places, at)


def _has_prototypes_only(model: CredalClusterer) -> bool:
    """Whether the masses of the objects follow from the points and a step's prototypes."""
    return isinstance(model, ECM) and not isinstance(model, CECM)


def _masses(model: CredalClusterer, X: Floats, step: Step) -> CredalPartition:
    assert isinstance(model, ECM)  # noqa: S101  (there is no other method with prototypes of points)
    return model._see(X).partition(Prototypes(step.snapshot.centres, step.snapshot.metrics))


def _centres(model: CredalClusterer, X: Floats, step: Step) -> Floats | None:
    if isinstance(model, EVCLUS):
        return None
    if isinstance(model, RECM):
        return np.asarray(step.snapshot.weights @ X)
    centres: Floats = step.snapshot.centres
    return centres
