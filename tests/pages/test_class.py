"""A class on the Crowd page, in process: a session, its answers, its labels, and without one."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
import streamlit as st
from opened_pages import drawn, metrics, open_page
from streamlit.testing.v1 import AppTest

from belieflab.classroom import PORT_VARIABLE, STORE_VARIABLE
from belieflab.classroom.codes import spell_code
from belieflab.classroom.store import Store
from belieflab.classroom.student_requests import StudentRequests
from belieflab.data.crowd_files import join_items, read_crowd_file
from belieflab.data.dataset import Dataset
from belieflab.ui.method.annotators import crowd_of_labels
from belieflab.ui.shell.lecture import Lecture
from belieflab.ui.shell.workspace import Recipe, Workspace

opened = partial(open_page, "crowd", answers_of="class")


@pytest.fixture
def store(tmp_path, monkeypatch) -> Store:
    path = tmp_path / "sessions.sqlite"
    monkeypatch.setenv(STORE_VARIABLE, str(path))
    monkeypatch.setenv(PORT_VARIABLE, "8600")
    return Store(path)


def iris() -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe("iris"), Recipe("hard"))
    return workspace


def click(app: AppTest, name: str) -> AppTest:
    return drawn(app.button(key=f"crowd.class.{name}").click())


def choices(app: AppTest) -> list[Any]:
    """The choice between annotators and class, where there is one."""
    return [each for each in app.get("button_group") if each.key == "crowd.answers_of"]


def sentences(app: AppTest) -> str:
    shown = [*app.markdown, *app.caption, *app.error, *app.info, *app.get("html")]
    texts = [getattr(element, "value", None) or element.proto.body for element in shown]
    return "\n".join(texts).replace("\\", "")


def answer(store: Store, students: int, chosen: int = 0, doubt: float = 0.5) -> str:
    """So many new students who say the same about all their objects; returns the session's code."""
    requests, session = StudentRequests(store), store.latest_session()
    for _ in range(students):
        welcome = requests.join({"code": session.code}, "", "phone")
        for nth in range(len(welcome.sheet["questions"])):
            message = {"code": session.code, "question": nth, "class": chosen, "doubt": doubt}
            requests.answer(message, welcome.token)
    return session.code


def test_without_a_class_the_page_says_nothing_of_one_unless_asked(monkeypatch):
    monkeypatch.delenv(STORE_VARIABLE, raising=False)
    workspace = iris()
    workspace.build_labels("crowd")
    assert "run-class" not in sentences(open_page("crowd", workspace))
    app = opened(workspace)  # a link from where there is one
    assert "make run-class" in sentences(app) and not app.error
    assert metrics(app)["Annotators"] == "5" and not choices(app)


def test_from_an_empty_page_to_labels_and_back(store):
    app = drawn(opened(Workspace()).button(key="crowd.begin").click())
    workspace = app.session_state["workspace"]
    drawn(app.slider(key="crowd.class.objects").set_value(20))
    app.text_area(key="crowd.class.note").set_value("setosa  is\nleft")
    click(app, "open")
    session = store.latest_session().session
    assert len(session.asked) == 20 and session.note == "setosa is left"
    assert session.class_names == workspace.dataset.class_names
    assert metrics(app)["Students"] == "0" and metrics(app)["Mean conflict"] == "–"
    click(app, "take")
    assert "Nobody has answered" in sentences(app) and workspace.labels is None

    code = answer(store, 2, chosen=0, doubt=0.2)
    answer(store, 2, chosen=1, doubt=0.0)
    drawn(app)
    assert spell_code(code) in sentences(app)
    shown = metrics(app)
    assert (shown["Students"], shown["Answers"], shown["Of 20 objects"]) == ("4", "40", "20")
    assert shown["Mean conflict"] == "0.83"  # three share: (1 - (1 - 0.9 · 0.8)²) · 0.9
    assert "%" in shown["Wrong labels"]

    app.selectbox(key="crowd.class.rule").set_value("yager")
    drawn(app)
    click(app, "take")
    labels = workspace.labels
    asked = labels[session.asked]
    counts = store.answers(store.latest_session()).counts[session.asked]
    assert sorted(counts.tolist()) == [1] * 10 + [3] * 10  # three share, the fourth begins others
    np.testing.assert_allclose(asked.mass_of(0b001)[counts == 3], (1 - 0.28**2) * 0.1)
    np.testing.assert_allclose(asked.mass_of(0b010)[counts == 3], 0.9 * 0.28**2)
    np.testing.assert_allclose(asked.mass_of(0b010)[counts == 1], 0.9)
    crowd = crowd_of_labels(workspace)
    assert crowd.names == ("student 1", "student 2", "student 3", "student 4")
    assert len(crowd.answers) == 40 and workspace.state.of_crowd
    assert metrics(open_page("crowd", workspace))["Answers"] == "40"
    silent = np.setdiff1d(np.arange(150), session.asked)
    assert (labels[silent].mass_of(0b111) == 1).all()
    assert workspace.state.label_note == "answers of 4 students"
    workspace.undo()
    assert workspace.labels is None and workspace.state.crowd is None


