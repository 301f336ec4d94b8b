"""The picture of a classifier: from a data set and fitted neighbours or a network to a plane.

Used by the Neighbours page and by the code it exports, so both show the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import plotly.graph_objects as go

from belieflab.belief import Frame, MassTable
from belieflab.belief.decision_costs import Matrix
from belieflab.belief.masks import Masks, as_masks, masks_of
from belieflab.data.dataset import Dataset
from belieflab.figures.common.arrays import Flags, Floats, Integers
from belieflab.figures.common.frames import Contents, filled
from belieflab.figures.common.grid import Grid, lay_grid, limits_around
from belieflab.figures.common.hover import describe_rows, list_masses
from belieflab.figures.common.images import exact_codes, refine_codes
from belieflab.figures.common.palette import OUTLINE_GREY, class_colours, label_colours
from belieflab.figures.common.surfaces import CELLS_PER_AXIS
from belieflab.figures.common.text import plain
from belieflab.figures.common.traces import DrawnObjects, symbols_of
from belieflab.figures.common.view import MAX_SVG_POINTS, View
from belieflab.figures.neighbours import classifier_plane
from belieflab.figures.neighbours.classifier_plane import MARGIN, PROTOTYPES, EvidenceLinks, Regions
from belieflab.neighbors import EvidentialNetwork, Explanation
from belieflab.neighbors.beliefs import (
    Classifier,
    PlaneBeliefs,
    believe_on_plane,
    explain_object,
)
from belieflab.neighbors.planar import SHOWN, PlaneOfLearning, lay_plane
from belieflab.neighbors.set_decisions import decide_sets, decision_text, is_wrong

IGNORANCE, CONFLICT, NOTHING = "ignorance", "conflict", "nothing"
Believe = Callable[[Floats], MassTable]
"""The beliefs about places of the plane [shape=(m, 2)]."""

SHADES = (IGNORANCE, CONFLICT, NOTHING)
LABEL, BELIEF, TRUTH = "label", "belief", "truth"
COLOURS = (LABEL, BELIEF, TRUTH)


@dataclass(frozen=True)
class ClassifierView(View):
    """How a classifier is looked at.

    source : what is learned from (`neighbors.planar.SOURCES`)
    shade : what makes regions pale; colour : what the colours of the objects mean
    rule, cost, costs : how an answer is found (`neighbors.set_decisions.DECISION_RULES`)
    """

    max_points: ClassVar[int] = MAX_SVG_POINTS
    """WebGL would lie above the prototypes and the lines of evidence."""

    source: str = SHOWN
    shade: str = IGNORANCE
    colour: str = LABEL
    rule: str = "pignistic"
    cost: float = 0.3
    costs: Matrix | None = None

    def plane(self, dataset: Dataset) -> PlaneOfLearning:
        """The plane of these data, with what a classifier learns from on it."""
        return lay_plane(dataset, self.axes_of(dataset), self.source)

    def arguments(self, dataset: Dataset) -> dict[str, object]:
        """The arguments of a view that shows the same; costs count for rejection only."""
        chosen = super().arguments(dataset)
        if self.rule != "rejection":
            chosen.pop("cost", None)
            chosen.pop("costs", None)
        return chosen


@dataclass(frozen=True)
class ClassifiedPlane:
    """What a classifier says of every object and of every cell of the plane.

    beliefs, answers (as masks), wrong : of all objects; `judged` : whether wrong ones are marked
    objects, symbols, colours, texts : of those that are drawn
    """

    plane: PlaneOfLearning
    beliefs: MassTable
    answers: Masks
    wrong: Flags
    grid: Grid
    regions: Regions
    objects: DrawnObjects
    symbols: list[str] | str
    colours: list[str]
    texts: list[str]
    judged: bool

    @property
    def frame(self) -> Frame:
        """The classes."""
        return self.beliefs.frame

    def object_contents(self) -> Contents:
        """What is pushed onto the objects of the empty figure."""
        wrong = self.wrong[self.objects.rows]
        return classifier_plane.object_contents(self.colours, wrong, self.texts)

    def contents(self) -> Contents:
        """What is pushed onto the empty figure."""
        if not self.plane.continuous:
            return self.object_contents()
        regions = classifier_plane.region_contents(self.grid, self.regions, self.frame.size)
        return regions | self.object_contents()

    def empty_figure(self, view: ClassifierView) -> go.Figure:
        """The figure that stays while settings move."""
        given = (self.grid, self.objects, self.plane.titles, self.frame.names, view)
        draw = classifier_plane.empty_classifier_plane
        return draw(*given, symbols=self.symbols, judged=self.judged)


def lay_cells(plane: PlaneOfLearning, cells: int = CELLS_PER_AXIS) -> Grid:
    """The cells whose answers are drawn, so many along each axis."""
    return lay_grid(limits_around(plane.points, MARGIN), cells, cells)


def classify_plane(
    dataset: Dataset,
    beliefs: PlaneBeliefs,
    view: ClassifierView,
    *,
    labels: MassTable,
    truth: Integers | None = None,
    judge_by_labels: bool = False,
    cells: int = CELLS_PER_AXIS,
    believe: Believe | None = None,
) -> ClassifiedPlane:
    """The answers that follow from beliefs about all objects and about the places of `lay_cells`.

    `believe` gives the beliefs about further places, so that borders of regions are where they are.
    `truth` codes [shape=(n,)] mark wrong answers; without a truth, `judge_by_labels` marks answers
    that the object's own label holds impossible.
    """
    plane = view.plane(dataset)
    rows = view.rows(plane.points)
    reference = find_reference(dataset, labels, truth, judge_by_labels)
    answers, wrong = judge(beliefs.objects, view, reference)
    shown, believed, given = labels[rows], beliefs.objects[rows], answers[rows].tolist()
    names = {mask: plain(decision_text(believed.frame, mask), 40) for mask in set(given)}
    texts = [
        f"belief: {masses}<br>answer: {names[mask]}"
        for masses, mask in zip(list_masses(believed), given, strict=True)
    ]
    colours = label_colours(believed if view.colour == BELIEF else shown)
    if view.colour == TRUTH:  # one that is not there is grey
        of_class = [*class_colours(len(dataset.class_names)), OUTLINE_GREY]
        codes = [-1] * len(rows) if truth is None else truth[rows].tolist()
        colours = [of_class[code] for code in codes]
    hover = describe_rows(rows, labels, truth, dataset.class_names, dataset=dataset)
    grid = lay_cells(plane, cells)
    return ClassifiedPlane(
        plane,
        beliefs.objects,
        answers,
        wrong,
        grid,
        answer_regions(beliefs.places, beliefs.conflict, view, grid, believe),
        DrawnObjects(plane.points[rows], rows, hover, dataset.n),
        symbols_of(shown.pignistic().argmax(axis=1), shown.frame.size),
        colours,
        texts,
        reference is not None,
    )


def judge(beliefs: MassTable, view: ClassifierView, reference: Masks | None) -> tuple[Masks, Flags]:
    """The answers that follow from beliefs, and which of them are wrong."""
    answers = decide_sets(beliefs, view.rule, view.cost, view.costs)
    nobody = np.zeros(len(answers), dtype=np.bool_)
    return answers, nobody if reference is None else is_wrong(answers, reference)


def believe_at(model: Classifier, plane: PlaneOfLearning) -> Believe | None:
    """The beliefs of a classifier about places of the plane; None where they stand for no point."""
    return (lambda places: model.predict_mass(plane.lift(places))) if plane.continuous else None


def answer_regions(
    places: MassTable,
    conflict: Floats | None,
    view: ClassifierView,
    grid: Grid,
    believe: Believe | None = None,
) -> Regions:
    """The answer for every cell, and how pale it is: not at all where the conflict is unknown."""
    pale = np.zeros(len(places))
    if view.shade == IGNORANCE:
        pale = places.mass_of(places.frame.omega)
    elif view.shade == CONFLICT and conflict is not None:
        pale = conflict

    def decide(table: MassTable) -> Masks:
        return decide_sets(table, view.rule, view.cost, view.costs)

    answers = decide(places)
    if not len(places):
        return Regions(answers, pale, answers)
    if believe is None:
        return Regions(answers, pale, refine_codes(answers, grid.shape))
    return Regions(answers, pale, exact_codes(answers, grid, lambda more: decide(believe(more))))


def find_links(
    model: Classifier, plane: PlaneOfLearning, place: Sequence[float] | Floats | int
) -> tuple[Explanation, EvidenceLinks]:
    """Why the classifier answers as it does, and the lines that show it.

    `place` is a place of the plane [shape=(2,)] or the row of an object, which is judged by the
    others alone. Where a plane is not continuous a place is that of the nearest object.
    """
    row = place if isinstance(place, int) else None if plane.continuous else plane.nearest(place)
    if row is None:
        at = np.asarray(place, dtype=np.float64)
        explanation = model.explain(plane.lift(at[None])[0])
    else:
        at, explanation = plane.points[row], explain_object(model, plane.features, row)
    network = isinstance(model, EvidentialNetwork)
    sources = plane.see(model.prototypes_) if network else plane.points
    evidence = explanation.evidence
    if evidence.ndim == 2:  # contextual: one number per class
        evidence = evidence.max(axis=1)
    colours = label_colours(explanation.labels[: min(classifier_plane.MAX_LINES, len(evidence))])
    return explanation, EvidenceLinks(at, sources[explanation.rows], evidence, colours)


def draw_classifier(
    dataset: Dataset,
    model: Classifier,
    view: ClassifierView | None = None,
    *,
    labels: MassTable,
    truth: Integers | None = None,
    judge_by_labels: bool = False,
    place: Sequence[float] | int | None = None,
) -> go.Figure:
    """The plane of a fitted classifier, with the evidence at a place or about an object's row."""
    view = view or ClassifierView()
    plane = view.plane(dataset)
    beliefs = believe_on_plane(model, plane, lay_cells(plane).places)
    classified = classify_plane(
        dataset,
        beliefs,
        view,
        labels=labels,
        truth=truth,
        judge_by_labels=judge_by_labels,
        believe=believe_at(model, plane),
    )
    contents = classified.contents()
    if isinstance(model, EvidentialNetwork):
        contents |= prototype_contents(model, plane)
    if place is not None:
        _, links = find_links(model, plane, place)
        contents |= classifier_plane.link_contents(links)
    return filled(classified.empty_figure(view), contents)


