"""The present fit: at once when it is quick, else by Run with progress and Stop."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np
import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.mixture import SoftLabelMixture
from belieflab.ui.method import runs
from belieflab.ui.pages.mixture.settings import PAGE, Settings
from belieflab.ui.shell import memory
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.fit"

QUICK = 1_500_000
"""Multiplications per iteration, n K (p² + 10) times the starts, up to which a fit is quick."""

SLOW_DENSITY = 20
"""How much longer a Weibull step takes than a Gaussian one of the same size."""


Answer = TypeVar("Answer")


@dataclass
class Fit:
    """A fitted model, what it was fitted to, and whether its components are the labels' classes."""

    model: SoftLabelMixture
    labels: MassTable | None
    named: bool


def token(workspace: Workspace, settings: Settings) -> Hashable:
    """What a fit was made for; it changes whenever the fit would."""
    return workspace.version, settings


def is_quick(dataset: Dataset, labels: MassTable | None, settings: Settings) -> bool:
    """Whether the fit follows the controls by itself."""
    return cost(dataset, labels, settings) <= QUICK


def cost(dataset: Dataset, labels: MassTable | None, settings: Settings) -> float:
    """Multiplications per iteration, over all starts."""
    if settings.n_components is not None:
        n_components = settings.n_components
    else:
        n_components = labels.frame.size if labels is not None else 1
    per_start = dataset.n * n_components * (dataset.p**2 + 10)
    weight = SLOW_DENSITY if settings.kind == "weibull" else 1
    return float(per_start * weight * (settings.n_init if settings.init != "pignistic" else 1))


def fit_now(dataset: Dataset, labels: MassTable | None, settings: Settings) -> Fit:
    """Fit in this very run of the page."""
    model, training = settings.make_model(), settings.training_labels(labels)
    for _ in model.iterate(dataset.X, training):
        pass
    return Fit(model, training, _named(model, settings))


def begin_run(
    workspace: Workspace, dataset: Dataset, labels: MassTable | None, settings: Settings
) -> None:
    """Start the fit in the background."""
    model, training = settings.make_model(), settings.training_labels(labels)
    mark = token(workspace, settings)

    begun: list[runs.Run] = []

    def steps() -> Iterator[Any]:
        criteria: list[float] = []
        for step in model.iterate(dataset.X, training):
            criteria.append(step.criterion)
            for run in begun:
                run.expected = expect_iterations(criteria, settings.tol * dataset.n, model.max_iter)
            yield step

    st.session_state[f"{PAGE}.running"] = (mark, Fit(model, training, settings.uses_labels))
    begun.append(runs.begin(RUN, steps, token=mark))


def finished_run(workspace: Workspace, settings: Settings) -> Fit | None:
    """The fit of a background run for these very settings, once it has ended or was stopped."""
    run = runs.get(RUN, token(workspace, settings))
    mark, fit = st.session_state.get(f"{PAGE}.running", (None, None))
    if run is None or run.running or not run.steps or mark != run.token:
        return None
    return Fit(fit.model, fit.labels, fit.named and fit.model.labelled_)


def expect_iterations(criteria: list[float], smallest: float, limit: int) -> int | None:
    """How many steps there will be, if the increase goes on shrinking at its current rate.

    EM converges linearly: the increase falls by a constant factor in the end. It stops when the
    increase is below `smallest`, or after `limit` steps.
    """
    if len(criteria) < 8:
        return None
    gains = np.diff(criteria[-7:])
    if gains[-1] <= 0 or gains[0] <= 0 or gains[-1] >= gains[0]:
        return limit
    rate = (gains[-1] / gains[0]) ** (1 / (len(gains) - 1))
    left = 0.0
    if gains[-1] > smallest:
        left = np.log(max(smallest / gains[-1], 1e-300)) / np.log(rate)
    return int(min(len(criteria) + max(left, 0.0) + 1, limit + 1))


def remember(what: str, mark: Hashable, make: Callable[[], Answer]) -> Answer:
    """The answer of `make`, kept in the session for the same mark."""
    return memory.remember(PAGE, what, mark, make)


def present_fit(
    workspace: Workspace, dataset: Dataset, labels: MassTable | None, settings: Settings
) -> Fit | str | None:
    """The fit for what is on screen; a sentence where there is none, None where Run is needed."""
    if not is_quick(dataset, labels, settings):
        return finished_run(workspace, settings)
    return remember(
        "fit", token(workspace, settings), partial(_fit_or_say, dataset, labels, settings)
    )


def _fit_or_say(dataset: Dataset, labels: MassTable | None, settings: Settings) -> Fit | str:
    if dataset.n < 2:
        return "A mixture needs at least two objects; there is one."
    try:
        return fit_now(dataset, labels, settings)
    except DataError as error:
        return str(error)


def _named(model: SoftLabelMixture, settings: Settings) -> bool:
    return settings.uses_labels and model.labelled_
