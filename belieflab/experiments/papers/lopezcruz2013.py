"""What López-Cruz et al. 2013 computed: five classifiers, four scenarios, errors by folds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from belieflab.answers import shared
from belieflab.bayes import GaussianNetworkClassifier
from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.evaluation.folds import soft_stratified_folds
from belieflab.experiments.assessment import find_data, find_labels
from belieflab.experiments.cells import Cell, Job, Outcome
from belieflab.experiments.seeds import canonical, derive
from belieflab.experiments.sweep import DataChoice, LawChoice

NETWORKS = "network classifiers"
"""Task: errors of one classifier in one scenario over the folds of one data set with labels."""

STRUCTURES = {
    "MGC": "full",
    "NB": "naive",
    "AODE": "aode",
    "SEM": "search",
    "FSSSEM": "search-select",
}
"""The paper's classifiers: the structure of each."""

SCENARIOS = {"GEM": "soft", "EM": "start", "WL": "guess", "TL": "guess"}
"""The paper's scenarios: how labels are used. WL has wrong labels, TL the true ones."""

LEVELS = (0.1, 0.2, 0.3, 0.4)
LAW = LawChoice("bayesian", "mean", {"deviation": 0.01})
SETTINGS = {"tol": 1e-6, "floor": 1e-6, "max_iter": 5000}
N_FOLDS = 10


def make_cell(data: DataChoice, level: float, classifier: str, scenario: str) -> Cell:
    """One classifier in one scenario on one data set at one μ."""
    return Cell(
        NETWORKS,
        {
            "data": data.described(),
            "law": LAW.described(level),
            "folds": N_FOLDS,
            "settings": SETTINGS,
            "method": {"classifier": classifier, "scenario": scenario},
        },
    )


class Draw(NamedTuple):
    """Points with their true classes, labels of the four scenarios, and the fold of each object."""

    X: NDArray[np.float64]
    truth: NDArray[np.int64]
    labels: Mapping[str, MassTable]
    folds: NDArray[np.int64]


def classify(job: Job, given: Mapping[str, Dataset]) -> Outcome:
    """The mean over the folds of the share of test objects that get a wrong class."""
    parts = job.cell.parameters
    classifier, scenario = parts["method"]["classifier"], parts["method"]["scenario"]
    drawn = draw(Draft(job, given))
    labels = drawn.labels[scenario]
    errors, iterations, notes = [], [], set[str]()
    for fold in range(parts["folds"]):
        held = drawn.folds == fold
        model = GaussianNetworkClassifier(
            STRUCTURES[classifier],
            labels=SCENARIOS[scenario],
            erased="dropped",
            stop="relative",
            **parts["settings"],
        )
        for _ in model.iterate(drawn.X[~held], labels[~held]):
            pass
        decided = model.predict_proba(drawn.X[held]).argmax(axis=1)
        errors.append(np.mean(decided != drawn.truth[held]))
        iterations.append(np.sum(model.n_iter_))
        notes.update(model.notes_)
    details = {"notes": sorted(notes)} if notes else {}
    return Outcome(float(np.mean(errors)), float(np.mean(iterations)), details)


@dataclass(frozen=True)
class Draft:
    """A job and the data handed over; equal when data, law, folds, seed and replicate are."""

    job: Job = field(compare=False)
    given: Mapping[str, Dataset] = field(compare=False)
    key: str = field(init=False)

    def __post_init__(self) -> None:
        cell, replicate, seed = self.job
        object.__setattr__(self, "key", canonical([cell.companions, replicate, seed]))


@shared(kept=2)
def draw(draft: Draft) -> Draw:
    """Points, labels and folds of a replicate; all classifiers and scenarios share them.

    b_i ~ Beta(μ, σ) is what the true class loses; in the scenario WL the given class is another
    one with chance b_i, as in the paper's §4.1. Folds are made of the probabilities.
    """
    job, parts = draft.job, draft.job.cell.parameters
    dataset = find_data(parts["data"], job, draft.given)
    soft = find_labels(parts["law"], parts["data"], job, dataset)
    probabilities, truth = soft.pignistic(), np.asarray(dataset.truth)
    rng = np.random.default_rng(
        derive(job.seed, "wrong labels and folds", parts["data"], parts["law"], job.replicate)
    )
    n, n_classes = probabilities.shape
    flipped = rng.random(n) < 1.0 - probabilities[np.arange(n), truth]
    other = (truth + rng.integers(1, n_classes, n)) % n_classes
    sure = np.eye(n_classes)
    wrong = MassTable.from_probabilities(sure[np.where(flipped, other, truth)], soft.frame)
    true = MassTable.from_probabilities(sure[truth], soft.frame)
    labels = {"GEM": soft, "EM": soft, "WL": wrong, "TL": true}
    return Draw(dataset.X, truth, labels, soft_stratified_folds(probabilities, parts["folds"], rng))
