"""Which method to take, in one sentence."""

from collections.abc import Mapping, Sequence

from belieflab.error_rates import LABELS
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.evaluation.cross_validation import Evaluation
from belieflab.evaluation.report import compare, fold_scores

CLOSE = 0.01
"""Methods whose scores differ by less are not told apart."""

SIGNIFICANT = 0.05

MAX_NAMED = 3
"""Methods that lose are named one by one up to this number."""


def verdict(found: Evaluation, against: str = LABELS) -> str:
    """Which method to take, in one sentence; empty while there is nothing to say."""
    scores = {
        key: float(each.mean()) for key, each in fold_scores(found, against).items() if len(each)
    }
    if not scores:
        return ""
    titles = {key: CLASSIFIERS.find(key).title for key in scores}
    close, rest = _rank(scores)
    best = scores[close[0]]
    if against == LABELS:
        opening, what = "With labels like these, ", "agreement with the labels"
    else:
        opening, what = "Against the true classes, ", "accuracy"
    first = _join([titles[key] for key in close])
    if len(close) > 1:
        sentence = f"{opening}{first} are within 1 % of each other in {what} ({_percent(best)})"
    else:
        sentence = f"{opening}{first} has the best {what} ({_percent(best)})"
    return sentence + _losers(found, against, close[0], rest, scores, titles) + "."


def verdict_at(errors: Mapping[str, float], where: str, what: str = "error rate") -> str:
    """Which method to take at one level of noise, in one sentence; empty for fewer than two.

    Parameters
    ----------
    errors : error rate of each method, by its title
    where : what opens the sentence: the level
    what : what the error rates are called

    Examples
    --------
    >>> verdict_at({"EM": 0.04, "EKNN": 0.045, "hard labels": 0.1}, "At 30 %")
    'At 30 %, EM and EKNN are within 1 % of each other in error rate (4 %); hard labels loses 6 %.'
    """
    if len(errors) < 2:
        return ""
    close, rest = _rank({title: -error for title, error in errors.items()})
    best = errors[close[0]]
    said = "has the lowest" if len(close) < 2 else "are within 1 % of each other in"
    losses = {title: errors[title] - best for title in rest}
    if len(rest) > MAX_NAMED:
        least, most = min(losses.values()), max(losses.values())
        lost = [f"the other {len(rest)} lose {_percent(least)} to {_percent(most)}"]
    else:
        lost = [f"{title} loses {_percent(loss)}" for title, loss in losses.items()]
    sentence = f"{where}, {_join(close)} {said} {what} ({_percent(best)})"
    return "; ".join([sentence, *([_join(lost)] if lost else [])]) + "."


def _rank(scores: Mapping[str, float]) -> tuple[list[str], list[str]]:
    """Those that are close to the best, which is the first, and the others, best first."""
    ranked = sorted(scores, key=lambda key: -scores[key])
    close = [key for key in ranked if scores[key] >= scores[ranked[0]] - CLOSE]
    return close, [key for key in ranked if key not in close]


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
