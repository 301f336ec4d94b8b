"""Models of annotators beside PyPI's crowd-kit: accuracy and time, on classes and on sets."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab import DataError, Frame
from belieflab.belief.masks import membership
from belieflab.crowd import ConfusionModel, ReliabilityModel
from belieflab.crowd.annotators import tells_of
from belieflab.crowd.warmup import warm_up
from belieflab.data.crowd_answers import CrowdAnswers
from belieflab.data.crowd_files import CrowdFile, read_crowd_file
from belieflab.data.dataset import UNKNOWN
from benchmarks.measurement import Measurement, compare

Floats = NDArray[np.float64]

OBJECTS, ANNOTATORS, CLASSES, ANSWERS_EACH = 20_000, 200, 10, 5
MAX_ITER = 100
TIMED, MAX_SECONDS = 100_000, 2.0
"""So many answers are to be learned from in less than so many seconds."""

DRAWS, FEW_OBJECTS, DRAWS_OF_FEW = 10, 1_000, 40
"""How often the peers get other random members of the sets, more often where there are few objects;
their accuracy is the mean."""


TRUTH_OF = {
    "bluebirds_labels.yaml": "bluebirds_truth.yaml",
    "labelme_answers.txt": "labelme_LabelMe_Z_train.txt",
}
"""Files of answers whose true classes stand in a file of their own, and that file."""
folder: Path | None = None
"""Files of answers with true classes, of which those that can be read are measured as well."""


class Simulated(NamedTuple):
    """Answers, and what the peers see of them: one random member of each set."""

    truth: NDArray[np.int64]
    answers: CrowdAnswers
    singles: pd.DataFrame


def run() -> Iterator[Measurement]:
    """Each model beside its peer; the peers cannot take sets and get one random member of each."""
    from crowdkit.aggregation.classification.dawid_skene import (  # only the benchmarks have it
        DawidSkene,
        OneCoinDawidSkene,
    )

    warm_up()
    pairs = ((ReliabilityModel, OneCoinDawidSkene), (ConfusionModel, DawidSkene))
    for kind, max_size in (("single classes", 1), ("sets of 1 to 3 classes", 3)):
        simulated = simulate(max_size)
        votes = simulated.answers.combine("average").pignistic().argmax(axis=1)
        for ours, theirs in pairs:
            yield _compare(kind, simulated, votes, ours, theirs)
    for name, real in _real_crowds():
        votes = real.answers.combine("average").pignistic().argmax(axis=1)
        for ours, theirs in pairs:
            yield _compare(name, real, votes, ours, theirs)


def _real_crowds() -> Iterator[tuple[str, Simulated]]:
    """The files of the folder that hold answers and the true class of every item."""
    for file in sorted(folder.rglob("*")) if folder is not None else ():
        try:
            crowd = read_crowd_file(file.read_bytes(), file.name)
        except (DataError, OSError):
            continue
        truth = _truth_beside(file, crowd) if crowd.truth is None else crowd.truth
        if truth is None or (truth < 0).any():
            continue
        answers = crowd.answers
        name = f"{file.relative_to(folder or file.parent)}, {crowd.frame.size} classes"
        yield name, Simulated(truth, answers, draw_members(answers, 0))


def _truth_beside(file: Path, crowd: CrowdFile) -> NDArray[np.int64] | None:
    """The true classes of the items in the second file of a data set, -1 where there is none."""
    second = file.with_name(TRUTH_OF.get(file.name, file.name))
    if second == file or not second.exists():
        return None
    if second.suffix == ".yaml":
        import yaml

        said = yaml.safe_load(second.read_text())
        given = {str(item): str(value).lower() for item, value in said.items()}
        named = [given.get(item, "") for item in crowd.items]
    else:  # one a line, in the order of the items
        named = second.read_text().split()
    if len(named) != len(crowd.items):
        return None
    codes = {name: code for code, name in enumerate(crowd.frame.names)}
    return np.array([codes.get(name, UNKNOWN) for name in named], dtype=np.int64)


def _compare(
    kind: str,
    simulated: Simulated,
    votes: NDArray[np.int64],
    ours: Callable[..., Any],
    theirs: Any,
) -> Measurement:
    objects = len(simulated.truth)

    def fit() -> NDArray[np.int64]:
        model = ours(max_iter=MAX_ITER).fit(simulated.answers)
        return np.asarray(model.posteriors_.argmax(axis=1))

    def fit_peer() -> NDArray[np.int64]:
        found = theirs(n_iter=MAX_ITER).fit_predict(simulated.singles)
        return np.asarray(found.reindex(range(objects)))

    right = (fit() == simulated.truth).astype(np.float64)
    is_set = has_sets(simulated.answers)
    n_draws = (DRAWS_OF_FEW if objects < FEW_OBJECTS else DRAWS) if is_set else 1
    draws = [simulated.singles] + [
        draw_members(simulated.answers, seed) for seed in range(1, n_draws)
    ]
    peer_right = np.mean(
        [
            theirs(n_iter=MAX_ITER).fit_predict(each).reindex(range(objects)) == simulated.truth
            for each in draws
        ],
        axis=0,
    )
    results = right, peer_right, (votes == simulated.truth).astype(np.float64)
    shared = shared_objects(simulated.answers)
    drawn = f" (peer: mean of {len(draws)} draws of members)" if is_set else ""
    measured = compare(
        "crowd-labels",
        fit,
        fit_peer,
        peer_name=f"crowd-kit's {theirs.__name__}",
        what=f"{ours.__name__}, {len(simulated.answers):,} answers about {objects:,} objects, "
        f"{kind}{drawn}\n"
        f"    all objects: {describe(*results)}\n"
        f"    the {shared.sum():,} about which two answers or more say something: "
        f"{describe(*(each[shared] for each in results)) if shared.any() else 'there is none'}\n"
        f"    {verdict(is_set, right, peer_right, shared)}",
        repeats=3,
        peer_repeats=1,
    )
    time = time_verdict(len(simulated.answers), measured.ours_s)
    return replace(measured, what=f"{measured.what}\n    {time}")


def shared_objects(answers: CrowdAnswers) -> NDArray[np.bool_]:
    """The objects about which two answers or more say something [shape=(n,)].

    Elsewhere nobody can do better than to repeat the one answer, or to guess.
    """
    tells = tells_of(answers.pignistic() * answers.frame.size)
    return np.asarray(np.bincount(answers.rows[tells], minlength=answers.n) > 1)


def describe(right: Floats, peer_right: Floats, votes_right: Floats) -> str:
    """Accuracies over some objects and their difference, from 0 and 1 of each object."""
    return (
        f"accuracy {with_error(right)} against {with_error(peer_right)}, difference "
        f"{with_error(right - peer_right)}; majority {votes_right.mean():.4f}"
    )


def verdict(is_set: bool, right: Floats, peer_right: Floats, shared: NDArray[np.bool_]) -> str:
    """Whether the bar is met, on shared objects where there are any, and on all beside them.

    On classes: not worse by a standard error of the accuracy; on sets: better by a standard error
    of the difference.
    """
    bar = "better on sets" if is_set else "within one standard error"
    of_all = _is_met(is_set, right, peer_right)
    if shared.all():
        return f"{bar}: {of_all}"
    everywhere = f"all {len(shared):,} objects: {of_all}"
    if not shared.any():
        judged = "cannot be shown, " if is_set else ""
        return f"{bar}: {judged}no object has two answers that say something; {everywhere}"
    judged = _is_met(is_set, right[shared], peer_right[shared])
    return f"{bar}: {judged}, on the {shared.sum():,} objects; {everywhere}"


def _is_met(is_set: bool, ours: Floats, theirs: Floats) -> str:
    """Whether the bar is met on these objects, with the difference it is judged by."""
    gain = ours - theirs
    met = gain.mean() > error_of(gain) if is_set else gain.mean() >= -error_of(theirs)
    limit = error_of(gain) if is_set else error_of(theirs)
    return f"{'yes' if met else 'no'} ({gain.mean():+.4f}, one standard error is {limit:.4f})"


def time_verdict(count: int, seconds: float) -> str:
    """Whether so many answers as the bar is about were learned from in time."""
    bar = f"{TIMED:,} answers under {MAX_SECONDS:g} s"
    if count < TIMED:
        return f"{bar}: cannot be shown, there are {count:,}"
    return f"{bar}: {'yes' if seconds < MAX_SECONDS else 'no'} ({seconds:.2f} s for {count:,})"


def has_sets(answers: CrowdAnswers) -> bool:
    """Whether some answer names more than one class."""
    return bool((answers.codes == UNKNOWN).any())


def draw_members(answers: CrowdAnswers, seed: int) -> pd.DataFrame:
    """The answers as the peers take them: one random member of each set."""
    rng = np.random.default_rng(seed)
    members = membership(answers.frame.size, answers.focal[answers.starts[:-1]]) > 0
    one = np.where(members, rng.random(members.shape), -1.0).argmax(axis=1)
    return pd.DataFrame({"task": answers.rows, "worker": answers.annotators, "label": one})


def with_error(values: NDArray[np.float64]) -> str:
    """The mean over objects and its standard error; of differences between pairs it is paired."""
    return f"{values.mean():.4f} (standard error {error_of(values):.4f})"


def error_of(values: Floats) -> float:
    """The standard error of a mean over objects; infinite for a single one."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("inf")


def simulate(max_size: int, seed: int = 0) -> Simulated:
    """Annotators who know with probability ρ_j and else answer at random, sets up to a size."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, CLASSES, OBJECTS)
    ability = rng.beta(4, 2, ANNOTATORS)
    rows = np.repeat(np.arange(OBJECTS), ANSWERS_EACH)
    who = rng.random((OBJECTS, ANNOTATORS)).argpartition(ANSWERS_EACH)[:, :ANSWERS_EACH].ravel()
    ranks = rng.random((len(rows), CLASSES))
    knows = np.flatnonzero(rng.random(len(rows)) < ability[who])
    ranks[knows, truth[rows[knows]]] = -1.0  # the truth is among the first, hence in the set
    sizes = rng.integers(1, max_size + 1, len(rows))
    held = ranks.argsort(axis=1).argsort(axis=1) < sizes[:, None]
    masks = (held * (1 << np.arange(CLASSES))).sum(axis=1)
    one = np.where(held, rng.random(held.shape), -1.0).argmax(axis=1)
    answers = CrowdAnswers.from_sets(Frame(range(CLASSES)), OBJECTS, rows, who, masks)
    return Simulated(truth, answers, pd.DataFrame({"task": rows, "worker": who, "label": one}))
