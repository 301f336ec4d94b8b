"""What a crowd said as tables: disputed objects, answers about one object, questions to ask."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.crowd.analysis import CrowdAnalysis
from belieflab.crowd.measures import take
from belieflab.crowd.next_questions import Question
from belieflab.data.crowd import Crowd
from belieflab.data.crowd_conflict import crowd_conflict
from belieflab.data.dataset import Dataset
from belieflab.data.label_edits import mass_texts
from belieflab.data.reading.questions import counted

Rows = NDArray[np.int64]
MAX_ANSWERS = 30
"""Answers about an object that are listed in one cell."""
FEW_ANSWERS = "Half of the annotators gave fewer than ten answers: one reliability each is safer."
DIVIDED = (
    "Most of these answers divide their mass among several classes, which counts neither as vague "
    "nor as wrong."
)
RARE = 0.05
"""Share of the objects of a class below which it is not said what they are taken for."""

SIMULATED_CONFLICT = (
    "Conflict is the mass on ∅ when all discounted answers are combined by the conjunctive "
    "rule, before any normalisation."
)
CONFLICT = (
    "Conflict is the mass of the answers that exclude even the class that most of them "
    "allow; vague answers that fit together are no conflict."
)
"""What conflict is in a simulated crowd, whose reliabilities are known, and in any other."""


def conflict_of(
    analysis: CrowdAnalysis, simulated: Crowd | None = None
) -> tuple[NDArray[np.float64], str]:
    """How far the answers about each object contradict each other, and what that means."""
    if simulated is None:
        return analysis.disputes, CONFLICT
    return crowd_conflict(simulated), SIMULATED_CONFLICT


def describe_conflict(conflict: NDArray[np.float64]) -> str:
    """The mean conflict of all objects, and how many are disputed, in one sentence."""
    disputed = int((conflict > 0.5).sum())
    return (
        f"Mean conflict {conflict.mean():.2f}; {disputed:,} of {len(conflict):,} objects have more "
        "than half their mass in conflict."
    )


def describe_annotator(analysis: CrowdAnalysis, annotator: int) -> str:
    """How much an annotator said, how vaguely, and how often wrong."""
    count, (low, high) = int(analysis.counts[annotator]), analysis.intervals[annotator]
    compared = int(analysis.compared[annotator])
    if not compared:
        wrong = "; whether they are wrong is not known: no other answer says anything beside them."
    else:
        few = "" if compared == count else f" by {compared:,} that can be compared"
        wrong = f", wrong in an estimated {analysis.errors[annotator]:.0%} of them ({low:.0%} to "
        wrong += f"{high:.0%}){few}."
    sizes = f"{analysis.sizes[annotator]:.1f} classes on average"
    said = f"{count:,} answer{'s'[: count != 1]} with {sizes}{wrong}"
    divided = f" {DIVIDED}" if _divides(analysis, annotator) else ""
    return said + (_describe_confusion(analysis, annotator) if compared else "") + divided


def _divides(analysis: CrowdAnalysis, annotator: int) -> bool:
    """Whether most answers of an annotator give masses to several sets besides Ω."""
    said = analysis.said
    named = ((said.focal != said.frame.omega) & (said.mass > 0)).astype(np.int64)
    several = np.add.reduceat(named, said.starts[:-1]) > 1
    own = several[said.annotators == annotator]
    return len(own) > 0 and bool(own.mean() > 0.5)


def _describe_confusion(analysis: CrowdAnalysis, annotator: int) -> str:
    """Which class is taken for which other one most often; nothing where that is rare."""
    if analysis.confusions is None:
        return ""
    taken = analysis.confusions[annotator] * (1.0 - np.eye(analysis.said.frame.size))
    true, said = np.unravel_index(
        (analysis.posteriors.mean(axis=0)[:, None] * taken).argmax(), taken.shape
    )
    if taken[true, said] < RARE:
        return ""
    names, share = analysis.said.frame.names, taken[true, said]
    return f" Takes {names[true]} for {names[said]} in an estimated {share:.0%} of such objects."


def describe_limits(analysis: CrowdAnalysis) -> list[str]:
    """From which answers nothing is learned, and how many annotators are not on the map."""
    said = []
    if analysis.apart:
        said.append(
            f"Annotators are judged by their answers about training objects alone; the "
            f"{counted(analysis.apart, 'object')} kept apart are classed by what these taught."
        )
    if analysis.alone:
        said.append(
            f"{analysis.alone:,} of {len(analysis.said):,} answers stand alone: no other answer "
            "says anything about the same object, so they teach nothing about who gave them."
        )
    if analysis.confusions is not None and np.median(analysis.counts) < 10:
        said.append(FEW_ANSWERS)
    heard = analysis.counts > 0
    if unknown := int((heard & (analysis.compared == 0)).sum()):
        have = "have" if unknown > 1 else "has"
        said.append(
            f"{unknown:,} of {counted(int(heard.sum()), 'annotator')} {have} no answer that can be "
            "compared with another: no error is known, and the map leaves them out."
        )
    return said


def most_disputed(analysis: CrowdAnalysis, conflict: NDArray[np.float64], count: int) -> Rows:
    """The rows of the objects with most conflict, then most uncertainty, that have answers."""
    order = np.lexsort((-analysis.uncertainty, -conflict))
    return order[analysis.said.counts[order] > 0][:count]


def disputed_table(
    analysis: CrowdAnalysis,
    names: Sequence[str],
    dataset: Dataset,
    rows: Rows,
    conflict: NDArray[np.float64],
    rule: str,
    truth: NDArray[np.int64] | None = None,
) -> pd.DataFrame:
    """One line per row: conflict, truth where it is given, label by the rule, who said what."""
    classes = np.array([*analysis.said.frame.names, "–"], dtype=object)
    columns: dict[str, Any] = {**dataset.name_columns(rows, texts=True), "conflict": conflict[rows]}
    if truth is not None:
        columns["truth"] = classes[truth[rows]]
    columns |= {"label": mass_texts(analysis.labels(rule)[rows])}
    columns |= {"answers": analysis.said.counts[rows]}
    return pd.DataFrame(columns | {"who said what": who_said(analysis, names, rows)})


def who_said(analysis: CrowdAnalysis, names: Sequence[str], rows: Rows) -> list[str]:
    """Who said what about each of these objects, the first few."""
    said, found = analysis.said, {int(row): [""] * 0 for row in rows}
    for place in np.flatnonzero(np.isin(said.rows, rows)):
        texts = found[int(said.rows[place])]
        if len(texts) < MAX_ANSWERS:
            what = said.frame.format(int(said.focal[said.starts[place]]))
            texts.append(f"{names[said.annotators[place]]}: {what}")
    return ["; ".join(found[int(row)]) for row in rows]


def find_contributions(
    analysis: CrowdAnalysis, names: Sequence[str], row: int, rule: str
) -> tuple[list[str], list[str], NDArray[np.float64]]:
    """The answers about an object: whose, what was said, and what each adds to its class."""
    chosen, pulls = analysis.contributions(row, rule)
    used = take(analysis.answers, chosen)
    said = [used.frame.format(int(mask)) for mask in used.focal[used.starts[:-1]]]
    return [names[each] for each in used.annotators], said, pulls


def question_table(
    analysis: CrowdAnalysis,
    names: Sequence[str],
    dataset: Dataset,
    questions: Sequence[Question],
    rule: str,
) -> pd.DataFrame:
    """One line per question: the object, whom to ask, and what is known of it now."""
    rows = np.array([each.row for each in questions])
    columns: dict[str, Any] = {
        **dataset.name_columns(rows, texts=True),
        "ask": [names[each.annotator] for each in questions],
        "expected drop": [each.drop for each in questions],
        "uncertainty now": analysis.uncertainty[rows],
        "answers so far": analysis.said.counts[rows],
        "label now": mass_texts(analysis.labels(rule)[rows]),
    }
    return pd.DataFrame(columns)
