"""What a session asks, and what of it a student is sent."""

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from belieflab import DataError
from belieflab.classroom.codes import ALPHABET, LENGTH, draw_code, spell_code, tidy_code
from belieflab.classroom.session import MAX_DOTS, ClassSession, describe_objects, pick_objects
from belieflab.data import load_sample
from belieflab.data.fingerprint import fingerprint


def test_a_code_is_random_legible_and_forgiving() -> None:
    codes = {draw_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert len(ALPHABET) ** LENGTH > 8e14
    code = draw_code()
    assert tidy_code(f" {spell_code(code).lower()} ") == code
    assert tidy_code(code.lower()) == code
    assert len(tidy_code("x" * 5_000)) < 50


def test_a_sheet_says_nothing_about_rows_or_their_order(
    new_session: Callable[..., ClassSession],
) -> None:
    session = new_session()
    order = np.random.default_rng(1).permutation(len(session.points))
    mixed = replace(session, points=session.points[order])
    assert session.sheet() == mixed.sheet()
    assert set(session.sheet()) == {"title", "note", "classes", "colours", "axes", "dots"}
    assert set(session.questions()[3]) == {"place", "facts"}


def test_what_is_kept_of_iris_is_blind_to_its_truth() -> None:
    iris = load_sample("iris")
    blind = replace(iris, truth=None)
    rows = pick_objects(iris.n, 40, seed=3)
    assert describe_objects(iris, rows) == describe_objects(blind, rows)
    assert fingerprint(iris.X) == fingerprint(blind.X)
    assert fingerprint(iris.X) != fingerprint(load_sample("wine").X)
    assert len(rows) == 40 and len(set(rows.tolist())) == 40
    assert pick_objects(8, 40, seed=3).tolist() == list(range(8))


def test_the_picture_is_whole_and_upright(new_session: Callable[..., ClassSession]) -> None:
    session = replace(new_session(3), points=np.array([[0.0, 0.0], [5.0, 1.0], [10.0, 4.0]]))
    assert [each["place"] for each in session.questions()] == [[0, 1000], [500, 750], [1000, 0]]
    flat = replace(session, points=np.array([[0.0, 7.0], [1.0, 7.0], [2.0, 7.0]]))
    assert [place[1] for place in flat.sheet()["dots"]] == [500, 500, 500]
    assert len(new_session(3_000, asked=5).sheet()["dots"]) == MAX_DOTS
    json.dumps(session.sheet())


def test_a_session_that_cannot_be_is_refused_in_words(
    new_session: Callable[..., ClassSession],
) -> None:
    session = new_session()
    with pytest.raises(DataError, match="two classes"):
        replace(session, class_names=("a",), colours=("#000000",))
    with pytest.raises(DataError, match="appears twice"):
        replace(session, class_names=("a", "b", "a"))
    with pytest.raises(DataError, match="300 fit"):
        replace(session, note="x" * 301)
    with pytest.raises(DataError, match="at most 20,000"):
        new_session(20_001, asked=5)
