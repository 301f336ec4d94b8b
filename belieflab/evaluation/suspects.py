"""Which labels the evidence speaks against, and what it says in their place."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame, MassTable
from belieflab.belief.classes import find_classes
from belieflab.belief.labels import as_mass_table, check_length, one_or_two_dimensional
from belieflab.belief.masks import Masks, masks_of, member_flags
from belieflab.data.label_summary import best_sets
from belieflab.errors import DataError
from belieflab.evaluation.agreement_with_labels import ROUNDING, agree
from belieflab.evaluation.doubt_weight import weigh_doubts

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]

AGAINST, RATIO = "against", "ratio"
"""Rank labels by the evidence against them, or by favoured class and best rival."""

IGNORANCE_COUNTED = 0.3
"""Share of m(Ω) that stands for the classes in the ratio.

With all of it, as in BetP, objects of which little is known come last however clearly that little
speaks against the label. Chosen on data and seeds other than those of the benchmark.
"""

FAINT = 1e-6
"""Probability that no evidence goes below when the weight of doubts is learned."""

LEFT_OUT = "left_out"
"""Key in `DataFrame.attrs`: how many objects have all mass of label or evidence on ∅."""


@dataclass(frozen=True)
class Suspicion:
    """What the evidence about m objects says of their labels.

    Attributes
    ----------
    rows : the objects by number, the most suspect first; those with all mass on ∅ are left out
    against, support, ignorance : evidence against and for the label, and m(Ω)
    probability : BetP of the label
    suggested : the classes that the evidence points to, as masks
    labels : the set that each label favours, as masks; Ω for a label that says nothing

    All but `rows` are of these rows, in their order [shape=(m,)].
    """

    frame: Frame
    rows: Rows
    against: Floats
    support: Floats
    ignorance: Floats
    probability: Floats
    suggested: Masks
    labels: Masks

    def __getitem__(self, chosen: NDArray[Any]) -> "Suspicion":
        """Some of the objects, by a mask or by places in the order."""
        numbers = (self.against, self.support, self.ignorance, self.probability)
        taken = (each[chosen] for each in (self.rows, *numbers, self.suggested, self.labels))
        return Suspicion(self.frame, *taken)

    def __len__(self) -> int:
        return len(self.rows)

    @classmethod
    def nothing(cls, frame: Frame) -> "Suspicion":
        """About no object."""
        none, masks = np.zeros(0), frame.singletons[:0]
        return cls(frame, none.astype(np.int64), none, none, none, none, masks, masks)

    @property
    def unlabelled(self) -> NDArray[np.bool_]:
        """Which labels say nothing [shape=(m,)]."""
        return np.asarray(self.labels == self.frame.omega)

    @property
    def ambiguous(self) -> NDArray[np.bool_]:
        """Where the evidence points to several classes, but not to all of them [shape=(m,)]."""
        single = (self.suggested & (self.suggested - 1)) == 0
        return np.asarray(~single & (self.suggested != self.frame.omega))

    def to_frame(self) -> "pd.DataFrame":
        """One row per object, as `suspects` returns it."""
        import pandas as pd

        names = {mask: name_set(self.frame, mask) for mask in {*self.labels, *self.suggested}}
        doubtful = zip(self.suggested.tolist(), self.ambiguous.tolist(), strict=True)
        return pd.DataFrame(
            {
                "label": [names[mask] for mask in self.labels.tolist()],
                "points to": [names[mask] for mask in self.suggested.tolist()],
                "against": self.against,
                "for": self.support,
                "ignorance": self.ignorance,
                "probability": self.probability,
                "ambiguous": [
                    _between(self.frame, mask) if several else "" for mask, several in doubtful
                ],
            },
            index=pd.Index(self.rows, name="object"),
        )


def suspects(table: MassTable, y: Any, *, unknown: Any = None, by: str = AGAINST) -> "pd.DataFrame":
    r"""Objects ranked by how much the evidence about them speaks against their label.

    With the evidence m_i about object i, which must not come from its own label (see
    `held_out_masses`), and the label m_i^y, both normalised:

    - evidence against: Σ_{A ∩ B = ∅} m_i(A) m_i^y(B), the conflict of the two (Shafer 1976)
    - evidence for: Σ_{B ≠ Ω} m_i^y(B) bel_i(B) + m_i^y(Ω) Σ_k bel_i({k}) / K; for a label that is
      one set B this is bel_i(B), for a guess with doubt Σ_k BetP_i^y(k) bel_i({k})
    - ignorance: m_i(Ω)
    - probability: Σ_B m_i^y(B) BetP_i(B)

    The evidence points to the shortest prefix of the classes in falling BetP_i with bel_i ≥ ½.

    Parameters
    ----------
    table : MassTable [n rows]
        The evidence about the objects, from a classifier that did not learn from them.
    y : labels
        Hard [shape=(n,)], plausibilities [shape=(n, K)] or a MassTable, on the classes of `table`.
        An unknown label is never suspect.
    unknown : optional
        A value of hard labels that means unknown, such as -1.
    by : "against" or "ratio"
        "against", for how much of the evidence excludes the label: by that number, equal ones by
        rising probability; a doubt excuses its label. "ratio", as the page Suspects, finds more of
        the wrong labels first (benchmark `suspects`): by q_i of the set that the label favours over
        the largest q_i of a class outside, q_i = BetP_i - 0.7 m_i(Ω)/K; equal ones by falling
        doubt, which counts as far as doubted labels are contradicted more often (`weigh_doubts`).

    Returns
    -------
    DataFrame
        The most suspect object first, with its row as index: `label`, `points to`, `against`,
        `for`, `ignorance`, `probability`, `ambiguous` (between which classes). Objects with all
        mass on ∅, of label or evidence, are left out; `attrs["left_out"]` counts them.

    See Also
    --------
    held_out_masses : the evidence of any classifier of the registry.

    Examples
    --------
    >>> from belieflab import MassTable
    >>> evidence = MassTable(["a", "b", "c"], [1, 2, 3, 7], [[0.1, 0.7, 0, 0.2], [0, 0, 0.8, 0.2]])
    >>> found = suspects(evidence, ["a", "a"])
    >>> found[["label", "points to", "against", "for", "ignorance"]].reset_index()
       object label points to  against  for  ignorance
    0       0     a         b      0.7  0.1        0.2
    1       1     a    {a, b}      0.0  0.0        0.2
    """
    labels = labels_on(table.frame, y, len(table), unknown)
    if by not in (AGAINST, RATIO):
        raise DataError(f'Labels are ranked by "{AGAINST}" or "{RATIO}"; found {by!r}.')
    found = weigh(table, labels, by)
    made = found.to_frame()
    made.attrs[LEFT_OUT] = len(table) - len(found)
    return made


def weigh(table: MassTable, labels: MassTable, by: str = AGAINST) -> Suspicion:
    """The evidence for and against labels on the same frame, ranked as `suspects` does it."""
    rows = np.flatnonzero((table.conflict() < 1.0) & (labels.conflict() < 1.0))
    given = _taken(labels, rows)
    frame, found = table.frame, agree(_taken(table, rows), given)
    doubt = given.mass_of(frame.omega) / (1.0 - given.conflict())
    sets = np.where(doubt > 1.0 - ROUNDING, frame.omega, best_sets(given)[0])
    order = np.lexsort((np.round(found.probability, 12), -np.round(found.against, 12)))
    if by == RATIO:
        unknown = (1.0 - IGNORANCE_COUNTED) * found.ignorance / frame.size
        order = _order_by_ratio(found.shares - unknown[:, None], sets, doubt)
    numbers = (found.against, found.support, found.ignorance, found.probability)
    against, support, ignorance, probability = (np.clip(each, 0.0, 1.0) for each in numbers)
    return Suspicion(frame, rows, against, support, ignorance, probability, found.suggested, sets)[
        order
    ]


def _taken(table: MassTable, rows: Rows) -> MassTable:
    """These rows, without a copy where they are all."""
    return table if len(rows) == len(table) else table[rows]


def _order_by_ratio(shares: Floats, sets: Masks, doubt: Floats) -> Rows:
    """Rows by ln of the share of their set over the largest share outside, less what doubt adds.

    Equal ones by falling doubt; a set of all classes is last.
    """
    inside = member_flags(shares.shape[1], sets)
    own = np.where(inside, shares, 0.0).sum(axis=1)
    others = np.where(inside, 0.0, shares)
    ratio = np.log(own + ROUNDING) - np.log(others.max(axis=1) + ROUNDING)
    says = ~inside.all(axis=1)
    left = np.maximum((~inside).sum(axis=1), 1)
    odds = np.log(others.sum(axis=1) / left + FAINT) - np.log(own + FAINT)
    ratio[says] -= weigh_doubts(doubt[says], odds[says])
    return np.lexsort((-doubt, np.round(np.where(says, ratio, np.inf), 12)))


def labels_on(frame: Frame, y: Any, n: int, unknown: Any = None) -> MassTable:
    """Labels of any kind as mass functions on the classes of a frame."""
    if not isinstance(y, MassTable):
        values = one_or_two_dimensional(y)
        if values.ndim == 1:
            check_length(len(values), n)
            return MassTable.from_hard(values, frame, unknown=unknown)
    labels, classes = as_mass_table(y, n)
    if labels.frame == frame:
        return labels
    places = find_classes(frame.values, classes.tolist())
    named = isinstance(y, MassTable) or hasattr(y, "columns")
    if not named and len(classes) == frame.size:
        places = np.arange(frame.size)
    if sorted(places.tolist()) != list(range(frame.size)):
        raise DataError(
            f"The labels are about the classes {', '.join(labels.frame.names[:10])}, the evidence "
            f"about {', '.join(frame.names[:10])}; they must be the same."
        )
    flags = member_flags(frame.size, labels.focal)[:, np.argsort(places)]
    return MassTable(frame, masks_of(flags), labels.mass)


def known_wrong(labels: MassTable, truth: Rows) -> NDArray[np.bool_]:
    """Labels that favour a set without the true class [shape=(n,)]; those that say nothing do not.

    `truth` holds codes [shape=(n,)], -1 where the class is not known. A label favours the set other
    than Ω with its largest mass.
    """
    held = member_flags(labels.frame.size, best_sets(labels)[0])
    right = held[np.arange(len(truth)), np.maximum(truth, 0)]
    return np.asarray(~right & (truth >= 0))


def share_wrong(found: Suspicion, wrong: NDArray[np.bool_]) -> float | None:
    """Among as many first suspects as labels are wrong, the share that is; None where none is."""
    count = int(wrong.sum())
    return float(wrong[found.rows[:count]].mean()) if count and len(found) else None


def name_set(frame: Frame, mask: int) -> str:
    """A class by its name, a set as the frame writes it."""
    return frame.members(mask)[0] if int(mask).bit_count() == 1 else frame.format(int(mask))


def count_moves(found: Suspicion) -> "pd.DataFrame":
    """How many labels of each set (rows) have evidence that points to each other one (columns)."""
    import pandas as pd

    given, points = (
        np.array([name_set(found.frame, int(mask)) for mask in masks], dtype=object)
        for masks in (found.labels, found.suggested)
    )
    counts = pd.crosstab(given, points).rename_axis(None, axis=1)
    return counts.rename_axis("label").reset_index()


def _between(frame: Frame, mask: int) -> str:
    *first, last = frame.members(mask)
    return f"between {', '.join(first)} and {last}"
