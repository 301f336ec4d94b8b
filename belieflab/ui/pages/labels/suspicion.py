"""The evidence against the labels, beside the table in which they are edited."""

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from belieflab.evaluation.held_out import HeldOut
from belieflab.evaluation.suspects import weigh
from belieflab.ui.method.context import Context
from belieflab.ui.method.suspicion import evidence_task, find_problem, holding_out
from belieflab.ui.method.tasks import Task, draw_run, resolve
from belieflab.ui.pages.labels.view import PAGE
from belieflab.ui.shell import lecture

CLASSIFIER = "eknn"
BACKGROUND_SECONDS = 60.0
"""Up to this estimate the evidence is found in the background without being asked for."""


def draw_against(context: Context) -> NDArray[np.float64] | None:
    """The evidence against every label [shape=(n,)]; None until it is found, or where it cannot be.

    Draws how far it is while it takes longer than a moment.
    """
    task = _task(context)
    if task is None or lecture.current() is not None:
        return None
    outcome = resolve(task)
    if not task.is_quick and not task.refusal:
        st.caption("**Evidence against the labels**, a column of the table once it is found:")
        draw_run(task)
    if not outcome.ready or outcome.outdated or context.labels is None:
        return None
    held: HeldOut = outcome.value
    if not held.done.all():
        return None
    found = weigh(held.beliefs, context.labels)
    against = np.full(context.dataset.n, np.nan)
    against[found.rows] = found.against
    return against


def _task(context: Context) -> Task[HeldOut] | None:
    dataset, labels = context.dataset, context.labels
    if labels is None or dataset.dissimilarities is not None or find_problem(dataset, labels):
        return None
    how = holding_out(dataset, CLASSIFIER, {}, context.seed)
    asked = f"{PAGE}.evidence", context.workspace.version, dataset, labels, how
    task = evidence_task(*asked, begins_within=BACKGROUND_SECONDS)
    return None if task.refusal else task
