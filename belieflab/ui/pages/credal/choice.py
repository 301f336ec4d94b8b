"""Number of clusters: an index over c, the present c on it, and a way to take another."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from belieflab.clustering import compare_n_clusters
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.credal.cluster_numbers import index_curve
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method import run_panel, runs
from belieflab.ui.pages.credal.fit import (
    QUICK_SECONDS,
    expect_seconds,
    refuse_impossible,
    remember,
    token,
)
from belieflab.ui.pages.credal.pairs import PAGE
from belieflab.ui.pages.credal.settings import LARGEST_C, Settings
from belieflab.ui.shell.page_settings import between, keep, one_of
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.choice"
CHART = f"{PAGE}.index"
SPECIFIC, CRITERION = "N*", "criterion"
INDICES = {SPECIFIC: "mean nonspecificity N*", CRITERION: "criterion at the end"}
USUAL_LAST = 6


def draw_choice(workspace: Workspace, dataset: Dataset, settings: Settings) -> None:
    """Draw the curve over c = 2, 3, …; a click on a point, or the button, takes that c."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        index = _draw_index()
        last = _draw_last(dataset)
    table = _compare(workspace, dataset, settings, last)
    if table is None:
        return
    if isinstance(table, str):
        st.error(plain(table), icon=":material/error:")
        return
    values = table["nonspecificity" if index == SPECIFIC else "criterion"].to_numpy()
    counts = table["n_clusters"].to_numpy()
    best = int(counts[np.argmin(values)]) if index == SPECIFIC else None
    st.plotly_chart(
        index_curve(counts, values, INDICES[index], settings.n_clusters, best),
        key=CHART,
        on_select=_take_clicked,
        selection_mode="points",
        config={"displayModeBar": False},
    )
    if best is None:
        st.caption("The criterion falls with every cluster more: look for the bend. Click a point.")
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Take c = {best}",
            key=f"{PAGE}.take",
            icon=":material/check:",
            on_click=take,
            args=(best,),
            disabled=best == settings.n_clusters,
        )
        st.caption("Or click a point of the curve.")


def take(count: int) -> None:
    """Make the slider show this number of clusters; in a callback."""
    st.session_state[f"{PAGE}.c"] = int(count)


def compare_one(dataset: Dataset, settings: Settings, count: int) -> Any:
    """The row of the table for one number of clusters."""
    model = settings.make_model(keep_history=False)
    return compare_n_clusters(model, settings.input(dataset), [count], **settings.fit_arguments())


def _take_clicked() -> None:
    points = (st.session_state.get(CHART) or {}).get("selection", {}).get("points", [])
    found = [point["customdata"] for point in points if point.get("customdata") is not None]
    if found:
        take(found[-1][0] if isinstance(found[-1], list) else found[-1])


def _compare(
    workspace: Workspace, dataset: Dataset, settings: Settings, last: int
) -> pd.DataFrame | str | None:
    """The table; a sentence where it is impossible, None while Run is needed."""
    counts = range(2, min(last, dataset.n) + 1)
    each = [_with_count(settings, count) for count in counts]
    if not each:
        return "Two clusters need at least two objects."
    try:
        refuse_impossible(dataset, each[-1])
    except DataError as error:
        return str(error)
    mark = (token(workspace, _with_count(settings, 2)), last)

    def steps() -> Iterator[Any]:
        for one in each:
            yield compare_one(dataset, one, one.n_clusters)

    if sum(expect_seconds(dataset, one) for one in each) <= QUICK_SECONDS:
        return remember("choice", mark, lambda: _all_or_say(steps))
    run = run_panel.draw(
        RUN,
        "Compare",
        begin=lambda: runs.begin(RUN, steps, len(each), mark),
        word="number",
    )
    if run is None or run.token != mark or run.running or not run.steps:
        return None
    found: pd.DataFrame = pd.concat(run.steps, ignore_index=True)
    return found


def _all_or_say(steps: Any) -> pd.DataFrame | str:
    try:
        found: pd.DataFrame = pd.concat(list(steps()), ignore_index=True)
    except DataError as error:
        return str(error)
    return found


def _with_count(settings: Settings, count: int) -> Settings:
    return replace(settings, n_clusters=count)


def _draw_index() -> str:
    key = f"{PAGE}.index_kind"
    keep(key, one_of(tuple(INDICES)))
    return str(
        st.segmented_control(
            "Index",
            tuple(INDICES),
            default=SPECIFIC,
            required=True,
            key=key,
            bind="query-params",
            help=f"N*: {hint('n-star')}",
        )
    )


def _draw_last(dataset: Dataset) -> int:
    key = f"{PAGE}.last_c"
    keep(key, between(3, LARGEST_C))
    return int(
        st.number_input(
            "Up to c =", 3, LARGEST_C, USUAL_LAST, 1, key=key, bind="query-params", width=140
        )
    )
