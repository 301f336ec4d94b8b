"""Which plane objects of many features are drawn on: chosen on a page, found in the background.

One parameter serves all pages. What takes long (t-SNE, UMAP) is a task; until it is there the
objects are drawn along the default axes.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.data.fingerprint import fingerprint
from belieflab.data.parameters import Parameter
from belieflab.data.planes import PLANES, is_known, lay_out, offered_planes, plane_cost
from belieflab.errors import DataError
from belieflab.iteration import StopFlag, until_stopped
from belieflab.ui.method.context import Context
from belieflab.ui.method.tasks import Status, Task, collect, draw_run, resolve
from belieflab.ui.shell.text import plain

PLANE, AXES = "projection", "axes"
MAX_SECONDS = 10.0
"""Up to this estimate a plane that was chosen is computed without a further click."""

POINTS_ONLY = (
    "{title} is no linear map of the features: densities, regions and prototypes have no place on "
    "this plane."
)
UNTIL_THEN = "Until then the objects are drawn along the default axes."


def plane_parameter(dataset: Dataset, among: Collection[str] | None = None) -> list[Parameter]:
    """The parameter of the plane, where there is a choice; `among` are keys, by default all."""
    found = offered_planes(dataset)
    offered = {key: each for key, each in found.items() if among is None or key in among}
    if not offered:
        return []
    titles = {AXES: "two axes"} | {each.key: each.title for each in offered.values()}
    explained = [f"{each.title}: {each.explanation}" for each in offered.values()]
    text = " ".join(["Two axes: features or principal components, chosen below.", *explained])
    look: dict[str, Any] = {"view": True, "form": "list", "lecture": "axes", "width": 200}
    return [Parameter(PLANE, "Plane", AXES, choices=titles, help=text, **look)]


def linear_choices() -> tuple[str, ...]:
    """The choices of the plane to which a linear map leads."""
    return AXES, *(each.key for each in PLANES.values() if not each.slow)


def laid_out(context: Context) -> Context:
    """The context with its data on the chosen plane, as soon as that is found."""
    kind = _chosen(context)
    if not kind or problem(context):
        return context
    seed = context.seed
    if not is_known(context.dataset, kind, seed) and not resolve(_task(context, kind)).ready:
        return context
    if not is_known(context.dataset, kind, seed):  # it was stopped before there was anything
        return context
    return replace(context, dataset=lay_out(context.dataset, kind, context.known_labels, seed=seed))


def draw_note(context: Context) -> None:
    """Say what the chosen plane cannot show, or why it is not there; draw how far it has come."""
    kind, plane = _chosen(context), context.dataset.plane
    if not kind:
        return
    title = PLANES[kind].title
    if plane is None and (why := problem(context)):
        st.caption(f"{plain(why)} The objects are drawn along the default axes.")
    elif plane is None:
        task = _task(context, kind)
        begun = resolve(task).status is Status.RUNNING
        state = "is computed in the background" if begun else "is not computed yet"
        st.caption(f"{title} {state}. {UNTIL_THEN}")
        draw_run(task)
    elif not plane.linear:
        text = POINTS_ONLY.format(title=title)
        if left_out := plane.n_left_out:
            text += f" {left_out:,} of {context.dataset.n:,} objects are left out of the picture."
        st.caption(text)


def problem(context: Context) -> str:
    """Why the chosen plane cannot be laid out, in one sentence; empty where it can."""
    kind = _chosen(context)
    if not kind or PLANES[kind].slow:
        return ""

    def find() -> str:
        try:
            lay_out(context.dataset, kind, context.known_labels, seed=context.seed)
        except DataError as error:
            return str(error)
        return ""

    token = kind, id(context.dataset), context.workspace.version
    return context.remember("plane problem", token, find)


def _chosen(context: Context) -> str:
    """The key of the chosen plane, empty for two axes."""
    kind: str = context.settings.get(PLANE, AXES)
    return kind if kind in offered_planes(context.dataset) else ""


def _task(context: Context, kind: str) -> Task[list[Dataset]]:
    dataset, seed = context.dataset, context.seed
    if dataset.plane is not None:
        dataset = replace(dataset, plane=None)
    title = PLANES[kind].title

    def start(stop: StopFlag) -> tuple[list[Dataset], Iterator[Any]]:
        made = (lay(dataset) for lay in [partial(lay_out, kind=kind, seed=seed)])
        return collect(until_stopped(made, stop))

    return Task(
        f"plane.{kind}",
        (kind, fingerprint(dataset.X), seed),
        start,
        plane_cost(dataset.n),
        label=f"Compute {title}",
        unit="plane",
        about=title,
        by_itself=False,
        begins_within=MAX_SECONDS,
        kept=4,
    )
