"""What the pictures of active learning show."""

import numpy as np
import pytest

from belieflab import Frame
from belieflab.active import STRATEGIES, Answer, Line, QuerySession, active_classifiers
from belieflab.active.curves import summarise
from belieflab.figures.active import learning_curves as active
from belieflab.figures.active import pool as pools
from belieflab.figures.active.pool import (
    ASKED,
    LABELLED,
    MISTAKES,
    OBJECTS,
    OTHERS,
    REGIONS,
    Pool,
    PoolState,
)
from belieflab.figures.common.frames import filled, still

EKNN, KNN = Line("gamma-eknn", "confidence"), Line("weighted-knn", "confidence")
LABELS = np.array([8, 9, 10])


@pytest.fixture
def curves():
    rng = np.random.default_rng(0)
    return [summarise(line, LABELS, rng.random((5, 3))) for line in (KNN, EKNN)]


def test_every_curve_stands_in_its_own_band(curves):
    lines = [EKNN, KNN]
    figure = filled(active.empty_curves(lines, (8, 10)), active.curve_contents(lines, curves))
    assert [trace.name for trace in figure.data[1::2]] == ["γᵢ-EKNN", "weighted k-NN"]
    for curve, band, line in zip(curves[::-1], figure.data[::2], figure.data[1::2], strict=True):
        np.testing.assert_allclose(line.y, curve.mean)
        np.testing.assert_allclose(band.y[:3], curve.mean + curve.half_width)
        np.testing.assert_allclose(band.y[3:], (curve.mean - curve.half_width)[::-1])
        assert band.line.width == 0 and "5 repetitions" in line.customdata[0]
    assert figure.layout.xaxis.title.text and figure.layout.yaxis.title.text


def test_a_model_keeps_its_colour_whatever_else_is_drawn():
    lines = [Line(model, strategy) for strategy in STRATEGIES for model in active_classifiers()]
    pens = active.choose_pens(lines)
    assert len({(pen.colour, pen.dash) for pen in pens.values()}) == len(lines)
    few = active.choose_pens([EKNN, KNN])
    assert few[KNN].colour == pens[KNN].colour != few[EKNN].colour
    alone = active.choose_pens([Line("logistic", key) for key in STRATEGIES])
    assert len({pen.colour for pen in alone.values()}) == len(STRATEGIES)


def test_names_say_only_what_tells_the_curves_apart():
    other = Line("gamma-eknn", "margin")
    assert set(active.name_lines([EKNN, KNN]).values()) == {"γᵢ-EKNN", "weighted k-NN"}
    assert set(active.name_lines([EKNN, other]).values()) == {"least confidence", "margin"}
    assert active.name_lines([KNN, other])[other] == "γᵢ-EKNN · margin"


@pytest.fixture
def stage():
    points = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 3.0], [3.0, 1.0]])
    truth = np.array([0, 1, 2, -1])
    names = ("a<b", "b", "c")
    hover = pools.describe_objects(4, truth, names)
    return Pool(points, ("one", "two"), names, hover)


def make_scene(stage, **more):
    answers = (Answer(0, {1: 1.0}), Answer(2, {3: 0.6, 7: 0.4}))
    session = QuerySession(stage.points, Frame(stage.class_names), answers)
    query = session.next_query(EKNN)
    return PoolState(
        session.labels,
        session.labelled,
        np.array([3]),
        query.fitted.predict_all(stage.grid.places).probabilities,
        **more,
    )


def test_told_objects_have_the_colours_of_their_labels_and_the_question_is_ringed(stage):
    scene = make_scene(stage, wrong=np.array([1]), others=[("margin", 1), ("entropy", 1)])
    contents = pools.pool_contents(stage, scene)
    assert contents[LABELLED]["x"].tolist() == [0, 2]
    sure, union = contents[LABELLED]["marker.color"]
    assert sure == "#0072B2" != union
    assert "mass: {a&lt;b, b} 0.60" in contents[LABELLED]["text"][1]
    assert "truth: c" in contents[LABELLED]["text"][1]
    assert [contents[ASKED]["x"].tolist(), contents[ASKED]["y"].tolist()] == [[3], [1]]
    assert contents[MISTAKES]["x"].tolist() == [1]
    assert contents[OTHERS]["text"] == ["margin, entropy"]
    ground = contents[REGIONS]["z"]
    assert ground.shape == (len(stage.grid.y), len(stage.grid.x))
    assert (ground >= 0).all()


def test_the_pool_tells_what_the_model_believes(stage):
    beliefs = np.array([[1, 0, 0], [0.2, 0.8, 0], [0, 0, 1], [1 / 3, 1 / 3, 1 / 3]])
    text = pools.pool_contents(stage, make_scene(stage, beliefs=beliefs))[OBJECTS]["hovertext"]
    assert text[1] == "<b>Row 2</b><br>truth: b<br>belief: b 0.80 · a&lt;b 0.20"


def test_the_film_has_one_frame_per_query_and_stands_at_the_first(stage):
    scenes = [make_scene(stage), make_scene(stage)]
    scenes[1] = PoolState(
        scenes[1].labels, scenes[1].labelled[:1], np.array([1]), scenes[1].regions
    )
    film = pools.draw_pool_frames(stage, ["8", "9"], scenes, height=300)
    assert [frame.name for frame in film.frames] == ["8", "9"]
    assert list(film.data[ASKED].x) == [3]
    last = still(film)
    assert list(last.data[ASKED].x) == [1]
    assert len(last.data[LABELLED].x) == 1
    assert film.layout.xaxis.title.text == "one"


def test_an_empty_stage_shows_every_object_and_every_class(stage):
    figure = pools.empty_pool(stage)
    assert list(figure.data[OBJECTS].customdata) == [0, 1, 2, 3]
    assert "a&lt;b" in [trace.name for trace in figure.data]
    assert figure.data[REGIONS].z is None
    scene = make_scene(stage)
    assert len(filled(figure, pools.pool_contents(stage, scene)).data[LABELLED].x) == 2
    assert len(figure.data[LABELLED].x) == 0
