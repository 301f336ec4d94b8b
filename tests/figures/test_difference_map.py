import numpy as np

from belieflab.figures.difference_map import draw_differences


def test_differences_are_centred_on_nothing():
    values = np.array([[0.5, np.nan], [-2.0, 0.0]])
    figure = draw_differences(["a", "b"], ["10 %", "20 %"], values, "level", "difference")
    heat = figure.data[0]
    assert (heat.zmin, heat.zmax) == (-2.0, 2.0)
    assert list(heat.y) == ["a", "b"]
    empty = draw_differences(["a"], ["x"], np.array([[np.nan]]), "level", "difference")
    assert empty.data[0].zmax == 1.0
