"""Pin, rename, unpin; the table lists scores and what differs."""

import plotly.graph_objects as go
from streamlit.testing.v1 import AppTest

from belieflab.ui.method.pins import difference_table
from belieflab.ui.shell.pinned import MAX_OF_PAGE, Pinned


def test_the_table_lists_all_scores_and_only_settings_that_differ():
    runs = [
        Pinned("A", {"K": 2, "family": "full"}, {"error": 0.25}),
        Pinned("B", {"K": 3, "family": "full", "new": 1}, {"error": 0.125, "L": -10.0}),
    ]
    table = difference_table(runs)
    assert table.to_dict("index") == {
        "K": {"A": "2", "B": "3"},
        "new": {"A": "–", "B": "1"},
        "error": {"A": "0.25", "B": "0.125"},
        "L": {"A": "–", "B": "-10"},
    }


def test_runs_of_one_name_keep_columns_of_their_own():
    table = difference_table([Pinned("A", {}, {"L": 1.0}), Pinned("A", {}, {"L": 2.0})])
    assert list(table.columns) == ["A", "A (2)"]


def page() -> None:
    import streamlit as st

    from belieflab.ui.method import pins
    from belieflab.ui.shell import messages
    from belieflab.ui.shell.pinned import Pinned
    from belieflab.ui.shell.workspace import Workspace

    if "workspace" not in st.session_state:
        st.session_state["workspace"] = Workspace()
    messages.show()
    K = st.slider("K", 2, 9, 2)
    current = Pinned("", {"K": K}, {"error": 1 / K}, st.session_state.get("picture"))
    pins.draw_button("mixture", lambda: current)
    pins.draw_compare("mixture", current)


def opened() -> AppTest:
    at = AppTest.from_function(page, default_timeout=60)
    at.session_state["picture"] = go.Figure(go.Scatter(x=[0, 1], y=[0, 1]))
    return at.run()


def pin(at: AppTest) -> AppTest:
    return at.button(key="mixture.pin").click().run()


def test_a_pinned_run_is_shown_beside_the_current_one():
    at = opened()
    assert "Nothing is pinned yet" in at.caption[0].value
    pin(at)
    at.slider[0].set_value(4).run()
    table = at.dataframe[0].value
    assert table.loc["K"].to_dict() == {"A": "2", "current run": "4"}
    assert table.loc["error"].to_dict() == {"A": "0.5", "current run": "0.25"}
    assert len(at.get("plotly_chart")) == 2


def test_names_are_letters_until_renamed():
    at = pin(pin(opened()))
    assert [run.name for run in at.session_state["workspace"].pins["mixture"]] == ["A", "B"]
    at.text_input[0].set_value("two *classes*").run()
    assert list(at.dataframe[0].value.columns) == ["two *classes*", "B", "current run"]


def test_unpin_lets_one_go():
    at = pin(pin(opened()))
    at.button(key="mixture.unpin.0").click().run()
    assert [run.name for run in at.session_state["workspace"].pins["mixture"]] == ["B"]


def test_only_the_newest_are_kept():
    at = opened()
    for _ in range(MAX_OF_PAGE + 1):
        pin(at)
    kept = at.session_state["workspace"].pins["mixture"]
    assert [run.name for run in kept] == ["B", "C", "D", "E", "F", "G"]


def test_a_run_from_a_file_has_no_picture_and_says_so():
    at = opened()
    at.session_state["workspace"].pins["mixture"] = [Pinned("old", {"K": 7}, {"error": 0.1})]
    at.run()
    assert any("was not in it" in caption.value for caption in at.caption)
    assert len(at.get("plotly_chart")) == 1
