"""The present classifier and what it says: at once when that is quick, else by Run."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.neighbours.classifier import ClassifiedPlane, ClassifierView, classify_plane
from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.beliefs import Classifier
from belieflab.ui.method import runs
from belieflab.ui.pages.neighbours.cost import CELLS, Cost, expect_cost, expect_curve_cost
from belieflab.ui.pages.neighbours.settings import MOST_NEIGHBOURS, NETWORK, PAGE, Settings
from belieflab.ui.shell.memory import remember
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.fit"
_RUNNING = f"{PAGE}.running"

QUICK = 0.8
"""Seconds up to which a fit follows the controls by itself."""

MOST_COMPARED = 5_000
"""Labels up to which it is counted how many of them differ."""

MOST_AT_ONCE = 20_000
"""Objects up to which the leave-one-out curve follows the controls by itself."""

_AGREED = f"{PAGE}.agreed"
"""The case whose cost a person has agreed to."""


@dataclass(frozen=True)
class Case:
    """What is to be learned from what: data, labels and settings, and how it is looked at."""

    workspace: Workspace
    dataset: Dataset
    labels: MassTable
    settings: Settings
    look: ClassifierView

    @property
    def token(self) -> Hashable:
        """What a fit was made for; it changes whenever the fit would."""
        return self.workspace.version, self.settings, self.look.axes, self.look.source

    @property
    def truth(self) -> NDArray[np.int64] | None:
        """The true classes, unless absent or hidden."""
        return shown_truth(self.workspace)

    @property
    def judged_by_labels(self) -> bool:
        """Whether answers are judged by the labels, as the data carry no truth."""
        return self.dataset.truth is None

    @property
    def features(self) -> NDArray[np.float64]:
        """What the classifier learns from [shape=(n, q)]."""
        return self.look.plane(self.dataset).features


def expect_seconds(case: Case) -> float:
    """About how long the fit takes, from what was measured on a common machine."""
    n, q = map(int, case.features.shape)
    classes, settings = case.labels.frame.size, case.settings
    if settings.kind == NETWORK:
        steps = EvidentialNetwork().max_iter
        return 3e-8 * n * settings.n_prototypes * (q + classes) * steps
    seconds = 1e-9 * n * n * q
    if settings.gamma == "jousselme":
        distinct = len(np.unique(case.labels.mass, axis=0)) if n <= MOST_COMPARED else n
        seconds += n * n * (1e-8 + 1e-10 * distinct)
    if settings.learns:
        seconds += 5e-6 * n * settings.n_neighbors * len(case.labels.focal)
    return seconds


def expect_pictures(case: Case) -> Cost:
    """What the beliefs about all objects and all places of the plane cost."""
    if case.settings.kind == NETWORK:  # its beliefs are on single classes and Ω
        return Cost(0.0, 0.0)
    n_rows, n_neighbors = case.dataset.n + CELLS, case.settings.n_neighbors
    mark = (case.workspace.version, n_neighbors)
    return remember(PAGE, "cost", mark, partial(expect_cost, case.labels, n_rows, n_neighbors))


def curve_waits(case: Case) -> bool:
    """Whether the leave-one-out error for every K takes too long to follow the controls."""
    n = case.dataset.n
    make = partial(expect_curve_cost, case.labels, n, MOST_NEIGHBOURS)
    cost = remember(PAGE, "cost of the curve", case.workspace.version, make)
    return n > MOST_AT_ONCE or cost.is_too_large


def waits_for_consent(case: Case) -> bool:
    """Whether the pictures cost too much to be made before a person has pressed Run."""
    return expect_pictures(case).is_too_large and st.session_state.get(_AGREED) != case.token


def consent(case: Case) -> None:
    """Make the pictures of this case, whatever they cost; called when Run is pressed."""
    st.session_state[_AGREED] = case.token


def present_fit(case: Case) -> Classifier | str | None:
    """The fitted classifier; a sentence where there can be none, None where Run is needed."""
    if expect_seconds(case) > QUICK:
        return _finished_run(case)
    return remember(PAGE, "fit", case.token, partial(_fit_or_say, case))


def begin_run(case: Case) -> None:
    """Fit in the background; a network tells every step."""
    model, features, labels = case.settings.make_model(), case.features, case.labels

    def steps() -> Iterator[Any]:
        if isinstance(model, EvidentialNetwork):
            yield from model.iterate(features, labels)
        else:
            yield model.fit(features, labels)

    st.session_state[_RUNNING] = (case.token, model)
    expected = model.max_iter if isinstance(model, EvidentialNetwork) else None
    runs.begin(RUN, steps, expected, case.token)


def running_network(case: Case) -> EvidentialNetwork | None:
    """The network of a background run for this very case."""
    mark, model = st.session_state.get(_RUNNING, (None, None))
    return model if mark == case.token and isinstance(model, EvidentialNetwork) else None


def _finished_run(case: Case) -> Classifier | None:
    run = runs.get(RUN, case.token)
    mark, model = st.session_state.get(_RUNNING, (None, None))
    if run is None or run.running or not run.steps or mark != run.token:
        return None
    found: Classifier = model
    return found


def _fit_or_say(case: Case) -> Classifier | str:
    if case.dataset.n < 2:
        return "A classifier needs at least two objects; there is one."
    try:
        return case.settings.make_model().fit(case.features, case.labels)
    except DataError as error:
        return str(error)


def present_scene(case: Case, model: Classifier) -> ClassifiedPlane | str:
    """What the classifier says of every object and place; a sentence where it cannot."""

    def make() -> ClassifiedPlane | str:
        try:
            return classify_plane(
                case.dataset,
                model,
                case.look,
                labels=case.labels,
                truth=case.truth,
                judge_by_labels=case.judged_by_labels,
            )
        except DataError as error:
            return str(error)

    mark = (case.token, case.look, case.workspace.truth_hidden, id(model))
    return remember(PAGE, "scene", mark, make)


def leave_one_out(case: Case, model: EvidentialKNN) -> NDArray[np.float64]:
    """The leave-one-out error for every K from 1 on [shape=(most,)]."""
    most = min(MOST_NEIGHBOURS, len(model.labels_) - 1)
    mark = (case.token, id(model))
    return remember(PAGE, "errors", mark, partial(model.leave_one_out_errors, most))
