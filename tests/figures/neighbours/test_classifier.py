"""The picture of a classifier says what the classifier says."""

import json

import numpy as np
import plotly.graph_objects as go
import pytest
from pngs import read_codes

from belieflab import MassTable
from belieflab.data import build_labels, load_sample
from belieflab.data.dataset import Dataset
from belieflab.figures.common.grid import lay_grid
from belieflab.figures.common.images import fine_shape
from belieflab.figures.common.palette import WRONG
from belieflab.figures.common.surfaces import CELLS_PER_AXIS, SHADES
from belieflab.figures.neighbours.classifier import (
    CONFLICT,
    NOTHING,
    ClassifierView,
    believe_at,
    classify_plane,
    draw_classifier,
    find_links,
    lay_cells,
)
from belieflab.figures.neighbours.classifier_plane import (
    FIRST_LINE,
    MAX_LINES,
    OBJECTS,
    PLACE,
    PROTOTYPES,
    RINGS,
    THINNEST,
    WIDEST,
    link_contents,
)
from belieflab.figures.neighbours.evidence import MAX_BARS, evidence_bars
from belieflab.figures.neighbours.network_training import draw_loss, draw_training, frame_names
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.beliefs import believe_on_plane
from belieflab.neighbors.set_decisions import decide_sets

IRIS = load_sample("iris", seed=7)
LABELS = build_labels("expert-doubt", IRIS, seed=7)
PLANE = ClassifierView().plane(IRIS)


def classified(dataset, model, view, *, cells=CELLS_PER_AXIS, **given):
    plane = view.plane(dataset)
    beliefs = believe_on_plane(model, plane, lay_cells(plane, cells).places)
    return classify_plane(dataset, beliefs, view, cells=cells, **given)


@pytest.fixture(scope="module")
def model():
    return EvidentialKNN().fit(PLANE.features, LABELS)


@pytest.fixture(scope="module")
def network():
    return EvidentialNetwork(4, max_iter=5, random_state=0, keep_history=True).fit(
        PLANE.features, LABELS
    )


def test_objects_are_judged_by_the_others_alone(model):
    plane = classified(IRIS, model, ClassifierView(), labels=LABELS, truth=IRIS.truth, cells=8)
    decided = model.leave_one_out_masses().pignistic().argmax(axis=1)
    np.testing.assert_array_equal(plane.wrong, decided != IRIS.truth)
    figure = draw_classifier(IRIS, model, labels=LABELS, truth=IRIS.truth)
    rings = [colour == WRONG for colour in figure.data[OBJECTS].marker.line.color]
    np.testing.assert_array_equal(rings, plane.wrong)
    assert "answer: versicolor" in figure.data[OBJECTS].text[60]


@pytest.mark.parametrize("shade", ["ignorance", CONFLICT, NOTHING])
def test_the_ground_is_the_answer_at_every_place(model, shade):
    plane = classified(IRIS, model, ClassifierView(shade=shade), labels=LABELS, cells=9)
    places = plane.grid.places
    table = model.predict_mass(places)
    answers = np.left_shift(1, table.pignistic().argmax(axis=1))
    np.testing.assert_array_equal(plane.regions.masks, answers)
    pale = {
        "ignorance": table.mass_of(7),
        CONFLICT: model.predict_conflict(places),
        NOTHING: np.zeros(81),
    }
    np.testing.assert_allclose(plane.regions.pale, pale[shade], atol=1e-12)


@pytest.mark.parametrize("rule", ["pignistic", "interval"])
def test_the_ground_between_the_cells_is_the_answer_there(model, rule):
    view = ClassifierView(rule=rule)
    plane = view.plane(IRIS)
    found = classified(IRIS, model, view, labels=LABELS, believe=believe_at(model, plane))
    grid = found.grid
    rows, columns = fine_shape(grid.shape)
    places = lay_grid(((grid.x[0], grid.x[-1]), (grid.y[0], grid.y[-1])), columns, rows).places
    some = np.random.default_rng(0).integers(0, len(places), 4000)
    answers = decide_sets(model.predict_mass(places[some]), rule, view.cost, view.costs)
    # Only an island smaller than a cell can be missed.
    assert (found.regions.fine[some] != answers).mean() < 5e-4
    smoothed = classified(IRIS, model, view, labels=LABELS).regions.fine
    assert (smoothed[some] != answers).mean() > 1e-3


def test_unlabelled_objects_are_asked_about_like_any_place():
    some = LABELS.on(LABELS.focal)
    mass = some.mass.copy()
    mass[::3] = some.focal == 7
    labels = MassTable(some.frame, some.focal, mass)
    model = EvidentialKNN().fit(PLANE.features, labels)
    plane = classified(IRIS, model, ClassifierView(), labels=labels, cells=4)
    np.testing.assert_allclose(
        plane.beliefs[::3].pignistic(), model.predict_proba(PLANE.features[::3]), atol=1e-12
    )
    np.testing.assert_allclose(
        plane.beliefs[model.rows_].pignistic(),
        model.leave_one_out_masses().pignistic(),
        atol=1e-12,
    )


def test_without_a_truth_labels_may_judge():
    hard = MassTable.from_hard(np.where(np.arange(150) == 3, 2, IRIS.truth), IRIS.class_names)
    model = EvidentialKNN().fit(PLANE.features, hard)
    plane = classified(IRIS, model, ClassifierView(), labels=hard, judge_by_labels=True, cells=4)
    assert plane.judged and plane.wrong[3] and not plane.wrong[4]
    assert not classified(IRIS, model, ClassifierView(), labels=hard, cells=4).judged


