"""The sources of the playground: masses by slider or by table, a doubt and a name for each."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from belieflab.belief import Frame
from belieflab.data.parameters import Parameter
from belieflab.errors import DataError
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.controls import draw_controls, draw_one, read_settings
from belieflab.ui.pages.playground.session import PAGE, Session
from belieflab.ui.pages.playground.state import MAX_SOURCES, Playground, by_size
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
    playground = session.playground
    with st.container(horizontal=True, vertical_alignment="bottom"):
        settings = draw_controls(PAGE, read_settings(PAGE, PARAMETERS), PARAMETERS)
    empty = settings.empty or any(source.mass(0) for source in playground.sources)
    in_table = settings.edit == TABLE
    masks = _masks_shown(playground, empty, everything=in_table)
    if in_table:
        _draw_table(session, masks)
    for first in range(0, len(playground.sources), 2):
        for j, place in enumerate(st.columns(2), start=first):
            if j < len(playground.sources):
                with place.container(border=True):
                    _draw_source(session, j, () if in_table else masks)
    st.button(
        "Add a source",
        icon=":material/add:",
        key="playground.add",
        disabled=len(playground.sources) >= MAX_SOURCES,
        help=f"One more mass function, vacuous at first; up to {MAX_SOURCES}.",
        **session.doing(playground.with_new_source),
    )


def _masks_shown(playground: Playground, empty: bool, everything: bool) -> list[int]:
    """The sets one can give mass to on this screen; Ω is never among them, it takes the rest."""
    frame = playground.frame
    chosen: Collection[int] = playground.proper_subsets
    if frame.size > _SMALL_FRAME and not everything:
        larger = {str(mask): frame.format(mask) for mask in chosen if mask.bit_count() > 1}
        more = Parameter(
            f"asked.{frame.size}", "More sets with a slider", (), choices=larger, several=True
        )
        asked = draw_one(PAGE, more)
        used = {mask for source in playground.sources for mask, _ in source.masses if mask}
        chosen = used | {1 << k for k in range(frame.size)} | set(map(int, asked))
    return [mask for mask in by_size(frame.size) if mask in chosen or (empty and mask == 0)]


def _draw_source(session: Session, j: int, masks: Sequence[int]) -> None:
    """One source: its name, its sliders, what is left for Ω, its doubt."""
    playground = session.playground
    source = playground.sources[j]
    with st.container(horizontal=True, vertical_alignment="bottom", wrap=False):
        st.text_input(
            f"Name of source {j + 1}",
            max_chars=40,
            label_visibility="collapsed",
            **session.bind(
                f"playground.name.{j}",
                source.name,
                lambda name: playground.with_source(j, replace(source, name=str(name).strip())),
            ),
        )
        st.button(
            "",
            icon=":material/delete:",
            key=f"playground.remove.{j}",
            type="tertiary",
            help=f"Remove {plain(source.name)}.",
            disabled=len(playground.sources) == 1,
            **session.doing(lambda: playground.without_source(j)),
        )
    for mask in masks:
        _draw_mass(session, j, mask)
    if source.rest < 0:
        st.error(f"The masses sum to {source.total:.6g}, which is {-source.rest:.6g} too much.")
        st.button(
            "Scale them to 1",
            key=f"playground.scale.{j}",
            **session.doing(lambda: playground.with_source(j, source.scaled())),
        )
    else:
        st.markdown(f"Ω takes the rest: **{source.rest:.6g}**")
    st.slider(
        "Doubt α",
        **_SHARE,
        help=hint("discounting"),
        **session.bind(
            f"playground.doubt.{j}",
            source.doubt,
            lambda doubt: playground.with_source(j, replace(source, doubt=float(doubt))),
        ),
    )


def _draw_mass(session: Session, j: int, mask: int) -> None:
    playground = session.playground
    source = playground.sources[j]
    st.slider(
        f"m({plain_set(playground.frame, mask)})",
        **_SHARE,
        **session.bind(
            f"playground.mass.{j}.{mask}",
            min(source.mass(mask), 1.0),
            lambda mass: playground.with_source(
                j, source.with_masses(dict(source.masses) | {mask: float(mass)})
            ),
        ),
    )


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
    playground = session.playground
    state = st.session_state.setdefault(_TABLE, {"version": 0, "seen": None, "masks": None})
    if state["seen"] != playground or state["masks"] != masks:
        state.update(version=state["version"] + 1, seen=playground, base=playground, masks=masks)
    base: Playground = state["base"]
    key = f"playground.grid.{state['version']}"

    def take() -> Playground:
        return with_edits(base, state["masks"], st.session_state[key]["edited_rows"])

    def take_and_keep_the_grid() -> None:
        session.doing(take)["on_click"]()
        state["seen"] = session.playground

    grid = {"set": [base.frame.format(mask) for mask in masks]} | {
        f"s{j}": [source.mass(mask) for mask in masks] for j, source in enumerate(base.sources)
    }
    columns: dict[str, Any] = {"set": st.column_config.TextColumn("m(…)")} | {
        f"s{j}": st.column_config.NumberColumn(
            source.name, min_value=0.0, max_value=1.0, format="%.6g", required=True
        )
        for j, source in enumerate(base.sources)
    }
    st.data_editor(
        pd.DataFrame(grid),
        key=key,
        hide_index=True,
        disabled=["set"],
        column_config=columns,
        on_change=take_and_keep_the_grid,
        height=min(35 * (len(masks) + 1) + 3, 563),
    )
    st.caption("Type masses from 0 to 1 for the sets above; Ω takes the rest of each source.")


def with_edits(
    base: Playground, masks: list[int], edited: Mapping[int, Mapping[str, Any]]
) -> Playground:
    """The playground after edits of the grid, as Streamlit reports them, checked once more here."""
    playground = base
    for row, cells in edited.items():
        mask = masks[int(row)]
        for column, value in cells.items():
            j = int(column.removeprefix("s"))
            mass = 0.0 if value is None else float(value)
            source = playground.sources[j]
            if not 0 <= mass <= 1:
                raise DataError(
                    f"{source.name}: m({base.frame.format(mask)}) = {mass:g} was typed; "
                    "a mass lies between 0 and 1."
                )
            masses = dict(source.masses) | {mask: mass}
            playground = playground.with_source(j, source.with_masses(masses))
    return playground
