"""The picture of a classifier: from a data set and fitted neighbours or a network to a plane.

Used by the Neighbours page and by the code it exports, so both show the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks, as_masks, masks_of
from belieflab.data.dataset import Dataset
from belieflab.figures.common.answer_regions import CELLS_PER_AXIS
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.grid import Floats, Grid, lay_grid, limits_around
from belieflab.figures.common.hover import describe_rows, list_masses
from belieflab.figures.common.marks import DrawnObjects, symbols_of
from belieflab.figures.common.palette import OUTLINE_GREY, class_colour, label_colours
from belieflab.figures.common.text import plain
from belieflab.figures.common.view import MAX_SVG_POINTS, View
from belieflab.figures.neighbours.classifier_plane import (
    MARGIN,
    MAX_LINES,
    PROTOTYPES,
    EvidenceLinks,
    ObjectMarks,
    Regions,
    empty_classifier_plane,
    link_contents,
    object_contents,
    region_contents,
)
from belieflab.neighbors import EvidentialNetwork, Explanation
from belieflab.neighbors.answers import answer_words, find_answers, is_wrong
from belieflab.neighbors.beliefs import Classifier, believe_about
from belieflab.neighbors.planar import SHOWN, PlaneOfLearning, lay_plane

IGNORANCE, CONFLICT, NOTHING = "ignorance", "conflict", "nothing"
SHADES = (IGNORANCE, CONFLICT, NOTHING)
LABEL, BELIEF, TRUTH = "label", "belief", "truth"
COLOURS = (LABEL, BELIEF, TRUTH)


@dataclass(frozen=True)
class ClassifierView(View):
    """How a classifier is looked at.

    source : what is learned from (`neighbors.planar.SOURCES`)
    shade : what makes regions pale; colour : what the colours of the objects mean
    rule, cost : how an answer is found (`neighbors.answers.ANSWER_RULES`)
    """

    max_points: ClassVar[int] = MAX_SVG_POINTS
    """WebGL would lie above the prototypes and the lines of evidence."""

    source: str = SHOWN
    shade: str = IGNORANCE
    colour: str = LABEL
    rule: str = "pignistic"
    cost: float = 0.3

    def plane(self, dataset: Dataset) -> PlaneOfLearning:
        """The plane of these data, with what a classifier learns from on it."""
        return lay_plane(dataset, self.axes_of(dataset), self.source)

    def arguments(self, dataset: Dataset) -> dict[str, object]:
        """The arguments of a view that shows the same; the cost counts for rejection only."""
        chosen = super().arguments(dataset)
        if self.rule != "rejection":
            chosen.pop("cost", None)
        return chosen


@dataclass(frozen=True)
class Judgement:
    """Beliefs about all objects, the answers that follow as masks, and which are wrong."""

    beliefs: MassTable
    answers: Masks
    wrong: NDArray[np.bool_]


@dataclass(frozen=True)
class ClassifiedPlane:
    """What a classifier says of every object and of every cell of the plane.

    objects, symbols, marks : of those that are drawn; `judged` : whether wrong answers are marked
    """

    plane: PlaneOfLearning
    judgement: Judgement
    grid: Grid
    regions: Regions
    objects: DrawnObjects
    symbols: Sequence[str] | str
    marks: ObjectMarks
    judged: bool

    @property
    def frame(self) -> Frame:
        """The classes."""
        return self.beliefs.frame

    @property
    def beliefs(self) -> MassTable:
        """About all objects."""
        return self.judgement.beliefs

    @property
    def answers(self) -> Masks:
        """For all objects."""
        return self.judgement.answers

    @property
    def wrong(self) -> NDArray[np.bool_]:
        """Of all objects [shape=(n,)]."""
        return self.judgement.wrong

    def contents(self) -> Contents:
        """What is pushed onto the empty figure."""
        return region_contents(self.grid, self.regions, self.frame.size) | object_contents(
            self.marks
        )

    def empty_figure(self, view: ClassifierView) -> go.Figure:
        """The figure that stays while settings move."""
        return empty_classifier_plane(
            self.grid,
            self.objects,
            self.plane.titles,
            self.frame.names,
            symbols=self.symbols,
            judged=self.judged,
            height=view.height,
            scale=view.scale,
        )


def classify_plane(
    dataset: Dataset,
    model: Classifier,
    view: ClassifierView,
    *,
    labels: MassTable,
    truth: NDArray[np.int64] | None = None,
    judge_by_labels: bool = False,
    cells: int = CELLS_PER_AXIS,
) -> ClassifiedPlane:
    """Ask the classifier about every object and every cell of the plane.

    `truth` codes [shape=(n,)] mark wrong answers; without a truth, `judge_by_labels` marks answers
    that the object's own label holds impossible.
    """
    plane = view.plane(dataset)
    reference = find_reference(dataset, labels, truth, judge_by_labels)
    judgement = judge(model, plane, view, reference)
    grid = lay_grid(limits_around(plane.points, MARGIN), cells, cells)
    rows = view.rows(dataset.n)
    shown = labels[rows]
    beliefs, answers = judgement.beliefs[rows], judgement.answers[rows].tolist()
    names = {mask: plain(answer_words(beliefs.frame, mask), 40) for mask in set(answers)}
    hover = [
        f"belief: {masses}<br>answer: {names[mask]}"
        for masses, mask in zip(list_masses(beliefs), answers, strict=True)
    ]
    colours = _colours(dataset, view, beliefs, shown, None if truth is None else truth[rows])
    return ClassifiedPlane(
        plane,
        judgement,
        grid,
        answer_regions(model, plane, grid, view),
        DrawnObjects(
            plane.points[rows],
            rows,
            describe_rows(rows, labels, truth, dataset.class_names),
            dataset.n,
        ),
        symbols_of(shown.pignistic().argmax(axis=1), shown.frame.size),
        ObjectMarks(colours, judgement.wrong[rows], hover),
        reference is not None,
    )


def judge(
    model: Classifier, plane: PlaneOfLearning, view: ClassifierView, reference: Masks | None
) -> Judgement:
    """What the classifier believes of all objects, each left out where it was learned from."""
    beliefs = believe_about(model, plane.features)
    answers = find_answers(beliefs, view.rule, view.cost)
    if reference is None:
        return Judgement(beliefs, answers, np.zeros(len(answers), dtype=np.bool_))
    return Judgement(beliefs, answers, is_wrong(answers, reference))


def answer_regions(
    model: Classifier, plane: PlaneOfLearning, grid: Grid, view: ClassifierView
) -> Regions:
    """The classifier's answer for every cell, and how pale it is."""
    lifted = plane.lift(grid.places)
    if view.shade == CONFLICT:
        table, pale = model.predict_with_conflict(lifted)
    else:
        table = model.predict_mass(lifted)
        pale = np.zeros(len(table))
        if view.shade == IGNORANCE:
            pale = table.mass_of(table.frame.omega)
    return Regions(find_answers(table, view.rule, view.cost), pale)


