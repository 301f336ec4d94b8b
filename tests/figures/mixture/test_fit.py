import numpy as np
import pytest

from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.figures.common.palette import OKABE_ITO, WRONG
from belieflab.figures.common.view import MAX_SVG_POINTS
from belieflab.figures.mixture.fit import (
    VIEWS,
    MixtureView,
    component_names,
    draw_criterion,
    draw_fit,
    draw_states,
)
from belieflab.figures.mixture.states import fit_states, level_states
from belieflab.mixture import LabelNoiseMixture, SoftLabelMixture
from belieflab.mixture.levels import fit_levels


@pytest.fixture(scope="module")
def iris():
    return load_sample("iris")


@pytest.fixture(scope="module")
def labels(iris):
    return build_labels("expert-doubt", iris, seed=7)


@pytest.fixture(scope="module")
def model(iris, labels):
    return SoftLabelMixture(keep_history=True).fit(iris.X, labels)


def points(figure):
    return next(trace for trace in figure.data if trace.name == "objects")


@pytest.mark.parametrize("show", VIEWS)
def test_plane_and_trace_have_the_same_frames(iris, model, show):
    plane = draw_fit(iris, model, MixtureView(show=show, regions=True))
    trace = draw_criterion(model)
    names = [str(i) for i in range(model.n_iter_ + 1)]
    assert [f.name for f in plane.frames] == [f.name for f in trace.frames] == names
    assert plane.data[0].type == "image"


def test_points_show_the_responsibilities_of_their_own_iteration(iris, model):
    figure = draw_fit(iris, model)
    first = fit_states(model)[0].responsibilities
    assert figure.frames[0].data[0].marker.color != figure.frames[-1].data[0].marker.color
    sure = np.flatnonzero(model.responsibilities_.mass[:, 0] > 0.9999)
    assert points(figure).marker.color[sure[0]] == OKABE_ITO[0]
    assert first.shape == (150, 3)
    assert "responsibility: setosa 1.00" in points(figure).hovertext[sure[0]]


def test_wrong_decisions_are_ringed_only_when_the_truth_is_given(iris, model):
    view = MixtureView(show="classification")
    figure = draw_fit(iris, model, view, truth=iris.truth)
    rings = np.array(points(figure).marker.line.color)
    wrong = model.predict_proba(iris.X).argmax(axis=1) != iris.truth
    np.testing.assert_array_equal(rings == WRONG, wrong)
    blind = draw_fit(iris, model, view)
    assert isinstance(points(blind).marker.line.color, str)
    assert "truth" not in points(blind).hovertext[0]


@pytest.mark.parametrize("axes", [("x1", "x3"), ("pc1", "pc2"), ("pc1", "x2"), ("x1", "x1")])
def test_any_two_axes(iris, model, axes):
    figure = draw_fit(iris, model, MixtureView(axes=axes, regions=True))
    for trace in figure.data[2:5]:
        assert np.isfinite(trace.x).all() and np.isfinite(trace.y).all()


def test_one_feature_is_drawn_over_the_row_number():
    line = load_sample("gaussians", seed=1, dimension=1)
    model = SoftLabelMixture().fit(line.X, build_labels("hard", line))
    figure = draw_fit(line, model, MixtureView(regions=True))
    assert figure.layout.yaxis.title.text == "row number"


@pytest.mark.parametrize("kind", ["weibull", "gaussian"])
def test_weibulls_and_the_label_noise_model_are_drawn_too(kind):
    lives = load_sample("weibull", seed=1)
    labels = build_labels("expert-doubt", lives, seed=1)
    model = LabelNoiseMixture(components=kind, keep_history=True).fit(lives.X, labels)
    figure = draw_fit(lives, model, MixtureView(regions=True))
    assert len(figure.frames) == model.n_iter_ + 1


def test_components_without_labels_are_numbered(iris):
    model = SoftLabelMixture(2, random_state=0).fit(iris.X)
    assert component_names(model) == ["component 1", "component 2"]
    numbers = SoftLabelMixture().fit(iris.X, iris.truth + 5)
    assert component_names(numbers) == ["5", "6", "7"]


