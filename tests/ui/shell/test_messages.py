"""Messages: shown once, as plain text, on the next drawing."""

import time
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from belieflab.ui.shell import messages


def page() -> None:
    import streamlit as st

    from belieflab import DataError
    from belieflab.ui.shell.messages import guarded, say, say_error, show

    def fail() -> None:
        raise DataError("Row 3 holds *x* at http://a.b")

    def talk() -> None:
        say("All is well.")
        say_error("One thing is not.")

    show()
    st.button("fail", on_click=guarded(fail))
    st.button("talk", on_click=talk)
    st.button("nothing")


def run() -> AppTest:
    return AppTest.from_function(page, default_timeout=60).run()


def test_a_data_error_in_a_callback_becomes_a_sentence_of_plain_text() -> None:
    app = run()
    app.button[0].click().run()
    assert not app.exception
    assert len(app.error) == 1
    assert r"\*x\*" in app.error[0].value


def test_messages_are_shown_once() -> None:
    app = run()
    app.button[1].click().run()
    assert [note.value for note in app.toast] == [r"All is well\."]
    assert [error.value for error in app.error] == [r"One thing is not\."]
    app.button[2].click().run()
    assert not app.toast
    assert not app.error


def test_what_the_server_tells_a_page_stays_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    app, now = run(), [time.monotonic()]
    monkeypatch.setattr(messages.time, "monotonic", lambda: now[0])
    state, reruns = SimpleNamespace(_new_session_state={}), []
    session = SimpleNamespace(session_state=state, request_rerun=reruns.append, _client_state=1)
    messages.tell(session, "Too *large*.")
    app.session_state["shell.told"] = state._new_session_state["shell.told"]
    for _ in range(2):
        assert [error.value for error in app.run().error] == [r"Too \*large\*\."]
    now[0] += messages.TOLD_SECONDS
    assert not app.run().error and reruns == [1]
