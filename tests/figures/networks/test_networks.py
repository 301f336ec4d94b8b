"""The graph of a network: places that stay, arcs that come and go, and what a click finds."""

import json
from dataclasses import replace

import numpy as np
import pytest

from belieflab.bayes import GaussianNetworkClassifier
from belieflab.data import build_labels, load_sample
from belieflab.figures.networks import NetworkView, draw_criterion, draw_graph, draw_view
from belieflab.figures.networks.graph import find_pick, pick_outline, place_nodes
from belieflab.figures.networks.view import frame_states, name_picks


@pytest.fixture(scope="module")
def wine():
    dataset = load_sample("wine", seed=7)
    labels = build_labels("expert-doubt", dataset, seed=7)
    model = GaussianNetworkClassifier("search", keep_history=True).fit(dataset.X, labels)
    return dataset, labels, model


@pytest.mark.parametrize("p", [1, 2, 3, 4, 13, 40])
def test_nodes_are_apart_and_the_class_is_on_top(p):
    nodes = place_nodes(np.random.default_rng(p).normal(size=(50, p)))
    apart = np.linalg.norm(nodes[:, None] - nodes, axis=2) + np.eye(p + 1)
    assert apart.min() > 0.08
    assert (nodes[-1, 1] > nodes[:-1, 1]).all()


def test_places_depend_on_the_data_alone(wine):
    dataset, labels, _ = wine
    naive = GaussianNetworkClassifier(keep_history=True).fit(dataset.X, labels)
    for model in (naive, wine[2]):
        figure = draw_graph(dataset, model)
        drawn = next(trace for trace in figure.data if trace.text and len(trace.text) == 13)
        np.testing.assert_allclose(
            np.stack([drawn.x, drawn.y], 1), place_nodes(dataset.X)[:-1], 1e-6
        )


def test_every_move_of_the_search_is_a_frame_and_shows_its_arc(wine):
    dataset, _, model = wine
    states, figure = frame_states(model), draw_graph(dataset, model)
    assert sum(state.move is not None for state in states) == 23
    frames = json.loads(figure.to_json())["frames"]
    for state, frame in zip(states, frames, strict=True):
        text = frame["data"][-1]["text"][0]
        assert text == "EM" if state.move is None else text.startswith(state.move.kind)
    last = figure.frames[-1].data
    assert len(set(last[4].hovertext)) == len(model.arcs_)
    assert "coefficient in class" in last[4].hovertext[0]


def test_the_three_figures_have_the_same_frames(wine):
    dataset, labels, model = wine
    figures = draw_graph(dataset, model), draw_view(dataset, model, labels=labels)
    names = [[frame.name for frame in figure.frames] for figure in figures]
    trace = draw_criterion(model, dataset.feature_names)
    assert names[0] == names[1] == [frame.name for frame in trace.frames]


def test_a_click_finds_nodes_and_arcs_and_nothing_elsewhere(wine):
    dataset, _, model = wine
    nodes, arcs = place_nodes(dataset.X), model.arcs_
    assert find_pick(nodes, arcs, *nodes[3]) == 3
    assert find_pick(nodes, arcs, 1.3, 1.2) is None
    straight = next(arc for arc in arcs if nodes[arc[0], 0] * nodes[arc[1], 0] < 0)
    middle = nodes[list(straight)].mean(axis=0)
    assert find_pick(nodes, [straight], *middle) == straight
    assert len(pick_outline(nodes, None)["x"]) == 0
    for pick in (3, straight):
        assert np.isfinite(pick_outline(nodes, pick)["x"]).all()


def test_regressions_go_through_the_class_means_with_the_slope_of_the_arc(wine):
    dataset, labels, model = wine
    name, (parent, child) = next(iter(name_picks(dataset.feature_names, model.arcs_).items()))
    figure = draw_view(dataset, model, NetworkView(pick=name), labels=labels)
    lines = [trace for trace in figure.data if getattr(trace, "mode", "") == "lines"]
    betas = model.parameters_.coefficients[:, child, parent]
    for line, beta in zip(lines, betas, strict=True):
        np.testing.assert_allclose(np.diff(line.y) / np.diff(line.x), beta, rtol=1e-3)


def test_densities_integrate_to_the_class_prior(wine):
    dataset, _, model = wine
    figure = draw_view(dataset, model, NetworkView(pick=dataset.feature_names[0]))
    curves = [trace for trace in figure.data if getattr(trace, "fill", "") == "tozeroy"]
    areas = [np.trapezoid(curve.y, curve.x) for curve in curves]
    np.testing.assert_allclose(areas, model.parameters_.weights, atol=0.02)


def test_names_from_a_file_are_shown_letter_by_letter(wine):
    dataset, _, model = wine
    wild = replace(dataset, feature_names=("<b>x</b>", *dataset.feature_names[1:]))
    assert "<b>x" not in draw_graph(wild, model).to_json()
