"""The sources of the playground: masses by slider or by table, a doubt and a name for each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from belieflab.belief import Frame
from belieflab.data.parameters import Parameter
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.controls import draw_controls, draw_one, read_settings
from belieflab.ui.pages.playground.session import Session
from belieflab.ui.pages.playground.state import MAX_SOURCES, PAGE, Playground, by_size
from belieflab.ui.shell.buttons import draw_button, in_rows
from belieflab.ui.shell.messages import guarded
from belieflab.ui.shell.text import plain

_SMALL_FRAME = 3
"""Up to this many names every subset gets a slider; beyond, those in use and those asked for."""

_TABLE = "playground.table"
_SHARE: dict[str, Any] = {"min_value": 0.0, "max_value": 1.0, "step": 0.01, "format": "%.4g"}
SLIDERS, TABLE = "Sliders", "Table"
PARAMETERS = (
    Parameter("edit", "Edit the masses by", SLIDERS, choices=(SLIDERS, TABLE)),
    Parameter("empty", "Mass on ∅", False, help=hint("conflict")),
)


def draw_sources(session: Session) -> None:
    """Draw how the masses are edited, the sources themselves, and the button for one more."""
    playground = session.current
    count = len(playground.sources)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        settings = draw_controls(PAGE, read_settings(PAGE, PARAMETERS), PARAMETERS)
    empty = settings.empty or any(source.mass(0) for source in playground.sources)
    in_table = settings.edit == TABLE
    masks = _masks_shown(playground, empty, everything=in_table)
    if in_table:
        _draw_table(session, masks)
    for place, j in in_rows(range(count), 2):
        with place.container(border=True):
            _draw_source(session, j, () if in_table else masks)
    text = f"One more mass function, vacuous at first; up to {MAX_SOURCES}."
    look: dict[str, Any] = {"icon": "add", "disabled": count >= MAX_SOURCES, "help": text}
    draw_button("Add a source", "playground.add", session.edit, playground.with_new_source, **look)


def _masks_shown(playground: Playground, empty: bool, everything: bool) -> list[int]:
    """The sets one can give mass to on this screen; Ω is never among them, it takes the rest."""
    frame = playground.frame
    chosen: Collection[int] = by_size(frame.size)[1:-1]
    if frame.size > _SMALL_FRAME and not everything:
        larger = {str(mask): frame.format(mask) for mask in chosen if mask.bit_count() > 1}
        name, label = f"asked.{frame.size}", "More sets with a slider"
        asked = draw_one(PAGE, Parameter(name, label, (), choices=larger, several=True))
        used = {mask for source in playground.sources for mask, _ in source.masses if mask}
        chosen = used | {1 << k for k in range(frame.size)} | set(map(int, asked))
    return [mask for mask in by_size(frame.size) if mask in chosen or (empty and mask == 0)]


def _draw_source(session: Session, j: int, masks: Sequence[int]) -> None:
    """One source: its name, its sliders, what is left for Ω, its doubt."""
    playground, source = session.current, session.current.sources[j]

    def edited(**changes: Any) -> Playground:
        return playground.with_source(j, replace(source, **changes))

    with st.container(horizontal=True, vertical_alignment="bottom", wrap=False):
        bound = session.bind(f"name.{j}", source.name, lambda name: edited(name=name.strip()))
        label = f"Name of source {j + 1}"
        st.text_input(label, max_chars=40, label_visibility="collapsed", **bound)
        look: dict[str, Any] = {"icon": "delete", "type": "tertiary"}
        look |= {"help": f"Remove {plain(source.name)}.", "disabled": len(playground.sources) == 1}
        remove = session.edit, playground.without_source, j
        draw_button("", f"playground.remove.{j}", *remove, **look)
    for mask in masks:
        edit = partial(playground.with_mass, j, mask)
        bound = session.bind(f"mass.{j}.{mask}", min(source.mass(mask), 1.0), edit)
        st.slider(f"m({plain_set(playground.frame, mask)})", **_SHARE, **bound)
    if source.rest < 0:
        st.error(f"The masses sum to {source.total:.6g}, which is {-source.rest:.6g} too much.")
        scaled = playground.with_source(j, source.scaled())
        draw_button("Scale them to 1", f"playground.scale.{j}", partial(session.change, scaled))
    else:
        st.markdown(f"Ω takes the rest: **{source.rest:.6g}**")
    bound = session.bind(f"doubt.{j}", source.doubt, lambda doubt: edited(doubt=float(doubt)))
    st.slider("Doubt α", **_SHARE, help=hint("discounting"), **bound)


def plain_set(frame: Frame, mask: int) -> str:
    """A set's name for a label: escaped, unless it holds letters, digits and spaces only.

    A label is also read aloud as it is written, so backslashes stand only where they must.
    """
    harmless = all(name.replace(" ", "").isalnum() for name in frame.members(mask))
    return frame.format(mask) if harmless else plain(frame.format(mask))


def _draw_table(session: Session, masks: list[int]) -> None:
    """One row per set, one column per source; typed values arrive at once and keep their focus.

    The grid keeps its base while a person types in it, and gets a new one when the playground was
    changed by anything else.
    """
    state = st.session_state.setdefault(_TABLE, {"version": 0, "seen": None})
    if state["seen"] != (session.current, masks):
        seen, version = (session.current, masks), state["version"] + 1
        state.update(version=version, seen=seen, base=session.current)
    base: Playground = state["base"]
    key = f"playground.grid.{state['version']}"

    def take() -> None:
        edited = st.session_state[key]["edited_rows"]
        guarded(session.edit)(with_edits, base, masks, edited)
        state["seen"] = session.current, masks

    share: dict[str, Any] = {"min_value": 0.0, "max_value": 1.0, "format": "%.6g"}
    grid: dict[str, Any] = {"set": [base.frame.format(mask) for mask in masks]}
    columns: dict[str, Any] = {"set": st.column_config.TextColumn("m(…)")}
    for j, source in enumerate(base.sources):
        grid[f"s{j}"] = [source.mass(mask) for mask in masks]
        columns[f"s{j}"] = st.column_config.NumberColumn(source.name, required=True, **share)
    st.data_editor(
        pd.DataFrame(grid),
        key=key,
        hide_index=True,
        disabled=["set"],
        column_config=columns,
        on_change=take,
        height=min(35 * (len(masks) + 1) + 3, 563),
    )
    st.caption("Type masses from 0 to 1 for the sets above; Ω takes the rest of each source.")


def with_edits(
    playground: Playground, masks: list[int], edited: Mapping[int, Mapping[str, Any]]
) -> Playground:
    """The playground after edits of the grid, as Streamlit reports them."""
    for row, cells in edited.items():
        for column, mass in cells.items():
            j = int(column.removeprefix("s"))
            playground = playground.with_mass(j, masks[int(row)], float(mass or 0))
    return playground
