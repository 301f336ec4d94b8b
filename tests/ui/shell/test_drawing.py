"""What is computed ahead waits while a page is drawn; everything else goes on."""

import threading
import time

from belieflab.ui.shell import drawing


def pass_by(ahead: bool, passed: threading.Event) -> None:
    if ahead:
        drawing.compute_ahead()
    drawing.give_way()
    passed.set()


def test_a_thread_that_computes_ahead_waits_for_the_page_and_no_other_does(monkeypatch):
    monkeypatch.setattr(drawing, "PATIENCE", 30.0)
    ahead, other = threading.Event(), threading.Event()
    with drawing.drawing():
        for flag, passed in ((True, ahead), (False, other)):
            threading.Thread(target=pass_by, args=(flag, passed), daemon=True).start()
        assert other.wait(10)
        assert not ahead.wait(0.1)
    assert ahead.wait(10)


def test_where_pages_are_always_drawn_it_waits_a_little_and_goes_on(monkeypatch):
    monkeypatch.setattr(drawing, "PATIENCE", 0.05)
    passed, began = threading.Event(), time.monotonic()
    with drawing.drawing():
        threading.Thread(target=pass_by, args=(True, passed), daemon=True).start()
        assert passed.wait(10)
    assert time.monotonic() - began >= 0.05