def prototype_contents(model: EvidentialNetwork, plane: PlaneOfLearning) -> Contents:
    """The prototypes where they are seen, in the colours of their memberships, larger with α."""
    memberships = MassTable.from_probabilities(model.memberships_, model.frame_)
    seen = plane.see(model.prototypes_)
    rows = zip(model.alpha_.tolist(), list_masses(memberships), strict=True)
    texts = [
        f"<b>Prototype {number}</b><br>trust α {alpha:.2f}<br>membership: {shares}"
        for number, (alpha, shares) in enumerate(rows, 1)
    ]
    marker = {"marker.color": label_colours(memberships), "marker.size": 9.0 + 11.0 * model.alpha_}
    return {PROTOTYPES: {"x": seen[:, 0], "y": seen[:, 1], "text": texts, **marker}}


def find_reference(
    dataset: Dataset, labels: MassTable, truth: Integers | None, judge_by_labels: bool
) -> Masks | None:
    """What answers are judged by, as masks on the frame of the labels; -1 where not known."""
    names = labels.frame.names
    if truth is not None:
        classes = [str(name) for name in dataset.class_names]
        bits = [1 << names.index(name) if name in names else 0 for name in classes]
        return as_masks(len(names), [*bits, -1])[truth]
    return masks_of(labels.contour() > 0) if judge_by_labels else None
