"""The confusion matrix."""

import numpy as np

from belieflab.figures.common.heatmap import draw_confusion


def test_every_cell_bears_its_number_readable_on_any_page():
    figure = draw_confusion(np.array([[5, 1], [0, 7]]), ["a", "b"], ["a", "b"])
    shades, numbers = figure.data
    np.testing.assert_allclose(shades.z, [[5 / 6, 1 / 6], [0, 1]])
    assert list(zip(numbers.y, numbers.x, numbers.text, strict=True)) == [
        ("a", "a", "5"),
        ("a", "b", "1"),
        ("b", "a", "0"),
        ("b", "b", "7"),
    ]
    assert numbers.textfont.color is None  # that of the page


def test_names_that_are_cut_to_the_same_stay_apart():
    names = ["a very long name indeed 1", "a very long name indeed 2"]
    shades = draw_confusion(np.eye(2, dtype=np.int64), names, names).data[0]
    assert len(set(shades.x)) == 2
