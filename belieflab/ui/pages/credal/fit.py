"""The present partition: at once when it is quick, else by Run with progress and Stop."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
import streamlit as st

from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.evclus import MAX_SETS_ON_A_LATTICE
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.ui.method import runs
from belieflab.ui.pages.credal.pairs import PAGE
from belieflab.ui.pages.credal.settings import MAHALANOBIS, Settings
from belieflab.ui.shell import memory
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.fit"
_RUNNING = f"{PAGE}.running"

QUICK_SECONDS = 0.8
"""A fit that is expected to last longer waits for Run."""

USUAL_STEPS = 60
MOST_RELATIONAL = 4_000
"""Objects up to which all dissimilarities are kept in memory."""

MAX_KEPT = 30_000_000
"""Masses up to which those of all steps are kept."""

MOST_MASSES = 20_000_000
"""Entries up to which a table of masses is made."""

Answer = TypeVar("Answer")


def token(workspace: Workspace, settings: Settings) -> Hashable:
    """What a partition was made for; it changes whenever the partition would."""
    return workspace.version, settings


def remember(what: str, mark: Hashable, make: Callable[[], Answer]) -> Answer:
    """The answer of `make`, kept in the session for the same mark."""
    return memory.remember(PAGE, what, mark, make)


def count_sets(settings: Settings) -> int:
    """How many sets may carry mass."""
    c = settings.n_clusters
    if settings.algorithm == "CECM" or settings.focal == "all":
        return int(2**c)
    if settings.focal == "simple":
        return c + 2
    return c + 2 + c * (c - 1) // 2


def expect_seconds(dataset: Dataset, settings: Settings) -> float:
    """How long a fit may last, reckoned from sizes and measured costs of one step."""
    n, p, sets = dataset.n, dataset.p, count_sets(settings)
    if settings.algorithm == "EVCLUS":
        on_lattice = sets <= MAX_SETS_ON_A_LATTICE and not settings.pairs
        step = (8e-9 if on_lattice else 25e-9) * n * min(settings.partners, n) * sets
    elif settings.relational:
        step = 2e-9 * n * n * sets
    else:
        step = 15e-9 * n * sets * (1 + p / 4)
        if settings.algorithm == MAHALANOBIS:
            step *= 2 + p
        if settings.algorithm == "CECM":
            step = 8 * step + 1e-7 * len(settings.pairs) * sets**2
    starts = settings.n_init + (settings.n_init > 1)
    return step * USUAL_STEPS * starts + 1e-9 * n**3 * settings.relational


def keeps_steps(dataset: Dataset, settings: Settings) -> bool:
    """Whether the model can keep all its steps for the player.

    Those of ECM and RECM are prototypes; those of CECM and EVCLUS hold the masses of all objects.
    """
    if settings.algorithm not in ("CECM", "EVCLUS"):
        return True
    return dataset.n * count_sets(settings) * USUAL_STEPS <= MAX_KEPT


def is_quick(dataset: Dataset, settings: Settings) -> bool:
    """Whether the partition follows the controls by itself."""
    return expect_seconds(dataset, settings) <= QUICK_SECONDS


def refuse_impossible(dataset: Dataset, settings: Settings) -> None:
    """Say in one sentence what would never end or fit into memory."""
    if dataset.n < 2:
        raise DataError("Clusters need at least two objects; there is one.")
    if settings.n_clusters > dataset.n:
        raise DataError(
            f"{settings.n_clusters} clusters need at least as many objects; there are {dataset.n}."
        )
    if settings.relational and dataset.n > MOST_RELATIONAL:
        raise DataError(
            f"RECM keeps the dissimilarities of all pairs, which is practical up to "
            f"{MOST_RELATIONAL:,} objects; there are {dataset.n:,}. Take ECM or EVCLUS instead."
        )
    if dataset.n * count_sets(settings) > MOST_MASSES:
        raise DataError(
            f"{settings.n_clusters} clusters have {count_sets(settings):,} sets, too many masses "
            f"for {dataset.n:,} objects. Choose fewer clusters, or fewer focal sets."
        )


def present_model(
    workspace: Workspace, dataset: Dataset, settings: Settings
) -> CredalClusterer | str | None:
    """The fitted model for what is on screen; a sentence where there is none, None before Run."""
    try:
        refuse_impossible(dataset, settings)
    except DataError as error:
        return str(error)
    if not is_quick(dataset, settings):
        return finished_run(workspace, settings)
    return remember("fit", token(workspace, settings), partial(fit_or_say, dataset, settings))


def fit_or_say(dataset: Dataset, settings: Settings) -> CredalClusterer | str:
    """Fit in this very run of the page; a sentence where that is impossible."""
    try:
        model = settings.make_model(keeps_steps(dataset, settings))
        for _ in model.iterate(settings.input(dataset), **settings.fit_arguments()):
            pass
    except DataError as error:
        return str(error)
    return model


def begin_run(workspace: Workspace, dataset: Dataset, settings: Settings) -> None:
    """Start the fit in the background."""
    model = settings.make_model(keeps_steps(dataset, settings))
    mark = token(workspace, settings)

    def steps() -> Iterator[Any]:
        for step in model.iterate(settings.input(dataset), **settings.fit_arguments()):
            yield replace(step, snapshot=None)  # the model keeps what is needed of it

    st.session_state[_RUNNING] = (mark, model)
    runs.begin(
        RUN,
        steps,
        lambda found: expect_steps([step.criterion for step in found], model.tol),
        mark,
    )


def finished_run(workspace: Workspace, settings: Settings) -> CredalClusterer | str | None:
    """The model of a background run for these very settings, once it has ended or was stopped."""
    run = runs.get(RUN, token(workspace, settings))
    mark, model = st.session_state.get(_RUNNING, (None, None))
    if run is None or run.running or mark != run.token:
        return None
    if run.error:
        return run.error
    found: CredalClusterer | None = model if run.steps else None
    return found


def expect_steps(criteria: list[float], tol: float) -> int | None:
    """How many steps there will be, if the fall goes on shrinking at its present rate."""
    if len(criteria) < 6:
        return None
    falls = -np.diff(criteria[-5:]) / np.abs(criteria[-5:-1])
    if falls[-1] <= 0 or falls[0] <= falls[-1]:
        return None
    rate = (falls[-1] / falls[0]) ** (1 / (len(falls) - 1))
    if rate >= 1.0:
        return None
    left = np.log(tol / falls[-1]) / np.log(rate) if falls[-1] > tol else 0.0
    return int(len(criteria) + max(left, 0.0) + 1)
