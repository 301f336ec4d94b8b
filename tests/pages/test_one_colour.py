"""One class, one colour, one name on every page; a hidden truth shows through none of them."""

import pytest
from opened_pages import chart_specs, chart_texts, open_page

from belieflab.figures.common.palette import OKABE_ITO
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


@pytest.mark.parametrize("key", PAGES)
def test_a_hidden_truth_names_no_component_and_no_cluster(key):
    workspace = iris(None)
    workspace.hide_truth()
    shown = "".join(chart_texts(open_page(key, workspace)))
    assert not any(name in shown for name in CLASSES)
