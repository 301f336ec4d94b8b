"""New objects over those that were learned from."""

import numpy as np
from numpy.testing import assert_allclose

from belieflab import MassTable
from belieflab.figures.common.predicted import MAX_BACKGROUND, draw_predicted

RNG = np.random.default_rng(0)
NEW = RNG.normal(size=(6, 2))
BELIEFS = MassTable.from_hard(list("aabbcc"), "abc")
TITLES = ("PCA 1", "PCA 2")


def places(trace):
    return np.column_stack([trace.x, trace.y]).astype(float)


def test_new_objects_lie_over_all_that_were_learned_from():
    learned = RNG.normal(size=(50, 2))
    figure = draw_predicted(learned, NEW, BELIEFS, TITLES)
    background, *shown = figure.data
    assert background.name == "learned from" and background.hoverinfo == "skip"
    assert_allclose(places(background), learned, rtol=1e-6)
    drawn = [each for each in shown if each.customdata is not None]
    assert_allclose(np.sort(np.concatenate([places(each) for each in drawn]), axis=0),
                    np.sort(NEW, axis=0), rtol=1e-6)  # fmt: skip
    assert [figure.layout[axis].title.text for axis in ("xaxis", "yaxis")] == list(TITLES)


def test_of_many_learned_from_a_sample_is_drawn_beneath():
    learned = RNG.normal(size=(MAX_BACKGROUND + 10, 2)).astype(np.float32).astype(float)
    background = draw_predicted(learned, NEW, BELIEFS, TITLES, seed=3).data[0]
    assert len(background.x) == MAX_BACKGROUND
    assert set(background.x.tolist()) <= set(learned[:, 0].tolist())
