"""Controls that a lecture leaves out still hold what the session or the address says."""

import pytest
import streamlit as st

from belieflab.ui.shell.hidden_values import value_of
from belieflab.ui.shell.page_settings import between, is_switch, one_of


@pytest.fixture(autouse=True)
def address(monkeypatch):
    monkeypatch.setattr(st, "session_state", {"p.start": 4})
    monkeypatch.setattr(
        st,
        "query_params",
        {
            "p.family": "tied",
            "p.annealing": "true",
            "p.start": "9",
            "p.K": "x",
            "p.x": "PCA 1",
            "p.q": "0.25",
            "p.r": "y",
        },
    )


def test_the_session_comes_before_the_address_and_both_before_the_default():
    assert value_of("p.start", 0, between(0, 99)) == 4
    assert value_of("p.family", "full", one_of(["full", "tied"])) == "tied"
    assert value_of("p.annealing", False, is_switch) is True
    assert value_of("p.q", 0.7, between(0.0, 1.0)) == 0.25
    assert value_of("p.r", 0.7, between(0.0, 1.0)) == 0.7
    assert value_of("p.tol", "1e-6", one_of(["1e-6"])) == "1e-6"


def test_what_does_not_fit_is_left_out():
    assert value_of("p.family", "full", one_of(["full"])) == "full"
    assert value_of("p.K", 3, between(1, 12)) == 3
    assert value_of("p.start", 0, between(0, 2)) == 0


def test_texts_of_the_address_may_stand_for_values():
    assert value_of("p.x", "x1", one_of(["x1", "pc1"]), {"PCA 1": "pc1"}) == "pc1"
