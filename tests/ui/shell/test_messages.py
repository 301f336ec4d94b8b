"""Messages: shown once, as plain text, on the next drawing."""

from streamlit.testing.v1 import AppTest


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