def test_annotators_and_the_class_are_one_click_apart(store):
    workspace = iris()
    workspace.build_labels("crowd")
    app = open_page("crowd", workspace)
    assert metrics(app)["Annotators"] == "5" and not app.error
    drawn(choices(app)[0].set_value("class"))
    click(app, "open")
    code = answer(store, 2)
    drawn(app)
    assert spell_code(code) in sentences(app)
    assert (metrics(app)["Students"], metrics(app)["Of 60 objects"]) == ("2", "10")
    click(app, "take")
    drawn(choices(app)[0].set_value("annotators"))
    assert spell_code(code) not in sentences(app)
    assert (metrics(app)["Annotators"], metrics(app)["Answers"]) == ("2", "20")


def test_objects_that_a_split_keeps_apart_are_asked_about_too(store):
    workspace = iris()
    parts = tuple("test" if n % 3 == 0 else "train" for n in range(150))
    workspace.adopt_dataset(replace(workspace.dataset, split=parts))
    app = opened(workspace)
    drawn(app.slider(key="crowd.class.objects").set_value(150))
    click(app, "open")
    assert len(store.latest_session().session.asked) == 150
    answer(store, 1)
    click(app, "take")
    assert not app.error and len(app.session_state["workspace"].labels) == 150


def test_students_may_be_believed_as_far_as_they_agree(store):
    app = click(opened(iris()), "open")
    answer(store, 3, chosen=2, doubt=0.0)
    app.selectbox(key="crowd.class.trust").set_value("agreement with the others")
    drawn(app)
    assert not app.error and app.slider(key="crowd.class.reliability").disabled
    click(app, "take")
    assert app.session_state["workspace"].labels.mass_of(0b100).max() >= 0.5


def test_a_reload_finds_the_session_and_other_data_are_not_labelled(store):
    click(opened(iris()), "open")
    answer(store, 1)
    app = opened(Workspace())
    assert metrics(app)["Answers"] == "10"
    click(app, "take")
    assert "asks about Iris" in sentences(app)
    assert app.session_state["workspace"].labels is None


def test_a_session_is_closed_opened_again_and_followed_by_another(store):
    app = click(opened(iris()), "open")
    code = answer(store, 1)
    click(app, "close")
    assert store.is_open(code) is False and "session is closed" in sentences(app)
    assert metrics(app)["Answers"] == "10"
    assert "Honest doubt" in sentences(app)
    assert app.dataframe[0].value["answers"].tolist() == [10]
    click(app, "reveal")
    with store.read() as base:
        assert base.execute("SELECT revealed FROM session").fetchone()[0] is not None
    click(app, "reopen")
    assert "Honest doubt" not in sentences(app)
    assert store.is_open(code)
    click(click(app, "close"), "another")
    click(app, "open")
    assert store.latest_session().code != code
    assert metrics(app)["Answers"] == "0"


