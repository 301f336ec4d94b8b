"""The training of an evidential network, frame by frame: prototypes, answers and the loss."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common.answer_regions import region_colours, region_values
from belieflab.figures.common.frames import MovingFigure, filled, frame_steps
from belieflab.figures.common.palette import label_colours
from belieflab.figures.common.trace import draw_steps
from belieflab.figures.neighbours.classifier import (
    BELIEF,
    ClassifierView,
    answer_regions,
    classify_plane,
    find_reference,
    judge,
    lay_cells,
    prototype_contents,
)
from belieflab.figures.neighbours.classifier_plane import (
    OBJECTS,
    PROTOTYPES,
    REGIONS,
    object_contents,
    wrong_ring,
)
from belieflab.iteration import Step
from belieflab.neighbors import EvidentialNetwork
from belieflab.neighbors.beliefs import PlaneBeliefs

MAX_FRAMES = 40
CELLS = 90
"""Cells of moving regions along each axis: fewer than of regions that stand still."""

MAX_MOVING = 1_000
"""Drawn objects whose marks move with the frames; more keep those of the last."""


def pick_steps(model: EvidentialNetwork) -> list[Step]:
    """The steps of the training that become frames."""
    return frame_steps(model.history_.steps, MAX_FRAMES)


def draw_training(
    dataset: Dataset,
    model: EvidentialNetwork,
    view: ClassifierView | None = None,
    *,
    labels: MassTable,
    truth: NDArray[np.int64] | None = None,
    judge_by_labels: bool = False,
) -> go.Figure:
    """The plane with one frame per chosen step, at the last of them."""
    view = view or ClassifierView()
    networks = [model.at_step(step) for step in pick_steps(model)]
    plane = view.plane(dataset)
    lifted = plane.lift(lay_cells(plane, CELLS).places)
    last = classify_plane(
        dataset,
        PlaneBeliefs(model.predict_mass(plane.features), *model.predict_with_conflict(lifted)),
        view,
        labels=labels,
        truth=truth,
        judge_by_labels=judge_by_labels,
        cells=CELLS,
    )
    regions = [answer_regions(*each.predict_with_conflict(lifted), view) for each in networks]
    masks = np.unique(np.concatenate([np.unique(each.masks) for each in regions])).tolist()
    reference = find_reference(dataset, labels, truth, judge_by_labels)
    rows = last.objects.rows
    moves = []
    for name, network, each in zip(frame_names(model), networks, regions, strict=True):
        prototypes = prototype_contents(network, plane)[PROTOTYPES]
        moved: dict[int, dict[str, Any]] = {
            REGIONS: {"z": region_values(last.grid, each.masks, each.pale, masks)},
            PROTOTYPES: {
                "x": prototypes["x"].astype(np.float32),
                "y": prototypes["y"].astype(np.float32),
                "marker": {"color": prototypes["marker.color"], "size": prototypes["marker.size"]},
            },
        }
        if len(rows) <= MAX_MOVING:
            beliefs = network.predict_mass(plane.features)
            _, wrong = judge(beliefs, view, reference)
            moved[OBJECTS] = {"marker": {"line": wrong_ring(wrong[rows])}}
            if view.colour == BELIEF:
                moved[OBJECTS]["marker"]["color"] = label_colours(beliefs[rows])
        moves.append((name, moved))
    values = region_values(last.grid, last.regions.masks, last.regions.pale, masks)
    contents = {REGIONS: {"z": values, **region_colours(masks, last.frame.size)}}
    contents |= object_contents(last.marks) | prototype_contents(model, plane)
    figure = filled(last.empty_figure(view), contents)
    return MovingFigure(figure.data, figure.layout, moves)


def draw_loss(model: EvidentialNetwork, *, height: int = 240, scale: float = 1.0) -> go.Figure:
    """The loss over iterations with frames in step with those of `draw_training`."""
    history = model.history_
    sizes: dict[str, Any] = {"max_frames": MAX_FRAMES, "height": height, "scale": scale}
    return draw_steps(history.steps, history.criterion, "loss", **sizes)


def frame_names(model: EvidentialNetwork) -> list[str]:
    """The iterations that are frames."""
    return [str(step.iteration) for step in pick_steps(model)]
