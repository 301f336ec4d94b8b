"""A crowd of annotators: their answers, how reliable they are, and what they say together.

An answer is a class code, -1 where an annotator said nothing. Annotator j's answer k is the
simple mass function m({k}) = r_j, m(Ω) = 1 - r_j: the answer discounted by 1 - r_j, his
reliability's complement. Sources of this kind combine in closed form, whatever their number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.rules import RULES
from belieflab.data.dataset import UNKNOWN
from belieflab.errors import DataError

if TYPE_CHECKING:
    from belieflab.data.crowd_answers import CrowdAnswers

MAX_RELIABILITY = 0.99
"""Nobody counts as perfectly reliable: two such annotators who disagree would leave no mass."""


@dataclass(frozen=True)
class Crowd:
    """What a crowd said.

    Attributes
    ----------
    frame : the K classes
    answers : class codes [shape=(n, J)], -1 where an annotator said nothing
    reliabilities : one number from 0 to 1 per annotator [shape=(J,)]
    """

    frame: Frame
    answers: NDArray[np.int64]
    reliabilities: NDArray[np.float64]

    def combine(self, rule: str = "dempster") -> MassTable:
        """One label per object by one of the rules of `combine_annotators`."""
        return combine_annotators(self.answers, self.reliabilities, rule, self.frame)


def combine_annotators(
    answers: "ArrayLike | CrowdAnswers",
    reliabilities: ArrayLike = 1.0,
    rule: str = "dempster",
    frame: Frame | Iterable[object] | None = None,
) -> MassTable:
    """One label per object from the answers of J annotators, each discounted by 1 - reliability.

    Parameters
    ----------
    answers : array-like of int [shape=(n, J)] or CrowdAnswers
        Class codes, -1 = no answer; or answers of any kind: sets of classes, with a confidence,
        with probabilities, "don't know" (`CrowdAnswers.from_sets`, `CrowdAnswers.from_masses`).
    reliabilities : float or array-like [shape=(J,)]
        One number from 0 to 1 for all, or one for each.
    rule : str
        `dempster` (independent annotators; total conflict names its rows), `cautious` (annotators
        who may have copied: the strongest support counts once; disagreement stays as mass on ∅)
        or `average` (mean of the masses of those who answered). For `CrowdAnswers` any rule of
        `belieflab.belief.RULES`.
    frame : Frame or iterable
        The classes, where the answers are codes.

    Returns
    -------
    MassTable
        An object without an answer gets the vacuous label.

    Examples
    --------
    >>> combine_annotators([[0, 0], [0, -1]], 0.5, "average", ["cat", "dog"]).pignistic().tolist()
    [[0.75, 0.25], [0.75, 0.25]]
    >>> from belieflab.data.crowd_answers import CrowdAnswers
    >>> frame = Frame(["cat", "dog", "elk"])
    >>> said = [{("cat", "dog"): 1.0}, {"cat": 0.5, None: 0.5}]
    >>> answers = CrowdAnswers.from_masses(frame, 1, [0, 0], [0, 1], said)
    >>> combine_annotators(answers).pignistic().tolist()
    [[0.75, 0.25, 0.0]]
    """
    from belieflab.data.crowd_answers import CrowdAnswers  # which needs this module

    if isinstance(answers, CrowdAnswers):
        return answers.combine(rule, reliabilities)
    if frame is None:
        raise DataError("Class codes need the classes: give them as `frame`.")
    frame = frame if isinstance(frame, Frame) else Frame(frame)
    codes = _checked_codes(answers, frame)
    reliable = _checked_reliabilities(reliabilities, codes.shape[1])
    combine = RULES[rule].combine_simple if rule in RULES else None
    if combine is None:
        raise DataError(f"{rule!r} is no rule for a crowd; there are {', '.join(crowd_rules())}.")
    return combine(frame, codes, reliable)


def crowd_rules() -> dict[str, str]:
    """The rules with a closed form for single answers, with their titles."""
    return {rule.key: rule.title for rule in RULES.values() if rule.combine_simple}


def answer_codes(
    answers: Sequence[Sequence[object]] | NDArray[np.object_], frame: Frame
) -> NDArray[np.int64]:
    """Answers written as class names to codes [shape=(n, J)]; None, NaN and blank are no answer."""
    table = np.array(answers, dtype=object)
    if table.ndim != 2:
        raise DataError("Answers are a table with one row per object and one column per annotator.")
    codes = np.full(table.shape, UNKNOWN, dtype=np.int64)
    for (row, column), answer in np.ndenumerate(table):
        if answer is None or answer != answer or not str(answer).strip():
            continue
        try:
            codes[row, column] = frame.index(answer)
        except DataError as error:
            raise DataError(f"Row {row + 1}, annotator {column + 1}: {error}") from None
    return codes


def agreement(answers: ArrayLike, frame: Frame) -> NDArray[np.float64]:
    """How often each annotator says what most of the others say [shape=(J,)].

    A first guess at reliabilities when no truth is known. An object counts for annotator j when
    he answered and one class has strictly the most votes of the others; an annotator without
    such an object gets 0.5.
    """
    codes = _checked_codes(answers, frame)
    rows, annotators = np.nonzero(codes != UNKNOWN)
    return shares_of_agreement(rows, annotators, codes[rows, annotators], codes.shape[1], frame)


def shares_of_agreement(
    rows: NDArray[np.int64],
    annotators: NDArray[np.int64],
    codes: NDArray[np.int64],
    n_annotators: int,
    frame: Frame,
) -> NDArray[np.float64]:
    """The same from single answers: object, annotator and class of each [shape=(A,)].

    Time and memory grow with the number of answers alone. An answer agrees when its class leads
    by two or more votes, one of which is its own; it counts as well when one other class leads.
    """
    objects, places = np.unique(rows, return_inverse=True)
    votes, voted, counts = np.unique(
        places * np.int64(frame.size) + codes, return_inverse=True, return_counts=True
    )
    of_object = votes // frame.size
    first = np.zeros(len(objects), dtype=np.int64)
    np.maximum.at(first, of_object, counts)
    leads = counts == first[of_object]
    leaders = np.bincount(of_object[leads], minlength=len(objects))
    second = np.full(len(objects), 0 if frame.size > 1 else -1, dtype=np.int64)
    np.maximum.at(second, of_object[~leads], counts[~leads])
    leading, alone = leads[voted], leaders[places]
    agrees = leading & (alone == 1) & (first[places] - 1 > second[places])
    counted = agrees | (leading & (alone == 2)) | (~leading & (alone == 1))
    asked = np.bincount(annotators[counted], minlength=n_annotators)
    agreed = np.bincount(annotators[agrees], minlength=n_annotators)
    return np.where(asked > 0, agreed / np.maximum(asked, 1), 0.5)


def _checked_codes(answers: ArrayLike, frame: Frame) -> NDArray[np.int64]:
    codes = np.asarray(answers)
    if codes.ndim != 2 or codes.shape[1] == 0 or codes.dtype.kind not in "iu":
        raise DataError(
            "Answers are a table of class codes with one row per object and one column per "
            "annotator, -1 where nothing was said."
        )
    outside = (codes < UNKNOWN) | (codes >= frame.size)
    if outside.any():
        row, column = np.argwhere(outside)[0]
        raise DataError(
            f"Row {row + 1}, annotator {column + 1}: the answer {codes[row, column]} is no class "
            f"of the {frame.size}, which are numbered from 0; -1 means no answer."
        )
    return codes.astype(np.int64)


def _checked_reliabilities(reliabilities: ArrayLike, annotators: int) -> NDArray[np.float64]:
    values = np.asarray(reliabilities, dtype=np.float64)
    if values.ndim > 1 or (values.ndim == 1 and len(values) != annotators):
        raise DataError(f"{annotators} annotators but {values.size} reliabilities.")
    values = np.broadcast_to(values, (annotators,)).copy()
    bad = ~((values >= 0) & (values <= 1))
    if bad.any():
        j = int(np.argmax(bad))
        raise DataError(
            f"Annotator {j + 1} has the reliability {values[j]:g}; it is a number from 0 to 1."
        )
    return values
