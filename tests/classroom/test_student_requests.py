"""What a student may ask for, and how everything else is refused."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pytest

from belieflab.classroom import honesty, limits
from belieflab.classroom.codes import spell_code
from belieflab.classroom.devices import admit_devices, list_devices, remove_devices
from belieflab.classroom.limits import JoinRate, WrongCodes
from belieflab.classroom.refusal import Refusal
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store
from belieflab.classroom.student_requests import StudentRequests
from belieflab.crowd.calibration import calibrate

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


def test_a_student_reads_how_honest_the_doubts_were_once_the_classes_are_revealed(
    store: Store, new_session: NewSession
) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    welcome, other = (requests.join({"code": code}, "", "phone") for _ in range(2))
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.0}
    requests.answer(message, welcome.token)
    requests.answer({"code": code, "question": 1, "classes": [0, 1, 2], "doubt": 0}, welcome.token)
    requests.answer(message | {"class": 1}, other.token)
    with pytest.raises(Refusal, match="not revealed"):
        requests.score({"code": code}, welcome.token)
    store.reveal(code, [0] * len(new_session().asked))
    score = requests.score({"code": code}, welcome.token)
    assert score["own"]["brier"] == pytest.approx((0 + 2 / 3) / 2, abs=1e-3)
    assert score["own"]["sure"] == [1.0, 1]
    assert score["class"]["brier"] == pytest.approx((0 + 2 / 3 + 2) / 3, abs=1e-3)
    own, everyone = score["own"]["curve"], score["class"]["curve"]
    np.testing.assert_allclose(own, [[1 / 3, 1 / 3, 1], [1, 1, 1]])
    answers = store.answers(store.latest_session())
    same = calibrate(answers, np.zeros(len(new_session().points), dtype=int))
    np.testing.assert_allclose(everyone, np.transpose(same))
    with pytest.raises(Refusal, match="Join"):
        requests.score({"code": code}, "")


def test_many_who_ask_for_their_score_read_the_answers_of_the_class_once(
    store: Store, clock: Any, new_session: NewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    welcomes = [requests.join({"code": code}, "", f"10.0.0.{n}") for n in range(20)]
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.0}
    for welcome in welcomes:
        requests.answer(message, welcome.token)
    store.reveal(code, [0] * len(new_session().asked))
    read: list[int] = []

    def count(lines: Sequence[honesty.Line], *given: Any) -> dict[str, Any]:
        read.append(len(lines))
        return summarise(lines, *given)

    summarise = honesty.summarise
    monkeypatch.setattr(honesty, "summarise", count)
    scores = [requests.score({"code": code}, welcome.token) for welcome in welcomes]
    assert all(score["class"]["sure"] == [20.0, 20] for score in scores)
    assert sum(read) == 20 + 20
    requests.answer(message | {"class": 1}, welcomes[0].token)
    clock.now += honesty.KEPT_SECONDS
    assert requests.score({"code": code}, welcomes[1].token)["class"]["sure"] == [19.0, 20]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"class": 3}, "class is a whole number from 0 to 2"),
        ({"class": -1}, "class"),
        ({"class": True}, "class"),
        ({"class": "cat"}, "class"),
        ({"question": 10}, "question is a whole number from 0 to 9"),
        ({"question": None}, "question"),
        ({"classes": []}, "list of whole numbers from 0 to 2"),
        ({"classes": [3]}, "classes"),
        ({"classes": [0, True]}, "classes"),
        ({"classes": "01"}, "classes"),
        ({"classes": [0, 1, 2, 0]}, "classes"),
        ({"doubt": 1.01}, "doubt is a number from 0 to 1"),
        ({"doubt": -0.1}, "doubt"),
        ({"doubt": float("nan")}, "doubt"),
        ({"doubt": "0.5"}, "doubt"),
        ({"doubt": [0.5]}, "doubt"),
    ],
)
def test_an_impossible_answer_is_refused(
    change: dict[str, Any], expected: str, store: Store, new_session: NewSession
) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    token = requests.join({"code": code}, "", "phone").token
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.5} | change
    refusal = refused(requests.answer, message, token)
    assert refusal.status == 400 and expected in refusal.sentence
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


def test_wrong_codes_are_answered_later_and_never_keep_a_right_one_out(
    store: Store, new_session: NewSession, clock
) -> None:
    wrong = WrongCodes(free=3, longest=2.0, seconds=300, clock=clock)
    requests, code = StudentRequests(store, wrong=wrong), store.open_session(new_session())
    known = requests.join({"code": code}, "", "router").token
    refusals = [refused(requests.join, {"code": f"A{n}"}, "", "router") for n in range(60)]
    assert {refusal.status for refusal in refusals} == {404}
    assert all("no session with this code" in refusal.sentence for refusal in refusals)
    delays = [refusal.delay for refusal in refusals]
    assert delays[:3] == [0, 0, 0] and delays == sorted(delays) and delays[-1] == 2.0
    assert requests.join({"code": code}, "", "router").token  # at once, from the same address
    assert requests.join({"code": code}, known, "router").token == known
    assert refused(requests.join, {"code": "B"}, "", "elsewhere").delay == 0
    clock.now += 301
    assert refused(requests.join, {"code": "B"}, "", "router").delay == 0


def test_wrong_codes_at_the_same_moment_are_all_counted(
    store: Store, new_session: NewSession, clock
) -> None:
    wrong = WrongCodes(free=5, longest=9.0, clock=clock)
    requests = StudentRequests(store, wrong=wrong)
    store.open_session(new_session())
    with ThreadPoolExecutor(16) as pool:
        guesses = [pool.submit(requests.join, {"code": f"G{n}"}, "", "phone") for n in range(40)]
    refusals = [error for guess in guesses if isinstance(error := guess.exception(), Refusal)]
    delays = sorted(refusal.delay for refusal in refusals)
    assert delays == pytest.approx([0.0] * 5 + [0.1 * n for n in range(1, 36)])


def test_a_class_behind_one_address_is_not_locked_out(
    store: Store, new_session: NewSession
) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    with ThreadPoolExecutor(16) as pool:  # all scan the code at once
        joined = [pool.submit(requests.join, {"code": code}, "", "router") for _ in range(40)]
    assert len({one.result().token for one in joined}) == 40
    assert store.count_students(code) == 40


def test_one_machine_cannot_fill_a_session(store: Store, new_session: NewSession, clock) -> None:
    rate = JoinRate(burst=5, seconds=2.0, clock=clock)
    requests, code = StudentRequests(store, rate), store.open_session(new_session())
    with ThreadPoolExecutor(8) as pool:
        joins = [pool.submit(requests.join, {"code": code}, "", "one") for _ in range(30)]
    refusals = [error for join in joins if isinstance(error := join.exception(), Refusal)]
    assert len(refusals) == 25 and {refusal.status for refusal in refusals} == {429}
    assert all(0 < (refusal.retry or 0) <= 2 for refusal in refusals)
    assert requests.join({"code": code}, "", "another").token
    clock.now += 2
    assert requests.join({"code": code}, "", "one").token
    assert refused(requests.join, {"code": code}, "", "one").status == 429
    store.max_per_address = 7
    clock.now += 100
    assert requests.join({"code": code}, "", "one").token
    refusal = refused(requests.join, {"code": code}, "", "one")
    assert refusal.status == 503 and "from your network" in refusal.sentence
    assert requests.join({"code": code}, "", "another").token


def test_a_device_keeps_one_place(store: Store, new_session: NewSession) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    token = requests.device_token("")  # set when the page is opened, before anyone joins
    assert requests.device_token(token) == token and requests.device_token("x.y") != "x.y"
    with ThreadPoolExecutor(8) as pool:  # two tabs, a double tap, an answer that got lost
        joined = list(pool.map(lambda _: requests.join({"code": code}, token, "phone"), range(8)))
    assert {welcome.token for welcome in joined} == {token}
    assert store.count_students(code) == 1
    other = store.open_session(new_session())
    assert requests.join({"code": other}, token, "phone").token == token
    store.reopen_session(code)
    assert requests.join({"code": code}, token, "phone").sheet == joined[0].sheet
    assert store.count_students(code) == store.count_students(other) == 1


def test_addresses_are_forgotten_beyond_memory(clock, monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_ADDRESSES", 3)
    rate, wrong = JoinRate(burst=1, clock=clock), WrongCodes(free=0, clock=clock)
    for n in range(10):
        assert rate.take(f"a{n}") == 0 and wrong.delay(f"a{n}") > 0
    assert rate.take("a9") > 0 and rate.take("a0") == 0
    assert len(rate._full) == len(wrong._counts) == 3


def test_where_the_teacher_admits_one_waits(store: Store, new_session: NewSession) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session(), admission=True)
    welcome = requests.join({"code": code}, "", "phone", "Mozilla/5.0 (iPhone; CPU)")
    assert welcome.waiting and "you are device 1" in welcome.sheet["sentence"]
    assert set(welcome.sheet) == {"sentence"} and store.count_students(code) == 0
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.5}
    assert refused(requests.answer, message, welcome.token).status == 403
    assert requests.join({"code": code}, welcome.token, "phone").waiting
    assert [(each.state, each.kind) for each in list_devices(store, code)] == [
        ("waiting", "iPhone")
    ]
    admit_devices(store, code, [1])
    again = requests.join({"code": code}, welcome.token, "phone")
    assert not again.waiting and len(again.sheet["questions"]) == 10
    assert requests.answer(message, welcome.token) == {"answered": 1}
    store.require_admission(code, False)
    assert not requests.join({"code": code}, "", "phone").waiting


def test_a_removed_device_is_out_until_it_is_let_in_again(
    store: Store, new_session: NewSession
) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    token = requests.join({"code": code}, "", "phone").token
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.5}
    requests.answer(message, token)
    remove_devices(store, code, [1, 99])
    for call in (partial(requests.join, address="phone"), requests.answer):
        refusal = refused(call, message, token)
        assert refusal.status == 403 and "device 1" in refusal.sentence
    opened = store.latest_session()
    assert opened is not None and len(store.answers(opened)) == 0 == store.count_students(code)
    admit_devices(store, code, [1])
    assert requests.join({"code": code}, token, "phone").sheet["answers"][0] == (0, 0.5)
    assert len(store.answers(opened)) == 1


def test_a_closed_session_says_so(store: Store, new_session: NewSession) -> None:
    requests, code = StudentRequests(store), store.open_session(new_session())
    token = requests.join({"code": code}, "", "phone").token
    store.close_session(code)
    assert refused(requests.join, {"code": code}, "", "late").status == 410
    message = {"code": code, "question": 0, "class": 0, "doubt": 0.5}
    assert "closed" in refused(requests.answer, message, token).sentence
