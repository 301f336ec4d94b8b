"""The A-sets table of Denœux 2015: how many clusters EK-NNclus finds in 20, 35 and 50."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus_table import A_SETS, FEW_LABELS, ASet
from belieflab.data.dataset import Dataset
from belieflab.data.fingerprint import fingerprint
from belieflab.data.samples import load_sample
from belieflab.errors import DataError
from belieflab.experiments.cells import Cell, Job, Outcome
from belieflab.experiments.experiment import Experiment, Row
from belieflab.experiments.papers.denoeux2015_bernoulli import SOURCE
from belieflab.experiments.papers.numbers import read_numbers
from belieflab.experiments.seeds import derive_integer

EKNNCLUS = "eknnclus"
"""Task: one run of EK-NNclus; the score is the number of clusters."""

MARKS = {"A1": "8f731bcd", "A2": "8cc77e07", "A3": "8da7c37d"}
"""Digests of the points that the stored results were computed on."""

ON_GENERATED = (
    "The original files are not part of belieflab; give their folder by --data. The generated sets "
    "have the same sizes and about the same overlap."
)
ON_STORED = (
    "The stored results are those of the original files, which are not part of belieflab: a run "
    "here is on generated sets of the same sizes; give the folder of the files by --data on the "
    "command line."
)

ENDINGS = (".txt", ".data", ".data.gz")
"""Of the original files, as they are found in various places."""


def make_asets(folder: Path | None = None, *, stored: bool = False) -> Experiment:
    """Clusters found and time taken, from as many labels as objects and from 1000 at random.

    With `folder` on the original files in it (a1.txt or a1.data.gz …), with `stored` on those that
    the stored results were computed on, else on generated sets.
    """
    given = {} if folder is None else _read_files(folder)
    rows = []
    names: list[str | None] = [*given] or [None] * len(A_SETS)
    if stored:
        names = [f"{a_set.name} {MARKS[a_set.name]}" for a_set in A_SETS]
    for a_set, name in zip(A_SETS, names, strict=True):
        for series, start in (("c0 = n", None), (f"c0 = {FEW_LABELS}", FEW_LABELS)):
            cell = Cell(
                EKNNCLUS,
                {
                    "data": name or {"clusters": a_set.n_clusters},
                    "neighbors": a_set.n_neighbors,
                    "start": start,
                },
            )
            panel = f"{a_set.name} (n = {a_set.n})"
            rows.append(Row(panel, series, "clusters", cell, by_median=True))
            rows.append(
                Row(panel, series, "time (s)", cell, "time", by_median=True, compared=False)
            )
    original = stored or folder is not None
    kind = "the A-sets" if original else "generated sets like the A-sets"
    return Experiment(
        name="denoeux2015-asets" + ("" if folder is None else "-files"),
        title=f"Number of clusters found by EK-NNclus on {kind}",
        source=f"{SOURCE}, A-sets",
        rows=tuple(rows),
        replicates=10,
        quick=1,
        value_title="clusters, seconds",
        column_title="result",
        paper=read_numbers("denoeux2015-asets"),
        choices=(
            "Numbers are medians over ten runs, as in the slides. K = 150 for A1 and 200 for A2 "
            "and A3, q = 0.9, β = 2.",
            "Symmetric weights, with which the energy never rises; the slides' rule uses those of "
            "each row.",
            "Times are those of one core for one run, neighbours included; the slides' were taken "
            "on another machine.",
            *(() if folder else (ON_STORED if stored else ON_GENERATED,)),
        ),
        given=given,
        store="denoeux2015-asets",
    )


def cluster(job: Job, given: Mapping[str, Dataset]) -> Outcome:
    """One run; the points are the same in all runs, labels and orders are not."""
    parts = job.cell.parameters
    X = find_points(parts["data"], job.seed, given)
    seed = derive_integer(job.seed, "eknnclus", parts, job.replicate)
    model = EKNNclus(parts["neighbors"], n_start=parts["start"], random_state=seed).fit(X)
    return Outcome(float(model.n_clusters_), model.n_iter_, {"energy": model.energy_})


def find_points(
    data: str | Mapping[str, int], seed: int, given: Mapping[str, Dataset]
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Points of a file handed over, or generated ones."""
    if not isinstance(data, str):
        points: np.ndarray[tuple[int, int], np.dtype[np.float64]] = load_sample(
            "many-clusters", seed=seed, **data
        ).X
        return points
    if data not in given:
        raise DataError(f"The data {data!r} were not handed over with the run.")
    return given[data].X


def _read_files(folder: Path) -> dict[str, Dataset]:
    """The three sets, two numbers per line, under names made of their contents."""
    return dict(_read_file(_find_file(folder, a_set.name.lower()), a_set) for a_set in A_SETS)


def _find_file(folder: Path, name: str) -> Path:
    for ending in ENDINGS:
        path = folder / f"{name}{ending}"
        if path.is_file():
            return path
    wanted = " or ".join(f"{name}{ending}" for ending in ENDINGS)
    raise DataError(f"There is no {wanted} in {folder}.")


def _read_file(path: Path, a_set: ASet) -> tuple[str, Dataset]:
    try:
        X = np.loadtxt(path, dtype=np.float64, ndmin=2)
    except (OSError, EOFError, ValueError) as error:
        raise DataError(f"{path} cannot be read as numbers: {error}") from None
    if X.shape != (a_set.n, 2):
        raise DataError(
            f"{path} has {X.shape[0]} lines of {X.shape[1]} numbers; {a_set.name} has {a_set.n} "
            "lines of 2."
        )
    name = f"{a_set.name} {fingerprint(X)}"
    return name, Dataset(X, ("x1", "x2"), name=a_set.name, source=path.name)
