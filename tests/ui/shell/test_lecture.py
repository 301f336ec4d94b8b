"""Lecture mode: what the address asks for, and what stays on screen."""

import pytest
from streamlit.testing.v1 import AppTest

from belieflab.ui.shell import lecture
from belieflab.ui.shell.lecture import Lecture


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, None),
        ({"show": "K"}, None),
        ({"lecture": "0"}, None),
        ({"lecture": "1"}, Lecture()),
        ({"lecture": "true", "show": "ns, K,"}, Lecture(("ns", "K"))),
    ],
)
def test_the_address_asks_for_a_lecture(query, expected):
    assert lecture.decode(query) == expected


@pytest.mark.parametrize("asked", [None, Lecture(), Lecture(("ns", "K"))])
def test_what_is_written_reads_back(asked):
    assert lecture.decode(lecture.encode(asked)) == asked


def page() -> None:
    import streamlit as st

    from belieflab.data.parameters import Parameter
    from belieflab.ui.shell import lecture
    from belieflab.ui.shell.workspace import Workspace

    if "workspace" not in st.session_state:
        st.session_state["workspace"] = Workspace()
    lecture.forget_offered()
    controls = [Parameter("ns", "Level", 0.5), Parameter("K", "", 2), Parameter("tol", "Tol", 0.1)]
    st.text(" ".join(each.name for each in controls if lecture.is_shown(each)))
    st.text(str(lecture.offered()))
    st.text(str(lecture.scale()))
    st.text(str(lecture.picture_height(460, 0.5)))


def test_everyday_use_shows_every_control_at_its_own_size():
    at = AppTest.from_function(page, default_timeout=60).run()
    assert [text.value for text in at.text] == [
        "ns K tol",
        str({"ns": "Level", "tol": "Tol"}),
        "1.0",
        "460",
    ]


def test_a_lecture_shows_the_named_controls_larger_and_shares_the_height():
    at = AppTest.from_function(page, default_timeout=60).run()
    at.session_state["workspace"].lecture = Lecture(("k", "ns"))
    at.run()
    height = str(round(lecture.PICTURE_HEIGHT * 0.5))
    assert [text.value for text in at.text] == ["ns K", "{}", str(lecture.SCALE), height]


def offering() -> None:
    import streamlit as st

    from belieflab.data.parameters import Parameter
    from belieflab.ui.shell import lecture, lecture_link
    from belieflab.ui.shell.workspace import Workspace

    lecture.forget_offered()
    lecture.is_shown(Parameter("ns", "Level", 0.5))
    lecture_link.draw(st.session_state.setdefault("workspace", Workspace()))


def test_what_is_chosen_for_a_lecture_is_not_written_back_over_the_next_choice():
    app = AppTest.from_function(offering, default_timeout=60).run()
    app.get("button_group")[0].set_value(["ns"])
    for _ in range(2):
        chosen = app.run().get("button_group")[0]
        assert chosen.value == ["ns"] and not chosen.proto.set_value
