"""A network classifier at the steps of its fit, and what it says there."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from belieflab.bayes.classifier import GaussianNetworkClassifier
from belieflab.bayes.density import NetworkParameters, network_log_joint
from belieflab.bayes.implied import implied_gaussians
from belieflab.bayes.search import Move
from belieflab.data.projection import Projection
from belieflab.iteration import Step
from belieflab.mixture.planar import see

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class NetworkState:
    """The classifier at one step.

    Attributes
    ----------
    place : of the step among all that were kept, from 0
    models : the network, or AODE's several
    move : the change of the structure that led there, None for a step of EM
    """

    place: int
    models: tuple[NetworkParameters, ...]
    move: Move | None

    @property
    def name(self) -> str:
        """The number of the step, from 1."""
        return str(self.place + 1)

    def posterior(self, X: Floats) -> Floats:
        """Mean probabilities of the classes at points, labels left out [shape=(n, K)].

        Discrete features are codes, see `Dataset.coded`.
        """
        return _mean_shares([network_log_joint(model, X) for model in self.models])

    def posterior_on(self, view: Projection, places: Floats) -> Floats:
        """Those for someone who sees the places of a plane only [shape=(m, K)]."""
        p = len(view.loadings)
        seen = (see(implied_gaussians(model, p), view) for model in self.models)
        return _mean_shares([each.log_joint(places) for each in seen])


def moves_of(steps: Sequence[Step]) -> dict[int, Move]:
    """The steps that are moves of a search, by their places."""
    found = {at: getattr(step, "move", None) for at, step in enumerate(steps)}
    return {at: move for at, move in found.items() if move is not None}


def training_states(model: GaussianNetworkClassifier, wanted: Sequence[int]) -> list[NetworkState]:
    """The states at these places of `model.kept_steps`.

    Examples
    --------
    >>> X = [[0.0, 0.5], [0.5, 0.1], [1.0, 0.9], [4.0, 0.2], [4.5, 0.8], [5.0, 0.4]]
    >>> model = GaussianNetworkClassifier(keep_history=True).fit(X, [0, 0, 0, 1, 1, 1])
    >>> training_states(model, [0])[0].posterior(np.array(X)).argmax(axis=1).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    steps = model.kept_steps
    moves, states = moves_of(steps), []
    for at in wanted:
        found = steps[at].snapshot
        models = (found,) if isinstance(found, NetworkParameters) else tuple(found)
        states.append(NetworkState(at, models, moves.get(at)))
    return states


def _mean_shares(joints: list[Floats]) -> Floats:
    logs = [joint - np.logaddexp.reduce(joint, axis=1, keepdims=True) for joint in joints]
    return np.asarray(np.mean(np.exp(logs), axis=0))
