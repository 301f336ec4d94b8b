"""From a slider of the Credal partition page to the new partition, beside the promised 0.1 s."""

import statistics
from collections.abc import Iterator
from functools import partial

from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.warmup import warm_up
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.figures.credal.partition import draw_criterion, draw_partition
from belieflab.ui.pages.credal.fit import fit_or_say
from belieflab.ui.pages.credal.settings import METHODS, Settings, usual_count
from benchmarks.measurement import Measurement, seconds

PROMISED_S = 0.1
SAMPLES = ("butterfly", "four-class")
ALPHAS = (0.5, 0.8, 1.0, 1.2, 1.5, 2.0, 3.0)
"""Positions of the slider; EVCLUS, which has no α, gets as many start numbers."""


def run() -> Iterator[Measurement]:
    """Medians over positions of a slider, for every method, with the page's own settings."""
    warm_up()
    for sample in SAMPLES:
        dataset = load_sample(sample)
        medians = {method: time_slider(dataset, method) for method in METHODS}
        told = ", ".join(f"{method} {1000 * s:.3g} ms" for method, s in medians.items())
        drawn = seconds(partial(_draw, dataset))
        yield Measurement(
            name="credal-page",
            ours_s=medians["ECM"],
            peer="a promise of 0.1 seconds",
            peer_s=PROMISED_S,
            ratio=PROMISED_S / medians["ECM"],
            threads=1,
            what=f"{sample}, c = {usual_count(dataset)}, all sets: from slider to partition by "
            f"ECM; all: {told}; with both figures and all their frames {1000 * drawn:.3g} ms",
        )


def time_slider(dataset: Dataset, method: str) -> float:
    """Median seconds from a new position of the slider to the partition."""
    answer(dataset, _settings(dataset, method, 0))
    return statistics.median(
        seconds(lambda at=at: answer(dataset, _settings(dataset, method, at)))
        for at in range(len(ALPHAS))
    )


def answer(dataset: Dataset, settings: Settings) -> CredalClusterer:
    """What the page computes: the model, its masses and the set of every object."""
    model = fit_or_say(dataset, settings)
    if isinstance(model, str):
        raise RuntimeError(model)
    model.partition_.sets()
    return model


def _settings(dataset: Dataset, method: str, at: int) -> Settings:
    return Settings(method, usual_count(dataset), alpha=ALPHAS[at], start=at)


def _draw(dataset: Dataset) -> None:
    model = answer(dataset, _settings(dataset, "ECM", 0))
    draw_partition(dataset, model)
    draw_criterion(model)
