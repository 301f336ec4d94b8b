"""The training of an evidential network, frame by frame: prototypes, answers and the loss."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common.answer_regions import ground_colours, ground_values
from belieflab.figures.common.frames import Contents, pick_frames
from belieflab.figures.common.moving import MovingFigure
from belieflab.figures.common.palette import label_colours
from belieflab.figures.common.trace import Curve, draw_trace
from belieflab.figures.neighbours.picture import (
    BELIEF,
    Look,
    Scene,
    answer_ground,
    find_reference,
    judge,
    set_scene,
    show_prototypes,
)
from belieflab.figures.neighbours.plane import (
    GROUND,
    OBJECTS,
    PROTOTYPES,
    Answers,
    filled,
    object_contents,
    wrong_ring,
)
from belieflab.iteration import Step
from belieflab.neighbors import EvidentialNetwork

MOST_FRAMES = 40
CELLS = 90
"""Cells of the moving ground along each axis: fewer than of one that stands still."""

MOST_MOVING = 1_000
"""Drawn objects whose marks move with the frames; more keep those of the last."""


def pick_steps(model: EvidentialNetwork) -> list[Step]:
    """The steps of the training that become frames."""
    steps = model.history_.steps
    return [steps[place] for place in pick_frames(len(steps), MOST_FRAMES)]


def draw_training(
    dataset: Dataset,
    model: EvidentialNetwork,
    look: Look | None = None,
    *,
    labels: MassTable,
    truth: NDArray[np.int64] | None = None,
    judge_by_labels: bool = False,
) -> go.Figure:
    """The plane with one frame per chosen step, standing at the last."""
    look = look or Look()
    last = set_scene(
        dataset,
        model,
        look,
        labels=labels,
        truth=truth,
        judge_by_labels=judge_by_labels,
        size=CELLS,
    )
    networks = [model.at_step(step) for step in pick_steps(model)]
    grounds = [answer_ground(network, last.plane, last.ground, look) for network in networks]
    masks = np.unique(np.concatenate([np.unique(ground.masks) for ground in grounds])).tolist()
    moves = [
        (name, _move(last, network, ground, masks))
        for name, network, ground in zip(frame_names(model), networks, grounds, strict=True)
    ]
    if len(last.objects.rows) <= MOST_MOVING:
        reference = find_reference(dataset, labels, truth, judge_by_labels)
        for (_, change), network in zip(moves, networks, strict=True):
            beliefs, _, wrong = judge(network, last.plane, look, reference)
            change[OBJECTS] = _marks(look, last, beliefs, wrong)
    whole: Contents = {
        GROUND: {
            "z": ground_values(
                last.ground, last.ground_answers.masks, last.ground_answers.pale, masks
            ),
            **ground_colours(masks, last.frame.size),
        },
        **object_contents(last.objects),
        **show_prototypes(model, last.plane),
    }
    figure = filled(last.empty_figure(look), whole)
    return MovingFigure(figure.data, figure.layout, moves=moves)


def draw_loss(model: EvidentialNetwork, *, height: int = 240, scale: float = 1.0) -> go.Figure:
    """The loss over iterations with frames in step with those of `draw_training`."""
    steps = model.history_.steps
    curve = Curve(
        np.array([step.iteration for step in steps], dtype=np.float64),
        model.history_.criterion,
        "iteration",
        "loss",
    )
    places = pick_frames(len(steps), MOST_FRAMES)
    return draw_trace(curve, frame_names(model), places, height=height, scale=scale)


def frame_names(model: EvidentialNetwork) -> list[str]:
    """The iterations that are frames."""
    return [str(step.iteration) for step in pick_steps(model)]


def _move(
    scene: Scene, network: EvidentialNetwork, ground: Answers, masks: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """The ground and the prototypes of one frame, by the numbers of their traces."""
    prototypes = show_prototypes(network, scene.plane)[PROTOTYPES]
    return {
        GROUND: {
            "type": "heatmap",
            "z": ground_values(scene.ground, ground.masks, ground.pale, masks),
        },
        PROTOTYPES: {
            "type": "scatter",
            "x": prototypes["x"].astype(np.float32),
            "y": prototypes["y"].astype(np.float32),
            "marker": {"color": prototypes["marker.color"], "size": prototypes["marker.size"]},
        },
    }


def _marks(
    look: Look, scene: Scene, beliefs: MassTable, wrong: NDArray[np.bool_]
) -> dict[str, Any]:
    """The rings of the drawn objects, and their colours where these are beliefs."""
    rows = scene.objects.rows
    marker: dict[str, Any] = {"line": wrong_ring(wrong[rows])}
    if look.colour == BELIEF:
        marker["color"] = label_colours(beliefs[rows])
    return {"type": "scatter", "marker": marker}
