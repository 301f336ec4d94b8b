"""Pin and compare: keep a run, draw it beside the current one, list what differs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

import pandas as pd
import streamlit as st

from belieflab.figures.common.copies import with_same_axes
from belieflab.figures.common.frames import still
from belieflab.ui.method.charts import draw_small
from belieflab.ui.shell import buttons, navigation
from belieflab.ui.shell.messages import say
from belieflab.ui.shell.pinned import MAX_NAME_LENGTH, MAX_OF_PAGE, Pinned
from belieflab.ui.shell.session import hold
from belieflab.ui.shell.text import written

CURRENT = "current run"
HEIGHT = 320
PER_ROW = 3


def pin(page: str, run: Pinned) -> None:
    """Keep this run for comparison on that page; a run without a name gets a letter.

    Of its picture only the last frame is kept: all of them would fill the session's memory.
    """
    kept = pinned(page)
    taken = {each.name for each in kept}
    free = (letter for letter in ascii_uppercase if letter not in taken)
    name = run.name.strip()[:MAX_NAME_LENGTH] or next(free, f"run {len(kept) + 1}")
    named = replace(run, name=name, picture=None if run.picture is None else still(run.picture))
    navigation.workspace().pins[page] = [*kept, named][-MAX_OF_PAGE:]


def pinned(page: str) -> list[Pinned]:
    """The pinned runs of that page, oldest first."""
    return list(navigation.workspace().pins.get(page, ()))


def draw_button(page: str, make: Callable[[], Pinned]) -> None:
    """Draw the button that pins the current run; `make` gives it when clicked."""

    def keep() -> None:
        pin(page, make())
        say(f"Pinned as {pinned(page)[-1].name}: see Compare pinned.")

    text = "Keep this run; the next ones are drawn beside it with the differences listed."
    buttons.draw_button("Pin", f"{page}.pin", keep, icon="keep", help=text)


def draw_compare(page: str, current: Pinned | None) -> None:
    """Draw what differs between the pinned runs and the current one, then their pictures."""
    kept = pinned(page)
    if not kept:
        st.caption("Nothing is pinned yet: press Pin, change a setting, and compare here.")
        return
    everyone = kept if current is None else [*kept, replace(current, name=CURRENT)]
    st.dataframe(difference_table(everyone), key=f"{page}.differences")
    pictures = iter(
        with_same_axes([run.picture for run in everyone if run.picture is not None], HEIGHT)
    )
    for column, position in buttons.in_rows(range(len(everyone)), PER_ROW, gap="medium"):
        with column:
            if position < len(kept):
                _draw_name(page, position, kept[position])
            else:
                st.markdown(f"**{CURRENT.capitalize()}**")
            if everyone[position].picture is not None:
                draw_small(next(pictures), f"{page}.pinned.{position}")
            else:
                st.caption("Its picture is too large for the workspace file, or was not in it.")


def difference_table(everyone: Sequence[Pinned]) -> pd.DataFrame:
    """One column per run; the rows are all scores and those settings that are not all the same."""
    settings = _rows([run.settings for run in everyone])
    rows = {name: values for name, values in settings.items() if len(set(values)) > 1}
    rows |= _rows([run.scores for run in everyone])
    table = pd.DataFrame.from_dict(rows, orient="index", columns=_unique_names(everyone))
    table.index.name = "what differs"
    return table


def _draw_name(page: str, position: int, run: Pinned) -> None:
    widget = f"{page}.pinned.name.{position}"

    def rename() -> None:
        name = str(st.session_state[widget]).strip()[:MAX_NAME_LENGTH]
        if name:
            navigation.workspace().pins[page][position] = replace(run, name=name)

    hold(widget, run.name)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text_input("Name", key=widget, on_change=rename, label_visibility="collapsed")
        unpin = navigation.workspace().pins[page].pop
        buttons.draw_button("Unpin", f"{page}.unpin.{position}", unpin, position, icon="keep_off")


def _rows(groups: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """For every name its value in each group, as text; a dash where a group has none."""
    names = dict.fromkeys(name for group in groups for name in group)
    return {name: [written(group.get(name, "–")) for group in groups] for name in names}


def _unique_names(everyone: Sequence[Pinned]) -> list[str]:
    names: list[str] = []
    for run in everyone:
        same = sum(name == run.name or name.startswith(f"{run.name} (") for name in names)
        names.append(f"{run.name} ({same + 1})" if same else run.name)
    return names
