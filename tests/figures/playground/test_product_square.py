"""Areas of the square are the products of the masses."""

from operator import and_

import numpy as np
import pytest

from belieflab import Frame
from belieflab.figures.common.palette import set_colour
from belieflab.figures.playground.product_square import product_square

FRAME = Frame("abc")
ONE, TWO = {1: 0.6, 7: 0.4}, {2: 0.5, 3: 0.3, 7: 0.2}


def areas(trace):
    """The area of every closed run of points, by the shoelace formula."""
    x, y = (np.array(values, dtype=float) for values in (trace.x, trace.y))
    found = []
    for start in range(0, len(x), 6):
        xs, ys = x[start : start + 5], y[start : start + 5]
        found.append(abs(np.sum(xs[:-1] * ys[1:] - xs[1:] * ys[:-1])) / 2)
    return found


def test_tiles_of_a_set_add_up_to_its_mass():
    figure = product_square(FRAME, ("one", ONE), ("two", TWO), and_)
    by_name = {trace.name: trace for trace in figure.data if trace.fill == "toself"}
    expected = {"∅": 0.30, "{a}": 0.18 + 0.12, "{b}": 0.20, "{a, b}": 0.12, "Ω": 0.08}
    assert {name: sum(areas(trace)) for name, trace in by_name.items()} == pytest.approx(expected)
    assert by_name["{a}"].fillcolor == set_colour(1, 3)


def test_sides_carry_the_names_of_sources_and_sets():
    layout = product_square(FRAME, ("one <b>", ONE), ("two", TWO), and_).layout
    assert layout.xaxis.title.text == "one &lt;b&gt;"
    assert list(layout.xaxis.ticktext) == ["{a}", "Ω"]
    assert list(layout.yaxis.tickvals) == pytest.approx([0.25, 0.65, 0.9])
