"""An error over a number to choose: the current choice and the best are marked."""

import numpy as np

from belieflab.figures.common.curves import error_curve


def test_the_first_of_the_least_and_the_current_are_marked():
    errors = np.array([0.3, 0.1, 0.2, 0.1])
    figure = error_curve(np.arange(1, 5), errors, 3, x_title="K", y_title="error")
    marked = {trace.name: (list(trace.x), list(trace.y)) for trace in figure.data[1:]}
    assert marked == {"least": ([2], [0.1]), "current": ([3], [0.2])}


def test_a_current_choice_that_was_not_tried_is_not_marked():
    figure = error_curve(np.array([1, 2]), np.array([0.2, 0.1]), 7, x_title="K", y_title="error")
    assert len(figure.data[2].x) == 0
