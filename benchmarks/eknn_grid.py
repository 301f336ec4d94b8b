"""New regions after a slider of the Neighbours page was moved, beside the promised 60 ms."""

import statistics
from collections.abc import Iterator

from belieflab.data.laws import build_labels
from belieflab.data.samples import load_sample
from belieflab.figures.common.grid import lay_grid, limits_around
from belieflab.figures.common.surfaces import CELLS_PER_AXIS
from belieflab.figures.neighbours.classifier import ClassifierView
from belieflab.figures.neighbours.classifier_plane import MARGIN
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.rules import GAMMA_RULES
from belieflab.neighbors.warmup import warm_up
from benchmarks.measurement import Measurement, seconds

BUDGET_SECONDS = 0.060
REPEATS = 15


def run() -> Iterator[Measurement]:
    """The beliefs of every cell of the plane, for each rule for γ; Iris with an expert's doubt."""
    warm_up()
    dataset = load_sample("iris")
    labels = build_labels("expert-doubt", dataset)
    plane = ClassifierView().plane(dataset)
    cells = plane.lift(
        lay_grid(limits_around(plane.points, MARGIN), CELLS_PER_AXIS, CELLS_PER_AXIS).places
    )
    for rule in GAMMA_RULES:
        model = EvidentialKNN(gamma=rule).fit(plane.features, labels)
        model.predict_mass(cells)
        took = statistics.median(
            seconds(lambda model=model: model.predict_mass(cells)) for _ in range(REPEATS)
        )
        yield Measurement(
            name=f"eknn-grid-{rule}",
            ours_s=took,
            peer="a budget of 60 milliseconds",
            peer_s=BUDGET_SECONDS,
            ratio=BUDGET_SECONDS / took,
            threads=1,
            what=f"beliefs of {CELLS_PER_AXIS} × {CELLS_PER_AXIS} places from {dataset.n} objects, "
            f"{model.n_neighbors} neighbours, gamma={rule!r}",
        )
