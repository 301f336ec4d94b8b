"""Devices as the teacher sees them: merged into one student, and taken apart again."""

from collections.abc import Callable

import pytest

from belieflab import DataError
from belieflab.classroom import devices as devices_module
from belieflab.classroom.codes import Tokens
from belieflab.classroom.devices import (
    admit_devices,
    device_kind,
    list_devices,
    merge_devices,
    remove_devices,
    separate_devices,
)
from belieflab.classroom.session import ClassSession
from belieflab.classroom.store import Store, Student

draw_token = Tokens().draw


@pytest.fixture
def four(store: Store, new_session: Callable[..., ClassSession]) -> tuple[str, list[Student]]:
    """A session about ten objects, so that all four devices are asked about the same ones."""
    code = store.open_session(new_session(10))
    found = [store.add_student(code, draw_token(), f"10.0.0.{n}", "Android") for n in range(4)]
    return code, [student for student in found if student is not None]


def students(store: Store, code: str) -> list[int]:
    return [device.student for device in list_devices(store, code)]


def test_merged_devices_are_one_student(store: Store, four: tuple[str, list[Student]]) -> None:
    code, (first, second, third, _) = four
    for student, chosen in ((first, 0), (second, 1), (third, 2)):
        assert store.take_answer(student, student.objects.index(4), chosen, 0.1)
    assert store.take_answer(first, first.objects.index(7), 0, 0.1)
    merge_devices(store, code, [1, 2])
    opened = store.latest_session()
    assert opened is not None
    answers = store.answers(opened)
    # About object 4 the newer device counts; both answers of the pair are one annotator's.
    found = sorted(zip(answers.annotators, answers.rows, answers.codes, strict=True))
    assert found == [(0, 4, 1), (0, 7, 0), (1, 4, 2)]
    assert store.count_students(code) == 3
    assert store.take_answer(first, 0, 0, 0.1)  # both go on


def test_merging_is_undone(store: Store, four: tuple[str, list[Student]]) -> None:
    code, _ = four
    assert students(store, code) == [1, 2, 3, 4]
    merge_devices(store, code, [2, 3])
    merge_devices(store, code, [3, 4])
    assert students(store, code) == [1, 2, 2, 2]
    separate_devices(store, code, [2])
    assert students(store, code) == [1, 2, 3, 3]
    separate_devices(store, code, [4])
    assert students(store, code) == [1, 2, 3, 4]
    with pytest.raises(DataError, match="at least two"):
        merge_devices(store, code, [2, 2])


def test_the_list_says_who_is_where(store: Store, four: tuple[str, list[Student]]) -> None:
    code, (first, *_) = four
    store.take_answer(first, 0, 1, 0.5)
    remove_devices(store, code, [3])
    found = list_devices(store, code)
    assert [device.address for device in found] == [f"10.0.0.{n}" for n in range(4)]
    assert [device.state for device in found] == ["in", "in", "removed", "in"]
    assert [(device.answered, device.asked) for device in found] == [(1, 10)] + [(0, 10)] * 3
    assert device_kind("Mozilla/5.0 (X11; CrOS x86_64)") == "Chromebook"
    assert device_kind("<script>") == "other"


def test_devices_that_take_part_and_those_that_wait_take_no_places_of_each_other(
    store: Store, new_session: Callable[..., ClassSession]
) -> None:
    store.max_per_address = 2
    code = store.open_session(new_session())
    joined = [store.add_student(code, draw_token(), "router") for _ in range(3)]
    assert [each is not None for each in joined] == [True, True, False]
    store.require_admission(code, True)
    waiting = [store.add_student(code, draw_token(), "router") for _ in range(3)]
    assert [each is not None for each in waiting] == [True, True, False]
    remove_devices(store, code, [3])
    assert store.add_student(code, draw_token(), "router")
    admit_devices(store, code, [4])
    states = [device.state for device in list_devices(store, code)]
    assert states == ["in", "in", "removed", "in", "waiting"]


def test_admission_stops_at_the_last_place(
    store: Store, new_session: Callable[..., ClassSession], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices_module, "MAX_STUDENTS", 2)
    code = store.open_session(new_session(), admission=True)
    for _ in range(3):
        assert store.add_student(code, draw_token())
    with pytest.raises(DataError, match="full"):
        admit_devices(store, code, [1, 2, 3])
    assert {device.state for device in list_devices(store, code)} == {"waiting"}  # all or none
    admit_devices(store, code, [3, 1])
    assert [device.state for device in list_devices(store, code)] == ["in", "waiting", "in"]
