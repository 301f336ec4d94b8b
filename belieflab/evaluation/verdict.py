"""Which method to take, in one sentence."""

from collections.abc import Sequence

from belieflab.error_rates import LABELS
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.report import compare, fold_scores

CLOSE = 0.01
"""Methods whose scores differ by less are not told apart."""

SIGNIFICANT = 0.05


def verdict(found: Evaluation, against: str = LABELS) -> str:
    """Which method to take, in one sentence; empty while there is nothing to say."""
    scores = {
        key: float(each.mean()) for key, each in fold_scores(found, against).items() if len(each)
    }
    if not scores:
        return ""
    titles = {key: CLASSIFIERS.find(key).title for key in scores}
    ranked = sorted(scores, key=lambda key: -scores[key])
    best = scores[ranked[0]]
    close = [key for key in ranked if scores[key] >= best - CLOSE]
    rest = [key for key in ranked if key not in close]
    if against == LABELS:
        opening, what = "With labels like these, ", "agreement with the labels"
    else:
        opening, what = "Against the true classes, ", "accuracy"
    first = _join([titles[key] for key in close])
    if len(close) > 1:
        sentence = f"{opening}{first} are within 1 % of each other in {what} ({_percent(best)})"
    else:
        sentence = f"{opening}{first} has the best {what} ({_percent(best)})"
    return sentence + _losers(found, against, ranked[0], rest, scores, titles) + "."


def _losers(
    found: Evaluation,
    against: str,
    best: str,
    rest: Sequence[str],
    scores: dict[str, float],
    titles: dict[str, str],
) -> str:
    """What those lose that are not close to the best, and whether that is significant."""
    if not rest:
        return ""
    try:
        tests = compare(found, against)
    except DataError:
        tests = None
    said = []
    for key in rest:
        loss = f"{titles[key]} loses {_percent(scores[best] - scores[key])}"
        if tests is not None:
            pair = {titles[best], titles[key]}
            row = tests[
                [{a, b} == pair for a, b in zip(tests["first"], tests["second"], strict=True)]
            ]
            if float(row["adjusted"].iloc[0]) >= SIGNIFICANT:
                loss += " (not significant)"
        said.append(loss)
    return "; " + _join(said)


def _join(items: Sequence[str]) -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
