"""The two films of the first page: EM without labels, and with labels full of doubt.

`python -m belieflab.experiments.start_films` makes them anew; the page only reads the files,
because fitting would cost it seconds.
"""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import numpy as np

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.data.projection import find_projection
from belieflab.data.samples import load_sample
from belieflab.figures.common.frames import pick_frames
from belieflab.figures.start.animation import draw_animation
from belieflab.mixture import SoftLabelMixture
from belieflab.mixture.planar import see
from belieflab.mixture.scoring import agreement

SEED = 7
DATA = {"classes": 3, "distance": 2.8, "size": 240}
MEAN_DOUBT = 0.3
FRAMES = 14


@dataclass(frozen=True)
class Film:
    """A film, the file it is kept in, and the share of wrong decisions at its end."""

    file: str
    svg: str
    error: float


def overlapping_classes() -> tuple[Dataset, MassTable]:
    """Three classes that overlap, and what an expert with doubt says of them."""
    dataset = load_sample("gaussians", seed=SEED, **DATA)
    return dataset, build_labels("expert-doubt", dataset, seed=SEED, mean=MEAN_DOUBT)


def make_films() -> tuple[Film, Film]:
    """Both films, from the same random start."""
    dataset, labels = overlapping_classes()
    nothing = MassTable.vacuous(dataset.n, labels.frame)
    return (
        _film(dataset, nothing, "without_labels.svg", "EM without labels"),
        _film(dataset, labels, "with_labels.svg", "EM with an expert's doubtful labels"),
    )


def _film(dataset: Dataset, labels: MassTable, file: str, title: str) -> Film:
    model = SoftLabelMixture(init="random", random_state=SEED, stop="relative")
    steps = list(model.iterate(dataset.X, labels))
    view = find_projection(dataset, "x1", "x2")
    shown = [steps[place] for place in pick_frames(len(steps), FRAMES)]
    outlines = np.stack([see(step.snapshot, view).outlines("95 %", (0, 0)) for step in shown])
    found = agreement(
        model,
        dataset.X,
        np.asarray(dataset.truth),
        dataset.class_names,
        named=model.labelled_,
    )
    return Film(file, draw_animation(dataset.X, labels, outlines, title), found.error)


def main() -> None:
    """Write the files beside the figures."""
    folder = Path(str(files("belieflab.figures"))) / "films"
    folder.mkdir(exist_ok=True)
    for film in make_films():
        (folder / film.file).write_text(film.svg, encoding="utf-8")


if __name__ == "__main__":
    main()
