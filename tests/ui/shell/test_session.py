"""Values of widgets are written once, and again after a run that was cut short."""

import pytest
import streamlit as st

from belieflab.ui.shell.session import begin_run, end_run, hold


class Counted(dict):
    """What stands in for the values of a session; it counts what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0

    def __setitem__(self, key: str, value: object) -> None:
        self.writes += key == "slider"
        super().__setitem__(key, value)


@pytest.fixture
def values(monkeypatch) -> Counted:
    values = Counted()
    monkeypatch.setattr(st, "session_state", values)
    return values


def test_a_value_that_is_shown_is_not_written_again(values):
    for _ in range(3):
        begin_run()
        hold("slider", 0.2)
        end_run()
    assert values.writes == 1


def test_after_a_run_that_was_cut_short_the_browser_is_sent_its_values_again(values):
    begin_run()
    hold("slider", 0.2)
    begin_run()  # what the first run drew may never have been sent
    hold("slider", 0.2)
    assert values.writes == 2
    end_run()
    begin_run()
    hold("slider", 0.2)
    assert values.writes == 2
