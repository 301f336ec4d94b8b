"""The run behind the landscape: starts run in the background, and the maxima found so far."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.mixture import Landscape, Maximum
from belieflab.mixture.maxima import group_runs, highest
from belieflab.mixture.restarts import Run
from belieflab.ui.method import runs
from belieflab.ui.pages.landscape.settings import PAGE, Settings
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.run"
_LATEST, _CHOSEN = f"{PAGE}.latest", f"{PAGE}.chosen"


@dataclass
class Expedition:
    """A landscape that is being explored: for which data and settings, with which labels."""

    version: int
    settings: Settings
    landscape: Landscape
    labels: MassTable | None

    @property
    def starts(self) -> list[Run]:
        """The starts that have ended so far."""
        return list(getattr(self.landscape, "runs_", ()))

    def maxima(self, relabel: bool) -> list[Maximum]:
        """The distinct maxima so far, highest first."""
        landscape = self.landscape
        units = getattr(landscape, "units_", None)
        return group_runs(self.starts, landscape.distance, relabel, units)

    def iterations(self) -> NDArray[np.int64]:
        """M steps of each start at 1e-6."""
        return np.array([run.early_iterations for run in self.starts], dtype=np.int64)


def begin(workspace: Workspace, dataset: Dataset, settings: Settings) -> None:
    """Send the starts on their way."""
    labels = settings.labels(dataset, workspace.labels)
    landscape = settings.make_landscape()
    st.session_state[_LATEST] = Expedition(workspace.version, settings, landscape, labels)
    st.session_state.pop(_CHOSEN, None)

    def one_step_per_start() -> Iterator[int]:
        done = 0
        for step in landscape.iterate(dataset.X, labels):
            yield from range(done, step.iteration)
            done = step.iteration

    runs.begin(RUN, one_step_per_start, settings.n_starts)


def latest(workspace: Workspace) -> Expedition | None:
    """The last landscape that was asked for, as long as data and labels are the same."""
    found: Expedition | None = st.session_state.get(_LATEST)
    if found is None or found.version != workspace.version:
        runs.forget(RUN)
        return None
    return found


def choose(name: int) -> None:
    """Put the ellipses of this maximum on the plane; `name` is the start that found it."""
    st.session_state[_CHOSEN] = name


def chosen(maxima: list[Maximum]) -> Maximum:
    """The maximum that was clicked, or else the highest that has not collapsed."""
    name = st.session_state.get(_CHOSEN)
    for maximum in maxima:
        if name in maximum.starts:
            return maximum
    return highest(maxima)
