"""The training of an evidential network, frame by frame: prototypes, answers and the loss."""

from typing import Any

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common.arrays import Integers
from belieflab.figures.common.frames import Contents, MovingFigure, filled, frame_steps
from belieflab.figures.common.palette import label_colours
from belieflab.figures.common.trace import draw_steps
from belieflab.figures.common.traces import wrong_rings
from belieflab.figures.common.view import MAX_MOVING
from belieflab.figures.neighbours import classifier
from belieflab.figures.neighbours.classifier import BELIEF, ClassifierView, prototype_contents
from belieflab.figures.neighbours.classifier_plane import (
    OBJECTS,
    PROTOTYPES,
    RING,
    region_contents,
)
from belieflab.iteration import Step
from belieflab.neighbors import EvidentialNetwork
from belieflab.neighbors.beliefs import believe_on_plane

MAX_FRAMES = 40
CELLS = 90
"""Cells of moving regions along each axis: fewer than of regions that stand still."""


def pick_steps(model: EvidentialNetwork) -> list[Step]:
    """The steps of the training that become frames."""
    return frame_steps(model.history_.steps, MAX_FRAMES)


def draw_training(
    dataset: Dataset,
    model: EvidentialNetwork,
    view: ClassifierView | None = None,
    *,
    labels: MassTable,
    truth: Integers | None = None,
    judge_by_labels: bool = False,
) -> go.Figure:
    """The plane with one frame per chosen step, at the last of them."""
    view = view or ClassifierView()
    networks = [model.at_step(step) for step in pick_steps(model)]
    plane = view.plane(dataset)
    beliefs = believe_on_plane(model, plane, classifier.lay_cells(plane, CELLS).places)
    given: dict[str, Any] = {"labels": labels, "truth": truth, "judge_by_labels": judge_by_labels}
    exact = classifier.believe_at(model, plane)
    last = classifier.classify_plane(dataset, beliefs, view, **given, cells=CELLS, believe=exact)
    reference = classifier.find_reference(dataset, **given)
    rows = last.objects.rows
    moves = []
    for name, network in zip(frame_names(model), networks, strict=True):
        found = prototype_contents(network, plane)[PROTOTYPES]
        seen = {letter: found[letter].astype(np.float32) for letter in "xy"}
        seen["marker"] = {"color": found["marker.color"], "size": found["marker.size"]}
        moved: Contents = {}
        if plane.continuous:
            answers = network.predict_with_conflict(plane.lift(last.grid.places))
            exact = classifier.believe_at(network, plane)
            regions = classifier.answer_regions(*answers, view, last.grid, exact)
            moved |= region_contents(last.grid, regions, last.frame.size)
        moved[PROTOTYPES] = seen
        if len(rows) <= MAX_MOVING:
            objects = network.predict_mass(plane.features)
            _, wrong = classifier.judge(objects, view, reference)
            marker = {"line": wrong_rings(wrong[rows], RING)}
            colours = {"color": label_colours(objects[rows])} if view.colour == BELIEF else {}
            moved[OBJECTS] = {"marker": marker | colours}
        moves.append((name, moved))
    contents = last.contents() | prototype_contents(model, plane)
    figure = filled(last.empty_figure(view), contents)
    return MovingFigure(figure.data, figure.layout, moves)


def draw_loss(model: EvidentialNetwork, **look: Any) -> go.Figure:
    """The loss over iterations with frames in step with those of `draw_training`."""
    history = model.history_
    return draw_steps(history.steps, history.criterion, "loss", max_frames=MAX_FRAMES, **look)


def frame_names(model: EvidentialNetwork) -> list[str]:
    """The iterations that are frames."""
    return [str(step.iteration) for step in pick_steps(model)]
