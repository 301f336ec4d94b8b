"""A piece of work in another process is given up when a file appears."""

import threading

from belieflab.experiments import local
from belieflab.iteration import StopFlag, check_stop, stop_scope


def test_a_piece_that_comes_after_stop_is_not_begun(tmp_path, monkeypatch):
    monkeypatch.setattr(local, "compute", lambda piece, given: ["computed"])
    path = tmp_path / "stop"
    assert local._compute_or_report([], {}, str(path)) == ["computed"]
    path.touch()
    assert local._compute_or_report([], {}, str(path)) == []


def test_a_piece_under_way_is_given_up(tmp_path, monkeypatch):
    path, pause = tmp_path / "stop", threading.Event()

    def compute(piece, given):
        path.touch()
        while not pause.wait(0.01):
            check_stop()

    monkeypatch.setattr(local, "compute", compute)
    assert local._compute_or_report([], {}, str(path)) == []


def test_the_file_appears_when_the_flag_of_the_run_is_set_and_goes_with_it():
    flag, pause = StopFlag(), threading.Event()
    with stop_scope(flag), local._stop_file() as name:
        path = local.Path(name)
        assert not path.exists()
        flag.set()
        while not path.exists():
            pause.wait(0.01)
    assert not path.parent.exists()
