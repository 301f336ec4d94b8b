"""The training of an evidential network, frame by frame: prototypes, answers and the loss."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.answer_regions import ground_colours, ground_values
from belieflab.figures.frames import pick_frames
from belieflab.figures.moving import MovingFigure
from belieflab.figures.neighbours_picture import Look, Scene, set_scene, show_prototypes
from belieflab.figures.neighbours_plane import (
    GROUND,
    OBJECTS,
    PROTOTYPES,
    Contents,
    filled,
    object_contents,
)
from belieflab.figures.trace import Curve, draw_trace
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
    networks = [model.at_step(step) for step in pick_steps(model)]
    scenes = [
        set_scene(
            dataset,
            network,
            look,
            labels=labels,
            truth=truth,
            judge_by_labels=judge_by_labels,
            size=CELLS,
        )
        for network in networks
    ]
    last = scenes[-1]
    masks = np.unique(np.concatenate([np.unique(s.ground_answers.masks) for s in scenes])).tolist()
    moves = [
        (name, _move(scene, network, masks))
        for name, scene, network in zip(frame_names(model), scenes, networks, strict=True)
    ]
    whole: Contents = {
        GROUND: {"z": _values(last, masks), **ground_colours(masks, last.frame.size)},
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
    scene: Scene, network: EvidentialNetwork, masks: Sequence[int]
) -> dict[int, dict[str, Any]]:
    """Only what moves, by the numbers of its traces."""
    prototypes = show_prototypes(network, scene.plane)[PROTOTYPES]
    moved: dict[int, dict[str, Any]] = {
        GROUND: {"type": "heatmap", "z": _values(scene, masks)},
        PROTOTYPES: {
            "type": "scatter",
            "x": prototypes["x"].astype(np.float32),
            "y": prototypes["y"].astype(np.float32),
            "marker": {"color": prototypes["marker.color"], "size": prototypes["marker.size"]},
        },
    }
    if len(scene.objects.points) <= MOST_MOVING:
        look = object_contents(scene.objects)[OBJECTS]
        moved[OBJECTS] = {
            "type": "scatter",
            "marker": {
                "color": look["marker.color"],
                "line": {"color": look["marker.line.color"], "width": look["marker.line.width"]},
            },
        }
    return moved


def _values(scene: Scene, masks: Sequence[int]) -> Any:
    answers = scene.ground_answers
    return ground_values(scene.ground, answers.masks, answers.pale, masks)
