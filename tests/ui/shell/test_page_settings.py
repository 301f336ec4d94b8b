"""Which values of the session are settings of the pages, and how a file's come back."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from belieflab import DataError
from belieflab.ui.shell.page_settings import (
    KEPT,
    WAITING,
    checked_page_settings,
    gather,
    latest,
    put_back,
    remember,
)


def page() -> None:
    import streamlit as st

    from belieflab.data.parameters import Parameter
    from belieflab.ui.shell.page_settings import keep

    keep("demo.height", Parameter("height", "Height", 0.2, low=0.0, high=1.0).accepts)
    st.slider("Height", 0.0, 1.0, 0.2, key="demo.height", persist_state="session")
    keep("demo.way", Parameter("way", "Way", "up", choices=("up", "down")).accepts)
    st.selectbox("Way", ("up", "down"), key="demo.way", persist_state="session")
    st.button("Go", key="demo.go")
    st.text_input("No setting", key="demo.other")


def opened(settings: dict[str, Any]) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)
    session: dict[Any, Any] = {}
    put_back(session, settings)
    for key, value in session.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app


def gathered(app: AppTest) -> dict[str, Any]:
    session = app.session_state
    current = {key: session[key] for key in (KEPT, WAITING, *session[KEPT]) if key in session}
    return gather(current)


def test_only_controls_that_a_page_keeps_are_settings() -> None:
    app = opened({})
    app.slider(key="demo.height").set_value(0.7)
    app.button(key="demo.go").click().run()
    assert gathered(app) == {"demo.height": 0.7, "demo.way": "up"}


def test_a_download_drawn_before_the_page_still_holds_what_the_page_shows() -> None:
    app = opened({"demo.height": 0.5})
    session: dict[Any, Any] = {key: app.session_state[key] for key in (KEPT, WAITING)}
    held_by_the_button = latest(session)
    session["demo.height"] = app.session_state["demo.height"]
    remember(session)
    assert held_by_the_button.settings == {"demo.height": 0.5}


def test_a_file_sets_the_controls_and_only_them() -> None:
    app = opened({"demo.height": 0.5, "demo.way": "down", "demo.go": True, "demo.other": "x"})
    assert app.slider(key="demo.height").value == 0.5
    assert app.selectbox(key="demo.way").value == "down"
    assert app.text_input(key="demo.other").value == ""
    assert not app.toast


def test_a_setting_that_does_not_fit_is_left_out_with_a_sentence() -> None:
    app = opened({"demo.height": 5.0, "demo.way": "down"})
    assert app.slider(key="demo.height").value == 0.2
    assert app.selectbox(key="demo.way").value == "down"
    (note,) = app.toast
    assert "demo.height to 5.0" in note.value.replace("\\", "")
    app.run()
    assert not app.toast


def test_settings_of_a_page_not_yet_seen_are_saved_again() -> None:
    assert gathered(opened({"elsewhere.x": [1, 2]}))["elsewhere.x"] == [1, 2]


def test_a_setting_put_back_stays_changeable() -> None:
    app = opened({"demo.height": 0.5})
    app.slider(key="demo.height").set_value(0.9).run()
    assert app.slider(key="demo.height").value == 0.9


def test_a_file_cannot_hold_what_is_no_setting() -> None:
    given = {
        "workspace": "x",
        "shell.messages": "x",
        "card.seed": 3,
        "labels.x": {"deep": 1},
        "labels.long": "x" * 100_000,
        "labels.infinite": float("inf"),
        "labels.good": 1.5,
    }
    assert checked_page_settings(given) == {"labels.good": 1.5}
    assert checked_page_settings(None) == {}


@pytest.mark.parametrize("given", [[1], "x", {f"a.b{k}": 1 for k in range(1000)}])
def test_settings_of_another_shape_are_refused(given: object) -> None:
    with pytest.raises(DataError):
        checked_page_settings(given)
