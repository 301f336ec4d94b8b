"""What a page remembers is made once, and the oldest is forgotten."""

import streamlit as st

from belieflab.ui.method.context import MAX_KEPT, remember


def test_the_same_mark_gives_the_same_answer_and_pages_do_not_meet(monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    made = []

    def make():
        made.append(len(made))
        return made[-1]

    assert [remember("a", "fit", 1, make) for _ in range(3)] == [0, 0, 0]
    assert remember("b", "fit", 1, make) == 1
    assert remember("a", "drawn", 1, make) == 2
    for mark in range(2, 2 + MAX_KEPT):
        remember("a", "fit", mark, make)
    assert remember("a", "fit", 1, make) == len(made) - 1
