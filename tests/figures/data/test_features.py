"""First pictures of data: every object of every class is drawn once, in its class's colour."""

import numpy as np
import pytest

from belieflab.data.dataset import Dataset
from belieflab.figures.common.palette import OMEGA_GREY, class_colour
from belieflab.figures.common.thumbnails import MAX_DOTS, thumbnail
from belieflab.figures.data.features import (
    MAX_POINTS,
    class_counts,
    parallel_coordinates,
    scatter_matrix,
)

X = np.array([[1.0, 10.0, 5.0], [2.0, 20.0, 5.0], [3.0, 60.0, 5.0], [4.0, 0.0, 5.0]])
TRUTH = np.array([0, 1, 1, -1])
CLASSES = ("ant", "<b>bee</b>")


def test_scatter_matrix_draws_each_class_in_its_colour_and_the_unknown_grey() -> None:
    figure = scatter_matrix(X, ("a", "b", "c"), truth=TRUTH, class_names=CLASSES)
    assert [trace.name for trace in figure.data] == ["ant", "&lt;b&gt;bee&lt;/b&gt;", "unknown"]
    colours = [trace.marker.color for trace in figure.data]
    assert colours == [class_colour(0), class_colour(1), OMEGA_GREY]
    for trace, rows in zip(figure.data, ([0], [1, 2], [3]), strict=True):
        drawn = np.column_stack([dimension["values"] for dimension in trace.dimensions])
        assert np.array_equal(drawn, X[rows])


def test_long_names_stand_on_two_lines_beside_the_low_cells_of_a_matrix() -> None:
    names = ("sepal length (cm)", "<i>", "a name without any end to it at all")
    labels = [each.label for each in scatter_matrix(X, names).data[0].dimensions]
    assert labels == ["sepal length<br>(cm)", "&lt;i&gt;", "a name without<br>any end to …"]


def test_titles_of_a_scatter_matrix_are_small_enough_not_to_touch() -> None:
    layout = scatter_matrix(np.arange(32.0).reshape(8, 4), ["sepal length (cm)"] * 4).layout
    assert [layout[axis].title.font.size for axis in ("xaxis", "yaxis2", "yaxis4")] == [11] * 3


def test_without_truth_all_objects_are_grey_and_no_legend_tells_classes() -> None:
    for draw in (scatter_matrix, parallel_coordinates):
        figure = draw(X, ("a", "b", "c"), class_names=CLASSES)
        assert len(figure.data) == 1
        assert not figure.layout.showlegend
    assert scatter_matrix(X, ("a", "b", "c")).data[0].marker.color == OMEGA_GREY


def test_one_feature_alone_is_a_histogram_that_counts_everybody() -> None:
    figure = scatter_matrix(X[:, :1], ("a",), truth=TRUTH, class_names=CLASSES)
    assert sum(int(np.sum(trace.y)) for trace in figure.data) == len(X)
    assert figure.layout.xaxis.title.text == "a"


def test_parallel_coordinates_colour_lines_by_class_without_blending() -> None:
    figure = parallel_coordinates(X, ("a", "b", "<i>"), truth=TRUTH, class_names=CLASSES)
    lines = figure.data[0]
    assert [dimension.label for dimension in lines.dimensions] == ["a", "b", "&lt;i&gt;"]
    assert list(lines.line.color) == [0, 1, 1, 2]
    scale = dict.fromkeys(colour for _, colour in lines.line.colorscale)
    assert list(scale) == [class_colour(0), class_colour(1), OMEGA_GREY]
    # A class code k sits in the middle of its flat step, k + 1/2 of 3.
    share = (1 - lines.line.cmin) / (lines.line.cmax - lines.line.cmin)
    inside = [colour for start, colour in lines.line.colorscale if start <= share][-1]
    assert inside == class_colour(1)


def test_large_data_are_sampled_and_the_figure_says_so() -> None:
    many = np.random.default_rng(0).normal(size=(MAX_POINTS + 500, 3))
    for draw in (scatter_matrix, parallel_coordinates):
        figure = draw(many, ("a", "b", "c"))
        assert len(figure.data[0].dimensions[0]["values"]) == MAX_POINTS
        assert "2,000 of 2,500 objects" in figure.layout.annotations[0].text


def test_class_counts_are_the_counts() -> None:
    figure = class_counts(TRUTH, (*CLASSES, "nobody"))
    assert list(figure.data[0].x) == [1, 2, 0, 1]
    assert list(figure.layout.yaxis.ticktext) == [
        "ant",
        "&lt;b&gt;bee&lt;/b&gt;",
        "nobody",
        "unknown",
    ]
    assert figure.layout.xaxis.title.text == "objects"


@pytest.mark.parametrize("p", [1, 2, 5])
def test_a_thumbnail_is_small_and_holds_no_text_of_the_data(p: int) -> None:
    rng = np.random.default_rng(1)
    names = tuple(f"<script>{j}</script>" for j in range(p))
    truth = rng.integers(0, 2, size=500)
    dataset = Dataset(rng.normal(size=(500, p)), names, truth, ("<img>", "b"), name="<svg>")
    picture = thumbnail(dataset)
    assert picture.count("<circle") == MAX_DOTS
    assert "script" not in picture and "img" not in picture
    assert class_colour(0) in picture and class_colour(1) in picture
    assert class_colour(0) not in thumbnail(dataset, show_truth=False)
    assert "nan" not in picture and len(picture) < 16_000


def test_a_thumbnail_of_one_point_stands_in_the_middle() -> None:
    picture = thumbnail(Dataset(np.array([[3.0, 4.0]]), ("x", "y")))
    assert 'cx="80.0" cy="45.0"' in picture