def test_a_truth_the_labels_do_not_know_makes_every_answer_wrong():
    renamed = Dataset(IRIS.X, IRIS.feature_names, IRIS.truth, ("setosa", "versicolor", "rose"))
    model = EvidentialKNN().fit(PLANE.features, LABELS)
    plane = classified(renamed, model, ClassifierView(), labels=LABELS, truth=IRIS.truth, cells=4)
    assert plane.wrong[IRIS.truth == 2].all() and not plane.wrong[:40].all()


def test_lines_are_as_wide_as_the_evidence(model):
    place = np.array([0.9, -1.2])
    why, links = find_links(model, PLANE, place)
    contents = link_contents(links)
    for j in range(7):
        line = contents[FIRST_LINE + j]
        assert (line["x"][0], line["y"][0]) == (0.9, -1.2)
        np.testing.assert_allclose([line["x"][1], line["y"][1]], PLANE.points[why.rows[j]])
        width = THINNEST + (WIDEST - THINNEST) * why.evidence[j]
        assert line["line.width"] == pytest.approx(width)
    assert contents[FIRST_LINE + 7]["x"] == []
    assert len(contents[RINGS]["x"]) == 7 and contents[PLACE]["y"] == [-1.2]
    nothing = link_contents(None)
    assert nothing.keys() == contents.keys() and len(nothing[RINGS]["x"]) == 0


def test_the_empty_figure_does_not_depend_on_what_is_pushed(model):
    other = EvidentialKNN(20, gamma="single").fit(PLANE.features, LABELS)
    views = ClassifierView(), ClassifierView(rule="interval", shade=CONFLICT, colour="belief")
    figures = [
        classified(IRIS, each, view, labels=LABELS, truth=IRIS.truth).empty_figure(view).to_json()
        for each, view in zip((model, other), views, strict=True)
    ]
    assert figures[0] == figures[1]


def test_more_neighbours_than_lines_and_bars():
    model = EvidentialKNN(30, gamma="contextual").fit(PLANE.features, LABELS)
    why, links = find_links(model, PLANE, np.zeros(2))
    assert len(link_contents(links)[RINGS]["x"]) == MAX_LINES
    figure = evidence_bars([f"row {row}" for row in why.rows], why.masses, why.combined)
    assert len(figure.data[0].y) == MAX_BARS
    last = {trace.name: trace.x[-1] for trace in figure.data if trace.xaxis == "x2"}
    assert sum(last.values()) == pytest.approx(1.0)
    belief = model.predict_mass(np.zeros((1, 2)))
    assert last["{setosa}"] == pytest.approx(belief.mass_of(1)[0])
    assert figure.layout.yaxis.ticktext[-1].startswith("… ")


def test_bars_of_a_narrow_column_are_the_beliefs_alone(model):
    why, _ = find_links(model, PLANE, np.zeros(2))
    names = [f"<b>{row}" for row in why.rows]
    figure = evidence_bars(names, why.masses, why.combined, narrow=True)
    assert {trace.xaxis for trace in figure.data} == {"x"}
    assert figure.layout.yaxis.ticktext[0].startswith("&lt;b&gt;")


def test_the_film_moves_prototypes_ground_and_marks(network):
    figure = draw_training(IRIS, network, labels=LABELS, truth=IRIS.truth)
    names = frame_names(network)
    whole = json.loads(figure.to_json())
    assert [frame["name"] for frame in whole["frames"]] == names
    assert all(frame["traces"] == [0, PROTOTYPES, OBJECTS] for frame in whole["frames"])
    first, last = network.history_.steps[0].snapshot, network.parameters_
    np.testing.assert_allclose(figure.frames[0].data[1].x, first.prototypes[:, 0], rtol=1e-6)
    np.testing.assert_allclose(figure.frames[-1].data[1].x, last.prototypes[:, 0], rtol=1e-6)
    np.testing.assert_allclose(figure.data[PROTOTYPES].x, last.prototypes[:, 0])
    loss = draw_loss(network)
    assert [frame.name for frame in loss.frames] == names
    still = draw_classifier(IRIS, network, labels=LABELS, place=(0.0, 0.0))
    np.testing.assert_allclose(still.data[PROTOTYPES].y, last.prototypes[:, 1])
    assert len(still.data[FIRST_LINE + 3].x) == 2
    assert still.data[PROTOTYPES].text[2].startswith("<b>Prototype 3</b><br>trust α 0.")


def test_what_is_filled_in_unchecked_is_what_plotly_takes(model, network):
    still = draw_classifier(IRIS, model, labels=LABELS, truth=IRIS.truth, place=(0.9, -1.2))
    film = draw_training(IRIS, network, labels=LABELS, truth=IRIS.truth)
    for figure in (still, film):
        go.Figure(json.loads(figure.to_json()))  # checks every attribute of traces and frames


def test_one_feature_is_drawn_over_the_row_number():
    one = Dataset(IRIS.X[:, 2:3], ("petal",), IRIS.truth, IRIS.class_names)
    view = ClassifierView()
    model = EvidentialKNN().fit(view.plane(one).features, LABELS)
    figure = draw_classifier(one, model, view, labels=LABELS, place=(4.0, 20.0))
    regions = read_codes(figure.data[0].source) // (2 * SHADES)
    assert (regions[30] == regions[300]).all()
