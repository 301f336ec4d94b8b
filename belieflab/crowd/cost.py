"""What learning from a crowd is expected to take; constants measured on a common machine."""

from belieflab.cost import Cost
from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.next_questions import (
    DECIMALS,
    candidates,
    count_answers,
    group_by_size,
)
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
SECONDS_PER_CHANCE = 6e-9
"""Of an answer that an annotator may give, for a class or about an object."""
SECONDS_PER_PRODUCT = 4e-11
"""Of a product behind it, where annotators have confusion matrices."""


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
    """What the search for the best questions is expected to cost.

    For every annotator each possible answer meets each class and each uncertain object.
    """
    size, confusions = analysis.said.frame.size, analysis.confusions is not None
    objects = len(candidates(analysis))
    seconds = 2e-3 + 3e-7 * len(analysis.said)
    for set_size, group in group_by_size(analysis).items():
        kinds = len(group) if confusions else min(len(group), 10**DECIMALS)
        answers = count_answers(size, set_size)
        products = (objects + size * (answers != size)) * size * answers if confusions else 0
        chances = (objects + size) * answers
        seconds += kinds * (1e-5 + SECONDS_PER_CHANCE * chances + SECONDS_PER_PRODUCT * products)
    return Cost(seconds, FLOAT * 400.0 * analysis.n_annotators)
