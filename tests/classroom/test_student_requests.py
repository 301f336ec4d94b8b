"""What a student may ask for, and how everything else is refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from belieflab.classroom.codes import spell_code
from belieflab.classroom.limits import AttemptLimit, MustWait
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store
from belieflab.classroom.student_requests import Refusal, StudentRequests

NewSession = Callable[..., ClassSession]


def refused(call: Callable[..., Any], *arguments: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        call(*arguments)
    return caught.value


def test_one_joins_answers_and_comes_back(store: Store, new_session: NewSession) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    welcome = requests.join({"code": spell_code(code).lower()}, "", "phone")
    assert len(welcome.sheet["questions"]) == 10 and welcome.sheet["answers"] == [None] * 10
    message = {"code": code, "question": 4, "class": 2, "doubt": 0.35}
    assert requests.answer(message, welcome.token) == {"answered": 1}
    assert requests.answer(message | {"class": 1, "doubt": 1}, welcome.token) == {"answered": 1}
    assert requests.answer(message | {"question": 0, "doubt": 0}, welcome.token) == {"answered": 2}
    again = requests.join({"code": code}, welcome.token, "phone")
    assert again.token == welcome.token
    assert again.sheet["questions"] == welcome.sheet["questions"]
    assert again.sheet["answers"][4] == (1, 1.0) and again.sheet["answers"][0] == (2, 0.0)
    assert store.count_students(code) == 1
    assert requests.join({"code": code}, "forged", "phone").token not in {"forged", welcome.token}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"class": 3}, "class is a whole number from 0 to 2"),
        ({"class": -1}, "class"),
        ({"class": True}, "class"),
        ({"class": "cat"}, "class"),
        ({"question": 10}, "question is a whole number from 0 to 9"),
        ({"question": None}, "question"),
        ({"doubt": 1.01}, "doubt is a number from 0 to 1"),
        ({"doubt": -0.1}, "doubt"),
        ({"doubt": float("nan")}, "doubt"),
        ({"doubt": "0.5"}, "doubt"),
        ({"doubt": [0.5]}, "doubt"),
    ],
)
def test_an_impossible_answer_is_refused(
    change: dict[str, Any], words: str, store: Store, new_session: NewSession
) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    token = requests.join({"code": code}, "", "phone").token
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.5} | change
    refusal = refused(requests.answer, message, token)
    assert refusal.status == 400 and words in refusal.sentence
    opened = store.latest_session()
    assert opened is not None and len(store.answers(opened)) == 0


def test_strangers_and_nonsense_are_refused(store: Store, new_session: NewSession) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.5}
    for token in ("", "forged"):
        assert refused(requests.answer, message, token).status == 403
    for nonsense in (None, [], "x", {}, 7):
        assert refused(requests.join, nonsense, "", "phone").status == 400
    assert refused(requests.join, {"code": {"$ne": ""}}, "", "phone").status == 404


def test_wrong_codes_are_few_then_one_waits(store: Store, new_session: NewSession, clock) -> None:
    limit = AttemptLimit(failures=3, seconds=300, clock=clock)
    requests, code = StudentRequests(store, limit), store.open_session(new_session())
    known = requests.join({"code": code}, "", "phone").token
    for _ in range(3):
        refusal = refused(requests.join, {"code": "AAAA-AAAA"}, "", "phone")
        assert refusal.status == 404 and "no session with this code" in refusal.sentence
    refusal = refused(requests.join, {"code": code}, "", "phone")
    assert refusal.status == 429 and "in 5 minutes" in refusal.sentence
    assert requests.join({"code": code}, known, "phone").token == known
    assert requests.join({"code": code}, "", "tablet").token
    clock.now += 301
    assert requests.join({"code": code}, "", "phone").token


def test_a_class_behind_one_address_is_not_locked_out(
    store: Store, new_session: NewSession
) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    with ThreadPoolExecutor(16) as pool:  # all scan the code at once
        joined = [pool.submit(requests.join, {"code": code}, "", "router") for _ in range(40)]
    assert len({one.result().token for one in joined}) == 40
    assert store.count_students(code) == 40


def test_guesses_at_the_same_moment_do_not_slip_through(
    store: Store, new_session: NewSession
) -> None:
    requests = StudentRequests(store, AttemptLimit(failures=5))
    store.open_session(new_session())
    with ThreadPoolExecutor(16) as pool:
        guesses = [pool.submit(requests.join, {"code": f"G{n}"}, "", "phone") for n in range(40)]
    statuses = [guess.exception().status for guess in guesses]  # type: ignore[union-attr]
    assert statuses.count(404) == 5 and statuses.count(429) == 35


def test_addresses_beyond_memory_wait_and_old_ones_are_forgotten(clock) -> None:
    limit = AttemptLimit(failures=2, seconds=10, most=3, clock=clock)
    for n in range(3):
        assert limit.attempt(f"a{n}", lambda: None) is None
    with pytest.raises(MustWait):
        limit.attempt("a3", lambda: None)
    assert limit.attempt("a3", lambda: "right") == "right"
    clock.now += 11
    assert limit.attempt("a4", lambda: None) is None


def test_a_closed_session_says_so(store: Store, new_session: NewSession) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    token = requests.join({"code": code}, "", "phone").token
    store.close_session(code)
    assert refused(requests.join, {"code": code}, "", "late").status == 410
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.5}
    assert "closed" in refused(requests.answer, message, token).sentence
