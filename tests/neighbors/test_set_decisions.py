"""Answers as sets of classes: one, several, none."""

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.neighbors.set_decisions import DECISION_RULES, decide_sets, is_wrong

TABLE = MassTable("abc", [1, 2, 6, 7], [[0.9, 0.0, 0.0, 0.1], [0.1, 0.4, 0.4, 0.1], [0, 0, 0, 1]])


def test_every_rule_decides_with_masks():
    assert decide_sets(TABLE).tolist() == [1, 2, 1]
    assert decide_sets(TABLE, "plausibility").tolist() == [1, 2, 1]
    assert decide_sets(TABLE, "rejection", 0.5).tolist() == [1, 2, 0]
    assert decide_sets(TABLE, "rejection", 0.01).tolist() == [0, 0, 0]
    assert decide_sets(TABLE, "interval").tolist() == [1, 6, 7]
    assert set(DECISION_RULES) == {"pignistic", "plausibility", "rejection", "interval"}


def test_only_a_decision_that_leaves_the_truth_out_is_wrong():
    decisions, truth = np.array([1, 1, 6, 6, 0, 1]), np.array([1, 2, 4, 1, 1, -1])
    assert is_wrong(decisions, truth).tolist() == [False, True, False, True, False, False]


def test_an_unknown_rule_is_refused():
    with pytest.raises(DataError, match="no decision rule called 'coin'"):
        decide_sets(TABLE, "coin")
