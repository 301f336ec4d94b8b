"""From a slider of the Credal partition page to the new partition, beside the promised 0.1 s."""

import statistics
from collections.abc import Iterator
from functools import partial

from belieflab.clustering.algorithms import ALGORITHMS
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.warmup import warm_up
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.figures.credal import draw_criterion, draw_partition
from belieflab.iteration import StopFlag
from belieflab.ui.pages.credal.settings import default_count
from benchmarks.measurement import Measurement, seconds

PROMISED_S = 0.1
SAMPLES = ("butterfly", "four-class")
ALPHAS = (0.5, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0)
"""Positions of the slider; EVCLUS, which has no α, gets as many start numbers."""


def run() -> Iterator[Measurement]:
    """Medians over positions of a slider, for every algorithm, with the page's own settings."""
    warm_up()
    for sample in SAMPLES:
        dataset = load_sample(sample)
        medians = {
            key: time_slider(dataset, key)
            for key, algorithm in ALGORITHMS.items()
            if algorithm.accepts(dataset)
        }
        listed = ", ".join(f"{key} {1000 * s:.3g} ms" for key, s in medians.items())
        drawn = seconds(partial(_draw, dataset))
        yield Measurement(
            name="credal-page",
            ours_s=medians["ECM"],
            peer="a promise of 0.1 seconds",
            peer_s=PROMISED_S,
            ratio=PROMISED_S / medians["ECM"],
            threads=1,
            what=f"{sample}, c = {default_count(dataset)}, all sets: from slider to partition by "
            f"ECM; all: {listed}; with both figures and all their frames {1000 * drawn:.3g} ms",
        )


def time_slider(dataset: Dataset, key: str) -> float:
    """Median seconds from a new position of the slider to the partition."""
    answer(dataset, key, 0)
    return statistics.median(
        seconds(lambda at=at: answer(dataset, key, at)) for at in range(len(ALPHAS))
    )


def answer(dataset: Dataset, key: str, at: int) -> CredalClusterer:
    """What the page computes: the model, its masses and the set of every object."""
    algorithm = ALGORITHMS[key]
    chosen = {"c": default_count(dataset), "alpha": ALPHAS[at], "start": at}
    settings = algorithm.settings(chosen)
    model = algorithm.make_model(settings, 0, keep_history=True)
    for _ in algorithm.iterate(model, dataset, settings, StopFlag()):
        pass
    model.partition_.sets()
    return model


def _draw(dataset: Dataset) -> None:
    model = answer(dataset, "ECM", 0)
    draw_partition(dataset, model)
    draw_criterion(model)
