"""The workspace card: what is loaded, always first in the sidebar."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS
from belieflab.data.parameters import Parameter
from belieflab.data.scaling import SCALING, can_be_scaled, describe_scaling
from belieflab.data.summary import describe_rows
from belieflab.error_rates import WRONG_LABELS
from belieflab.ui.shell import lecture, share
from belieflab.ui.shell.buttons import draw_button
from belieflab.ui.shell.messages import guarded, say
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.state import SEED
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.widgets import draw_control
from belieflab.ui.shell.workspace import Workspace

CARD_STYLE = """
<style>
.workspace-card {font-size:.875rem; line-height:1.4; border-radius:.6rem; padding:.7rem .85rem;
  border:1px solid color-mix(in srgb, currentColor 18%, transparent);
  font-variant-numeric:tabular-nums;}
.workspace-card .title {font-weight:600; font-size:1rem; overflow-wrap:anywhere;}
.workspace-card .quiet {opacity:.75; overflow-wrap:anywhere;}
.workspace-card dl {display:grid; grid-template-columns:1fr auto; gap:.1rem .6rem;
  margin:.5rem 0 0; padding:.45rem 0 0;
  border-top:1px solid color-mix(in srgb, currentColor 14%, transparent);}
.workspace-card dt, .workspace-card dd {margin:0; padding:0; font-size:.875rem;}
.workspace-card dt {opacity:.75; font-weight:400;}
.workspace-card dd {text-align:right; font-weight:600;}
.st-key-card_row [data-testid="stMarkdownContainer"] p {font-size:.875rem;}
.st-key-card_row button {min-height:1.75rem; padding:0 .1rem;}
</style>
"""
FOLLOWED = ".workspace-card .followed"
"""Where in the browser those of its texts stand that follow a slider of the labels."""

NONSPECIFICITY_HELP = "0: every label names one class; 1: no label says anything."
WRONG_HELP = "Labels whose most probable class is not the true one, among those that have one."

_REVEAL = "Reveal", "visibility", "Show the true classes again."
_HIDE = (
    "Hide truth",
    "visibility_off",
    "Take the true classes off every plane: predict first, then look.",
)


def draw(workspace: Workspace, *, brief: bool = False) -> DeltaGenerator:
    """Draw the card and its buttons into the sidebar; returns where the lecture link goes.

    It is `brief` under the step of a lesson.
    """
    with st.sidebar:
        st.html(CARD_STYLE + (describe_briefly(workspace) if brief else describe(workspace)))
        with st.container(gap="small"):
            if not brief:
                _draw_seed(workspace)
                _draw_scaling(workspace)
            if not brief or workspace.dataset is not None:
                _draw_buttons(workspace)
            place = share.draw(workspace)
        st.divider()
    return place


def describe_briefly(workspace: Workspace) -> str:
    """The data and the kind of labels in one line, without the numbers that a lesson asks for."""
    dataset = workspace.dataset
    if dataset is None:
        return ""
    kind = "" if workspace.labels is None else f" · {label_kind(workspace)}"
    kind += "" if dataset.scale is None else f" · {SCALING.titles[dataset.scale.kind]}"
    line = escape(f"{dataset.name}, {_size(dataset)}{kind}")
    return f'<div class="workspace-card"><div class="quiet">{line}</div></div>'


def describe(workspace: Workspace) -> str:
    """The card's text and numbers as HTML; user text is escaped."""
    dataset = workspace.dataset
    if dataset is None:
        return (
            '<div class="workspace-card"><div class="title">Nothing loaded yet</div>'
            '<div class="quiet">Pick a lesson on Start, or data on Data.</div></div>'
        )
    size = f"{_size(dataset)} · {_classes(workspace)}"
    return (
        f'<div class="workspace-card" data-version="{workspace.version}">'
        f'<div class="title">{escape(dataset.name)}</div>'
        f'<div class="quiet">{size}</div>'
        f"{_categories(dataset)}{_rows(dataset)}"
        f'<div class="followed"><div class="quiet">{escape(label_kind(workspace))}</div>'
        f"{_list_numbers(workspace)}</div></div>"
    )


def _size(dataset: Dataset) -> str:
    if dataset.dissimilarities is not None:
        return f"{dataset.n:,} × {dataset.n:,} dissimilarities"
    return f"{dataset.n:,} × {dataset.p}"


def _categories(dataset: Dataset) -> str:
    """Which columns only one page uses."""
    names = [each.name for each in dataset.categories]
    if not names:
        return ""
    listed = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
    kind = "Category" if len(names) == 1 else f"{len(names)} categories"
    text = escape(f"{kind}: {listed}; used by Networks, left out by other methods")
    return f'<div class="quiet">{text}</div>'


