"""The controls of a page: what they hold on screen, in the address, in a file and in a lecture."""

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from belieflab.ui.method.controls import explain
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.page_settings import KEPT, put_back
from belieflab.ui.shell.workspace import Workspace

DEFAULTS = {
    "way": "up",
    "kind": "soft",
    "tol": "1e-2",
    "models": ("a",),
    "k": 3,
    "only": 2,
    "share": 0.5,
    "start": 0,
    "scaled": False,
    "names": "a, b",
    "rare": True,
}
OTHER = {
    "way": "down",
    "kind": "hard",
    "tol": "1e-3",
    "models": ["b", "a"],
    "k": 5,
    "share": 0.25,
    "start": 7,
    "scaled": True,
    "names": "c",
    "rare": False,
}
ADDRESS = {
    "way": "downwards",
    "kind": "hard",
    "tol": "1e-3",
    "models": ["model b", "model a"],
    "k": "5",
    "share": "0.25",
    "start": "7",
    "scaled": "true",
    "names": "c",
    "rare": "false",
}
"""The same values as OTHER, as a link writes them."""


LATER = ("depth", "shade", "dark", "bright", "seldom")


def page() -> None:
    import streamlit as st

    from belieflab.data.parameters import Parameter
    from belieflab.ui.method.controls import draw_panel, draw_view, read_settings

    largest = st.session_state.get("most", 9)
    parameters = (
        Parameter("kind", "Kind", "soft", choices=("soft", "hard"), form="segments"),
        Parameter("tol", "ε", "1e-2", choices=("1e-1", "1e-2", "1e-3"), form="scale"),
        Parameter(
            "models",
            "Models",
            ("a",),
            choices={"a": "model a", "b": "model b"},
            several=True,
        ),
        Parameter("k", "K", 3, low=1, high=largest),
        Parameter("only", "Only", 2, low=2, high=2),
        Parameter("share", "Share", 0.5, low=0.0, high=1.0, step=0.05),
        Parameter("start", "Start", 0, low=0, high=99, typed=True, lecture="first"),
        Parameter("scaled", "Scaled", False, view=True),
        Parameter("names", "Names", "a, b"),
        Parameter("rare", "Rare", True, rare=True),
        Parameter(
            "way",
            "Way",
            "up",
            choices={"up": "upwards", "down": "downwards"},
            help="Which way.",
            rare=True,
            form="list",
            width=120,
        ),
        Parameter("depth", "Depth", 1, low=1, high=5, needs={"kind": ("hard",)}),
        Parameter("shade", "Shade", False, needs={"kind": ("hard",)}, disabled=True),
        Parameter("dark", "Dark", 1, low=1, high=5, needs={"shade": (False,)}),
        Parameter("bright", "Bright", 1, low=1, high=5, needs={"shade": (True,)}),
        Parameter("seldom", "Seldom", False, rare=True, view=True),
    )
    later = ("depth", "shade", "dark", "bright", "seldom")
    settings = draw_view("demo", draw_panel("demo", read_settings("demo", parameters)))
    st.session_state["held"] = {
        name: value for name, value in settings.items() if name not in later
    }


def opened(lecture: Lecture | None = None, **session: Any) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)
    app.session_state["workspace"] = workspace = Workspace()
    workspace.lecture = lecture
    for key, value in session.items():
        app.session_state[key] = value
    return app


def held(app: AppTest) -> dict[str, Any]:
    app.run()
    assert not app.exception
    found: dict[str, Any] = app.session_state["held"]
    return found


def tupled(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }


def test_every_control_begins_with_its_default_and_is_a_setting_of_the_page():
    app = opened()
    assert held(app) == DEFAULTS
    assert app.session_state[KEPT] == {f"demo.{name}" for name in (*DEFAULTS, *LATER)}
    assert [each.label for each in app.slider] == [
        "K",
        "Share",
        "Dark",
    ]  # equal limits leave no choice
    assert [app.number_input[0].label, app.text_input[0].label] == ["Start", "Names"]
    (way,) = app.expander[0].selectbox
    assert (way.label, way.help, way.options) == ("Way", "Which way.", ["upwards", "downwards"])
    assert app.toggle(key="demo.shade").disabled and app.toggle(key="demo.shade").help in (None, "")


def test_a_link_and_a_file_set_every_control():
    app = opened()
    for name, value in ADDRESS.items():
        app.query_params[f"demo.{name}"] = value
    assert held(app) == DEFAULTS | tupled(OTHER)
    app = opened()
    put_back(app.session_state, {f"demo.{name}": value for name, value in OTHER.items()})
    assert held(app) == DEFAULTS | tupled(OTHER)


def test_a_lecture_draws_what_it_names_and_all_else_stays_in_force():
    lecture = Lecture(("K", "first", "rare"))
    app = opened(lecture)
    for name, value in ADDRESS.items():
        app.query_params[f"demo.{name}"] = value
    assert held(app) == DEFAULTS | tupled(OTHER)
    drawn = [*app.slider, *app.number_input, *app.selectbox, *app.multiselect, *app.toggle]
    assert [control.label for control in drawn] == ["K", "Start", "Rare"]
    assert not app.expander
    session = {f"demo.{name}": value for name, value in OTHER.items()}
    assert held(opened(lecture, **session)) == DEFAULTS | tupled(OTHER)


@pytest.mark.parametrize("lecture", [None, Lecture()])
def test_what_does_not_fit_any_more_falls_back(lecture):
    strange = {"demo.way": "sideways", "demo.k": 8, "demo.tol": "1e-9"}
    assert held(opened(lecture, most=5, **strange)) == DEFAULTS | {"k": 5}  # the nearest number


def test_a_control_appears_with_what_it_needs():
    app = opened(**{"demo.kind": "hard", "demo.depth": 4})
    held(app)
    assert app.slider(key="demo.depth").value == 4
    assert not app.toggle(key="demo.shade").disabled
    assert not app.slider(key="demo.dark").disabled


def test_what_needs_a_disabled_control_is_disabled_with_it():
    app = opened()
    held(app)
    assert app.slider(key="demo.dark").disabled
    assert "demo.bright" not in [control.key for control in app.slider]


def test_rare_controls_of_the_view_are_folded():
    app = opened()
    held(app)
    assert "Seldom" in [toggle.label for toggle in app.expander[0].toggle]


@pytest.mark.parametrize("value", ["9" * 5000, "1e400", "nan", "", "-1", "true"])
def test_no_text_in_the_address_breaks_a_control(value):
    app = opened(Lecture())
    for name in DEFAULTS:
        app.query_params[f"demo.{name}"] = value
    found = held(app)
    assert found | {"names": "a, b", "scaled": False, "rare": True} == DEFAULTS


def test_entries_are_explained_all_or_those_on_offer():
    entries = {key: SimpleNamespace(title=key.upper(), explanation=f"Is {key}.") for key in "ab"}
    assert explain(entries) == "- **A**: Is a.\n- **B**: Is b."
    assert explain(entries, ("b",)) == "- **B**: Is b."
