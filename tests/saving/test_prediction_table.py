"""The table of decisions: block by block the same as at once, and it can be stopped."""

import numpy as np
import pandas as pd
import pytest

from belieflab.belief.decision_costs import DecisionCosts
from belieflab.data import build_labels, load_sample
from belieflab.data.reading.new_objects import Features
from belieflab.iteration import StopFlag, Stopped, stop_scope
from belieflab.neighbors import EvidentialKNN
from belieflab.saving import predictor
from belieflab.saving.predictor import Predictor, prediction_table


@pytest.fixture(scope="module")
def predicted():
    iris = load_sample("iris")
    model = EvidentialKNN(5).fit(iris.X, build_labels("expert-doubt", iris, seed=1))
    found = Predictor.of(model, iris)
    table = pd.DataFrame(iris.X, columns=iris.feature_names)
    new = Features.of(iris).match(table, "median")
    return model, new, found.predict(new)


@pytest.mark.parametrize("rule", [None, DecisionCosts(reject=0.3)])
def test_blocks_of_objects_give_the_same_table(predicted, rule, monkeypatch):
    at_once = prediction_table(*predicted, rule)
    monkeypatch.setattr(predictor, "BLOCK_ROWS", 7)
    pd.testing.assert_frame_equal(prediction_table(*predicted, rule), at_once)
    assert len(at_once) == 150 and at_once["decision"].nunique() > 2


def test_the_decisions_can_be_stopped(predicted):
    flag = StopFlag()

    class StopsItself:
        def masks(self, table):
            flag.set()
            return np.ones(len(table), dtype=np.int64)

        sets = masks

    with pytest.raises(Stopped), stop_scope(flag):
        prediction_table(*predicted, StopsItself())
