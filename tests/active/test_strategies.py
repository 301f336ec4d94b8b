"""Strategies ask about what they say they ask about."""

import numpy as np
import pytest

from belieflab import DataError, MassTable
from belieflab.active import STRATEGIES, Line, Tuning, active_classifiers
from belieflab.active.learner import Learner, can_answer
from belieflab.active.strategies import QueryContext, choose
from belieflab.data import build_labels, load_sample
from belieflab.evaluation.classifiers import CLASSIFIERS, Prediction, TrainingSet

MASSES = MassTable(
    "abc",
    [1, 2, 4, 3, 7],
    [
        [0.9, 0.1, 0.0, 0.0, 0.0],  # sure
        [0.5, 0.5, 0.0, 0.0, 0.0],  # evidence for two: discord
        [0.0, 0.0, 0.0, 0.0, 1.0],  # ignorance
        [0.0, 0.0, 0.1, 0.9, 0.0],  # two classes, which one is not known
    ],
)


def context(masses: MassTable | None = MASSES, conflict=(0.1, 0.6, 0.0, 0.2), members=None):
    betting = MASSES.pignistic()
    prediction = Prediction(betting, masses, None if masses is None else np.array(conflict))
    votes = betting[None] if members is None else members
    return QueryContext(prediction, lambda: votes, np.random.default_rng(0))


def scores(key, **given):
    return STRATEGIES[key].score(context(**given))


def test_the_measures_are_those_of_the_formulas():
    betting = MASSES.pignistic()
    np.testing.assert_allclose(scores("confidence"), 1 - betting.max(axis=1))
    largest = np.sort(betting, axis=1)
    np.testing.assert_allclose(scores("margin"), 1 - (largest[:, 2] - largest[:, 1]))
    naive = [-sum(p * np.log2(p) for p in row if p > 0) for row in betting]
    np.testing.assert_allclose(scores("entropy"), naive)
    np.testing.assert_allclose(scores("nonspecificity"), [0, 0, 1, 0.9 * np.log(2) / np.log(3)])
    np.testing.assert_allclose(scores("discord"), MASSES.discord())
    np.testing.assert_allclose(scores("conflict"), [0.1, 0.6, 0.0, 0.2])


def test_epistemic_and_aleatory_strategies_ask_about_different_objects():
    asked = {key: int(choose(scores(key))[0]) for key in ("nonspecificity", "discord", "entropy")}
    assert asked == {"nonspecificity": 2, "discord": 1, "entropy": 2}


def test_discord_of_probabilities_is_their_entropy():
    np.testing.assert_allclose(scores("discord", masses=None), scores("entropy", masses=None))


def test_a_committee_asks_where_its_members_disagree():
    agreed = np.tile([[0.5, 0.5, 0.0]], (2, 1))
    votes = np.stack([np.vstack([agreed, [[1, 0, 0]]]), np.vstack([agreed, [[0, 1, 0]]])])
    found = scores("committee", members=votes)
    np.testing.assert_allclose(found, [0, 0, 1], atol=1e-12)


def test_equal_scores_are_asked_in_the_order_of_the_candidates():
    assert choose(np.array([0.1, 0.3 + 1e-16, 0.3, 0.2]), 3).tolist() == [1, 2, 3]
    assert choose(np.array([0.1]), 5).tolist() == [0]


@pytest.fixture(scope="module")
def training():
    iris = load_sample("iris", seed=0)
    return TrainingSet(iris.X, build_labels("epsilon-noise", iris, seed=1, epsilon=0.3))


SLOW = {"forest", "forest-soft", "boosting-soft"}


@pytest.mark.parametrize("model", [key for key in active_classifiers() if key not in SLOW])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_pair_scores_every_candidate_or_is_refused(training, model, strategy):
    line = Line(model, strategy)
    if not can_answer(CLASSIFIERS[model], STRATEGIES[strategy]):
        with pytest.raises(
            DataError, match=r"answers with probabilities|does not measure conflict"
        ):
            Learner(training, Tuning(), line)
        return
    found = []
    for _ in range(2):
        rng = np.random.default_rng(5)
        learner, labelled = Learner(training, Tuning(), line), np.arange(0, 150, 10)
        fitted, points = learner.fit(labelled, rng), training.X[5::10]
        found.append(learner.score(fitted, fitted.predict_all(points), labelled, points, rng))
    assert found[0].shape == (15,)
    assert np.isfinite(found[0]).all()
    np.testing.assert_array_equal(*found)


def test_a_forest_is_its_own_committee(training):
    learner = Learner(training, Tuning(), Line("forest", "committee"))
    labelled, points = np.arange(0, 150, 10), training.X[5::10]
    fitted = learner.fit(labelled, np.random.default_rng(0))
    assert fitted.votes(points).shape == (100, 15, 3)
    np.testing.assert_allclose(
        fitted.votes(points).mean(axis=0), fitted.predict_all(points).probabilities
    )
