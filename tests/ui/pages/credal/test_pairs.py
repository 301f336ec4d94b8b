"""Pairs of objects: drawn by two clicks, taken back."""

import pytest
import streamlit as st

from belieflab.clustering.linked_pairs import CANNOT, MUST
from belieflab.ui.pages.credal import pairs as credal_pairs
from belieflab.ui.pages.credal.pairs import ALGORITHM, TEXT, click, undo


@pytest.fixture(autouse=True)
def session(monkeypatch):
    session: dict = {}
    monkeypatch.setattr(st, "session_state", session)
    return session


def test_two_clicks_make_a_pair_and_the_same_object_lets_go(session):
    click(MUST, 4, 12, True)
    assert credal_pairs.pending() == 4 and TEXT not in session
    click(MUST, 4, 12, True)
    assert credal_pairs.pending() is None
    click(MUST, 4, 12, True)
    click(MUST, 1, 12, True)
    assert session[TEXT] == "2=5" and credal_pairs.pending() is None
    click(CANNOT, 1, 12, True)
    click(CANNOT, 4, 12, True)
    assert session[TEXT] == "2≠5"
    undo()
    assert session[TEXT] == "2=5"
    undo()
    assert session[TEXT] == ""
    undo()
    assert session[TEXT] == ""


def test_a_click_beside_lets_go_and_a_method_without_pairs_gives_way(session, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(credal_pairs, "say", said.append)
    click(MUST, 4, 12, False)
    click(MUST, None, 12, False)
    assert credal_pairs.pending() is None
    click(MUST, 4, 12, False)
    click(MUST, 5, 12, False)
    assert session[ALGORITHM] == "CECM" and "CECM and EVCLUS" in said[0]
