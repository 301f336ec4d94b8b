"""Learning a network: EM for one structure, or EM in turn with a new structure."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.components import NetworkComponents
from belieflab.bayes.density import NetworkParameters, count_parameters
from belieflab.bayes.dirichlet_labels import DirichletLabels
from belieflab.bayes.mixed import MixedComponents, MixedPoints
from belieflab.bayes.points import ClassMoments, Points
from belieflab.bayes.search import GreedySearch, Move
from belieflab.bayes.star_em import has_compiled_steps, run_star_em
from belieflab.bayes.structure import Structure, without_arcs
from belieflab.iteration import Ending
from belieflab.mixture.components import shares_of
from belieflab.mixture.em import MixtureStep, StopRule, run_em

Floats = NDArray[np.float64]

MAX_ROUNDS = 100
"""Rounds of a new structure and EM; in practice two to five."""

SMALLEST_IMPROVEMENT = 1e-9
"""A round must raise the criterion by more than this share of it."""


@dataclass(frozen=True)
class NetworkStep(MixtureStep):
    """A step of EM, or a move of the search.

    `move` is the change of the structure that led here, None for a step of EM. The criterion of a
    move is a lower bound: what it was before, and by how much the expected score rose. It is
    L - `penalty`; the prior of tables counts as a penalty.
    """

    move: Move | None = None
    penalty: float = 0.0


NetworkLoop = Generator[NetworkStep, None, Ending]


@dataclass(frozen=True)
class Task:
    """What every loop works on.

    Attributes
    ----------
    points : the points
    log_plausibility : ln pl in the E step [shape=(K, n)], or (K, 0) when the labels say nothing
    start : the first responsibilities [shape=(n, K)]
    stop : when EM has converged
    dropped : whether features without the class leave the likelihood
    label_model : how the labels come about, if that is learned too
    """

    points: Points
    log_plausibility: Floats
    start: Floats
    stop: StopRule
    dropped: bool = False
    label_model: DirichletLabels | None = None

    def components(self, structure: Structure, *, spectral: bool = False) -> NetworkComponents:
        """Densities of a structure on the points."""
        kind = MixedComponents if isinstance(self.points, MixedPoints) else NetworkComponents
        return kind(
            self.points,
            structure,
            dropped=self.dropped,
            spectral=spectral,
            label_model=self.label_model,
        )

    def penalty(self, structure: Structure) -> float:
        """½ d ln n."""
        d = count_parameters(structure, self.start.shape[1], dropped=self.dropped)
        return 0.5 * d * float(np.log(self.points.total_weight))

    @cached_property
    def start_moments(self) -> ClassMoments:
        """Moments of the classes as the labels have them; every structure starts from these."""
        return self.points.class_moments(shares_of(self.start))

    def start_parameters(self, components: NetworkComponents) -> NetworkParameters:
        """Those of an M step from the labels."""
        labels = components.first_label_parameters(self.start)
        return components.fit_moments(self.start_moments, labels)


def learn_parameters(task: Task, structure: Structure, *, spectral: bool = False) -> NetworkLoop:
    """EM for one structure, from the labels. The criterion is the log-likelihood L."""
    components = task.components(structure, spectral=spectral)
    return _run(task, components, task.start_parameters(components), 0, 0.0)


def learn_by_search(task: Task, *, select: bool = False, warm: bool = True) -> NetworkLoop:
    """Structural EM: naive Bayes, then in turn a greedy search and EM while BIC improves.

    The criterion is L - ½ d ln n (Friedman 1997). EM goes on from the current responsibilities
    (`warm`) or begins again from the labels; a round that does not improve is discarded.
    """

    def propose(moments: ClassMoments, now: Structure) -> Iterator[tuple[Move | None, Structure]]:
        points = task.points
        given = (points.variances, points.floors, points.total_weight)
        search = GreedySearch(moments, now, *given, select=select, dropped=task.dropped)
        for move in search.moves():
            yield move, search.structure

    return _alternate(task, propose, task.penalty, warm=warm)


def learn_by_rule(task: Task, rule: Callable[[ClassMoments], Structure]) -> NetworkLoop:
    """Naive Bayes, then in turn the structure that a rule makes of the moments, and EM.

    Until the structure stays, or L no longer rises. The rule only adds arcs to naive Bayes.
    """

    def propose(moments: ClassMoments, now: Structure) -> Iterator[tuple[Move | None, Structure]]:
        structure = rule(moments)
        if not structure.same_as(now):
            yield None, structure

    return _alternate(task, propose, lambda structure: 0.0, warm=True)


def learn_selection(task: Task, rule: Callable[[ClassMoments], Structure]) -> NetworkLoop:
    """Naive Bayes on the features that a rule chooses; the choice is made in turn with EM.

    Only the last fit is shown: likelihoods of different features do not compare. The choice ends
    when it repeats itself.
    """
    structure = without_arcs(task.points.p)
    seen: list[Structure] = []
    while not any(structure.same_as(before) for before in seen):
        seen.append(structure)
        components = task.components(structure)
        parameters = _last(learn_parameters(task, structure)).snapshot
        structure = rule(_moments(task, components, parameters))
    return (yield from learn_parameters(task, structure))


def _alternate(
    task: Task,
    propose: Callable[[ClassMoments, Structure], Iterator[tuple[Move | None, Structure]]],
    penalty: Callable[[Structure], float],
    *,
    warm: bool,
) -> NetworkLoop:
    components = task.components(without_arcs(task.points.p))
    loop = _run(
        task, components, task.start_parameters(components), 0, penalty(components.structure)
    )
    ending, last = yield from _remembering(loop)
    for _ in range(MAX_ROUNDS):
        best, path = last, []
        moments = _moments(task, components, best.snapshot)
        for move, structure in propose(moments, components.structure):
            components = task.components(structure)
            parameters = components.fit_moments(moments, best.snapshot.label_parameters)
            gain = move.gain if warm and move is not None else 0.0
            last = replace(
                best,
                criterion=last.criterion + gain,
                penalty=penalty(structure) - components.log_prior(parameters),
                snapshot=parameters,
                move=move,
            )
            path.append(last)
            if warm and move is not None:
                yield last
        if not path:
            return ending
        start = parameters if warm else task.start_parameters(components)
        loop = _run(task, components, start, best.iteration, penalty(components.structure))
        if warm and last.move is not None:  # EM begins above the bound that the moves reached
            ending, last = yield from _remembering(loop)
            continue
        steps = list(loop)
        last = steps[-1]
        if last.criterion <= best.criterion + SMALLEST_IMPROVEMENT * abs(best.criterion):
            return ending
        yield from path
        yield from (step for step in steps if step.criterion >= best.criterion)
    return Ending.MAX_ITER


def _moments(
    task: Task, components: NetworkComponents, parameters: NetworkParameters
) -> ClassMoments:
    """Moments of all features at the responsibilities of these parameters."""
    shares = components.responsibilities(parameters, task.log_plausibility)
    return task.points.class_moments(shares_of(shares))


def _run(
    task: Task,
    components: NetworkComponents,
    start: NetworkParameters,
    iteration: int,
    penalty: float,
) -> NetworkLoop:
    """EM whose steps count M steps, that of the start included; the criterion is L - penalty."""
    stop = replace(task.stop, max_iter=max(task.stop.max_iter - 1, 0))
    run = run_star_em if has_compiled_steps(components, stop) else run_em
    loop = run(components, task.log_plausibility, start, stop, first_iteration=iteration + 1)
    while True:
        try:
            step = next(loop)
        except StopIteration as finished:
            ending: Ending = finished.value
            return ending
        yield NetworkStep(
            step.iteration,
            step.criterion - penalty,
            step.snapshot,
            notes=step.notes,
            penalty=penalty - components.log_prior(step.snapshot),
        )


def _remembering(
    loop: NetworkLoop,
) -> Generator[NetworkStep, None, tuple[Ending, NetworkStep]]:
    """Pass the steps of a loop on; returns why it ended and its last step."""
    while True:
        try:
            last = next(loop)
        except StopIteration as finished:
            return finished.value, last
        yield last


def _last(loop: NetworkLoop) -> NetworkStep:
    *_, last = loop
    return last