@pytest.mark.parametrize("known", ["labels", "truth"])
def test_components_without_labels_have_the_colour_and_name_of_their_class(iris, labels, known):
    start = SoftLabelMixture().fit(iris.X, labels).parameters_
    turned = tuple(part[[2, 0, 1]] for part in start)
    model = SoftLabelMixture(3, init=turned).fit(iris.X)
    given = {"labels": labels} if known == "labels" else {"truth": iris.truth}
    figure = draw_fit(iris, model, **given)
    entries = [(trace.name, trace.marker.color) for trace in figure.data[-3:]]
    assert entries == [
        ("setosa", OKABE_ITO[0]),
        ("versicolor", OKABE_ITO[1]),
        ("virginica", OKABE_ITO[2]),
    ]
    assert points(figure).marker.color[0] == OKABE_ITO[0]
    assert "responsibility: setosa 1.00" in points(figure).hovertext[0]


def test_a_hidden_truth_does_not_show_through_names_and_colours(iris):
    spread = {"init": "k-means++", "random_state": 0}
    model = SoftLabelMixture(3, **spread).fit(iris.X)
    figure = draw_fit(iris, model)
    assert [trace.name for trace in figure.data[-3:]] == [
        "component 1",
        "component 2",
        "component 3",
    ]
    assert [trace.marker.color for trace in figure.data[-3:]] == list(OKABE_ITO[:3])
    nothing = build_labels("nonspecificity", iris, ns=1.0)
    forgotten = draw_fit(iris, SoftLabelMixture(**spread).fit(iris.X, nothing), labels=nothing)
    assert "setosa" not in {trace.name for trace in forgotten.data}


def test_a_level_without_labels_keeps_the_colours_of_the_level_before(iris):
    model = SoftLabelMixture(random_state=3, init="k-means++")
    fits = [step.snapshot for step in fit_levels(iris, model, (0.5, 1.0), seed=1)]
    before, last = level_states(fits)
    assert (before.decisions == last.decisions).mean() > 0.8


def test_annealing_marks_where_the_temperature_changes(iris, labels):
    model = SoftLabelMixture(annealing=(0.5, 1.0), random_state=0, keep_history=True).fit(
        iris.X, labels
    )
    figure = draw_criterion(model)
    assert [note.text for note in figure.layout.annotations] == ["b = 1"]
    assert figure.layout.yaxis.title.text == "criterion F_b"


def test_levels_become_frames(iris):
    fits = [step.snapshot for step in fit_levels(iris, SoftLabelMixture(), (0.0, 0.4), seed=1)]
    figure = draw_states(iris, level_states(fits), iris.class_names)
    assert [frame.name for frame in figure.frames] == ["0.00", "0.40"]


def test_many_points_keep_the_colours_of_the_last_step():
    many = load_sample("gaussians", seed=1, size=1500)
    model = SoftLabelMixture().fit(many.X, build_labels("hard", many))
    figure = draw_fit(many, model)
    moved = {figure.data[i].name for frame in figure.frames[:-1] for i in frame.traces}
    assert "objects" not in moved
    assert len(points(figure).marker.color) == 1500


def test_points_on_webgl_are_moved_as_such():
    """Plotly shows none of the points once a frame says that they are SVG."""
    many = load_sample("gaussians", seed=1, size=MAX_SVG_POINTS + 1)
    model = SoftLabelMixture(keep_history=True, max_iter=2).fit(many.X, build_labels("hard", many))
    figure = draw_fit(many, model)
    assert points(figure).type == "scattergl"
    for frame in figure.frames:
        types = [figure.data[number].type for number in frame.traces]
        assert [trace.type for trace in frame.data] == types


def test_a_fit_that_kept_no_steps_is_drawn_as_it_ended(iris, labels):
    model = SoftLabelMixture().fit(iris.X, labels)
    figure, trace = draw_fit(iris, model), draw_criterion(model)
    assert [frame.name for frame in figure.frames] == [str(model.n_iter_)]
    assert [frame.name for frame in trace.frames] == [str(model.n_iter_)]
    assert len(trace.data[0].x) == model.n_iter_ + 1