def find_links(
    model: Classifier, plane: PlaneOfLearning, place: Floats
) -> tuple[Explanation, EvidenceLinks]:
    """Why the classifier answers as it does at a place, and the lines that show it."""
    explanation = model.explain(plane.lift(place[None])[0])
    if isinstance(model, EvidentialNetwork):
        ends = plane.see(model.prototypes_)[explanation.rows]
    else:
        ends = plane.points[explanation.rows]
    evidence = explanation.evidence
    if evidence.ndim == 2:  # contextual: one number per class
        evidence = evidence.max(axis=1)
    colours = label_colours(explanation.labels[: min(MAX_LINES, len(evidence))])
    return explanation, EvidenceLinks(place, ends, evidence, colours)


def draw_classifier(
    dataset: Dataset,
    model: Classifier,
    view: ClassifierView | None = None,
    *,
    labels: MassTable,
    truth: NDArray[np.int64] | None = None,
    judge_by_labels: bool = False,
    place: Sequence[float] | None = None,
) -> go.Figure:
    """The plane of a fitted classifier, with the evidence at a place if one is given."""
    view = view or ClassifierView()
    classified = classify_plane(
        dataset, model, view, labels=labels, truth=truth, judge_by_labels=judge_by_labels
    )
    contents = classified.contents()
    if isinstance(model, EvidentialNetwork):
        contents |= prototype_contents(model, classified.plane)
    if place is not None:
        _, links = find_links(model, classified.plane, np.asarray(place, dtype=np.float64))
        contents |= link_contents(links)
    return filled(classified.empty_figure(view), contents)


def prototype_contents(model: EvidentialNetwork, plane: PlaneOfLearning) -> Contents:
    """The prototypes where they are seen, in the colours of their memberships, larger with α."""
    memberships = MassTable.from_probabilities(model.memberships_, model.frame_)
    seen = plane.see(model.prototypes_)
    trust = model.alpha_.tolist()
    return {
        PROTOTYPES: {
            "x": seen[:, 0],
            "y": seen[:, 1],
            "marker.color": label_colours(memberships),
            "marker.size": 9.0 + 11.0 * model.alpha_,
            "text": [
                f"<b>Prototype {number}</b><br>trust α {alpha:.2f}<br>membership: {shares}"
                for number, alpha, shares in zip(
                    range(1, len(trust) + 1), trust, list_masses(memberships), strict=True
                )
            ],
        }
    }


def find_reference(
    dataset: Dataset,
    labels: MassTable,
    truth: NDArray[np.int64] | None,
    judge_by_labels: bool,
) -> Masks | None:
    """What answers are judged by, as masks on the frame of the labels; -1 where not known."""
    names = labels.frame.names
    if truth is not None:
        classes = [str(name) for name in dataset.class_names]
        bits = [1 << names.index(name) if name in names else 0 for name in classes]
        return as_masks(len(names), [*bits, -1])[truth]
    return masks_of(labels.contour() > 0) if judge_by_labels else None


def _colours(
    dataset: Dataset,
    view: ClassifierView,
    beliefs: MassTable,
    labels: MassTable,
    truth: NDArray[np.int64] | None,
) -> list[str]:
    """The colours of the drawn objects; a truth that is not there is grey."""
    if view.colour == BELIEF:
        return label_colours(beliefs)
    if view.colour == LABEL:
        return label_colours(labels)
    if truth is None:
        return [OUTLINE_GREY] * len(labels)
    count = len(dataset.class_names)
    colours = [*(class_colour(k, count) for k in range(count)), OUTLINE_GREY]
    return [colours[code] for code in truth.tolist()]
