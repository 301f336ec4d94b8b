"""The plane of suspect labels, and the bars of one object."""

import numpy as np

from belieflab import MassTable
from belieflab.data import load_sample
from belieflab.data.dataset import Dataset
from belieflab.data.projection import project
from belieflab.evaluation import held_out_masses
from belieflab.evaluation.suspects import weigh
from belieflab.figures.suspects import SuspectsView, draw_object, draw_suspects
from belieflab.figures.suspects.plane import (
    CHOSEN,
    KNOWN,
    LINES,
    NEIGHBOURS,
    RINGS,
    find_neighbours,
    nearest_object,
)


def named(figure, name):
    return next(trace for trace in figure.data if trace.name == name)


def test_rings_crosses_and_the_chosen_object_stand_where_they_should():
    data = load_sample("iris")
    given = data.truth.copy()
    given[[3, 60, 120]] = [1, 2, 0]
    labels = MassTable.from_hard(given, data.frame)
    beliefs = held_out_masses(data.X, labels)
    view = SuspectsView(chosen=60, neighbors=4)
    figure = draw_suspects(data, labels, beliefs, view, truth=data.truth)
    points = project(data, *view.axes_of(data))[0].astype(np.float32)
    found = weigh(beliefs, labels)
    contradicted = np.sort(found.rows[found.against >= 0.5])
    np.testing.assert_array_equal(named(figure, RINGS).x, points[contradicted, 0])
    np.testing.assert_array_equal(named(figure, KNOWN).x, points[[3, 60, 120], 0])
    near = np.argsort(np.linalg.norm(data.X - data.X[60], axis=1))[1:5]
    np.testing.assert_allclose(named(figure, NEIGHBOURS).x, points[near, 0], rtol=1e-6)
    assert len(named(figure, LINES).x) == 12 and len(named(figure, CHOSEN).x) == 1
    without = draw_suspects(data, labels, beliefs)
    assert KNOWN not in {trace.name for trace in without.data}
    assert len(named(without, CHOSEN).x) == 0
    x, y = points[60]
    assert nearest_object(data, view, x, y) == 60


def test_neighbours_have_a_label_and_are_of_other_groups():
    X = np.arange(6.0)[:, None] * [1, 1]
    data = Dataset(X, ("a", "b"), split=("p", "p", "q", "q", "r", "r"))
    labels = MassTable(["u", "v"], [1, 2, 3], np.eye(3)[[0, 1, 2, 0, 1, 0]])
    assert find_neighbours(data, labels, 0, 2).tolist() == [3, 4]


def test_bars_sum_to_one_also_with_more_sets_than_are_named():
    rng = np.random.default_rng(0)
    table = MassTable([f"k{j}" for j in range(5)], np.arange(1, 32), rng.dirichlet(np.ones(31), 3))
    figure = draw_object(["its <b>label</b>", "the evidence", "row 3"], table)
    np.testing.assert_allclose(np.sum([bar.x for bar in figure.data], axis=0), 1.0)
    assert figure.data[-1].name == "other sets" and len(figure.data) == 9
    assert "<b>" not in str(figure.layout.yaxis.ticktext)
