"""The weight of doubts: honest ones are taken at their word, others change nothing."""

import numpy as np
import pytest
from scipy.special import expit, logit

from belieflab.evaluation.doubt_weight import CERTAIN, weigh_doubts


def draw(rng, n, weight):
    """Doubts, and evidence about labels that are wrong with probability σ(weight · logit)."""
    doubt = rng.uniform(0.02, 0.5, n)
    rate = expit(logit(0.1) + weight * (logit(doubt) - logit(doubt).mean()))
    wrong = rng.random(n) < rate
    score = rng.normal(np.where(wrong, 1.5, -1.5), np.sqrt(3))  # its own log odds: N(±m, 2m)
    return doubt, score, wrong


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
def test_the_weight_that_made_the_labels_is_found_again(weight):
    doubt, odds, _ = draw(np.random.default_rng(1), 20_000, weight)
    added, u = weigh_doubts(doubt, odds), logit(doubt)
    found = np.ptp(added) / np.ptp(u)
    assert found == pytest.approx(weight, abs=0.1)
    np.testing.assert_allclose(added, found * (u - u.mean()), atol=1e-9)


def test_honest_doubts_find_more_wrong_labels_and_others_lose_none():
    rng = np.random.default_rng(2)
    gains = []
    for weight in (1.0, 0.0):
        doubt, odds, wrong = draw(rng, 5_000, weight)
        count = int(wrong.sum())
        plain, helped = (
            wrong[np.argsort(-score)[:count]].mean()
            for score in (odds, odds + weigh_doubts(doubt, odds))
        )
        gains.append(helped - plain)
    assert gains[0] > 0.02 and abs(gains[1]) < 0.01


@pytest.mark.parametrize("n", [0, 1, 3])
def test_doubts_that_are_all_the_same_and_no_labels_at_all_add_nothing(n):
    assert not weigh_doubts(np.full(n, 0.3), np.linspace(-2, 2, n)).any()


def test_certain_labels_and_evidence_without_bound_stay_finite():
    added = weigh_doubts(np.array([0.0, 1.0, 0.5]), np.array([-700.0, 700.0, 0.0]))
    assert np.isfinite(added).all() and abs(np.ptp(added)) <= 2 * logit(1 - CERTAIN) + 1e-9
