"""How a network is looked at, which of its steps become frames, and what things are called."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.bayes.search import Move
from belieflab.bayes.structure import Arc
from belieflab.bayes.training_states import NetworkState, moves_of, training_states
from belieflab.data.dataset import Dataset
from belieflab.figures.common.frames import MAX_FRAMES, pick_frames
from belieflab.figures.common.text import plain
from belieflab.figures.common.view import DecidingView

LABEL, BELIEF = "label", "belief"
COLOURS = (LABEL, BELIEF)
MAX_MOVES = 40
ARROW = " → "


@dataclass(frozen=True)
class NetworkView(DecidingView):
    """How a network is looked at.

    colour : points by their "label", or by the "belief" about them, label included
    pick : name of a feature (its densities) or of an arc such as "a → b" (its regressions)
    root : number of the feature whose model of AODE is drawn
    """

    colour: str = LABEL
    pick: str = ""
    root: int = 0
    height: int = field(default=300, kw_only=True)


def frame_states(model: GaussianNetworkClassifier) -> list[NetworkState]:
    """The states that become frames: moves of the search before steps of EM."""
    moves, n_steps = list(moves_of(model.kept_steps)), len(model.kept_steps)
    shown = {moves[at] for at in pick_frames(len(moves), MAX_MOVES) if moves}
    max_frames = MAX_FRAMES - len(shown)
    if model.structure == "aode":  # every frame has as many models as there are features
        max_frames = max(6, min(max_frames, 400 // model.n_features_in_))
    return training_states(model, sorted(shown | set(pick_frames(n_steps, max_frames))))


def as_learned(dataset: Dataset, model: GaussianNetworkClassifier) -> Dataset:
    """The features of a model: with the codes of the categories where it uses them."""
    return dataset.coded() if model.n_features_in_ > dataset.p else dataset


def name_picks(features: Sequence[str], arcs: Sequence[Arc]) -> dict[str, int | Arc]:
    """What can be picked by its name: arcs (parent, child), then features by their numbers."""
    named: dict[str, int | Arc] = {f"{features[i]}{ARROW}{features[j]}": (i, j) for i, j in arcs}
    return named | {name: j for j, name in enumerate(features)}


def short_name(name: str, max_length: int = 20) -> str:
    """The name of a feature without its unit in brackets."""
    return plain(name.partition(" (")[0], max_length)


def describe_move(move: Move | None, features: Sequence[str]) -> str:
    """A move in words; steps of EM are called so."""
    if move is None:
        return "EM"
    names = [short_name(features[j]) for j in (move.parent, move.child) if j >= 0]
    return f"{move.kind} {ARROW.join(names)}"
