"""The controls of a page: what they hold on screen, in the address, in a file and in a lecture."""

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from belieflab.ui.method.bound_controls import explain
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.page_settings import KEPT, put_back
from belieflab.ui.shell.workspace import Workspace

USUAL = {
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


def page() -> None:
    import streamlit as st

    from belieflab.ui.method.bound_controls import Controls, more

    panel, rare = Controls("demo"), Controls("demo", rare=True)
    ways = {"up": "upwards", "down": "downwards"}
    models = {"a": "model a", "b": "model b"}
    with more():
        way = panel.choose_one("way", "Way", ways, "Which way.", width=120)
    st.session_state["held"] = {
        "way": way,
        "kind": panel.choose_one("kind", "Kind", ("soft", "hard"), form="segments"),
        "tol": panel.choose_one("tol", "ε", ("1e-1", "1e-2", "1e-3"), "", "1e-2", form="scale"),
        "models": panel.choose_several("models", "Models", models, ("a",)),
        "k": panel.choose_number("k", "K", (1, st.session_state.get("most", 9)), 3),
        "only": panel.choose_number("only", "Only", (2, 2), 2),
        "share": panel.choose_number("share", "Share", (0.0, 1.0), 0.5, "", 0.05),
        "start": panel.choose_number("start", "Start", (0, 99), 0, form="field", shown_as="first"),
        "scaled": panel.switch("scaled", "Scaled"),
        "names": panel.write("names", "Names", "a, b"),
        "rare": rare.switch("rare", "Rare", usual=True),
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


def test_every_control_begins_with_its_usual_value_and_is_a_setting_of_the_page():
    app = opened()
    assert held(app) == USUAL
    assert app.session_state[KEPT] == {f"demo.{name}" for name in USUAL}
    assert len(app.slider) == 2  # limits that are equal leave no choice
    assert [app.number_input[0].label, app.text_input[0].label] == ["Start", "Names"]
    (way,) = app.expander[0].selectbox
    assert (way.label, way.help, way.options) == ("Way", "Which way.", ["upwards", "downwards"])
    assert app.toggle[0].help in (None, "")


def test_a_link_and_a_file_set_every_control():
    app = opened()
    for name, value in ADDRESS.items():
        app.query_params[f"demo.{name}"] = value
    assert held(app) == USUAL | tupled(OTHER)
    app = opened()
    put_back(app.session_state, {f"demo.{name}": value for name, value in OTHER.items()})
    assert held(app) == USUAL | tupled(OTHER)


def test_a_lecture_draws_what_it_names_and_all_else_stays_in_force():
    lecture = Lecture(("K", "first", "rare"))
    app = opened(lecture)
    for name, value in ADDRESS.items():
        app.query_params[f"demo.{name}"] = value
    assert held(app) == USUAL | tupled(OTHER)
    drawn = [*app.slider, *app.number_input, *app.selectbox, *app.multiselect, *app.toggle]
    assert [control.label for control in drawn] == ["K", "Start"]
    assert not app.expander
    session = {f"demo.{name}": value for name, value in OTHER.items()}
    assert held(opened(lecture, **session)) == USUAL | tupled(OTHER)


@pytest.mark.parametrize("lecture", [None, Lecture()])
def test_what_does_not_fit_any_more_falls_back(lecture):
    strange = {"demo.way": "sideways", "demo.k": 8, "demo.tol": "1e-9"}
    assert held(opened(lecture, most=5, **strange)) == USUAL


def test_the_usual_option_may_be_missing():
    def lone() -> None:
        import streamlit as st

        from belieflab.ui.method.bound_controls import Controls

        st.text(Controls("demo").choose_one("law", "Law", ("x", "y"), usual="z"))

    app = AppTest.from_function(lone, default_timeout=60).run()
    assert app.text[0].value == "x"


def test_a_shelf_explains_all_its_entries_or_those_on_offer():
    shelf = {key: SimpleNamespace(title=key.upper(), explanation=f"Is {key}.") for key in "ab"}
    assert explain(shelf) == "- **A**: Is a.\n- **B**: Is b."
    assert explain(shelf, ("b",)) == "- **B**: Is b."
