"""The frame of a method page in process: empty state, tabs, pins, code that runs, lecture."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from belieflab.mixture import SoftLabelMixture
from belieflab.ui.shell.page_table import PAGES

APP = Path(__file__).parents[1] / "browser" / "apps" / "method_frame.py"
LINK = {"data": "gaussians", "labels": "nonspecificity", "labels.ns": "0.8", "seed": "7"}


@pytest.fixture(autouse=True, scope="module")
def leave_no_page() -> Iterator[None]:
    """The small app adds a page of its own to the table, which other tests count."""
    yield
    PAGES.pop("frame", None)


def opened(**more: str) -> AppTest:
    at = AppTest.from_file(APP, default_timeout=60)
    for key, value in (LINK | more).items():
        at.query_params[key] = value
    at.run()
    assert not at.exception
    return at


def test_without_data_one_button_gives_points_with_labels():
    at = AppTest.from_file(APP, default_timeout=60).run()
    assert at.info[0].value.startswith("EM needs points with labels")
    assert not at.get("plotly_chart")
    at.button(key="frame.begin").click().run()
    assert not at.exception
    assert at.session_state["workspace"].labels is not None
    assert len(at.get("plotly_chart")) >= 2


def test_points_without_labels_are_not_enough():
    at = AppTest.from_file(APP, default_timeout=60)
    at.query_params["data"] = "iris"
    at.run()
    assert at.button(key="frame.begin").label == "Load two Gaussian classes"


@pytest.mark.parametrize("digits", [4, 8])
def test_the_code_gives_the_same_number(digits):
    at = opened(**{"frame.tab": "Code"})
    at.slider(key="frame.tol").set_value(digits).run()
    names: dict = {}
    code = at.main.code[-1].value
    exec(compile(code, "snippet", "exec"), names)  # noqa: S102
    workspace = at.session_state["workspace"]
    model = SoftLabelMixture(tol=10.0**-digits).fit(workspace.dataset.X, workspace.labels)
    assert names["height"] == model.log_likelihood_


def test_the_formula_shows_the_current_value():
    at = opened(**{"frame.tab": "Formula"})
    assert r"1e\-06" in at.main.markdown[-1].value
    assert at.latex


def test_a_pinned_run_is_compared_with_the_next_and_outlives_new_data():
    at = opened(**{"frame.tab": "Compare pinned"})
    at.button(key="frame.pin").click().run()
    at.slider(key="frame.tol").set_value(2).run()
    assert list(at.dataframe[0].value.loc["tol"]) == ["1e-06", "0.01"]
    at.session_state["workspace"].set_seed(8)
    at.run()
    assert list(at.dataframe[0].value.loc["seed"]) == ["7", "8"]


def test_a_lecture_keeps_pictures_player_and_named_controls_only():
    at = opened(lecture="1", show="tol")
    assert [slider.label for slider in at.slider] == ["Digits"]
    assert not at.toggle and not at.tabs and not at.title and not at.sidebar.children
    assert [button.label for button in at.button] == ["Leave"]
    at.button(key="lecture.leave").click().run()
    assert at.title[0].value == "A method"
    assert at.toggle and at.tabs
    assert "lecture" not in at.query_params
