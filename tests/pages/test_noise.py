"""The slider of label noise on the method pages: labels and result follow it, Undo brings back."""

import numpy as np
import pytest
from opened_pages import drawn, metrics, open_page, sentences

from belieflab import MassTable
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.workspace import Recipe, Workspace

ERROR = {"mixture": "Log-likelihood", "neighbours": "Error rate, true classes", "networks": "BIC"}


def iris(law: str | None = "expert-doubt", **settings: object) -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), None if law is None else Recipe(law, settings))
    return workspace


def keys(app) -> set[str]:
    return {slider.key for slider in app.slider}


@pytest.mark.parametrize("page", ERROR)
def test_the_level_changes_labels_and_result_and_undo_brings_them_back(page):
    workspace = iris()
    before = workspace.labels
    app = open_page(page, workspace)
    slider, shown = app.slider(key=f"{page}.noise"), metrics(app)[ERROR[page]]
    assert (slider.label, slider.value) == ("Label noise: mean doubt", 0.2)
    assert slider.step == 0.01
    app = drawn(slider.set_value(0.5))
    assert workspace.state.label_recipe.settings["mean"] == 0.5
    assert metrics(app)[ERROR[page]] != shown
    app = drawn(app.slider(key=f"{page}.noise").set_value(0.45))
    app = drawn(app.slider(key=f"{page}.noise").set_value(0.4))
    workspace.undo()
    app = drawn(app)
    assert workspace.labels is before
    assert app.slider(key=f"{page}.noise").value == 0.2
    assert metrics(app)[ERROR[page]] == shown


@pytest.mark.parametrize(
    ("page", "controls"),
    [
        *((page, {}) for page in ERROR),
        ("landscape", {}),
        ("labels", {}),
        ("labels", {"tab": "Import"}),
    ],
)
def test_edited_labels_are_discounted_and_at_zero_exactly_what_they_were(page, controls):
    workspace = iris()
    mass = np.random.default_rng(3).dirichlet(np.ones(2), size=150)
    given = MassTable(workspace.labels.frame, [1, 6], mass)
    workspace.edit_labels(given, "150 labels by hand")
    app = open_page(page, workspace, **controls)
    assert app.slider(key=f"{page}.noise").label == "Label noise: discount rate r"
    app = drawn(app.slider(key=f"{page}.noise").set_value(0.4))
    np.testing.assert_array_equal(workspace.labels.mass, given.discount(0.4).mass)
    drawn(app.slider(key=f"{page}.noise").set_value(0.0))
    assert workspace.labels is given


@pytest.mark.parametrize("page", ERROR)
def test_a_law_without_a_level_has_no_slider(page):
    app = open_page(page, iris("hard"))
    assert f"{page}.noise" not in keys(app)
    assert "has no level to move" in sentences(app)


@pytest.mark.parametrize("page", ["active", "credal", "eknnclus", "whatif"])
def test_where_the_labels_do_not_decide_there_is_no_slider(page):
    assert f"{page}.noise" not in keys(open_page(page, iris()))


def test_it_is_there_only_while_the_labels_decide_the_result():
    assert "mixture.noise" not in keys(open_page("mixture", iris(None)))
    assert "mixture.noise" not in keys(open_page("mixture", iris(), way="unsupervised"))
    assert "landscape.noise" not in keys(open_page("landscape", iris(), labels="drawn"))
    app = open_page("landscape", iris())
    assert "landscape.noise" in keys(app) and "landscape.ns" not in keys(app)
    app = open_page("landscape", iris("hard"))  # no level to move: labels drawn at one
    assert "landscape.noise" not in keys(app) and "landscape.ns" in keys(app)


def test_labels_of_a_law_have_its_own_slider_on_labels():
    assert "labels.law.expert-doubt.mean" in (found := keys(open_page("labels", iris())))
    assert "labels.noise" not in found
    assert "labels.noise" not in keys(open_page("labels", iris(None)))


@pytest.mark.parametrize(("named", "shown"), [("K,noise", True), ("K", False)])
def test_a_lecture_shows_it_where_it_is_named(named, shown):
    workspace = iris()
    workspace.lecture = Lecture(tuple(named.split(",")))
    assert ("neighbours.noise" in keys(open_page("neighbours", workspace))) == shown


def test_a_browser_that_sees_a_control_late_begins_at_the_value_that_holds() -> None:
    """The second run does not send the value again: only its default is there to begin with."""
    app = drawn(open_page("mixture", iris(mean=0.35)))
    assert list(app.slider(key="mixture.noise").proto.default) == [0.35]
