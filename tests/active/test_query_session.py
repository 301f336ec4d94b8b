"""Playing the oracle: answers of every kind, taken back, and what they change."""

import numpy as np
import pytest

from belieflab import DataError, Frame
from belieflab.active import Answer, Line, QuerySession, as_masses
from belieflab.data import load_sample

LINE = Line("gamma-eknn", "confidence")


@pytest.fixture(scope="module")
def iris():
    return load_sample("iris", seed=0)


@pytest.fixture
def session(iris):
    return QuerySession(iris.X, iris.frame, seed=4)


def play(session, truth, n, line=LINE):
    """Answer n questions truthfully."""
    for _ in range(n):
        row = session.next_query(line).row
        session = session.answered(row, {1 << int(truth[row]): 1.0})
    return session


def test_answers_become_masses():
    frame = Frame(["a", "b", "c"])
    assert as_masses(frame, ["b"]) == {2: 1.0}
    assert as_masses(frame, ["a", "c"], 0.25) == {5: 0.75, 7: 0.25}
    assert as_masses(frame, []) == as_masses(frame, ["a"], 1.0) == {7: 1.0}
    assert as_masses(frame, ["a", "b", "c"], 0.2) == {7: 1.0}
    with pytest.raises(DataError, match="between 0 and 1"):
        as_masses(frame, ["a"], 1.5)


def test_truthful_answers_teach_the_model(session, iris):
    before = session.next_query(LINE).prediction
    np.testing.assert_allclose(before.probabilities, 1 / 3)
    after = play(session, iris.truth, 15)
    error = (after.next_query(LINE).prediction.classes() != iris.truth).mean()
    assert error < 0.25
    assert len(after.labelled) == len(set(after.labelled)) == 15


def test_an_answer_taken_back_brings_back_its_question(session, iris):
    after = play(session, iris.truth, 5)
    before = after.undone()
    row = after.answers[-1].row
    assert before.next_query(LINE).row == row
    assert len(before.answers) == 4
    assert after.until(4).labelled.tolist() == before.labelled.tolist()
    assert session.undone().labelled.size == 0


def test_labels_hold_every_kind_of_answer(iris):
    given = (Answer(3, {1: 1.0}),)
    session = QuerySession(iris.X, iris.frame, given).answered(7, {3: 0.6, 7: 0.4})
    session = session.answered(8, {7: 1.0})
    labels = session.labels
    assert labels.mass_of(1)[3] == 1
    assert labels.mass_of(3)[7] == pytest.approx(0.6)
    assert labels.mass_of(7)[[7, 8, 100]].tolist() == pytest.approx([0.4, 1, 1])
    assert session.labelled.tolist() == [3, 7, 8]
    assert not set(session.candidates) & {3, 7, 8}
    assert session.undone().undone().undone().labelled.tolist() == [3]


def test_when_everything_is_answered_nothing_is_asked():
    X = np.arange(4.0)[:, None]
    session = QuerySession(X, Frame("ab"))
    truth = np.array([0, 0, 1, 1])
    assert play(session, truth, 4).next_query(LINE).row is None


def test_what_cannot_be_gets_a_sentence(iris):
    with pytest.raises(DataError, match="two classes"):
        QuerySession(iris.X, Frame(["only"]))
    with pytest.raises(DataError, match="answered about once"):
        QuerySession(iris.X, iris.frame, (Answer(1, {1: 1.0}), Answer(1, {2: 1.0})))
    with pytest.raises(DataError, match="row number"):
        QuerySession(iris.X, iris.frame, (Answer(150, {1: 1.0}),))
    with pytest.raises(DataError, match="probabilities, which have no conflict"):
        QuerySession(iris.X, iris.frame).next_query(Line("logistic", "conflict"))
