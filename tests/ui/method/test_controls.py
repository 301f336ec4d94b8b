"""One control per setting: it shows what is in force and answers in its callback."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from belieflab import DataError
    from belieflab.data.parameters import Parameter
    from belieflab.ui.method.controls import draw_recipe_controls
    from belieflab.ui.shell.messages import show

    parameters = (
        Parameter("share", "Share", 0.3, low=0.0, high=1.0, step=0.05, help="A help."),
        Parameter("size", "Size", 100, low=10, high=1000, step=10),
        Parameter("free", "Free", 2.5),
        Parameter("least", "Least", 3, low=1),
        Parameter("rule", "Rule", "a", choices=("a", "b")),
        Parameter("long", "Long", "one", choices=("one", "two", "three", "four", "five")),
        Parameter("wordy", "Wordy", "x" * 20, choices=("x" * 20, "y" * 20)),
        Parameter("switch", "Switch", False),
        Parameter("line", "Line", "text"),
        Parameter("fine", "Fine", 0.001, low=0.0, high=0.01),
    )

    def take(**settings: object) -> None:
        if settings["share"] == 1.0:
            raise DataError("Not all of it.")
        st.session_state["taken"] = settings

    show()
    draw_recipe_controls(parameters, st.session_state.get("taken", {}), "page", take)


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_function(page, default_timeout=60).run()


def taken(app: AppTest) -> dict[str, Any]:
    return app.session_state["taken"]


def test_each_kind_of_setting_gets_its_control(app: AppTest) -> None:
    assert not app.exception
    assert [slider.label for slider in app.slider] == ["Share", "Size", "Fine"]
    assert [box.label for box in app.number_input] == ["Free", "Least"]
    assert [box.label for box in app.selectbox] == ["Long", "Wordy"]
    assert [group.label for group in app.button_group] == ["Rule"]
    assert [toggle.label for toggle in app.toggle] == ["Switch"]
    assert [line.label for line in app.text_input] == ["Line"]
    assert app.slider[0].help == "A help."


def test_defaults_are_shown_first(app: AppTest) -> None:
    assert app.slider[0].value == 0.3
    assert app.slider[1].value == 100
    assert app.toggle[0].value is False
    assert app.selectbox[0].value == "one"


def test_a_change_hands_over_all_settings(app: AppTest) -> None:
    app.slider[0].set_value(0.55).run()
    assert taken(app)["share"] == pytest.approx(0.55)
    assert taken(app)["size"] == 100
    app.selectbox[0].set_value("five").run()
    app.toggle[0].set_value(True).run()
    app.number_input[1].set_value(8).run()
    now = taken(app)
    assert (now["long"], now["switch"], now["least"]) == ("five", True, 8)
    assert now["share"] == pytest.approx(0.55)
    assert isinstance(now["least"], int)


def test_a_refused_change_says_why_and_shows_what_is_in_force(app: AppTest) -> None:
    app.slider[0].set_value(0.4).run()
    app.slider[0].set_value(1.0).run()
    assert [error.value for error in app.error] == [r"Not all of it\."]
    assert app.slider[0].value == pytest.approx(0.4)
    assert taken(app)["share"] == pytest.approx(0.4)


def test_steps_without_a_given_one_fit_the_range(app: AppTest) -> None:
    fine = app.slider[2]
    assert fine.step == pytest.approx(0.0001)


def test_a_run_writes_into_a_control_only_what_it_does_not_show(app: AppTest) -> None:
    """What is written would replace, in the browser, what was set since the run began."""
    app.run()
    app.slider(key="page.size").set_value(200).run()
    assert not any(each.proto.set_value for each in (*app.slider, *app.number_input))
    app.slider(key="page.share").set_value(1.0).run()  # refused
    written = {each.key for each in app.slider if each.proto.set_value}
    assert written == {"page.share"}
    assert app.slider(key="page.share").value == 0.3
