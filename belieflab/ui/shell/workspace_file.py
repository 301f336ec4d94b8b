"""The workspace file: data, labels, settings, pinned runs and seed in one zip of CSV and JSON.

    workspace.json   format, version, seed, scaling, truth_hidden, settings,
                     pins   [{page, name, settings, scores, picture}, …], pictures as JSON
                     data   {name, source, feature_names, class_names, class_kind, rows, truth,
                             categories [{name, levels}, …], ids, texts, split, weights, recipe};
                             those of objects are lists, empty without any
                     labels {class_names, class_kind, focal, words, recipe, from_sample, from_crowd,
                             discount}
                     annotator_weights {name: from 0 to 1}; only where some is not 1
    points.csv       one row per object, one column per feature, in its own units: the scaling is
                     applied when the file is opened
    categories.csv   one row per object, one column of codes into its levels per categorical
                     column; only with some
    dissimilarities.csv  one row and one column per object; only where the data are dissimilarities,
                     which `data.dissimilarities` says; points.csv then holds their plane
    truth.csv        one code per object into data.class_names, -1 unknown; only with a truth
    masses.csv       one row per object, one column per focal set; only with labels
    answers.csv      one row per answer of a crowd: item, annotator, how many sets; names and sets
                     are in `crowd`; only with such answers
    answer_masses.csv  one row per set of an answer: its number in `crowd.sets`, and its mass

Numbers are written so that they read back exactly. Headers are there for the human reader; the
names that count are in workspace.json, and a set is the bit mask in `labels.focal`. The kind says
what class values print as these names (`integer`, `boolean`, `number`, `text`); a file without it
holds text. A recipe is
`{key, settings}` or null: it is kept only when it still gives the very points or labels of the
file. Labels without a recipe are discounted by the rate `discount`, 0 unless given; their masses
are those before. Readers ignore keys they do not know; a file of a later version is refused.
"""

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.ui.shell.pinned import Pins, as_entries
from belieflab.ui.shell.workspace import Recipe, State

FORMAT = "belieflab workspace"
VERSION = 1
DESCRIPTION, POINTS, TRUTH, MASSES = "workspace.json", "points.csv", "truth.csv", "masses.csv"
CATEGORIES, DISSIMILARITIES = "categories.csv", "dissimilarities.csv"
ANSWERS, ANSWER_MASSES = "answers.csv", "answer_masses.csv"
_WHEN = (2000, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class SavedWorkspace:
    """What a workspace file holds: the state, and what the pages' own controls showed."""

    state: State
    truth_hidden: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    pins: Pins = field(default_factory=dict)


def write(saved: SavedWorkspace) -> bytes:
    """The workspace file; the same workspace gives the same bytes."""
    files = {DESCRIPTION: json.dumps(describe(saved), indent=1, ensure_ascii=False)}
    headers = _headers(saved.state)
    files |= {name: _csv(table, headers[name]) for name, table in tables(saved.state).items()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, _WHEN), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def tables(state: State) -> dict[str, NDArray[Any]]:
    """The tables of the file by name, one row per object each."""
    dataset, labels = state.dataset, state.undiscounted
    found: dict[str, NDArray[Any]] = {}
    if dataset is not None:
        found[POINTS] = dataset.X
        if dataset.categories:
            found[CATEGORIES] = np.column_stack([each.codes for each in dataset.categories])
        if dataset.dissimilarities is not None:
            found[DISSIMILARITIES] = dataset.dissimilarities
        if dataset.truth is not None:
            found[TRUTH] = dataset.truth[:, None]
    if labels is not None:
        found[MASSES] = labels.mass
    if state.crowd is not None:
        _, found[ANSWERS], found[ANSWER_MASSES] = state.crowd.arrays
    return found


def _headers(state: State) -> dict[str, list[str]]:
    dataset, labels = state.dataset, state.undiscounted
    headers = {TRUTH: ["class"], ANSWERS: ["item", "annotator", "sets"]}
    headers[ANSWER_MASSES] = ["set", "mass"]
    if dataset is not None:
        headers[POINTS] = list(dataset.feature_names)
        if dataset.dissimilarities is not None:
            headers[DISSIMILARITIES] = [dataset.name_of(row) for row in range(dataset.n)]
        headers[CATEGORIES] = [each.name for each in dataset.categories]
    if labels is not None:
        headers[MASSES] = [labels.frame.format(int(mask)) for mask in labels.focal]
    return headers


def describe(saved: SavedWorkspace) -> dict[str, Any]:
    """What stands in workspace.json."""
    state = saved.state
    description: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "seed": state.seed,
        "scaling": state.scaling,
        "truth_hidden": saved.truth_hidden,
        "settings": dict(saved.settings),
        "pins": as_entries(saved.pins),
        "data": None,
        "labels": None,
    }
    if state.crowd is not None:
        description["crowd"] = state.crowd.arrays[0]
    if state.annotator_weights:
        description["annotator_weights"] = dict(state.annotator_weights)
    dataset, labels = state.dataset, state.undiscounted
    if dataset is not None:
        description["data"] = {
            "name": dataset.name,
            "source": dataset.source,
            "feature_names": list(dataset.feature_names),
            "class_names": list(dataset.class_names),
            "class_kind": dataset.class_kind,
            "rows": dataset.n,
            "truth": dataset.truth is not None,
            "dissimilarities": dataset.dissimilarities is not None,
            "categories": [
                {"name": each.name, "levels": list(each.levels)} for each in dataset.categories
            ],
            "ids": list(dataset.ids),
            "texts": list(dataset.texts),
            "image_shape": list(dataset.image_shape),
            "split": list(dataset.split),
            "filled": dataset.filled,
            "weights": [] if dataset.weights is None else dataset.weights.tolist(),
            "recipe": _recipe(state.data_recipe),
        }
    if labels is not None:
        description["labels"] = {
            "class_names": list(labels.frame.names),
            "class_kind": labels.frame.kind,
            "focal": [int(mask) for mask in labels.focal],
            "words": state.label_note,
            "recipe": _recipe(state.label_recipe),
            "from_sample": state.sample_labels,
            "from_crowd": state.of_crowd,
            "discount": state.discount,
        }
    return description


def _recipe(recipe: Recipe | None) -> dict[str, Any] | None:
    return None if recipe is None else {"key": recipe.key, "settings": dict(recipe.settings)}


def _csv(table: NDArray[Any], names: list[str]) -> str:
    """The table with shortest exact numbers; a name stands on one line, and runs nowhere."""
    from belieflab.data.reading.spreadsheet_guard import guard  # slow to import

    safe = [guard(" ".join(name.split())) for name in names]
    text: str = pd.DataFrame(np.asarray(table)).to_csv(index=False, header=safe)
    return text
