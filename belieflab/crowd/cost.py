"""What learning from a crowd is expected to take; constants measured on a common machine."""

from belieflab.cost import Cost
from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.next_questions import DECIMALS
from belieflab.data.crowd_answers import CrowdAnswers

FLOAT = 8
COPIES = 4
"""Tables of answers by classes that are held at a time."""
MATRICES = 6
"""Confusion matrices of every annotator that EM holds at a time."""

SECONDS_PER_ENTRY = 1e-7
"""Of an answer and a class, in all steps of EM and in what is measured afterwards."""
SECONDS_PER_ANSWER = 1.5e-6
SECONDS_PER_CONFUSION = 2.5e-7
"""Of an entry of the confusion matrices, in all steps of EM."""


def analysis_cost(answers: CrowdAnswers, n_annotators: int, confusion: bool) -> Cost:
    """What `analyse` is expected to cost: answers by classes, and matrices of all annotators."""
    said, size = len(answers), answers.frame.size
    matrices = n_annotators * size**2 if confusion else 0
    seconds = 3e-3 + said * (SECONDS_PER_ANSWER + SECONDS_PER_ENTRY * size)
    tables = COPIES * (said + answers.n) * size + MATRICES * matrices
    return Cost(seconds + SECONDS_PER_CONFUSION * matrices, FLOAT * tables + 100.0 * said)


def labels_cost(answers: CrowdAnswers, n_annotators: int, confusion: bool) -> Cost:
    """What the labels by any rule are expected to cost, once the crowd is analysed."""
    whole = analysis_cost(answers, n_annotators, False)
    size = answers.frame.size
    products = len(answers) * size**2 if confusion else 0
    return Cost(whole.seconds + 1e-9 * products, whole.bytes)


def questions_cost(analysis: CrowdAnalysis) -> Cost:
    """What the search for the best questions is expected to cost."""
    size, kinds = analysis.said.frame.size, analysis.n_annotators
    confusions = analysis.confusions is not None
    each = 1e-5 + 2e-6 * size + (1.1e-7 if confusions else 1.2e-8) * size**2
    seconds = 2e-3 + 3e-7 * len(analysis.said)
    seconds += each * (kinds if confusions else min(kinds, 10**DECIMALS))
    return Cost(seconds, FLOAT * 400.0 * kinds)
