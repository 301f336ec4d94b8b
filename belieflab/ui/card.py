"""The workspace card: what is loaded, always first in the sidebar."""

from html import escape

import streamlit as st

from belieflab.data.laws import LAWS
from belieflab.ui import truth
from belieflab.ui.messages import guarded, say
from belieflab.ui.workspace import LARGEST_SEED, Workspace

CARD_STYLE = """
<style>
.workspace-card {font-size:.86rem; line-height:1.35; border:1px solid
  color-mix(in srgb, currentColor 16%, transparent); border-radius:.6rem; padding:.65rem .8rem;}
.workspace-card .title {font-weight:600; font-size:1rem; overflow-wrap:anywhere;}
.workspace-card .rest {opacity:.72; overflow-wrap:anywhere;}
.workspace-card dl {display:grid; grid-template-columns:1fr auto; gap:.1rem .6rem;
  margin:.45rem 0 0; padding-top:.4rem;
  border-top:1px solid color-mix(in srgb, currentColor 12%, transparent);}
.workspace-card dt {opacity:.72; font-weight:400;}
.workspace-card dd {margin:0; text-align:right; font-weight:600;}
</style>
"""


def draw(workspace: Workspace) -> None:
    """Draw the card and its buttons into the sidebar."""
    with st.sidebar:
        st.html(CARD_STYLE + describe(workspace))
        _draw_buttons(workspace)


def describe(workspace: Workspace) -> str:
    """The card's words and numbers as HTML; user text is escaped."""
    dataset = workspace.dataset
    if dataset is None:
        title, rest = "Nothing loaded yet", "Pick a story on Start, or go to Data."
    else:
        title = dataset.name
        classes = workspace.labels.frame.size if workspace.labels else len(dataset.class_names)
        rest = f"{dataset.n:,} × {dataset.p}"
        rest += f" · {classes} classes" if classes else " · no classes"
    lines = [
        f'<div class="title">{escape(title)}</div>',
        f'<div class="rest">{escape(rest)}</div>',
        f'<div class="rest">{escape(label_kind(workspace))}</div>' if dataset else "",
        _numbers(workspace),
    ]
    return '<div class="workspace-card">' + "".join(lines) + "</div>"


def label_kind(workspace: Workspace) -> str:
    """How the labels were made, in a few words."""
    state = workspace.state
    if state.labels is None:
        return "no labels yet"
    if state.label_recipe is not None:
        return LAWS[state.label_recipe.key].title
    return state.label_words or "labels from a file"


def _numbers(workspace: Workspace) -> str:
    if workspace.labels is None:
        return ""
    nonspecificity = float(workspace.labels.nonspecificity().mean())
    return f"<dl><dt>mean nonspecificity</dt><dd>{nonspecificity:.3f}</dd></dl>"


def _draw_buttons(workspace: Workspace) -> None:
    st.session_state["card.seed"] = workspace.seed
    st.number_input(
        "Seed",
        min_value=0,
        max_value=LARGEST_SEED,
        step=1,
        key="card.seed",
        help="Every random choice comes from this number: the same seed gives the same picture.",
        on_change=guarded(_change_seed),
        args=(workspace,),
    )
    left, right = st.columns(2)
    left.button(
        "Undo",
        icon=":material/undo:",
        key="card.undo",
        disabled=not workspace.can_undo,
        help="Take back the last change of data, labels or seed.",
        on_click=_undo,
        args=(workspace,),
        width="stretch",
    )
    right.button(
        "Reset",
        icon=":material/restart_alt:",
        key="card.reset",
        disabled=workspace.dataset is None,
        help="Empty the workspace. Undo brings it back.",
        on_click=workspace.reset,
        width="stretch",
    )
    truth.draw_switch(workspace, key="card.truth")


def _change_seed(workspace: Workspace) -> None:
    workspace.set_seed(st.session_state["card.seed"])


def _undo(workspace: Workspace) -> None:
    undone = workspace.undo()
    if undone:
        say(f"Undone: {undone}.")
