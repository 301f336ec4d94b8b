"""The pictures of EKNNclus: colours that stay, frames in step, runs that come in."""

import numpy as np
import pytest

from belieflab.clustering import EKNNclus
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.figures.common.description import describe
from belieflab.figures.common.frames import filled
from belieflab.figures.common.palette import OKABE_ITO
from belieflab.figures.common.view import View
from belieflab.figures.eknnclus import seed_runs
from belieflab.figures.eknnclus.cluster_colours import MAX_COLOURS, PALE_COLOURS, give_colours
from belieflab.figures.eknnclus.seed_runs import SeedRuns
from belieflab.figures.eknnclus.sweeps import (
    NUMBERS,
    POINTS,
    draw_clusters,
    draw_energy,
    draw_sweeps,
    middles,
)

VIEW = SeedRuns([0, 1, 2, 3], [4, 5, 4, 1], [-5.0, -4.0, -6.0, -9.0], chosen=2)


@pytest.fixture(scope="module")
def data():
    return load_sample("many-clusters", clusters=9, per_cluster=40, seed=3)


@pytest.fixture(scope="module")
def model(data):
    return EKNNclus(30, random_state=0, keep_history=True).fit(data.X)


def grid(count):
    side = int(np.ceil(np.sqrt(count)))
    return np.array([(i // side, i % side) for i in range(count)], dtype=float)


def test_few_clusters_have_the_colours_of_classes_by_place():
    colours = give_colours(np.array([[5.0, 0.0], [1.0, 0.0], [3.0, 0.0]]))
    assert [colours.palette[at] for at in colours.of_cluster] == [
        OKABE_ITO[2],
        OKABE_ITO[0],
        OKABE_ITO[1],
    ]


@pytest.mark.parametrize("count", [8, 20, 50, MAX_COLOURS])
def test_many_clusters_all_have_a_colour_of_their_own_whatever_their_numbers(count):
    centres = grid(count)
    colours = give_colours(centres)
    assert len(set(colours.of_cluster.tolist())) == count
    order = np.random.default_rng(0).permutation(count)
    np.testing.assert_array_equal(
        give_colours(centres[order]).of_cluster, colours.of_cluster[order]
    )


def test_beyond_the_colours_neighbours_still_differ():
    centres = grid(400)
    given = give_colours(centres).of_cluster
    assert given.max() < MAX_COLOURS
    near = ((centres[:, None] - centres) ** 2).sum(axis=2) == 1
    assert not (near & (given[:, None] == given)).any()


def test_a_cluster_keeps_its_colour_and_labels_that_die_out_are_pale(data, model):
    steps, last = model.sweeps_, model.sweeps_[-1]
    colours = give_colours(middles(data.X, last.snapshot, last.n_clusters))
    strong = colours.n_strong
    for step in steps:
        codes = colours.codes(step.snapshot, step.founders, last.founders)
        of_object = step.founders[step.snapshot]
        for k, founder in enumerate(last.founders):
            assert (codes[of_object == founder] == colours.of_cluster[k]).all()
        dying = ~np.isin(of_object, last.founders)
        assert (codes[dying] >= strong).all()
        assert (codes[~dying] < strong).all()
    assert len(colours.palette) == strong + PALE_COLOURS
    assert colours.scale()[0][0] == 0 and colours.scale()[-1][0] == 1


def test_plane_and_traces_have_frames_of_the_same_names(data, model):
    steps = model.sweeps_
    names = [str(step.iteration) for step in steps]
    plane = draw_sweeps(data, steps, View(height=300), truth=data.truth)
    assert [frame.name for frame in plane.frames] == names
    assert [frame.name for frame in draw_clusters(steps).frames] == names
    assert [frame.name for frame in draw_energy(steps).frames] == names
    assert len(plane.data[NUMBERS].text) == model.n_clusters_
    np.testing.assert_array_equal(plane.frames[-1].data[0].marker.color,
                                  plane.data[POINTS].marker.color)  # fmt: skip
    assert "truth: cluster 1" in plane.data[POINTS].hovertext[0]
    assert "truth" not in draw_sweeps(data, steps).data[POINTS].hovertext[0]


def test_energy_rises_upwards_and_the_hover_tells_the_plausibility(model):
    figure = draw_energy(model.sweeps_)
    low, high = figure.layout.yaxis.range
    assert low < high and "yaxis2" not in figure.layout
    logs = [step.log_plausibility for step in model.sweeps_]
    np.testing.assert_allclose(figure.data[0].customdata, logs)
    assert "ln pl" in figure.data[0].hovertemplate


def test_clusters_have_the_colours_and_names_of_their_classes():
    iris = load_sample("iris")
    steps = EKNNclus(40, random_state=0, keep_history=True).fit(iris.X).sweeps_
    figure = draw_sweeps(iris, steps, truth=iris.truth)
    points = figure.data[POINTS]
    scale = dict(enumerate(colour for _, colour in points.marker.colorscale[::2]))
    assert scale[points.marker.color[0]] == OKABE_ITO[0]  # setosa
    assert "<b>setosa</b>" in figure.data[NUMBERS].text
    assert "at the end: setosa, 50 objects" in points.hovertext[0]
    hidden = draw_sweeps(iris, steps)
    assert "setosa" not in str(hidden.data[NUMBERS].text) + hidden.data[POINTS].hovertext[0]


def test_numbers_hide_no_object(data, model):
    figure = draw_sweeps(data, model.sweeps_)
    numbers, last = figure.data[NUMBERS], model.sweeps_[-1]
    assert numbers.mode == "text" and numbers.textposition == "top center"
    for k in range(last.n_clusters):
        own = data.X[last.snapshot == k]
        assert numbers.y[k] == pytest.approx(own[:, 1].max(), rel=1e-5)


def test_names_of_classes_and_axes_are_shown_letter_by_letter():
    X = np.random.default_rng(0).normal(size=(30, 2))
    data = Dataset(X, ("<b>a</b>", "$x$"), np.zeros(30, dtype=np.int64), ("<i>c</i>",))
    figure = draw_sweeps(
        data, EKNNclus(5, random_state=0, keep_history=True).fit(X).sweeps_, truth=data.truth
    )
    assert figure.layout.xaxis.title.text == "&lt;b&gt;a&lt;/b&gt;"
    assert "&lt;i&gt;c" in figure.data[POINTS].hovertext[0]


def test_large_data_are_drawn_in_part_and_say_so():
    X = np.random.default_rng(0).normal(size=(6000, 2))
    figure = draw_sweeps(
        Dataset(X, ("a", "b")), EKNNclus(60, random_state=0, keep_history=True).fit(X).sweeps_
    )
    assert figure.data[POINTS].type == "scattergl"
    assert len(figure.data[POINTS].x) == 5000
    assert "5,000 of 6,000" in figure.layout.annotations[0].text


def test_bars_count_the_runs_and_the_rule_s_number_stands_out():
    figure = filled(seed_runs.empty_counts((4, -5.5)), seed_runs.count_contents(VIEW))
    bars = figure.data[seed_runs.BARS]
    assert list(bars.x) == [1, 4, 5]
    assert list(bars.y) == [1, 2, 1]
    assert [colour == seed_runs.CHOSEN for colour in bars.marker.color] == [False, True, False]
    assert list(bars.customdata) == [3, 2, 1]  # of each number the run of lowest energy
    assert figure.layout.shapes[0].x0 == 4


def test_before_any_run_the_bars_have_no_ticks_and_a_sentence_instead():
    figure = seed_runs.empty_counts((4, -5.5))
    assert all(not trace.x and not trace.y for trace in figure.data)
    assert figure.layout.xaxis.showticklabels is figure.layout.yaxis.showticklabels is False
    assert {note.text: note.visible for note in figure.layout.annotations} == {
        "truth: 4": False,
        "Every run will be counted here": None,
    }
    assert figure.layout.shapes[0].visible is False  # it would be the only thing to be seen
    assert "4" not in describe(figure)
    assert "truth: 4" in describe(filled(figure, seed_runs.count_contents(VIEW)))


def test_one_cluster_stands_below_every_run():
    figure = filled(seed_runs.empty_energies(-9.0, None), seed_runs.energy_contents(VIEW))
    assert len(figure.data) == 3  # no truth is drawn
    assert figure.data[seed_runs.LOWEST].y[0] <= min(VIEW.energies)
    assert list(figure.data[seed_runs.TAKEN].customdata) == [2]
    assert list(figure.data[seed_runs.RUNS].customdata) == [0, 1, 3]
