import numpy as np
import pytest

from belieflab import MassTable
from belieflab.data.dataset import Dataset
from belieflab.figures.common import palette
from belieflab.figures.labels.summaries import (
    MAX_COLUMNS,
    contour_heatmap,
    draw_one_label,
    nonspecificity_histogram,
    sorted_by_class,
    ternary,
)

NAMES = ["a", "b", "<c>"]


def test_histogram_counts_every_label_once_and_marks_the_mean():
    values = np.array([0.0, 0.0, 0.5, 1.0])
    figure = nonspecificity_histogram(values)
    bars = figure.data[0]
    assert bars.y.sum() == 4
    assert (bars.y[0], bars.y[-1]) == (2, 1)
    assert figure.layout.annotations[0].text == "mean 0.38"
    assert figure.layout.shapes[0].x0 == pytest.approx(0.375)
    assert figure.layout.xaxis.title.text.startswith("nonspecificity")
    assert figure.layout.yaxis.title.text == "labels"


def test_triangle_has_a_corner_per_class_and_vacuous_in_the_middle():
    labels = MassTable.from_sets([0b001, 0b110, 0b111], NAMES)
    figure = ternary(labels)
    trace = figure.data[0]
    np.testing.assert_allclose(
        np.column_stack([trace.a, trace.b, trace.c]),
        [[1, 0, 0], [0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3]],
        atol=1e-6,
    )
    assert figure.layout.ternary.caxis.title.text == "&lt;c&gt;"
    assert trace.marker.color[0] == palette.class_colour(0)
    assert trace.hovertext[0].startswith("<b>Row 1</b>")


def test_triangle_refuses_another_number_of_classes():
    with pytest.raises(ValueError, match="three classes"):
        ternary(MassTable.from_sets([1], ["a", "b"]))


def test_heat_map_is_sorted_by_class_then_by_sureness():
    labels = MassTable.from_guess_and_doubt(["b", "a", "b", "a"], [0.4, 0.3, 0.1, 0.0], ["a", "b"])
    assert sorted_by_class(labels).tolist() == [3, 1, 2, 0]
    trace = contour_heatmap(labels).data[0]
    np.testing.assert_allclose(trace.z, [[1, 1, 0.1, 0.4], [0, 0.3, 1, 1]], atol=1e-6)
    assert trace.customdata[0].tolist() == ["Row 4", "Row 2", "Row 3", "Row 1"]
    named = Dataset(np.zeros((4, 1)), ("x",), ids=("k1", "k2", "k3", "<k4>"))
    trace = contour_heatmap(labels, dataset=named).data[0]
    assert trace.customdata[1].tolist() == ["&lt;k4&gt;", "k2", "k3", "k1"]


def test_heat_map_names_classes_as_plain_text_and_thins_out_with_a_note():
    labels = MassTable.vacuous(MAX_COLUMNS + 500, NAMES)
    figure = contour_heatmap(labels)
    assert figure.data[0].z.shape == (3, MAX_COLUMNS)
    assert list(figure.layout.yaxis.ticktext) == ["a", "b", "&lt;c&gt;"]
    assert figure.layout.annotations[0].text == "2,000 of 2,500 labels are drawn"


def test_the_heat_map_of_very_many_classes_has_few_labels():
    """Of 4,096 classes, which a file of 50 kB can name, it took 2 GB."""
    labels = MassTable.vacuous(500, [f"c{k}" for k in range(1_000)])
    assert contour_heatmap(labels).data[0].z.shape == (1_000, 200)


def test_story_of_a_label_shows_masses_and_intervals():
    labels = MassTable(NAMES, [1, 3, 7], [[0.5, 0.3, 0.2]])
    bars, intervals, dots = draw_one_label(labels, 0).data
    np.testing.assert_allclose(bars.x, [0.5, 0.3, 0.2])
    assert list(bars.hovertext) == ["{a}", "{a, b}", "Ω"]
    assert list(bars.marker.color) == [palette.set_colour(mask, 3) for mask in (1, 3, 7)]
    np.testing.assert_allclose(intervals.base, [0.5, 0, 0])
    np.testing.assert_allclose(np.add(intervals.base, intervals.x), [1, 0.5, 0.2])
    np.testing.assert_allclose(dots.x, [0.5 + 0.15 + 0.2 / 3, 0.15 + 0.2 / 3, 0.2 / 3])
    assert list(intervals.hovertext) == ["a", "b", "&lt;c&gt;"]


def test_story_stands_side_by_side_or_stacked():
    labels = MassTable(NAMES, [1, 3, 7], [[0.5, 0.3, 0.2]])
    beside, above = draw_one_label(labels, 0).layout, draw_one_label(labels, 0, stacked=True).layout
    assert beside.xaxis.domain[1] < beside.xaxis2.domain[0]
    assert above.yaxis.domain[0] > above.yaxis2.domain[1]
    assert list(above.yaxis.ticktext) == ["{a}", "{a, b}", "Ω"]
    assert list(above.yaxis2.ticktext) == ["a", "b", "&lt;c&gt;"]


@pytest.mark.parametrize("size", [3, 8, 16])
def test_rows_of_a_stacked_story_are_high_enough_for_their_names(size):
    labels = MassTable([f"class {k}" for k in range(size)], [1, 3, 7], [[0.5, 0.3, 0.2]])
    layout = draw_one_label(labels, 0, stacked=True).layout
    inner = layout.height - 62  # what margins, ticks and title leave
    for axis, rows in ((layout.yaxis, 3), (layout.yaxis2, size)):
        assert (axis.domain[1] - axis.domain[0]) * inner / rows >= 13.9
    assert layout.height <= 268 or size > 8


def test_story_of_a_rich_label_sums_what_it_does_not_show():
    mass = np.arange(1.0, 16.0)[None, :] / 120
    bars = draw_one_label(MassTable("abcd", range(1, 16), mass), 0).data[0]
    assert len(bars.x) == 9
    assert sum(bars.x) == pytest.approx(1)
    assert bars.hovertext[-1] == "7 more sets"
