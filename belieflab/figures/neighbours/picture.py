"""The picture of a classifier: from a data set and fitted neighbours or a network to a plane.

Used by the Neighbours page and by the code it exports, so both show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks, as_masks, masks_of
from belieflab.data.dataset import Dataset
from belieflab.data.projection import default_axes
from belieflab.figures.common.answer_regions import Ground, lay_ground
from belieflab.figures.common.frames import Contents
from belieflab.figures.common.hover import describe_rows, list_masses
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, class_symbol, label_colours
from belieflab.figures.common.plane import SVG_LIMIT, shown_rows
from belieflab.figures.common.text import plain
from belieflab.figures.neighbours.plane import (
    MOST_LINES,
    Answers,
    Links,
    Objects,
    answer_contents,
    empty_plane,
    filled,
    limits_of,
    link_contents,
    object_contents,
    prototype_contents,
)
from belieflab.neighbors import EvidentialNetwork, Explanation
from belieflab.neighbors.answers import answer_words, find_answers, is_wrong
from belieflab.neighbors.beliefs import Classifier, believe_about
from belieflab.neighbors.planar import SHOWN, PlaneOfLearning, lay_plane

Floats = NDArray[np.float64]

IGNORANCE, CONFLICT, NOTHING = "ignorance", "conflict", "nothing"
SHADES = (IGNORANCE, CONFLICT, NOTHING)
LABEL, BELIEF, TRUTH = "label", "belief", "truth"
COLOURS = (LABEL, BELIEF, TRUTH)


MOST_DRAWN = SVG_LIMIT
"""Objects drawn: more would be drawn on WebGL, above the prototypes and the lines of evidence."""


@dataclass(frozen=True)
class Look:
    """How a classifier is looked at.

    axes, source : the plane, and what is learned from (`neighbors.planar.SOURCES`)
    shade : what makes the ground pale; colour : what the colours of the objects mean
    rule, cost : how an answer is found (`neighbors.answers.ANSWER_RULES`)
    """

    axes: tuple[str, str] | None = None
    source: str = SHOWN
    shade: str = IGNORANCE
    colour: str = LABEL
    rule: str = "pignistic"
    cost: float = 0.3
    height: int = 500
    scale: float = 1.0
    seed: int = 0

    def plane(self, dataset: Dataset) -> PlaneOfLearning:
        """The plane of these data, with what a classifier learns from on it."""
        return lay_plane(dataset, self.axes or default_axes(dataset), self.source)


@dataclass(frozen=True)
class Scene:
    """What a picture of a classifier is made of, before it is drawn.

    beliefs : about all objects; answers : masks for all objects; wrong [shape=(n,)]; ground and
    its answers; objects : those that are drawn
    """

    plane: PlaneOfLearning
    beliefs: MassTable
    answers: Masks
    wrong: NDArray[np.bool_]
    ground: Ground
    ground_answers: Answers
    objects: Objects
    judged: bool

    @property
    def frame(self) -> Frame:
        """The classes."""
        return self.beliefs.frame

    def contents(self) -> Contents:
        """What is pushed onto the empty figure."""
        answers = answer_contents(self.ground, self.ground_answers, self.frame.size)
        return answers | object_contents(self.objects)

    def empty_figure(self, look: Look) -> go.Figure:
        """The figure that stays while settings move."""
        return empty_plane(
            self.ground,
            self.objects,
            self.plane.titles,
            self.frame.names,
            judged=self.judged,
            height=look.height,
            scale=look.scale,
        )


def set_scene(
    dataset: Dataset,
    model: Classifier,
    look: Look,
    *,
    labels: MassTable,
    truth: NDArray[np.int64] | None = None,
    judge_by_labels: bool = False,
    size: int | None = None,
) -> Scene:
    """Ask the classifier about every object and every cell of the ground.

    `truth` codes [shape=(n,)] mark wrong answers; without a truth, `judge_by_labels` marks answers
    that the object's own label holds impossible.
    """
    plane = look.plane(dataset)
    reference = find_reference(dataset, labels, truth, judge_by_labels)
    beliefs, answers, wrong = judge(model, plane, look, reference)
    limits = limits_of(plane.points)
    ground = lay_ground(limits) if size is None else lay_ground(limits, size)
    return Scene(
        plane,
        beliefs,
        answers,
        wrong,
        ground,
        answer_ground(model, plane, ground, look),
        _objects(dataset, plane, look, beliefs, answers, wrong, labels, truth),
        reference is not None,
    )


def judge(
    model: Classifier, plane: PlaneOfLearning, look: Look, reference: Masks | None
) -> tuple[MassTable, Masks, NDArray[np.bool_]]:
    """Beliefs about all objects, the answers that follow, and which of them are wrong."""
    beliefs = believe_about(model, plane.features)
    answers = find_answers(beliefs, look.rule, look.cost)
    if reference is None:
        return beliefs, answers, np.zeros(len(answers), dtype=np.bool_)
    return beliefs, answers, is_wrong(answers, reference)


def answer_ground(model: Classifier, plane: PlaneOfLearning, ground: Ground, look: Look) -> Answers:
    """The classifier's answer for every cell, and how pale it is."""
    lifted = plane.lift(ground.places)
    if look.shade == CONFLICT:
        table, pale = model.predict_with_conflict(lifted)
    else:
        table = model.predict_mass(lifted)
        pale = np.zeros(len(table))
        if look.shade == IGNORANCE:
            pale = table.mass_of(table.frame.omega)
    return Answers(find_answers(table, look.rule, look.cost), pale)


