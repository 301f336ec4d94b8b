"""Wrong labels among the first suspects, beside scores of cleanlab (PyPI) on the same beliefs."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab import MassTable
from belieflab.belief import max_pignistic
from belieflab.data import load_sample
from belieflab.data.scaling import STANDARDISE, scale
from belieflab.evaluation import held_out_masses
from belieflab.evaluation.suspects import AGAINST, RATIO, weigh
from benchmarks.measurement import Measurement, seconds

SAMPLES = ("iris", "wine", "breast-cancer", "crabs", "four-class")
CLASSIFIERS = ("eknn", "weighted-knn")
FLIPPED, SEEDS = 0.05, 30
ORDERS = {RATIO: "ours", AGAINST: "by evidence against"}
"""Orders of the suspects: the one of the page, which finds wrong labels, and the other."""

METHODS = ("self_confidence", "normalized_margin", "confidence_weighted_entropy")
DOUBT = 0.5
Codes = NDArray[np.int64]


class Case(NamedTuple):
    """Labels, and the objects whose label leaves the true class out or favours another."""

    labels: MassTable
    wrong: Codes


def run() -> Iterator[Measurement]:
    """Precision among the first n suspects, n the number of flipped labels, by kind of label."""
    from cleanlab.rank import get_label_quality_scores  # only the benchmarks have it

    kinds: dict[str, Callable[[Codes, int, np.random.Generator], Case]] = {
        "hard labels": hard,
        "sets of two classes for half of the objects": sets,
        "doubts that say nothing of errors, one half for half of the objects": doubts,
        "doubts that say how likely the label is wrong": honest_doubts,
    }
    for classifier in CLASSIFIERS:
        for kind, make in kinds.items():
            found, times = {}, np.zeros(2)
            for name, (X, truth) in data_sets().items():
                if kind.startswith("sets") and truth.max() < 2:
                    continue  # a set of both classes says nothing
                rows = []
                for seed in range(SEEDS):
                    rng = np.random.default_rng(seed)
                    case = make(truth, int(truth.max()) + 1, rng)
                    beliefs = held_out_masses(X, case.labels, classifier, random_state=seed)
                    row, spent = compare_on(beliefs, case, get_label_quality_scores)
                    rows.append(row)
                    times += spent
                found[name] = np.array(rows)
            yield describe(classifier, kind, found, times)


def data_sets() -> dict[str, tuple[NDArray[np.float64], Codes]]:
    """The bundled samples with classes, standardised, and the digits of scikit-learn."""
    from sklearn.datasets import load_digits

    sets = {name: scale(load_sample(name), STANDARDISE) for name in SAMPLES}
    found = {name: (each.X, np.asarray(each.truth)) for name, each in sets.items()}
    X, truth = load_digits(return_X_y=True)
    return found | {"digits": (X, truth)}


def flip(truth: Codes, n_classes: int, rng: np.random.Generator) -> tuple[Codes, Codes]:
    """The classes with a share of them replaced by another one, and which those are."""
    count = round(FLIPPED * len(truth))
    wrong, given = rng.choice(len(truth), count, replace=False), truth.copy()
    given[wrong] = (truth[wrong] + rng.integers(1, n_classes, count)) % n_classes
    return given, wrong


def hard(truth: Codes, n_classes: int, rng: np.random.Generator) -> Case:
    """One class each."""
    given, wrong = flip(truth, n_classes, rng)
    return Case(MassTable.from_hard(given, range(n_classes)), wrong)


def sets(truth: Codes, n_classes: int, rng: np.random.Generator) -> Case:
    """Half of the labels are sets of the given class and another; a wrong one lacks the truth."""
    given, wrong = flip(truth, n_classes, rng)
    masks = 1 << given
    for row in np.flatnonzero(rng.random(len(truth)) < 0.5):
        others = [k for k in range(n_classes) if k not in (given[row], truth[row])]
        if row not in wrong:
            others = [k for k in range(n_classes) if k != truth[row]]
        masks[row] |= 1 << int(rng.choice(others))
    return Case(MassTable.from_sets(masks.tolist(), range(n_classes)), wrong)


def doubts(truth: Codes, n_classes: int, rng: np.random.Generator) -> Case:
    """Half of the labels carry a doubt, whether they are wrong or not."""
    given, wrong = flip(truth, n_classes, rng)
    rates = np.where(rng.random(len(truth)) < 0.5, DOUBT, 0.0)
    return Case(MassTable.from_guess_and_doubt(given, rates, range(n_classes)), wrong)


def honest_doubts(truth: Codes, n_classes: int, rng: np.random.Generator) -> Case:
    """Every label carries a doubt, and is wrong with that probability: one in twenty in all."""
    rates = rng.beta(0.5, 9.5, len(truth))
    wrong, given = np.flatnonzero(rng.random(len(truth)) < rates), truth.copy()
    given[wrong] = (truth[wrong] + rng.integers(1, n_classes, len(wrong))) % n_classes
    return Case(MassTable.from_guess_and_doubt(given, rates, range(n_classes)), wrong)


def compare_on(
    beliefs: MassTable, case: Case, score: Callable[..., NDArray[np.float64]]
) -> tuple[list[float], list[float]]:
    """Precision of both orders and each score; the seconds of the first order and first score."""
    given, shares = max_pignistic(case.labels), beliefs.normalise().pignistic()
    count = len(case.wrong)
    ranks = [weigh(beliefs, case.labels, order).rows for order in ORDERS]
    for method in METHODS:
        quality = score(given, shares, method=method)
        ranks.append(np.argsort(quality, kind="stable"))
    precisions = [float(np.isin(rank[:count], case.wrong).mean()) for rank in ranks]
    ours = seconds(lambda: weigh(beliefs, case.labels, RATIO))
    return precisions, [ours, seconds(lambda: score(given, shares, method=METHODS[0]))]


def describe(
    classifier: str, kind: str, found: dict[str, NDArray[np.float64]], times: NDArray[np.float64]
) -> Measurement:
    """Means over data sets with standard errors over seeds, and every data set by itself."""
    each = np.stack(list(found.values())).mean(axis=0)
    mean, error = _mean_and_error(each)
    best = len(ORDERS) + int(np.argmax(mean[len(ORDERS) :]))
    ahead, around = _mean_and_error(each[:, 0] - each[:, best])
    names = (*ORDERS.values(), *METHODS)
    text = ", ".join(f"{n} {m:.3f} ± {e:.3f}" for n, m, e in zip(names, mean, error, strict=True))
    single = "; ".join(
        f"{name} {' / '.join(f'{value:.3f}' for value in rows.mean(axis=0))}"
        for name, rows in found.items()
    )
    ours, peer = times / sum(map(len, found.values()))
    what = f"precision among the first n, {classifier}, {kind}, {SEEDS} seeds: {text}; "
    what += f"ours less {names[best]} {ahead:+.3f} ± {around:.3f} over pairs of runs ({single}); "
    what += verdict(kind, float(ahead), float(around))
    return Measurement("suspects", ours, "cleanlab", peer, peer / ours, 1, what)


def verdict(kind: str, ahead: float, around: float) -> str:
    """Whether what is promised is met: as good on hard labels, better on sets and on doubts."""
    if kind.startswith("hard"):
        return f"at least as good: {'yes' if ahead >= 0.0 else 'no'}"
    if ahead > around:
        return "better: yes"
    return f"better: no, {'equal' if abs(ahead) <= around else 'worse'}"


def _mean_and_error(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean over the seeds and its standard error [shape=(seeds, …)]."""
    return values.mean(axis=0), values.std(axis=0, ddof=1) / np.sqrt(len(values))
