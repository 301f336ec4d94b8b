"""A picture that comes before its frames is the whole figure's picture, and its frames are all."""

import json
from functools import partial

import numpy as np
import plotly.graph_objects as go
import pytest
from plotly.io.json import to_json_plotly

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.clustering import ECM, EKNNclus
from belieflab.data import build_labels, load_sample
from belieflab.figures import credal, eknnclus, networks
from belieflab.figures.common.frames import MovingFigure, draw_picture_first, filled, moving_figure
from belieflab.figures.common.traces import scatter
from belieflab.figures.mixture import fit as mixture
from belieflab.mixture import SoftLabelMixture

IRIS = load_sample("iris")


def sent(spec) -> dict:
    found = json.loads(to_json_plotly(spec))
    for trace in found["data"]:
        trace.pop("uid", None)
    return found


def fitted() -> dict:
    labels = build_labels("expert-doubt", IRIS)
    ecm = ECM(3, keep_history=True, random_state=0).fit(IRIS.X)
    em = SoftLabelMixture(keep_history=True).fit(IRIS.X, labels)
    network = GaussianNetworkClassifier("search", keep_history=True).fit(IRIS.X, labels)
    sweeps = EKNNclus(40, random_state=0, keep_history=True).fit(IRIS.X).sweeps_
    return {
        "credal plane": partial(credal.draw_partition, IRIS, ecm),
        "credal trace": partial(credal.draw_criterion, ecm),
        "mixture plane": partial(mixture.draw_fit, IRIS, em),
        "mixture trace": partial(mixture.draw_criterion, em),
        "network graph": partial(networks.draw_graph, IRIS, network),
        "network plane": partial(networks.draw_view, IRIS, network),
        "sweeps": partial(eknnclus.draw_sweeps, IRIS, sweeps),
    }


def test_every_picture_is_that_of_its_whole_figure():
    for name, draw in fitted().items():
        whole, figure = sent(draw().to_dict()), draw_picture_first(draw)
        picture = sent(figure.picture())
        assert picture["frames"] == whole["frames"][-1:], name
        assert len(whole["frames"]) > 1, name
        assert {**picture, "frames": whole["frames"]} == whole, name
        assert sent(figure.to_dict()) == whole, name


def test_frames_are_drawn_when_they_are_asked_for_and_once():
    calls = []

    def draw() -> MovingFigure:
        calls.append(1)
        return moving_figure(None, ["1", "2"], [(scatter([2], [2]), [{"x": [1]}, {"x": [2]}])])

    figure = draw_picture_first(draw)
    figure.picture()
    assert len(calls) == 1
    assert [frame.name for frame in figure.frames] == ["1", "2"]
    figure.to_dict()
    assert len(calls) == 2


def test_contents_are_put_over_attributes_and_leave_the_figure_alone():
    marker = {"color": "red", "line": {"width": 1}}
    figure = go.Figure([go.Scatter(x=[1], y=[1]), go.Scatter(x=[2], y=[3], marker=marker)])
    copy = filled(figure, {1: {"x": np.array([5.0]), "marker.line.color": "blue"}})
    assert list(copy.data[1].x) == [5.0] and list(copy.data[1].y) == [3]
    assert copy.data[1].marker.color == "red" and copy.data[1].marker.line.width == 1
    assert copy.data[1].marker.line.color == "blue"
    assert list(figure.data[1].x) == [2] and figure.data[1].marker.line.color is None
    assert copy.layout.template == figure.layout.template
    with pytest.raises(ValueError, match="symbol"):  # as the tests check every trace
        filled(figure, {1: {"marker.symbol": "no symbol"}})