def _rows(dataset: Dataset) -> str:
    """What is kept apart from training, belongs together or counts differently."""
    texts = describe_rows(dataset)
    return "".join(f'<div class="quiet">{escape(text)}</div>' for text in texts)


def label_kind(workspace: Workspace) -> str:
    """How the labels were made."""
    state = workspace.state
    if state.labels is None:
        return "No labels yet"
    if state.label_recipe is not None:
        return LAWS[state.label_recipe.key].title
    note = state.label_note or "Labels from a file"
    kind = "Labels of the sample itself" if state.sample_labels else note
    return f"{kind}, discounted by {state.discount:g}" if state.discount else kind


def _classes(workspace: Workspace) -> str:
    dataset, labels = workspace.dataset, workspace.labels
    names = labels.frame.names if labels else dataset.class_names if dataset else ()
    return "no classes" if not names else "1 class" if len(names) == 1 else f"{len(names)} classes"


def followed(workspace: Workspace) -> tuple[str, ...]:
    """What the card says of the labels, in order: their kind, each number after its title."""
    numbers = (text for *said, _ in _numbers(workspace) for text in said)
    return label_kind(workspace), *numbers


def _list_numbers(workspace: Workspace) -> str:
    lines = _numbers(workspace)
    rows = (f'<dt title="{help}">{term}</dt><dd>{value}</dd>' for term, value, help in lines)
    return f"<dl>{''.join(rows)}</dl>" if lines else ""


def _numbers(workspace: Workspace) -> list[tuple[str, str, str]]:
    """The numbers of the labels: title, value, explanation."""
    numbers = workspace.state.label_numbers
    if numbers is None:
        return []
    lines = [("mean nonspecificity", f"{numbers.nonspecificity:.3f}", NONSPECIFICITY_HELP)]
    if numbers.wrong_share is not None and not workspace.truth_hidden:
        lines.append((WRONG_LABELS.lower(), f"{numbers.wrong_share:.1%}", WRONG_HELP))
    return lines


def _draw_seed(workspace: Workspace) -> None:
    def change() -> None:
        workspace.set_seed(st.session_state["card.seed"])

    _draw_beside(SEED, workspace.seed, change)


def _draw_scaling(workspace: Workspace) -> None:
    dataset = workspace.dataset
    if dataset is None or not can_be_scaled(dataset):
        return

    def change() -> None:
        workspace.set_scaling(st.session_state["card.scaling"])

    now = f"{SCALING.help} Now: {plain(describe_scaling(dataset))}"
    _draw_beside(replace(SCALING, help=now), workspace.state.scaling, change)


def _draw_beside(parameter: Parameter, value: Any, change: Callable[[], None]) -> None:
    """Draw a setting of the workspace, its label and help in the same line."""
    key = f"card.{parameter.name}"
    hold(key, value)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(parameter.label, width="content", help=parameter.help)
        draw_control(parameter, key, on_change=guarded(change), label_visibility="collapsed")


def _draw_buttons(workspace: Workspace) -> None:
    with st.container(horizontal=True, gap="medium", key="card_row"):
        draw, nothing = partial(draw_button, type="tertiary"), workspace.dataset is None
        text = "Take back the last change of data, labels, seed or scaling."
        draw("Undo", "card.undo", undo, workspace, disabled=not workspace.can_undo, help=text)
        text = "Empty the workspace. Undo brings it back."
        draw("Reset", "card.reset", workspace.reset, disabled=nothing, help=text)
        draw_truth_button(workspace, "card.truth", type="tertiary")


def draw_truth_switch(workspace: Workspace, key: str) -> None:
    """Draw the button of a page that hides or reveals the true classes; a lecture may name it."""
    known = workspace.dataset is not None and workspace.dataset.truth is not None
    if known and lecture.is_shown(lecture.TRUTH):
        draw_truth_button(workspace, key)


def draw_truth_button(workspace: Workspace, key: str, type: str = "secondary") -> None:
    """Draw the button that hides or reveals the true classes; nothing where there are none."""
    if workspace.dataset is None or workspace.dataset.truth is None:
        return
    hidden = workspace.truth_hidden
    label, icon, text = _REVEAL if hidden else _HIDE
    look = {"type": type, "help": text, "icon": "" if type == "tertiary" else icon}
    draw_button(label, f"{key}.switch", workspace.hide_truth, not hidden, **look)


def undo(workspace: Workspace) -> None:
    """Take back the last change and say which it was."""
    undone = workspace.undo()
    if undone:
        say(f"Undone: {undone}.")
