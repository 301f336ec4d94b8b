"""How the answers about an object become its label, one entry each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.belief.masks import full_of, masks_of
from belieflab.belief.rules import RULES
from belieflab.crowd.measures import BLOCK, confused, take
from belieflab.data.crowd import MAX_RELIABILITY
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.registry import Registry

if TYPE_CHECKING:
    from belieflab.crowd.analysis import CrowdAnalysis

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class LabelRule:
    """A way to make labels of answers.

    `label`: what was learned about the annotators, and the answers, into one label per object,
    vacuous where nobody answered.
    """

    key: str
    title: str
    label: Callable[["CrowdAnalysis", CrowdAnswers], MassTable]


def _by_posterior(analysis: "CrowdAnalysis", answers: CrowdAnswers) -> MassTable:
    silent = answers.counts == 0
    if analysis.by_votes:
        shares = _shares(answers)
        shares[silent] = 1.0
        posteriors = shares / shares.sum(axis=1, keepdims=True)
    else:
        posteriors = posteriors_of(analysis, answers)
    table = MassTable.from_probabilities(posteriors, answers.frame)
    return table.discount(silent.astype(np.float64)).compact() if silent.any() else table


def _by_dempster(analysis: "CrowdAnalysis", answers: CrowdAnswers) -> MassTable:
    return answers.combine("dempster", np.minimum(analysis.believed, MAX_RELIABILITY))


def _by_average(analysis: "CrowdAnalysis", answers: CrowdAnswers) -> MassTable:
    return answers.combine("average")


def _by_vote(analysis: "CrowdAnalysis", answers: CrowdAnswers) -> MassTable:
    shares, frame = _shares(answers), answers.frame
    masks = masks_of(shares >= shares.max(axis=1, keepdims=True) - 1e-9)
    masks = np.where(answers.counts == 0, full_of(frame.size, answers.n, frame.omega), masks)
    return MassTable.from_sets(masks.tolist(), frame)


def _shares(answers: CrowdAnswers) -> Floats:
    """The sum of BetP over the answers about each object [shape=(n, K)]."""
    shares = np.zeros((answers.n, answers.frame.size))
    np.add.at(shares, answers.rows, answers.pignistic())
    return shares


def posteriors_of(analysis: "CrowdAnalysis", answers: CrowdAnswers) -> Floats:
    """P(class | answers) ∝ θ Π L_a at the parameters of the model."""
    size = answers.frame.size
    logs = np.tile(np.log(np.maximum(analysis.prior, 1e-300)), (answers.n, 1))
    for first in range(0, len(answers), BLOCK):
        part = np.arange(first, min(first + BLOCK, len(answers)))
        said, who = take(answers, part).pignistic() * size, answers.annotators[part]
        if analysis.confusions is None:
            able = analysis.believed[who][:, None]
            likelihoods = 1.0 - able + able * said
        else:
            likelihoods = confused(analysis.confusions, who, said)
        np.add.at(logs, answers.rows[part], np.log(np.maximum(likelihoods, 1e-300)))
    logs -= logs.max(axis=1, keepdims=True)
    found = np.exp(logs)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


LABEL_RULES = Registry(
    "rule for labels",
    [
        LabelRule("posterior", "Posterior of the model", _by_posterior),
        LabelRule(
            "dempster", f"{RULES['dempster'].title}, discounted by reliability", _by_dempster
        ),
        LabelRule("average", f"{RULES['average'].title} of the answers", _by_average),
        LabelRule("vote", "Majority", _by_vote),
    ],
)

LABEL_TITLES = {rule.key: rule.title for rule in LABEL_RULES.values()}
"""How answers become labels, as a control lists them."""
