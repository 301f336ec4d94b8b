"""The plane of a credal partition: sets by colour, prototypes and outlines that move, masses."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from belieflab.clustering import CECM, ECM, EVCLUS, RECM
from belieflab.clustering.linked_pairs import CANNOT, MUST
from belieflab.data.dataset import Dataset
from belieflab.data.matching import Matching
from belieflab.data.samples import load_sample
from belieflab.figures.common.frames import trace_number
from belieflab.figures.common.palette import EMPTY_BLACK, OKABE_ITO, OMEGA_GREY, class_colour
from belieflab.figures.credal.masses import (
    SHADES,
    STEP,
    fill_in,
    lay_mass_grid,
    mass_heatmap,
    sort_by_set,
)
from belieflab.figures.credal.partition import (
    VIEWS,
    PartitionView,
    draw_criterion,
    draw_partition,
    frame_names,
    in_class_order,
    match_clusters,
    named_partition,
)
from belieflab.figures.credal.partition_plane import CHOSEN


@pytest.fixture(scope="module")
def butterfly():
    return load_sample("butterfly")


@pytest.fixture(scope="module")
def model(butterfly):
    return ECM(2, delta=5, random_state=0, keep_history=True).fit(butterfly.X)


def trace(figure, name):
    return figure.data[trace_number(figure, name)]


def test_every_object_has_the_colour_of_its_set(butterfly, model):
    marker = trace(draw_partition(butterfly, model), "objects").marker
    colours = {1: class_colour(0), 2: class_colour(1), 3: OMEGA_GREY, 0: EMPTY_BLACK}
    sets = model.partition_.sets().tolist()
    assert set(sets) == {0, 1, 2, 3}
    assert list(marker.color) == [colours[mask] for mask in sets]
    assert [symbol == "x" for symbol in marker.symbol] == [mask == 0 for mask in sets]


def test_plane_and_trace_have_the_same_frames_and_prototypes_move(butterfly, model):
    figure, curve = draw_partition(butterfly, model), draw_criterion(model)
    names = frame_names(model)
    assert [frame.name for frame in figure.frames] == names
    assert [frame.name for frame in curve.frames] == names
    place = trace_number(figure, "prototypes")
    spots = [frame.data[list(frame.traces).index(place)].x for frame in figure.frames]
    np.testing.assert_allclose(spots[-1], model.set_prototypes()[[0, 1, 2], 0], rtol=1e-5)
    assert not np.allclose(spots[0], spots[-1])
    assert list(trace(figure, "prototypes").hovertext) == [
        "prototype of {ω1}",
        "prototype of {ω2}",
        "prototype of Ω",
    ]


def test_of_many_unions_only_those_with_objects_have_prototypes(butterfly):
    model = ECM(6, delta=5, random_state=0, keep_history=True).fit(butterfly.X)
    named = list(trace(draw_partition(butterfly, model), "prototypes").hovertext)
    taken = [mask for mask in model.partition_.sets().tolist() if mask.bit_count() > 1]
    assert len(named) == 6 + len(set(taken)) < 6 + 57


def test_outlines_hold_lower_and_upper_approximations(butterfly, model):
    figure = draw_partition(butterfly, model)
    lower, upper = model.partition_.rough()
    for k in range(2):
        for members, word, dash in ((lower, "surely", "solid"), (upper, "possibly", "dash")):
            line = trace(figure, f"{word} cluster {k + 1}")
            inside = butterfly.X[members[:, k]]
            assert line.line.dash == dash
            assert min(line.x) < inside[:, 0].min() and max(line.x) > inside[:, 0].max()
    hidden = draw_partition(butterfly, model, PartitionView(outlines=False))
    assert np.isnan(trace(hidden, "surely cluster 1").x).all()


def test_the_mass_beneath_is_that_of_objects_there(butterfly, model):
    beneath = lay_mass_grid(butterfly, model, 3)
    grid, masses = beneath.grid, beneath.masses
    place = np.array([[grid.x[40], grid.y[20]]])
    assert masses[20, 40] == pytest.approx(model.predict_mass(place).mass_of(3)[0])
    figure = draw_partition(butterfly, model, PartitionView(mass=3))
    bands = np.array(figure.data[0].z)
    top = float(figure.data[0].colorbar.ticktext[-1])
    band = (bands[20, 40] + STEP // 2) // STEP
    assert band == min(int(masses[20, 40] * SHADES / top), SHADES - 1)
    assert len(figure.frames[0].data[0].z) == len(grid.y)


def test_features_that_are_not_shown_follow_a_straight_line():
    rng = np.random.default_rng(0)
    seen = rng.normal(size=(30, 2))
    X = np.column_stack([seen, 1 + seen @ [2.0, -1.0]])
    dataset = Dataset(X, ("a", "b", "c"))
    np.testing.assert_allclose(fill_in(dataset, ("x1", "x2"), seen[:4]), X[:4], atol=1e-12)
    two = Dataset(seen, ("a", "b"))
    np.testing.assert_allclose(fill_in(two, ("x2", "x1"), seen[:, ::-1]), seen, atol=1e-12)


@pytest.mark.parametrize("show", VIEWS)
def test_every_view_and_the_truth_on_hover(show):
    iris = load_sample("iris")
    model = ECM(3, delta_quantile=0.7, random_state=0, max_iter=3, keep_history=True).fit(iris.X)
    figure = draw_partition(
        iris, model, PartitionView(show=show, axes=("x1", "pc2")), truth=iris.truth
    )
    points = trace(figure, "objects")
    assert len(points.marker.color) == 150
    assert "truth: setosa" in points.hovertext[0]
    known = draw_partition(iris, model, PartitionView(show=show))
    assert "truth" not in trace(known, "objects").hovertext[0]


@pytest.mark.parametrize("mass", [None, 1])
def test_every_method_can_be_drawn(butterfly, mass):
    X = butterfly.X
    for model in (
        RECM(2, delta=5, random_state=0, keep_history=True).fit(cdist(X, X)),
        CECM(2, delta=5, random_state=0, keep_history=True).fit(X, must_link=[(0, 1)]),
        EVCLUS(2, random_state=0, keep_history=True).fit(X),
    ):
        figure = draw_partition(butterfly, model, PartitionView(mass=mass))
        assert [frame.name for frame in figure.frames] == frame_names(model)
        assert (figure.data[0].type == "heatmap") == (mass is not None)


def test_pairs_are_lines_between_their_objects(butterfly, model):
    figure = draw_partition(butterfly, model, must_link=[(0, 2)], cannot_link=[(0, 10), (1, 9)])
    must, cannot = trace(figure, MUST), trace(figure, CANNOT)
    np.testing.assert_allclose(must.x[:2], butterfly.X[[0, 2], 0], rtol=1e-6)
    assert len(cannot.x) == 6 and np.isnan(cannot.x[2])
    assert must.showlegend and not trace(draw_partition(butterfly, model), MUST).showlegend
    assert len(trace(figure, CHOSEN).x) == 0


def test_one_feature_and_many_points():
    line = Dataset(np.array([[0.0], [0.1], [5.0], [5.2], [9.0]]), ("a",))
    figure = draw_partition(
        line, ECM(2, random_state=0, keep_history=True).fit(line.X), PartitionView(mass=1)
    )
    assert trace(figure, "prototypes").y[0] == 3.0
    many = load_sample("gaussians", seed=1, size=2100)
    figure = draw_partition(many, ECM(2, random_state=0, max_iter=4, keep_history=True).fit(many.X))
    place = trace_number(figure, "objects")
    assert "2,000 of 2,100 objects" in figure.layout.annotations[0].text
    assert [place in frame.traces for frame in figure.frames] == [False] * 4 + [True]


def test_a_model_that_kept_no_steps_is_drawn_at_its_end(butterfly):
    model = ECM(2, delta=5, random_state=0).fit(butterfly.X)
    figure, trace = draw_partition(butterfly, model), draw_criterion(model)
    assert [frame.name for frame in figure.frames] == [str(model.n_iter_)]
    assert [frame.name for frame in trace.frames] == [str(model.n_iter_)]
    assert len(trace.data[0].x) == model.n_iter_ + 1


def test_more_than_63_clusters_are_drawn():
    places = 6.0 * np.array([divmod(k, 10) for k in range(70)], dtype=float)
    X = np.repeat(places, 3, axis=0) + np.random.default_rng(0).normal(size=(210, 2))
    data = Dataset(X, ("x", "y"))
    many = ECM(70, alpha=2, focal="pairs", init=places + 0.1, max_iter=2, keep_history=True)
    partition = many.fit(X).partition_
    for show in VIEWS:
        figure = draw_partition(data, many, PartitionView(show=show))
        assert len(trace(figure, "objects").x) == 210
    assert len(figure.frames) == len(draw_criterion(many).frames) == 3
    assert mass_heatmap(partition).data[0].z.shape[1] == 210
    assert sorted(sort_by_set(partition)) == list(range(210))


def test_clusters_have_the_colours_and_names_of_their_classes():
    iris = load_sample("iris")
    model = ECM(3, random_state=0).fit(iris.X)
    figure = draw_partition(iris, model, PartitionView(show="cluster"), truth=iris.truth)
    entries = {trace.name: trace.marker.color for trace in figure.data[-3:]}
    assert entries == dict(zip(iris.class_names, OKABE_ITO[:3], strict=True))
    objects = next(trace for trace in figure.data if trace.name == "objects")
    assert objects.marker.color[0] == OKABE_ITO[0]
    assert "m({setosa})" in objects.hovertext[0]
    hidden = draw_partition(iris, model, PartitionView(show="cluster"))
    assert [trace.name for trace in hidden.data[-3:]] == ["{ω1}", "{ω2}", "{ω3}"]
    assert [trace.marker.color for trace in hidden.data[-3:]] == list(OKABE_ITO[:3])


def test_sets_of_the_heat_map_are_named_in_the_order_of_the_classes():
    """So that no set has one name there and another one in the legend of the plane."""
    iris = load_sample("iris")
    for seed in range(4):
        model = ECM(3, random_state=seed).fit(iris.X)
        groups = match_clusters(iris, model, truth=iris.truth)
        named = named_partition(model.partition_, groups)
        ordered = in_class_order(model.partition_, groups)
        assert ordered.frame.names == iris.class_names
        for mask in range(8):
            members = [name for k, name in enumerate(named.frame.names) if mask >> k & 1]
            np.testing.assert_array_equal(
                named.mass_of(mask), ordered.mass_of(ordered.frame.mask(members) if mask else 0)
            )
        names = mass_heatmap(ordered).layout.yaxis.ticktext
        assert "{setosa, versicolor}" in names and "{versicolor, setosa}" not in names
    assert in_class_order(model.partition_, Matching((-1, -1, -1))) is model.partition_
