"""What is pushed onto a chart is described for those who do not see it."""

import pytest
from opened_pages import finish, open_page

from belieflab.ui.method.component import class_name
from belieflab.ui.shell.workspace import Recipe, Workspace

PAGES = ("mixture", "landscape", "neighbours", "networks", "credal", "eknnclus", "whatif", "active")


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("expert-doubt"))
    return workspace


@pytest.mark.parametrize("key", PAGES)
def test_no_chart_that_shows_something_says_that_nothing_is_drawn(key, monkeypatch):
    said = {}

    def push(key, data, height):
        said[data["chart"]] = data["alt"]

    monkeypatch.setattr("belieflab.ui.method.player._PUSHER", push)
    app = open_page(key, iris())
    for chart, kept in app.session_state["charts.kept"]["on screen"].items():
        if class_name(chart) in said:
            text = said[class_name(chart)] or kept.alt
            assert "Nothing is drawn" not in text, chart


@pytest.mark.parametrize("name", ["landscape.strip", "landscape.iterations"])
def test_a_chart_drawn_after_its_values_are_pushed_says_them(name):
    workspace = iris()
    app = finish(open_page("landscape", workspace), "landscape.run")
    app.session_state["charts.kept"].take("on screen", name)  # as after another page
    again = app.run()
    kept = again.session_state["charts.kept"]["on screen"][name]
    assert "Nothing is drawn" not in kept.alt


def test_the_curves_of_what_if_are_described(monkeypatch):
    said = {}
    monkeypatch.setattr(
        "belieflab.ui.method.player._PUSHER",
        lambda key, data, height: said.update({data["chart"]: data["alt"]}),
    )
    open_page("whatif", iris())
    [text] = [text for chart, text in said.items() if "curves" in chart]
    assert "goes from" in text and "Legend: " in text
