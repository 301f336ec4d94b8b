"""Figures in words: every builder's figure says what it shows, with numbers and without HTML."""

import time

import numpy as np
import plotly.graph_objects as go
import pytest

from belieflab.clustering import ECM, EKNNclus
from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.figures.common.curves import error_curve
from belieflab.figures.common.description import describe
from belieflab.figures.common.heatmap import draw_confusion
from belieflab.figures.common.plane import draw_points
from belieflab.figures.common.trace import draw_growing
from belieflab.figures.credal import draw_partition
from belieflab.figures.eknnclus import draw_energy
from belieflab.figures.labels.summaries import draw_one_label
from belieflab.figures.mixture.fit import MixtureView, draw_criterion, draw_fit
from belieflab.mixture import SoftLabelMixture

IRIS = load_sample("iris")
LABELS = build_labels("expert-doubt", IRIS, seed=7)


def test_a_plane_tells_axes_points_and_legend():
    figure = draw_points(IRIS.X[:, :2], ("length <cm>", "width"), labels=LABELS)
    text = describe(figure)
    assert text.startswith("Chart: width against length <cm>. 150 points. ")
    assert "setosa" in text and "&lt;" not in text


def test_a_trace_tells_its_ends():
    model = SoftLabelMixture(keep_history=True).fit(IRIS.X, LABELS)
    text = describe(draw_criterion(model))
    assert text.startswith("Chart: log-likelihood L against iteration. ")
    assert f"to {model.log_likelihood_:.4g} at {model.n_iter_}" in text


def test_a_picture_beneath_is_described():
    model = SoftLabelMixture().fit(IRIS.X, LABELS)
    text = describe(draw_fit(IRIS, model, MixtureView(regions=True)))
    assert "150 points" in text and "Beneath lies a picture of the certainty" in text
    assert "Legend: setosa, versicolor, virginica." in text


def test_prototypes_are_no_points_and_a_surface_names_its_axes():
    model = ECM(3, random_state=0).fit(IRIS.X)
    assert "150 points" in describe(draw_partition(IRIS, model))
    surface = go.Figure(go.Surface(z=np.eye(3)))
    surface.update_scenes(xaxis_title="PCA 1", yaxis_title="PCA 2", zaxis_title="m(Ω)")
    assert describe(surface).startswith("Chart: m(Ω) above PCA 1 and PCA 2. Surface of 3 by 3")


def test_a_graph_tells_its_nodes_and_not_the_places_of_hover_texts():
    spots = go.Scatter(x=[0, 1], y=[0, 1], mode="markers", marker_opacity=0.0, hovertext=["a", "b"])
    faint = go.Scatter(x=[0, 1], mode="markers", marker_opacity=[0.0, 0.5], hovertext=["a", "b"])
    assert "2 points" in describe(go.Figure(faint))
    nodes = go.Scatter(x=[0, 1], y=[0, 1], mode="markers+text", text=["length", "<b>class</b>"])
    assert describe(go.Figure([spots, nodes])) == "Chart: without axes. Named: length, class."


@pytest.mark.parametrize(
    "figure",
    [
        draw_energy(EKNNclus(40, random_state=0, keep_history=True).fit(IRIS.X).sweeps_),
        draw_partition(IRIS, ECM(3, random_state=0).fit(IRIS.X)),
        draw_one_label(LABELS, 0),
        draw_confusion(np.eye(3, dtype=int) * 50, IRIS.class_names, IRIS.class_names),
        error_curve(np.arange(1, 5), np.array([0.3, 0.2, 0.1, 0.2]), 2, x_title="K", y_title="e"),
    ],
)
def test_every_text_has_numbers_and_no_markup(figure):
    text = describe(figure)
    assert any(letter.isdigit() for letter in text)
    assert "<b>" not in text and "None" not in text and text.endswith(".")


def test_an_empty_chart_says_so():
    assert (
        describe(draw_growing("iteration", "L"))
        == "Chart: L against iteration. Nothing is drawn yet."
    )
    assert describe(go.Figure()) == "Chart: without axes. Nothing is drawn yet."


def test_angle_brackets_without_end_are_read_in_linear_time():
    figure = go.Figure(layout={"title": {"text": "<" * 200_000 + " end <b>bold</b>"}})
    begun = time.process_time()
    assert describe(figure).endswith(" end bold. Nothing is drawn yet.")
    assert time.process_time() - begun < 1.0
