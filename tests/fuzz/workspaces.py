"""Hostile workspace files: good ones whose descriptions hold other values than they should."""

import io
import json
import zipfile
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import plotly.graph_objects as go
from fuzz.models import VALUES, exchange_value
from fuzz.targets import SAMPLE_DATA, refused, zip_of

from belieflab import DataError
from belieflab.clustering import ECM
from belieflab.data.categories import CategoricalColumn
from belieflab.data.crowd_files import (
    CROWD_LAYOUTS,
    items_as_data,
    join_items,
    read_crowd_file,
    write_crowd_file,
)
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.state import State
from belieflab.ui.shell.workspace import Workspace
from belieflab.ui.shell.workspace_file import DESCRIPTION, SavedWorkspace, write
from belieflab.ui.shell.workspace_reader import read

ANSWERS = ("long.csv", "counts.csv", "wide.csv", "top_two.json", "label_studio.json")
TEXTS = ("counts", "top-two", "no such layout", "id", "order", "hard", "crowd", "iris", "integer")
"""Values that may well stand in one entry, and make no sense in another."""


@cache
def good_workspaces() -> tuple[bytes, ...]:
    """Small files with recipes, pinned runs, categories, weights, dissimilarities, answers."""
    workspace = Workspace()
    workspace.load_sample("iris")
    workspace.build_labels("expert-doubt")
    iris = workspace.dataset.take(np.arange(0, 150, 15))
    picture = go.Figure(go.Scatter(x=[1, 2], y=[2, 1]), {"title": {"text": "two points"}})
    partition = ECM(2, random_state=0, max_iter=3).fit(iris.X).partition_
    pinned = Pinned("A", {"way": "soft", "K": 3}, {"error": 0.1}, picture, partition)
    settings = {"mixture.n_init": 3, "neighbours.gamma": "class", "whatif.methods": ["eknn"]}
    whole = SavedWorkspace(workspace.state, settings=settings, pins={"credal": [pinned]})
    ids = tuple(f"flower {row}" for row in range(iris.n))
    column = CategoricalColumn("colour", ("red", "blue"), np.arange(iris.n) % 2)
    described = replace(
        iris, categories=(column,), ids=ids, texts=ids, weights=np.arange(1.0, iris.n + 1)
    )
    square, _ = from_dissimilarities(np.abs(iris.X[:, :1] - iris.X[:, 0]))
    states = [State(dataset=described, seed=3), State(dataset=square, seed=3)]
    for name in ANSWERS:
        crowd = read_crowd_file((SAMPLE_DATA / "answers" / name).read_bytes(), name)
        weights = dict.fromkeys(crowd.annotators[:2], 0.5)
        states.append(
            State(dataset=items_as_data(crowd), crowd=crowd, annotator_weights=weights, seed=3)
        )
    return tuple(map(write, (whole, *map(SavedWorkspace, states))))


def unpacked(content: bytes) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The members of a file, and its description."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return parts, json.loads(parts[DESCRIPTION])


def changed(content: bytes, rng: np.random.Generator) -> bytes:
    """A copy with one to three values of its description exchanged."""
    parts, description = unpacked(content)
    for _ in range(int(rng.integers(1, 4))):
        exchange_value(description, rng, (*VALUES, *TEXTS))
    return _described(parts, description)


def exchanged(content: bytes, value: Any) -> Iterator[bytes]:
    """Copies, in each of which one value of the description is this one instead."""
    parts, description = unpacked(content)
    for path in _paths(description):
        other = deepcopy(description)
        at = other
        for place in path[:-1]:
            at = at[place]
        at[path[-1]] = value
        yield _described(parts, other)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values stand; of a list, the first and the last one."""
    if isinstance(value, dict):
        places: list[Any] = [*value]
    else:
        places = sorted({0, len(value) - 1}) if isinstance(value, list) and value else []
    for place in places:
        yield (*path, place)
        yield from _paths(value[place], (*path, place))


def _described(parts: dict[str, bytes], description: dict[str, Any]) -> bytes:
    return zip_of(parts | {DESCRIPTION: json.dumps(description).encode()})


def use_workspace(content: bytes) -> None:
    """Open it as the app does, use the answers as the Crowd page does, and save it again."""
    try:
        saved = read(content)
        write(saved)
        state, crowd = saved.state, saved.state.crowd
        if crowd is None:
            return
        assert crowd.describe() and CROWD_LAYOUTS[crowd.layout]
        if crowd.may_be_rescaled:
            crowd.rescaled((0.0, 1.0))
        items_as_data(crowd)
        if state.dataset is not None:
            join_items(crowd, state.dataset)
        write_crowd_file(crowd, crowd.answers.combine("average"))
    except DataError as error:
        refused(error)
