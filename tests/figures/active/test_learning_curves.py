"""Learning curves: each in its own band, with a pen and a name of its own."""

import numpy as np
import pytest

from belieflab.active import STRATEGIES, Line, active_classifiers
from belieflab.active.curves import summarise
from belieflab.figures.active.learning_curves import (
    choose_pens,
    curve_contents,
    empty_curves,
    name_lines,
)
from belieflab.figures.common.frames import filled

EKNN, KNN = Line("gamma-eknn", "confidence"), Line("weighted-knn", "confidence")
LABELS = np.array([8, 9, 10])


@pytest.fixture
def curves():
    rng = np.random.default_rng(0)
    return [summarise(line, LABELS, rng.random((5, 3))) for line in (KNN, EKNN)]


def test_every_curve_stands_in_its_own_band(curves):
    lines = [EKNN, KNN]
    figure = filled(empty_curves(lines, (8, 10)), curve_contents(lines, curves))
    assert [trace.name for trace in figure.data[1::2]] == ["γᵢ-EKNN", "weighted k-NN"]
    for curve, band, line in zip(curves[::-1], figure.data[::2], figure.data[1::2], strict=True):
        np.testing.assert_allclose(line.y, curve.mean)
        np.testing.assert_allclose(band.y[:3], curve.mean + curve.half_width)
        np.testing.assert_allclose(band.y[3:], (curve.mean - curve.half_width)[::-1])
        assert band.line.width == 0 and "5 repetitions" in line.customdata[0]
    assert figure.layout.xaxis.title.text and figure.layout.yaxis.title.text


def test_a_model_keeps_its_colour_whatever_else_is_drawn():
    lines = [Line(model, strategy) for strategy in STRATEGIES for model in active_classifiers()]
    pens = choose_pens(lines)
    assert len({(pen.colour, pen.dash) for pen in pens.values()}) == len(lines)
    few = choose_pens([EKNN, KNN])
    assert few[KNN].colour == pens[KNN].colour != few[EKNN].colour
    alone = choose_pens([Line("logistic", key) for key in STRATEGIES])
    assert len({pen.colour for pen in alone.values()}) == len(STRATEGIES)


def test_names_say_only_what_tells_the_curves_apart():
    other = Line("gamma-eknn", "margin")
    assert set(name_lines([EKNN, KNN]).values()) == {"γᵢ-EKNN", "weighted k-NN"}
    assert set(name_lines([EKNN, other]).values()) == {"least confidence", "margin"}
    assert name_lines([KNN, other])[other] == "γᵢ-EKNN · margin"