def test_the_teacher_sees_admits_removes_and_merges_devices(store):
    app = opened(iris())
    drawn(app.toggle(key="crowd.class.admission").set_value(True))
    click(app, "open")
    requests, code = StudentRequests(store), store.latest_session().code
    welcomes = [requests.join({"code": code}, "", f"10.0.0.{n}", "iPhone") for n in range(3)]
    assert all(welcome.waiting for welcome in welcomes)
    drawn(app)
    table = app.dataframe[0].value
    assert table["State"].tolist() == ["waits"] * 3
    assert table["Address"].tolist() == ["10.0.0.0", "10.0.0.1", "10.0.0.2"]
    assert table["Kind"].tolist() == ["iPhone"] * 3
    click(app, "admit_all")
    assert metrics(app)["Students"] == "3"
    click(app, "merge")
    assert "Choose the devices first" in sentences(app)
    app.multiselect(key="crowd.class.devices").set_value([1, 3])
    click(app, "merge")
    assert metrics(app)["Students"] == "2"
    assert app.dataframe[0].value["State"].tolist()[2] == "takes part, with 1"
    app.multiselect(key="crowd.class.devices").set_value([2])
    click(app, "remove")
    assert metrics(app)["Students"] == "1"
    drawn(app.toggle(key="crowd.class.live_admission").set_value(False))
    assert not requests.join({"code": code}, "", "late").waiting


def test_data_without_classes_get_them_from_the_teacher(store):
    workspace = Workspace()
    workspace.adopt_dataset(Dataset(np.arange(12.0).reshape(6, 2), ("u", "v")))
    app = opened(workspace)
    assert "two classes" in sentences(app)
    drawn(app.text_input(key="crowd.class.names").set_value("ill, *well*"))
    click(app, "open")
    answer(store, 1, chosen=1)
    click(app, "take")
    assert workspace.labels.frame.names == ("ill", "*well*")
    assert workspace.dataset.class_names == ("ill", "*well*")


def test_a_hidden_truth_stays_hidden(store):
    workspace = iris()
    workspace.hide_truth()
    app = click(opened(workspace), "open")
    answer(store, 1)
    assert "Wrong labels" not in metrics(drawn(app))


def test_a_lecture_shows_picture_and_code_alone(store):
    click(opened(iris()), "open")
    workspace = iris()
    workspace.lecture = Lecture(("rule",))
    app = opened(workspace)
    assert not app.title and metrics(app)["Answers"] == "0"
    assert [box.key for box in app.selectbox] == ["crowd.class.rule"]
    assert {button.key for button in app.button} == {"lecture.next", "lecture.leave"}


@pytest.mark.parametrize("with_ids", [True, False])
def test_saved_answers_come_back_to_the_same_objects(store, monkeypatch, with_ids):
    """Ids that are numbers, but other ones than those of the rows."""
    X = np.arange(80.0).reshape(40, 2)
    ids = tuple(str(each) for each in np.random.default_rng(3).permutation(40) + 1)
    dataset = Dataset(X, ("u", "v"), np.arange(40) % 2, ("ill", "well"), "forty")
    dataset = replace(dataset, ids=ids) if with_ids else dataset
    workspace, makers = Workspace(), {}
    workspace.adopt_dataset(dataset)
    app = click(opened(workspace), "open")
    answer(store, 2, chosen=1, doubt=0.25)
    answer(store, 1, chosen=0, doubt=1.0)
    given = store.answers(store.latest_session())
    monkeypatch.setattr(
        st, "download_button", lambda *_, **look: makers.update({look["key"]: look["data"]})
    )
    opened(workspace)
    read = read_crowd_file(makers["crowd.class.save"]())
    assert read.annotators == ("student 1", "student 2", "student 3") and not app.error
    found = join_items(read, dataset).answers
    pairs = [set(zip(each.rows, each.annotators, strict=True)) for each in (given, found)]
    assert pairs[0] == pairs[1] and len(pairs[0]) == 30
    for rule in ("average", "dempster"):
        labels = [each.combine(rule, 0.9).pignistic() for each in (given, found)]
        np.testing.assert_allclose(labels[0], labels[1][:, : labels[0].shape[1]])
