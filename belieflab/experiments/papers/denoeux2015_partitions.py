"""Credal partitions of Denœux 2015: the butterfly and the four-class set by evidential c-means."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from belieflab.clustering import ECM
from belieflab.data.dataset import Dataset
from belieflab.data.samples import load_sample
from belieflab.experiments.cells import Cell, Job, Outcome
from belieflab.experiments.experiment import Experiment, Row, Summary
from belieflab.experiments.papers.denoeux2015_bernoulli import SOURCE

PARTITION = "credal partition"
"""Task: evidential c-means from given prototypes; nothing in it is random."""

BUTTERFLY = {"data": "butterfly", "prototypes": [[-3, 0], [3, 0]], "delta": 5}
FOUR_CLASS = {"data": "four-class", "prototypes": [[0, 0], [0, 4], [4, 0], [4, 4]], "delta": 10}

SETTINGS = "α = 1 and β = 2, the slides' defaults"
NO_NUMBERS = "The slides draw the partition without numbers; compare the shape."


def make_butterfly() -> Experiment:
    """The masses of the twelve objects on ∅, both clusters and Ω."""
    cell = Cell(PARTITION, {**BUTTERFLY, "tol": 1e-12}, limit=1)
    rows = [
        Row("masses", name, f"object {i + 1}", cell, f"mass {mask} {i}", at=i + 1.0)
        for mask, name in ((1, "{1}"), (2, "{2}"), (3, "Ω"), (0, "∅"))
        for i in range(12)
    ]
    rows.append(Row("criterion", "J", "at the end", cell, "criterion"))
    return Experiment(
        name="denoeux2015-butterfly",
        title="Credal partition of the butterfly by evidential c-means",
        source=f"{SOURCE}, butterfly",
        rows=tuple(rows),
        replicates=1,
        quick=1,
        value_title="mass",
        column_title="object",
        digits=3,
        choices=(
            NO_NUMBERS,
            f"{SETTINGS}; δ = 5, with which object 12 alone is an outlier. R's evclust ends at "
            "J = 35.1600058 from the same prototypes (-3, 0) and (3, 0).",
        ),
        draw=_draw_masses,
    )


def make_four_class() -> Experiment:
    """How many of the 400 objects belong to each set of the hard credal partition."""
    cell = Cell(PARTITION, {**FOUR_CLASS, "tol": 1e-12}, limit=1)
    names = {mask: _name(mask, 4) for mask in range(16)}
    rows = [
        Row("hard credal partition", name, column, cell, f"{measure} {mask}", digits=digits)
        for mask, name in names.items()
        for column, measure, digits in (("objects", "objects", 0), ("mean mass", "mean", 3))
    ]
    rows += [
        Row("partition", "", column, cell, measure)
        for column, measure in (
            ("J", "criterion"),
            ("nonspecificity N*", "nonspecificity"),
            ("adjusted Rand index", "agreement"),
        )
    ]
    return Experiment(
        name="denoeux2015-fourclass",
        title="Credal partition of the four-class set by evidential c-means",
        source=f"{SOURCE}, 4-class data set",
        rows=tuple(rows),
        replicates=1,
        quick=1,
        value_title="objects",
        column_title="set of clusters",
        digits=3,
        choices=(
            NO_NUMBERS,
            f"{SETTINGS}; δ = 10 and all 16 sets. R's evclust ends at J = 280.7141636 from the "
            "same prototypes (0, 0), (0, 4), (4, 0) and (4, 4).",
        ),
        draw=_draw_four_class,
    )


def partition(job: Job, _given: Mapping[str, Dataset]) -> Outcome:
    """The credal partition in numbers; the score is the criterion J."""
    dataset, model = _fit(job.cell.parameters)
    found = model.partition_
    sets = found.sets()
    details = {
        "criterion": model.criterion_,
        "nonspecificity": found.mean_nonspecificity(),
    }
    if dataset.truth is not None:
        details["agreement"] = found.adjusted_rand(dataset.truth)
    for mask in found.focal.tolist():
        mass = found.mass_of(mask)
        details[f"objects {mask}"] = int((sets == mask).sum())
        details[f"mean {mask}"] = float(mass.mean())
        if dataset.n <= 12:
            details |= {f"mass {mask} {i}": float(mass[i]) for i in range(dataset.n)}
    return Outcome(model.criterion_, model.n_iter_, details)


def _fit(parts: Mapping[str, Any]) -> tuple[Dataset, ECM]:
    dataset = load_sample(parts["data"])
    start = np.array(parts["prototypes"], dtype=np.float64)
    model = ECM(len(start), delta=parts["delta"], init=start, tol=parts["tol"], max_iter=10_000)
    return dataset, model.fit(dataset.X)


def _name(mask: int, n_clusters: int) -> str:
    if mask in (0, 2**n_clusters - 1):
        return "∅" if mask == 0 else "Ω"
    members = [str(k + 1) for k in range(n_clusters) if mask >> k & 1]
    return "{" + ", ".join(members) + "}"


def _draw_masses(experiment: Experiment, summaries: list[Summary], **look: Any) -> Any:
    from belieflab.experiments.pictures import draw_curves

    return draw_curves(experiment, [s for s in summaries if s.row.panel == "masses"], **look)


def _draw_four_class(
    experiment: Experiment, summaries: list[Summary], total_height: int = 460, scale: float = 1.0
) -> Any:
    """The plane in the colours of the sets; the same fit again, which takes a moment."""
    from belieflab.figures.common.plane import draw_points

    if all(summary.ours is None for summary in summaries):
        return None
    dataset, model = _fit({**FOUR_CLASS, "tol": 1e-12})
    return draw_points(
        dataset.X,
        (dataset.feature_names[0], dataset.feature_names[1]),
        labels=model.partition_,
        height=total_height,
        scale=scale,
    )
