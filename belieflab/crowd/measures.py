"""What is measured of answers: agreement, plausibilities, errors under a posterior."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from belieflab.belief.masks import member_flags
from belieflab.crowd.annotators import tells_of
from belieflab.crowd.reliability import NORMAL_95
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.errors import DataError
from belieflab.iteration import check_stop

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

BLOCK = 200_000
"""Answers that are looked at at a time, so that a large crowd needs little memory."""


def take(answers: CrowdAnswers, chosen: NDArray[np.int64]) -> CrowdAnswers:
    """Some of the answers, by their numbers."""
    lengths = np.diff(answers.starts)[chosen]
    ends = np.cumsum(lengths)
    entries = np.repeat(answers.starts[:-1][chosen] - (ends - lengths), lengths)
    entries = entries + np.arange(int(ends[-1]) if len(ends) else 0)
    return replace(
        answers,
        rows=answers.rows[chosen],
        annotators=answers.annotators[chosen],
        starts=np.concatenate([[0], ends]).astype(np.int64),
        focal=answers.focal[entries],
        mass=answers.mass[entries],
    )


def weigh(answers: CrowdAnswers, weights: Floats) -> CrowdAnswers:
    """The answers discounted by 1 - w_j; those of weight 0 are left out."""
    if not ((weights >= 0) & (weights <= 1)).all():
        raise DataError("A weight is a number from 0 to 1.")
    if (weights == 1).all():
        return answers
    kept = take(answers, np.flatnonzero(weights[answers.annotators] > 0))
    weight = weights[kept.annotators]
    if (weight == 1).all():
        return kept
    lengths, ends = np.diff(kept.starts), kept.starts[1:]
    mass = np.insert(kept.mass * np.repeat(weight, lengths), ends, 1.0 - weight)
    focal = np.insert(kept.focal, ends, kept.frame.omega)
    starts = kept.starts + np.arange(len(kept.starts))
    return replace(kept, starts=starts, focal=focal, mass=mass)


def compare(answers: CrowdAnswers, heard: NDArray[np.bool_]) -> tuple[Flags, int]:
    """Which answers can be compared with another one, and how many say something but cannot.

    An answer can be compared where it says something and somebody else who is heard [shape=(J,)]
    said something about the same object.
    """
    tells = np.empty(len(answers), dtype=bool)
    for part in blocks(answers):
        tells[part] = tells_of(take(answers, part).pignistic() * answers.frame.size)
    counted = tells & heard[answers.annotators]
    others = np.bincount(answers.rows[counted], minlength=answers.n)[answers.rows] - counted
    compared = tells & (others > 0)
    return compared, int((counted & ~compared).sum())


def agreement_with_others(answers: CrowdAnswers, count: int) -> Floats:
    """How often the set that an answer names holds the one class that the others favour."""
    size = answers.frame.size
    total = np.zeros((answers.n, size))
    for part in blocks(answers):
        np.add.at(total, answers.rows[part], take(answers, part).pignistic())
    asked, agreed = np.zeros(count), np.zeros(count)
    for part in blocks(answers):
        block = take(answers, part)
        others = total[block.rows] - block.pignistic()
        favoured = others.argmax(axis=1)
        ordered = np.partition(others, max(size - 2, 0), axis=1)
        second = ordered[:, -2] if size > 1 else 0.0
        clear = (answers.counts[block.rows] > 1) & (ordered[:, -1] > second + 1e-9)
        asked += np.bincount(block.annotators[clear], minlength=count)
        same = clear & holds(block, favoured)
        agreed += np.bincount(block.annotators[same], minlength=count)
    return np.where(asked > 0, agreed / np.maximum(asked, 1), np.nan)


def mean_contours(answers: CrowdAnswers) -> Floats:
    """Mean plausibility of each class over the answers about an object; 1 without any."""
    sets, which = np.unique(answers.focal, return_inverse=True)
    members = member_flags(answers.frame.size, sets).astype(np.float64)
    rows = np.repeat(answers.rows, np.diff(answers.starts))
    found = np.zeros((answers.n, answers.frame.size))
    for first in range(0, len(rows), BLOCK):
        part = slice(first, first + BLOCK)
        np.add.at(found, rows[part], members[which[part]] * answers.mass[part][:, None])
    counts = answers.counts[:, None]
    return np.where(counts > 0, found / np.maximum(counts, 1), 1.0)


def wilson(shares: Floats, counts: NDArray[np.int64]) -> Floats:
    """95 % intervals of shares of these numbers of answers, after Wilson (1927)."""
    number, squared = np.maximum(counts, 1), NORMAL_95**2  # of 0 answers the share is NaN
    middle = (shares + squared / (2 * number)) / (1 + squared / number)
    spread = np.sqrt(shares * (1 - shares) / number + squared / (4 * number**2))
    wide = NORMAL_95 * spread / (1 + squared / number)
    return np.clip(np.column_stack([middle - wide, middle + wide]), 0.0, 1.0)


def errors_under(
    answers: CrowdAnswers, beliefs: Callable[[NDArray[np.int64]], Floats], count: int
) -> tuple[Floats, Floats]:
    """Mean probability that the class is outside the named set, with intervals.

    `beliefs` gives the probabilities of the classes of the objects of some of the answers, by the
    numbers of these answers. NaN for an annotator without an answer.
    """
    sets, which = np.unique(answers.focal[answers.starts[:-1]], return_inverse=True)
    members = member_flags(answers.frame.size, sets).astype(np.float64)
    outside = np.empty(len(answers))
    for part in blocks(answers):
        outside[part] = 1.0 - (beliefs(part) * members[which[part]]).sum(axis=1)
    counts = answers_of(answers, count)
    errors = np.full(count, np.nan)
    np.divide(np.bincount(answers.annotators, outside, count), counts, errors, where=counts > 0)
    errors = np.clip(errors, 0.0, 1.0)
    return errors, wilson(errors, counts)


def confused(confusions: Floats, who: NDArray[np.int64], said: Floats) -> Floats:
    """Σ_l π_j[k, l] m_a(l) of each answer a of annotator j [shape=(A, K)], one j after another."""
    found = np.empty_like(said)
    order = np.argsort(who, kind="stable")
    for part in np.split(order, np.flatnonzero(np.diff(who[order])) + 1):
        check_stop()
        found[part] = said[part] @ confusions[who[part[0]]].T if len(part) else 0.0
    return found


def answers_of(answers: CrowdAnswers, count: int) -> NDArray[np.int64]:
    """How many answers each annotator gave [shape=(count,)]."""
    return np.bincount(answers.annotators, minlength=count)


def holds(answers: CrowdAnswers, codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether the set that each answer names first holds that class."""
    sets, which = np.unique(answers.focal[answers.starts[:-1]], return_inverse=True)
    return member_flags(answers.frame.size, sets).astype(bool)[which, codes]


def blocks(answers: CrowdAnswers) -> list[NDArray[np.int64]]:
    """Numbers of the answers, some at a time."""
    places = np.arange(len(answers), dtype=np.int64)
    return [places[first : first + BLOCK] for first in range(0, len(places), BLOCK)]
