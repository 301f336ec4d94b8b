"""The uncertain Bernoulli sample of Denœux 2015: six tosses, five steps of evidential EM."""

from collections.abc import Mapping

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample, own_labels
from belieflab.experiments.cells import Cell, Job, Outcome
from belieflab.experiments.experiment import Experiment, Row
from belieflab.experiments.papers.numbers import read_numbers
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.proportions import Proportions

SOURCE = "Denœux 2015, slides on classification and clustering"

BERNOULLI = "bernoulli"
"""Task: the iterates of evidential EM on the uncertain Bernoulli sample."""

ITERATES = 5


def make_bernoulli() -> Experiment:
    """θ and its likelihood after each step, from 0.3."""
    cell = Cell(BERNOULLI, {"start": 0.3, "iterates": ITERATES}, limit=1)
    return Experiment(
        name="denoeux2015-bernoulli",
        title="Evidential EM on an uncertain Bernoulli sample",
        source=f"{SOURCE}, uncertain Bernoulli sample",
        rows=tuple(
            Row(panel, "", f"q = {q}", cell, f"{measure} {q}", scale=scale, at=float(q))
            for panel, measure, scale in (("θ", "theta", 1.0), ("1000 L(θ)", "likelihood", 1000.0))
            for q in range(ITERATES + 1)
        ),
        replicates=1,
        quick=1,
        value_title="value",
        column_title="step q",
        digits=4,
        paper=read_numbers("denoeux2015-bernoulli"),
        choices=(
            "The slides print the likelihood without its factor 1/1000; it is written out here.",
        ),
    )


def run_em(job: Job, _given: Mapping[str, Dataset]) -> Outcome:
    """θ and L(θ) at every step; the score is the last θ."""
    parts = job.cell.parameters
    sample = load_sample("bernoulli")
    start = Proportions(np.array([1.0 - parts["start"], parts["start"]]))
    model = SoftLabelMixture(
        components="proportions", init=start, tol=1e-15, max_iter=parts["iterates"]
    )
    details = {}
    for step in model.iterate(sample.X, own_labels("bernoulli", sample)):
        details[f"theta {step.iteration}"] = float(step.snapshot.weights[1])
        details[f"likelihood {step.iteration}"] = float(np.exp(step.criterion))
    return Outcome(float(model.weights_[1]), model.n_iter_, details)
