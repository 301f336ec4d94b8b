"""Playing the oracle: answers of every kind, taken back, and what they change."""

import numpy as np
import pytest

from belieflab import DataError, Frame
from belieflab.active import Answer, Dialogue, Line, as_masses
from belieflab.data import load_sample

LINE = Line("gamma-eknn", "confidence")


@pytest.fixture(scope="module")
def iris():
    return load_sample("iris", seed=0)


@pytest.fixture
def dialogue(iris):
    return Dialogue(iris.X, iris.frame, seed=4)


def play(dialogue, truth, n, line=LINE):
    """Answer n questions truthfully."""
    for _ in range(n):
        row = dialogue.think(line).question
        dialogue = dialogue.answered(row, {1 << int(truth[row]): 1.0})
    return dialogue


def test_answers_become_masses():
    frame = Frame(["a", "b", "c"])
    assert as_masses(frame, ["b"]) == {2: 1.0}
    assert as_masses(frame, ["a", "c"], 0.25) == {5: 0.75, 7: 0.25}
    assert as_masses(frame, []) == as_masses(frame, ["a"], 1.0) == {7: 1.0}
    assert as_masses(frame, ["a", "b", "c"], 0.2) == {7: 1.0}
    with pytest.raises(DataError, match="between 0 and 1"):
        as_masses(frame, ["a"], 1.5)


def test_truthful_answers_teach_the_model(dialogue, iris):
    before = dialogue.think(LINE).opinion
    np.testing.assert_allclose(before.probabilities, 1 / 3)
    after = play(dialogue, iris.truth, 15)
    error = (after.think(LINE).opinion.decide() != iris.truth).mean()
    assert error < 0.25
    assert len(after.told) == len(set(after.told)) == 15


def test_an_answer_taken_back_brings_back_its_question(dialogue, iris):
    after = play(dialogue, iris.truth, 5)
    before = after.undone()
    row = after.answers[-1].row
    assert before.think(LINE).question == row
    assert len(before.answers) == 4
    assert after.until(4).told.tolist() == before.told.tolist()
    assert dialogue.undone().told.size == 0


def test_labels_hold_every_kind_of_answer(iris):
    given = (Answer(3, {1: 1.0}),)
    dialogue = Dialogue(iris.X, iris.frame, given).answered(7, {3: 0.6, 7: 0.4})
    dialogue = dialogue.answered(8, {7: 1.0})
    labels = dialogue.labels
    assert labels.mass_of(1)[3] == 1
    assert labels.mass_of(3)[7] == pytest.approx(0.6)
    assert labels.mass_of(7)[[7, 8, 100]].tolist() == pytest.approx([0.4, 1, 1])
    assert dialogue.told.tolist() == [3, 7, 8]
    assert not set(dialogue.candidates) & {3, 7, 8}
    assert dialogue.undone().undone().undone().told.tolist() == [3]


def test_when_everything_is_answered_nothing_is_asked():
    X = np.arange(4.0)[:, None]
    dialogue = Dialogue(X, Frame("ab"))
    truth = np.array([0, 0, 1, 1])
    assert play(dialogue, truth, 4).think(LINE).question is None


def test_what_cannot_be_gets_a_sentence(iris):
    with pytest.raises(DataError, match="two classes"):
        Dialogue(iris.X, Frame(["only"]))
    with pytest.raises(DataError, match="answered about once"):
        Dialogue(iris.X, iris.frame, (Answer(1, {1: 1.0}), Answer(1, {2: 1.0})))
    with pytest.raises(DataError, match="row number"):
        Dialogue(iris.X, iris.frame, (Answer(150, {1: 1.0}),))
    with pytest.raises(DataError, match="probabilities, which have no conflict"):
        Dialogue(iris.X, iris.frame).think(Line("logistic", "conflict"))