def find_links(
    model: Classifier, plane: PlaneOfLearning, place: Floats
) -> tuple[Explanation, Links]:
    """Why the classifier answers as it does at a place, and the lines that show it."""
    explanation = model.explain(plane.lift(place[None])[0])
    if isinstance(model, EvidentialNetwork):
        ends = plane.see(model.prototypes_)[explanation.rows]
    else:
        ends = plane.points[explanation.rows]
    evidence = explanation.evidence
    if evidence.ndim == 2:  # contextual: one number per class
        evidence = evidence.max(axis=1)
    colours = label_colours(explanation.labels[: min(MOST_LINES, len(evidence))])
    return explanation, Links(place, ends, evidence, colours)


def draw_classifier(
    dataset: Dataset,
    model: Classifier,
    look: Look | None = None,
    *,
    labels: MassTable,
    truth: NDArray[np.int64] | None = None,
    judge_by_labels: bool = False,
    place: Sequence[float] | None = None,
) -> go.Figure:
    """The plane of a fitted classifier, with the evidence at a place if one is given."""
    look = look or Look()
    scene = set_scene(
        dataset, model, look, labels=labels, truth=truth, judge_by_labels=judge_by_labels
    )
    contents = scene.contents()
    if isinstance(model, EvidentialNetwork):
        contents |= show_prototypes(model, scene.plane)
    if place is not None:
        _, links = find_links(model, scene.plane, np.asarray(place, dtype=np.float64))
        contents |= link_contents(links)
    return filled(scene.empty_figure(look), contents)


def show_prototypes(model: EvidentialNetwork, plane: PlaneOfLearning) -> Contents:
    """The prototypes where they are seen, in the colours of their memberships."""
    memberships = MassTable.from_probabilities(model.memberships_, model.frame_)
    hover = [
        f"<b>Prototype {number + 1}</b><br>trust α {alpha:.2f}<br>membership: {shares}"
        for number, (alpha, shares) in enumerate(
            zip(model.alpha_.tolist(), list_masses(memberships), strict=True)
        )
    ]
    sizes = 9.0 + 11.0 * model.alpha_
    places = plane.see(model.prototypes_)
    return prototype_contents(places, label_colours(memberships), sizes, hover)


def find_reference(
    dataset: Dataset,
    labels: MassTable,
    truth: NDArray[np.int64] | None,
    judge_by_labels: bool,
) -> Masks | None:
    """What answers are judged by, as masks on the frame of the labels; -1 where not known."""
    frame = labels.frame
    if truth is not None:
        bits = [1 << frame.names.index(name) if name in frame.names else 0
                for name in map(str, dataset.class_names)]  # fmt: skip
        return as_masks(frame.size, [*bits, -1])[truth]
    if not judge_by_labels:
        return None
    return masks_of(labels.contour() > 0)


def _objects(
    dataset: Dataset,
    plane: PlaneOfLearning,
    look: Look,
    beliefs: MassTable,
    answers: Masks,
    wrong: NDArray[np.bool_],
    labels: MassTable,
    truth: NDArray[np.int64] | None,
) -> Objects:
    rows = shown_rows(dataset.n, look.seed, MOST_DRAWN)
    frame = beliefs.frame
    names = {
        mask: plain(answer_words(frame, mask), 40) for mask in np.unique(answers[rows]).tolist()
    }
    words = [
        f"belief: {masses}<br>answer: {names[mask]}"
        for masses, mask in zip(list_masses(beliefs[rows]), answers[rows].tolist(), strict=True)
    ]
    return Objects(
        plane.points[rows],
        rows,
        describe_rows(rows, labels, truth, dataset.class_names),
        _colours(
            dataset, look, beliefs[rows], labels[rows], None if truth is None else truth[rows]
        ),
        wrong[rows],
        words,
        _symbols(labels[rows]),
        dataset.n - len(rows),
    )


def _colours(
    dataset: Dataset,
    look: Look,
    beliefs: MassTable,
    labels: MassTable,
    truth: NDArray[np.int64] | None,
) -> list[str]:
    """The colours of the drawn objects; a truth that is not there is grey."""
    if look.colour == BELIEF:
        return label_colours(beliefs)
    if look.colour == LABEL:
        return label_colours(labels)
    if truth is None:
        return [OUTLINE_GREY] * len(labels)
    count = len(dataset.class_names)
    every = [*(class_colour(k, count) for k in range(count)), OUTLINE_GREY]
    return [every[code] for code in truth.tolist()]


def _symbols(labels: MassTable) -> list[str] | str:
    count = labels.frame.size
    if len({class_symbol(k, count) for k in range(count)}) == 1:
        return class_symbol(0, count)
    return [class_symbol(k, count) for k in labels.pignistic().argmax(axis=1).tolist()]
