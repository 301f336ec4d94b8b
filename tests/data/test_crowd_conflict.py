import numpy as np

from belieflab import Frame, MassTable
from belieflab.belief.combination import combine
from belieflab.data.crowd import Crowd
from belieflab.data.crowd_conflict import crowd_conflict


def test_conflict_is_the_mass_on_the_empty_set_of_the_conjunctive_rule():
    rng = np.random.default_rng(0)
    frame = Frame("abcd")
    answers = rng.integers(-1, 4, size=(50, 5))
    crowd = Crowd(frame, answers, rng.uniform(0, 1, 5))
    tables = [
        MassTable.from_guess_and_doubt(
            [None if code < 0 else frame.names[code] for code in answers[:, j]],
            1 - crowd.reliabilities[j],
            frame,
        )
        for j in range(5)
    ]
    expected = combine(tables, "conjunctive").mass_of(0)
    np.testing.assert_allclose(crowd_conflict(crowd), expected, atol=1e-12)


def test_annotators_who_agree_or_are_silent_do_not_conflict():
    crowd = Crowd(Frame("ab"), np.array([[0, 0, 0], [-1, -1, 1]]), np.array([0.9, 1.0, 0.5]))
    assert crowd_conflict(crowd).tolist() == [0, 0]
