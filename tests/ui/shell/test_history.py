"""One kind of history for everything that can be undone."""

from hypothesis import given
from hypothesis import strategies as st

from belieflab.ui.shell.history import History


def test_undo_goes_back_one_step_and_says_what_it_took_away():
    history = History("a")
    assert not history.can_undo and history.previous is None and history.undo() is None
    history.push("b")
    history.push("c")
    assert (history.current, history.previous) == ("c", "b")
    assert history.undo() == "c"
    assert history.current == "b" and history.can_undo


def test_what_is_cleared_cannot_be_undone():
    history = History("a")
    history.push("b")
    history.clear()
    assert history.current == "b" and not history.can_undo


@given(st.lists(st.integers()), st.integers(1, 5))
def test_as_many_steps_as_allowed_can_be_undone(items, max_steps):
    history = History(0, max_steps)
    for item in items:
        history.push(item)
    undone = []
    while history.can_undo:
        undone.append(history.undo())
    assert undone == items[::-1][:max_steps]


def test_old_items_go_where_all_do_not_fit_but_one_step_stays():
    history = History("", fits=lambda items: sum(map(len, items)) <= 4)
    for text in ("aa", "bb", "cc", "a long text"):
        history.push(text)
    assert history.undo() == "a long text"
    assert history.current == "cc" and not history.can_undo
