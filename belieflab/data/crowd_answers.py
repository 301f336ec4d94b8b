"""Answers with a doubt, one by one, as a class of students or any real crowd gives them.

Annotator j says the set of classes A about object i with doubt d: m(A) = r_j (1 - d), the rest on
Ω, where r_j is how far j is believed. As a file there is one line per answer:

    row,annotator,answer,doubt
    17,1,setosa,0.25
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.masks import Masks, full_of, membership
from belieflab.data.answer_headings import COLUMNS
from belieflab.data.answer_masses import SetOfClasses, check_numbers, checked_doubts, split_masses
from belieflab.data.crowd import shares_of_agreement
from belieflab.data.dataset import UNKNOWN
from belieflab.errors import DataError

if TYPE_CHECKING:
    import pandas as pd

MAX_ANNOTATORS = 1_000_000
"""Numbers of annotators up to which arrays with one entry each are made, whoever answered."""


@dataclass(frozen=True, eq=False)
class CrowdAnswers:
    """What annotators said about n objects; every answer is a mass function with few focal sets.

    Made by `from_codes` (one class, with a doubt), `from_sets` (a set of classes, with a doubt) or
    `from_masses` (anything else).

    Attributes
    ----------
    frame : the K classes
    n : number of objects, of which many may have no answer
    rows : object of each answer, from 0 [shape=(A,)]
    annotators : who said it, numbers from 0 [shape=(A,)]
    starts : where the focal sets of each answer begin, and the end [shape=(A + 1,)]
    focal : masks of the focal sets of all answers [shape=(E,)]
    mass : their masses, which sum to 1 in each answer [shape=(E,)]
    """

    frame: Frame
    n: int
    rows: NDArray[np.int64]
    annotators: NDArray[np.int64]
    starts: NDArray[np.int64]
    focal: Masks
    mass: NDArray[np.float64]

    def __post_init__(self) -> None:
        check_numbers("an object", self.rows, self.n)
        check_numbers("an annotator", self.annotators, max(len(self.rows), MAX_ANNOTATORS))
        width = np.int64(self.annotators.max(initial=0) + 1)
        pairs = np.sort(self.rows * width + self.annotators)
        if (pairs[1:] == pairs[:-1]).any():
            raise DataError("An annotator answers at most once about each object.")

    @property
    def nbytes(self) -> int:
        """What the answers hold in memory."""
        parts = self.rows, self.annotators, self.starts, self.focal, self.mass
        return sum(int(part.nbytes) for part in parts)

    @classmethod
    def from_codes(
        cls,
        frame: Frame,
        n: int,
        rows: ArrayLike,
        annotators: ArrayLike,
        codes: ArrayLike,
        doubts: ArrayLike = 0.0,
    ) -> "CrowdAnswers":
        """Answers that name one class each, by its number, with doubts from 0 to 1."""
        numbers = np.asarray(codes, dtype=np.int64)
        check_numbers("a class", numbers, frame.size)
        return cls.from_sets(frame, n, rows, annotators, frame.singletons[numbers], doubts)

    @classmethod
    def from_sets(
        cls,
        frame: Frame,
        n: int,
        rows: ArrayLike,
        annotators: ArrayLike,
        masks: Masks,
        doubts: ArrayLike = 0.0,
    ) -> "CrowdAnswers":
        """Answers that name a set of classes A each: m(A) = 1 - d, m(Ω) = d; Ω is "don't know".

        Examples
        --------
        >>> frame = Frame(["cat", "dog", "wolf"])
        >>> sets = np.array([frame.mask(["dog", "wolf"]), frame.mask(["dog"])])
        >>> answers = CrowdAnswers.from_sets(frame, 1, [0, 0], [0, 1], sets, [0.0, 0.2])
        >>> answers.combine("dempster").pignistic().round(2)
        array([[0. , 0.9, 0.1]])
        """
        doubt = checked_doubts(frame, masks, doubts)
        whole = full_of(frame.size, len(masks), frame.omega)
        focal = np.column_stack([masks, whole]).ravel()
        mass = np.column_stack([1.0 - doubt, doubt]).ravel()
        objects, who = (np.asarray(each, dtype=np.int64) for each in (rows, annotators))
        starts = np.arange(0, len(mass) + 1, 2, dtype=np.int64)
        return cls(frame, n, objects, who, starts, focal, mass)

    @classmethod
    def from_masses(
        cls,
        frame: Frame,
        n: int,
        rows: ArrayLike,
        annotators: ArrayLike,
        masses: MassTable | Sequence[Mapping[SetOfClasses, float]],
    ) -> "CrowdAnswers":
        """Answers of any kind, as one mass function each, whose masses sum to 1.

        Parameters
        ----------
        frame : Frame
            The K classes.
        n : int
            Number of objects.
        rows, annotators : array-like of int [shape=(A,)]
            The object of each answer, and who gave it, from 0.
        masses : MassTable [shape=(A, F)] or sequence of A mappings
            Mappings give masses to sets: a class name, a tuple of names, a bit mask, or None for
            all classes. The first set is what the answer names; in a table, that with most mass.

        Returns
        -------
        CrowdAnswers

        Examples
        --------
        Probably a cat, else a dog, never an elk; then "dog or wolf", half sure; then "don't know":

        >>> frame = Frame(["cat", "dog", "elk", "wolf"])
        >>> answers = CrowdAnswers.from_masses(frame, 1, [0, 0, 0], [0, 1, 2], [
        ...     {"cat": 0.6, "dog": 0.2, ("cat", "dog", "wolf"): 0.2},
        ...     {("dog", "wolf"): 0.5, None: 0.5},
        ...     {None: 1.0},
        ... ])
        >>> answers.combine("dempster").pignistic().round(2)
        array([[0.48, 0.4 , 0.  , 0.12]])
        """
        objects, who = (np.asarray(each, dtype=np.int64) for each in (rows, annotators))
        return cls(frame, n, objects, who, *split_masses(frame, masses, len(objects)))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def n_annotators(self) -> int:
        """How many annotators said something."""
        return len(np.unique(self.annotators))

    @property
    def counts(self) -> NDArray[np.int64]:
        """Answers about each object [shape=(n,)]."""
        return np.bincount(self.rows, minlength=self.n)

    def agreement(self) -> NDArray[np.float64]:
        """How often each annotator says what most others say [shape=(J,)], see `crowd.agreement`.

        J is one more than the largest annotator's number.
        """
        if not len(self):
            return np.empty(0)
        codes = self.codes
        named = codes != UNKNOWN
        given = self.rows[named], self.annotators[named], codes[named]
        return shares_of_agreement(*given, int(self.annotators.max()) + 1, self.frame)

    @property
    def codes(self) -> NDArray[np.int64]:
        """The class that each answer names first; -1 where it names a larger set."""
        first, singletons = self.focal[self.starts[:-1]], self.frame.singletons
        places = np.minimum(np.searchsorted(singletons, first), len(singletons) - 1)
        return np.where(singletons[places] == first, places, UNKNOWN)

    @property
    def doubts(self) -> NDArray[np.float64]:
        """Mass on Ω in each answer [shape=(A,)]."""
        ignorant = np.where(self.focal == self.frame.omega, self.mass, 0.0)
        return self._sums(ignorant)

    @property
    def set_sizes(self) -> NDArray[np.float64]:
        """Mean size of the focal sets of each answer, Ω left out unless there is no other."""
        sets, which = np.unique(self.focal, return_inverse=True)
        sizes = membership(self.frame.size, sets).sum(axis=1)[which]
        precise = np.where(self.focal == self.frame.omega, 0.0, self.mass)
        given, weighted = self._sums(precise), self._sums(precise * sizes)
        return np.where(given > 0, weighted / np.where(given > 0, given, 1.0), self.frame.size)

    def pignistic(self) -> NDArray[np.float64]:
        """BetP of each answer [shape=(A, K)]."""
        sets, which = np.unique(self.focal, return_inverse=True)
        members = membership(self.frame.size, sets)
        shares = members / np.maximum(members.sum(axis=1, keepdims=True), 1.0)
        first = self.starts[:-1]
        found: NDArray[np.float64] = shares[which[first]]
        found *= self.mass[first][:, None]
        lengths = np.diff(self.starts)
        for nth in range(1, int(lengths.max(initial=1))):
            longer = np.flatnonzero(lengths > nth)
            entries = first[longer] + nth
            found[longer] += shares[which[entries]] * self.mass[entries][:, None]
        return found

    def _sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Sums over the focal sets of each answer."""
        if not len(self):
            return np.empty((0, *values.shape[1:]))
        sums: NDArray[np.float64] = np.add.reduceat(values, self.starts[:-1], axis=0)
        return sums

    def combine(self, rule: str = "dempster", reliabilities: ArrayLike = 1.0) -> MassTable:
        """One label per object by a rule of `belieflab.belief.RULES`; vacuous without an answer.

        `reliabilities`: r, one number for all or one per annotator [shape=(J,)]. Only those who
        answered about an object are its sources, which matters to the average.
        """
        rates = self._rates(reliabilities)
        order = np.argsort(self.rows, kind="stable")
        counts = self.counts
        first = np.concatenate([[0], np.cumsum(counts)])
        silent = np.flatnonzero(counts == 0)
        rows, parts = [silent], [MassTable.vacuous(len(silent), self.frame)]
        for count in np.unique(counts[counts > 0]).tolist():
            chosen = np.flatnonzero(counts == count)
            said = [order[first[chosen] + nth] for nth in range(count)]
            rows.append(chosen)
            sources = [self.masses(each).discount(rates[each]) for each in said]
            parts.append(_combined(sources, rule))
        gathered = MassTable.stack(parts)
        return gathered[np.argsort(np.concatenate(rows), kind="stable")].compact()

    def masses(self, chosen: NDArray[np.int64]) -> MassTable:
        """The chosen answers as mass functions, one row each."""
        lengths = np.diff(self.starts)[chosen]
        answer = np.repeat(np.arange(len(chosen)), lengths)
        offsets = np.arange(len(answer)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        entries = np.repeat(self.starts[:-1][chosen], lengths) + offsets
        focal, columns = np.unique(self.focal[entries], return_inverse=True)
        mass = np.zeros((len(chosen), len(focal)))
        np.add.at(mass, (answer, columns), self.mass[entries])
        return MassTable(self.frame, focal, mass)

    def conflict(self, reliabilities: ArrayLike = 1.0) -> NDArray[np.float64]:
        """Mass on ∅ when the conjunctive rule combines all answers about an object [shape=(n,)]."""
        return self.combine("conjunctive", reliabilities).mass_of(0)

    def table(self) -> "pd.DataFrame":
        """One line per answer, objects and annotators counted from 1."""
        import pandas as pd  # samples load without

        from belieflab.data.label_files.notation import joined

        sets, which = np.unique(self.focal[self.starts[:-1]], return_inverse=True)
        whole = int(self.frame.omega) if self.frame.size > 1 else 0
        texts = [
            "*" if int(mask) == whole else joined(self.frame.members(int(mask))) for mask in sets
        ]
        said = np.array(texts, dtype=object)[which] if len(texts) else np.empty(0, dtype=object)
        columns = (self.rows + 1, self.annotators + 1, said, self.doubts)
        return pd.DataFrame(dict(zip(COLUMNS, columns, strict=True)))

    def _rates(self, reliabilities: ArrayLike) -> NDArray[np.float64]:
        """The rate by which each answer is discounted: 1 - r_j."""
        values = np.asarray(reliabilities, dtype=np.float64)
        if not ((values >= 0) & (values <= 1)).all():
            raise DataError("A reliability is a number from 0 to 1.")
        if values.ndim and len(self) and len(values) <= int(self.annotators.max()):
            raise DataError(f"{len(values)} reliabilities are too few for these annotators.")
        return 1.0 - (values[self.annotators] if values.ndim else np.full(len(self), values))


def _combined(sources: list[MassTable], rule: str) -> MassTable:
    from belieflab.belief import RULES, combine  # compiled: not for the process that reads files

    try:
        return combine(sources, rule)
    except DataError:
        if rule not in RULES or not RULES[rule].divides_conflict:
            raise
        raise DataError(
            f"{RULES[rule].title}'s rule cannot combine answers that contradict each other without "
            "any doubt. Believe the annotators less, or take another rule."
        ) from None
