"""Sessions, students and answers in their file."""

from collections.abc import Callable

import numpy as np
import pytest

from belieflab.classroom import questions
from belieflab.classroom import store as store_module
from belieflab.classroom.assignment import QUESTIONS, choose_objects, share_objects
from belieflab.classroom.codes import Tokens
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store

NewSession = Callable[..., ClassSession]
draw_token = Tokens().draw


def admitted(store: Store, code: str):
    student = store.add_student(code, draw_token())
    assert student is not None
    return student


def test_a_session_comes_back_as_it_was(store: Store, new_session: NewSession) -> None:
    assert store.latest_session() is None
    code = store.open_session(new_session())
    opened = store.latest_session()
    assert opened is not None and opened.code == code and not opened.closed
    np.testing.assert_array_equal(opened.session.points, new_session().points)
    assert opened.session.sheet() == new_session().sheet()
    assert opened.session.questions() == new_session().questions()


def test_opening_closes_the_session_before(store: Store, new_session: NewSession, clock) -> None:
    first = store.open_session(new_session())
    clock.now += 1
    second = store.open_session(new_session())
    assert first != second
    assert store.is_open(first) is False and store.is_open(second) is True
    assert store.is_open("NOBODY") is None
    store.close_session(second)
    latest = store.latest_session()
    assert latest is not None and latest.code == second and latest.closed


def test_students_cover_the_objects_evenly(store: Store, new_session: NewSession) -> None:
    code = store.open_session(new_session(33))
    students = [admitted(store, code) for _ in range(11)]
    assert len({student.token for student in students}) == 11
    assert all(len(set(student.objects)) == QUESTIONS for student in students)
    counts = np.bincount([place for each in students for place in each.objects], minlength=33)
    assert counts.max() - counts.min() <= 2
    assert set(students[0].objects) == set(students[1].objects) == set(students[2].objects)
    assert set(students[0].objects).isdisjoint(students[3].objects)
    assert store.count_students(code) == 11


def test_questions_of_silent_students_go_to_others(
    store: Store, new_session: NewSession, clock
) -> None:
    code = store.open_session(new_session(20))
    silent, busy = admitted(store, code), admitted(store, code)
    for nth in range(QUESTIONS):
        assert store.take_answer(busy, nth, 0, 0.1)
    clock.now += questions.PATIENT + 1
    assert set(admitted(store, code).objects) == set(silent.objects)


def test_few_objects_are_all_asked(store: Store, new_session: NewSession) -> None:
    code = store.open_session(new_session(4))
    assert sorted(admitted(store, code).objects) == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(5))
def test_the_least_loaded_objects_come_first(seed: int) -> None:
    rng = np.random.default_rng(seed)
    load = rng.integers(0, 5, 40)
    chosen = choose_objects(load, rng)
    assert len(set(chosen.tolist())) == QUESTIONS
    assert load[chosen].max() <= np.delete(load, chosen).min()


@pytest.mark.parametrize("seed", range(5))
def test_objects_that_others_have_begun_come_before_new_ones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    load = np.array([0] * 20 + [1] * 4 + [2] * 3 + [3] * 5)
    chosen = share_objects(load, rng)
    assert len(set(chosen.tolist())) == QUESTIONS
    assert sorted(load[chosen].tolist()) == [0] * 3 + [1] * 4 + [2] * 3


def test_several_classes_are_a_set_and_all_of_them_say_nothing(
    store: Store, new_session: NewSession
) -> None:
    code = store.open_session(new_session())
    student = admitted(store, code)
    assert store.take_answer(student, 0, [0, 2], 0.25)
    assert store.take_answer(student, 1, [0, 1, 2], 0.0)
    opened = store.latest_session()
    assert opened is not None
    answers = store.answers(opened)
    assert answers.set_sizes.tolist() == [2, 3]
    assert answers.table()["answer"].tolist()[1] == "*"
    again = store.find_student(code, student.token)
    assert again is not None and again.answers[:2] == (([0, 2], 0.25), ([0, 1, 2], 0.0))


def test_an_answer_can_be_changed_and_counts_once(store: Store, new_session: NewSession) -> None:
    code = store.open_session(new_session())
    first, second = admitted(store, code), admitted(store, code)
    assert store.take_answer(first, 0, 1, 0.5)
    assert store.take_answer(first, 0, 2, 0.25)
    assert store.take_answer(second, 3, 0, 0.0)
    opened = store.latest_session()
    assert opened is not None
    answers = store.answers(opened)
    assert answers.rows.tolist() == [first.objects[0], second.objects[3]]
    assert answers.annotators.tolist() == [0, 1]
    assert answers.codes.tolist() == [2, 0] and answers.doubts.tolist() == [0.25, 0.0]
    again = store.find_student(code, first.token)
    assert again is not None and again.answers[0] == (2, 0.25) and again.answers[1] is None


def test_a_closed_session_takes_nothing_and_keeps_everything(
    store: Store, new_session: NewSession
) -> None:
    code = store.open_session(new_session())
    student = admitted(store, code)
    store.take_answer(student, 0, 1, 0.5)
    store.close_session(code)
    assert not store.take_answer(student, 1, 1, 0.5)
    opened = store.latest_session()
    assert opened is not None and len(store.answers(opened)) == 1


def test_a_token_is_good_for_its_own_session_only(store: Store, new_session: NewSession) -> None:
    code = store.open_session(new_session())
    student = admitted(store, code)
    other = store.open_session(new_session())
    assert store.find_student(other, student.token) is None
    assert store.find_student(code, "guess") is None


def test_a_full_session_admits_nobody(store: Store, new_session: NewSession, monkeypatch) -> None:
    monkeypatch.setattr(store_module, "MAX_STUDENTS", 2)
    code = store.open_session(new_session())
    assert admitted(store, code) and admitted(store, code)
    assert store.add_student(code, draw_token()) is None
