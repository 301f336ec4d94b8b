"""One class, one colour, one name on every page; a hidden truth shows through none of them."""

import numpy as np
import pytest
from opened_pages import chart_specs, chart_texts, drawn, finish, open_page

from belieflab.data.projection import default_axes, project
from belieflab.figures.common.palette import OKABE_ITO
from belieflab.ui.method import player
from belieflab.ui.shell.workspace import Recipe, Workspace

CLASSES = ("setosa", "versicolor", "virginica")
PAGES = {"mixture": {"way": "unsupervised"}, "credal": {}, "eknnclus": {}}


def iris(labels: str | None) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if labels is None else Recipe(labels))
    return workspace


@pytest.mark.parametrize("labels", [None, "expert-doubt"])
@pytest.mark.parametrize("key", PAGES)
def test_setosa_is_blue_and_called_so(key, labels):
    controls = PAGES[key] if labels else {}
    plane = chart_specs(open_page(key, iris(labels), **controls))[0]
    objects = next(trace for trace in plane["data"] if trace.get("name") == "objects")
    colour = objects["marker"]["color"]
    if key == "eknnclus":  # numbers on a scale of colours
        assert objects["marker"]["colorscale"][0][1] == OKABE_ITO[0]
        assert "<b>setosa</b>" in plane["data"][1]["text"]
    else:
        assert colour[0] == OKABE_ITO[0]
        entries = {trace.get("name"): trace for trace in plane["data"] if "setosa" in str(trace)}
        assert entries["setosa"]["marker"]["color"] == OKABE_ITO[0]


@pytest.mark.parametrize("colour", ["label", "truth"])
def test_setosa_is_blue_on_labels_as_everywhere(colour):
    plane = chart_specs(open_page("labels", iris("hard"), colour=colour))[0]
    for name, wanted in zip(CLASSES, OKABE_ITO, strict=False):
        colours = [each["marker"]["color"] for each in plane["data"] if each.get("name") == name]
        assert colours and all({wanted} == {*np.atleast_1d(each)} for each in colours)


def test_components_found_without_labels_are_drawn_on_landscape_in_the_colours_of_their_classes(
    monkeypatch,
):
    pushed = {}
    monkeypatch.setattr(
        player, "push_traces", lambda key, chart, traces: pushed.update({chart: traces})
    )
    workspace, firsts = iris("hard"), set()
    dataset = workspace.state.training.scaled
    points, _ = project(dataset, *default_axes(dataset))
    middles = np.array([points[dataset.truth == k].mean(axis=0) for k in range(3)])
    app = finish(open_page("landscape", workspace, labels="none", starts=10), "landscape.run")
    found = app.session_state["shell.runs"]["landscape.run"].value
    for maximum in found.maxima(relabel=False)[:3]:
        found.clicked = maximum.first
        drawn(app)
        shown, first = pushed["landscape.plane"], min(pushed["landscape.plane"])
        crosses = [shown[first + 2 * k + 1] for k in range(3)]
        centres = np.array([[cross["x"][0], cross["y"][0]] for cross in crosses])
        away = np.linalg.norm(middles[:, None] - centres, axis=2)
        assert away.argmin(axis=1).tolist() == [0, 1, 2]
        firsts.add(int(maximum.parameters.means[:, 0].argmin()))
    assert len(firsts) > 1, "setosa is found as another component each time"


@pytest.mark.parametrize("key", PAGES)
def test_a_hidden_truth_names_no_component_and_no_cluster(key):
    workspace = iris(None)
    workspace.hide_truth()
    shown = "".join(chart_texts(open_page(key, workspace)))
    assert not any(name in shown for name in CLASSES)
