"""Code: the few lines of Python that give the same picture again, to copy or download."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from belieflab.data.label_files import TRUTH, is_label_heading
from belieflab.data.laws import LAWS
from belieflab.data.planes import PLANES
from belieflab.data.reading import ID, TEXT, write_dataset
from belieflab.data.reading.exporting import own_columns
from belieflab.data.reading.row_roles import SPLIT, WEIGHT
from belieflab.data.row_columns import GROUPS
from belieflab.data.samples import SAMPLES
from belieflab.ui.method.context import Context
from belieflab.ui.shell.buttons import draw_download
from belieflab.ui.shell.workspace import State, Workspace

DATA_FILE = "belieflab-data.csv"
WIDTH = 88
TRAINING = """whole, dataset = dataset, dataset.training  # no method learns from rows kept apart
labels = None if labels is None else labels[whole.training_rows]
"""


def draw(page: str, code: str, workspace: Workspace) -> None:
    """Draw the code with copy and download, and the data file it reads, if it reads one."""
    st.code(code, language="python")
    with st.container(horizontal=True):
        draw_download("Download as a script", f"{page}.code", f"belieflab-{page}.py", code)
        if needs_file(workspace.state):
            text = "The points and labels that the code reads; put it beside the script."
            make = partial(data_file, workspace.state)
            draw_download(f"Download {DATA_FILE}", f"{page}.code_data", DATA_FILE, make, help=text)


def snippet_for_workspace(workspace: Workspace) -> str:
    """The lines that give `dataset` and `labels` as methods take them, features scaled.

    What recipes made is made again from them and the seed; anything else is read from the file
    that `data_file` writes. `labels` is None where there are none.
    """
    state = workspace.state
    if state.training is state:
        return _source_lines(state) + _scaling_lines(state)
    return _reading_lines(state) + TRAINING + _scaling_lines(state.training)


def _scaling_lines(state: State) -> str:
    if state.dataset is None or state.scaled is state.dataset:
        return ""
    scaled = format_call("scale", [Name("dataset"), state.scaling], {})
    return f"\nfrom belieflab.data.scaling import scale\n\ndataset = {scaled}\n"


def _source_lines(state: State) -> str:
    if needs_file(state):
        return _reading_lines(state)
    data = state.data_recipe
    if data is None:
        return "dataset = labels = None\n"
    seed = {"seed": state.seed}
    loaded = format_call("load_sample", [data.key], seed | data.changed(SAMPLES))
    lines = [f"dataset = {loaded}"]
    names = "load_sample"
    if state.label_recipe is not None:
        law = state.label_recipe
        built = format_call("build_labels", [law.key, Name("dataset")], seed | law.changed(LAWS))
        lines.append(f"labels = {built}")
        names = "build_labels, load_sample"
    elif state.sample_labels:
        lines.insert(0, "from belieflab.data.samples import own_labels\n")
        lines.append(f"labels = {format_call('own_labels', [data.key, Name('dataset')], {})}")
    else:
        lines.append("labels = None")
    return "\n".join([f"from belieflab.data import {names}", *lines]) + "\n"


def snippet_for(context: Context) -> str:
    """The lines that give `dataset` and `labels`, the data laid out as the page draws them."""
    return snippet_for_workspace(context.workspace) + _plane_lines(context)


def _plane_lines(context: Context) -> str:
    plane = context.dataset.plane
    if plane is None:
        return ""
    kind = PLANES[plane.key]
    more = {"seed": context.seed} if kind.slow else {}
    by = [Name("labels")] if kind.by_labels else []
    laid = format_call("lay_out", [Name("dataset"), kind.key, *by], more)
    return f"\nfrom belieflab.data.planes import lay_out\n\ndataset = {laid}\n"


def script(context: Context, *lines: str) -> str:
    """A script: the lines that give `dataset` and `labels`, then these."""
    return "\n".join([snippet_for(context).rstrip(), "", *lines, ""])


def needs_file(state: State) -> bool:
    """Whether points or labels came from a file or a hand, so that no recipe gives them."""
    made = state.data_recipe is not None and not state.edited and state.training is state
    return state.dataset is not None and not made


def data_file(state: State) -> bytes:
    """Points, truth and labels of the workspace in one CSV file.

    A feature whose name belongs to the columns of truth and labels is renamed: no two columns of
    a file may have one name.
    """
    if state.dataset is None:
        return b""
    dataset = replace(
        state.dataset,
        feature_names=tuple(map(_own_name, state.dataset.feature_names)),
        categories=tuple(
            replace(each, name=_own_name(each.name)) for each in state.dataset.categories
        ),
    )
    return write_dataset(dataset, state.labels)


def _own_name(name: str) -> str:
    taken = is_label_heading(name) or name.startswith(TRUTH) or name in (ID, TEXT, SPLIT, WEIGHT)
    return f"feature {name}" if taken else name


class Name(str):
    """A variable of the snippet: written without quotes."""

    __slots__ = ()


def format_call(name: str, positional: Sequence[Any], keywords: Mapping[str, Any]) -> str:
    """A call as Python text, over several lines when one would be too long."""
    arguments = [_written(value) for value in positional]
    arguments += [f"{key}={_written(value)}" for key, value in keywords.items()]
    line = f"{name}({', '.join(arguments)})"
    if len(line) + len("dataset = ") <= WIDTH:
        return line
    return f"{name}(\n" + "".join(f"    {argument},\n" for argument in arguments) + ")"


def _reading_lines(state: State) -> str:
    """The lines that read the data file; the role of every column is given, none is guessed."""
    assert state.dataset is not None  # noqa: S101  (needs_file says so)
    own = [*own_columns(state.dataset)]
    roles = [repr(own).replace("'", '"')] if own else []
    relational = state.dataset.dissimilarities is not None
    n_columns = state.dataset.n if relational else state.dataset.p
    roles.append(f'["{"dissimilarity" if relational else "feature"}"] * {n_columns}')
    n_categories = len(state.dataset.categories)
    if n_categories:
        roles.append(f'["category"] * {n_categories}')
    if state.dataset.truth is not None:
        roles.append('["truth"]')
    if state.labels is not None:
        others = len(own) + n_columns + n_categories + (state.dataset.truth is not None)
        roles.append(f'["label"] * (table.shape[1] - {others})')
    shape = state.dataset.image_shape
    image = f"dataset = replace(dataset, image_shape={shape})\n" if shape else ""
    first = "from dataclasses import replace\n" if shape else ""
    groups = ", training=()" if state.dataset.split_kind == GROUPS else ""
    return f"""{first}from pathlib import Path

from belieflab.data.reading import Roles, read_table, sniff, to_dataset

content = Path("{DATA_FILE}").read_bytes()
table = read_table(content, sniff(content))
roles = {" + ".join(roles)}
loaded = to_dataset(table, Roles(dict(zip(table.columns, roles)){groups}))
dataset, labels = loaded.dataset, loaded.labels
{image}"""


def _written(value: Any) -> str:
    if isinstance(value, Name):
        return str(value)
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, str) and '"' not in value and "\\" not in value and value.isprintable():
        return f'"{value}"'
    return repr(value)
