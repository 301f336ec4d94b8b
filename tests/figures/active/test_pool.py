"""The pool on the plane: labels so far, the question, and what the model says."""

import numpy as np
import pytest
from pngs import read_codes

from belieflab import Frame
from belieflab.active import Answer, Line, QuerySession
from belieflab.figures.active.pool import (
    ASKED,
    LABELLED,
    MISTAKES,
    OBJECTS,
    OTHERS,
    REGIONS,
    Pool,
    PoolState,
    draw_pool_frames,
    empty_pool,
    pool_contents,
)
from belieflab.figures.common.frames import filled, still
from belieflab.figures.common.hover import describe_rows
from belieflab.figures.common.images import fine_shape

EKNN = Line("gamma-eknn", "confidence")


@pytest.fixture
def pool():
    points = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 3.0], [3.0, 1.0]])
    truth = np.array([0, 1, 2, -1])
    names = ("a<b", "b", "c")
    hover = describe_rows(np.arange(4), None, truth, names)
    return Pool(points, ("one", "two"), names, hover)


def make_state(pool, **more):
    answers = (Answer(0, {1: 1.0}), Answer(2, {3: 0.6, 7: 0.4}))
    session = QuerySession(pool.points, Frame(pool.class_names), answers)
    query = session.next_query(EKNN)
    return PoolState(
        session.labels,
        session.labelled,
        np.array([3]),
        query.fitted.predict_all(pool.grid.places).probabilities,
        **more,
    )


def test_labelled_objects_have_the_colours_of_their_labels_and_the_question_is_ringed(pool):
    state = make_state(pool, wrong=np.array([1]), others=[("margin", 1), ("entropy", 1)])
    contents = pool_contents(pool, state)
    assert contents[LABELLED]["x"].tolist() == [0, 2]
    sure, union = contents[LABELLED]["marker.color"]
    assert sure == "#0072B2" != union
    assert "mass: {a&lt;b, b} 0.60" in contents[LABELLED]["text"][1]
    assert "truth: c" in contents[LABELLED]["text"][1]
    assert [contents[ASKED]["x"].tolist(), contents[ASKED]["y"].tolist()] == [[3], [1]]
    assert contents[MISTAKES]["x"].tolist() == [1]
    assert contents[OTHERS]["text"] == ["margin, entropy"]
    regions = read_codes(contents[REGIONS]["source"])
    assert regions.shape == fine_shape(pool.grid.shape)
    assert (regions > 0).all()


def test_the_pool_says_what_the_model_believes(pool):
    beliefs = np.array([[1, 0, 0], [0.2, 0.8, 0], [0, 0, 1], [1 / 3, 1 / 3, 1 / 3]])
    text = pool_contents(pool, make_state(pool, beliefs=beliefs))[OBJECTS]["hovertext"]
    assert text[1] == "<b>Row 2</b><br>truth: b<br>belief: b 0.80 · a&lt;b 0.20"


def test_the_run_has_one_frame_per_query_and_stands_at_the_first(pool):
    states = [make_state(pool), make_state(pool)]
    states[1] = PoolState(
        states[1].labels, states[1].labelled[:1], np.array([1]), states[1].regions
    )
    figure = draw_pool_frames(pool, ["8", "9"], states, height=300)
    assert [frame.name for frame in figure.frames] == ["8", "9"]
    assert list(figure.data[ASKED].x) == [3]
    last = still(figure)
    assert list(last.data[ASKED].x) == [1]
    assert len(last.data[LABELLED].x) == 1
    assert figure.layout.xaxis.title.text == "one"


def test_an_empty_pool_shows_every_object_and_every_class(pool):
    figure = empty_pool(pool)
    assert list(figure.data[OBJECTS].customdata) == [0, 1, 2, 3]
    assert "a&lt;b" in [trace.name for trace in figure.data]
    assert not read_codes(figure.data[REGIONS].source).any()
    state = make_state(pool)
    assert len(filled(figure, pool_contents(pool, state)).data[LABELLED].x) == 2
    assert len(figure.data[LABELLED].x) == 0
