"""Figure 3: the sweep over nonspecificity, drawn as it is computed; stopped and taken up again."""

from collections.abc import Iterator
from dataclasses import dataclass

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.figures.landscape.nonspecificity_sweep import SweepCurve, empty_sweep, sweep_contents
from belieflab.mixture.sweep import PAPER_LABEL_SETS, PAPER_LEVELS, LandscapeSweep
from belieflab.ui.method import run_panel, runs
from belieflab.ui.method.player import push_traces
from belieflab.ui.method.runs import Run
from belieflab.ui.pages.landscape.settings import PAGE, Settings
from belieflab.ui.shell.page_settings import between, keep
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.sweep"
_LATEST = f"{PAGE}.latest_sweep"
MAXIMA, ITERATIONS = f"{PAGE}.sweep_maxima", f"{PAGE}.sweep_iterations"
LIMITS = (PAPER_LEVELS[0], PAPER_LEVELS[-1])
CONFIG = {"displaylogo": False}


@dataclass
class _Latest:
    version: int
    relabel: bool
    sweep: LandscapeSweep


def draw(workspace: Workspace, dataset: Dataset, settings: Settings, relabel: bool) -> None:
    """Draw the section: its words, Run, Stop and Go on, and the two curves."""
    st.subheader("Figure 3: the landscape as labels say less")
    if dataset.truth is None or len(dataset.class_names) < 2:
        st.caption("The sweep draws labels from the true classes, and these data have none.")
        return
    n_label_sets = _draw_label_sets()
    st.caption(
        f"Labels are drawn from the true classes at nonspecificities {LIMITS[0]:g} to "
        f"{LIMITS[1]:g}, {n_label_sets} set{'' if n_label_sets == 1 else 's'} per level; "
        f"{settings.n_starts} starts each. Côme et al. 2009, §5.1.3."
    )
    _draw_panel(workspace, dataset, settings, n_label_sets, relabel)
    left, right = st.columns(2, gap="medium")
    with left:
        st.plotly_chart(empty_sweep("distinct maxima", LIMITS), key=MAXIMA, config=CONFIG)
    with right:
        st.plotly_chart(
            empty_sweep("iterations until 1e-6", LIMITS, warm=True),
            key=ITERATIONS,
            config=CONFIG,
        )


def latest(workspace: Workspace) -> LandscapeSweep | None:
    """The last sweep, as long as data and labels are the same."""
    found: _Latest | None = st.session_state.get(_LATEST)
    return found.sweep if found is not None and found.version == workspace.version else None


def curves(sweep: LandscapeSweep) -> tuple[SweepCurve, SweepCurve]:
    """Maxima and iterations of the finished cells."""
    cells, averages = list(sweep.cells.values()), sweep.averages()
    places = [cell.key.level for cell in cells]
    levels = [average.level for average in averages]
    maxima = SweepCurve(
        places,
        [cell.n_maxima for cell in cells],
        levels,
        [average.n_maxima for average in averages],
        [average.n_maxima_error for average in averages],
    )
    iterations = SweepCurve(
        places,
        [cell.iterations for cell in cells],
        levels,
        [average.iterations for average in averages],
        [average.iterations_error for average in averages],
    )
    return maxima, iterations


def _draw_label_sets() -> int:
    key = f"{PAGE}.label_sets"
    keep(key, between(1, PAPER_LABEL_SETS))
    return int(
        st.slider(
            "Label sets per level",
            1,
            PAPER_LABEL_SETS,
            PAPER_LABEL_SETS,
            key=key,
            bind="query-params",
            width=320,
            help="The curves are means over so many independent draws of the labels.",
        )
    )


def _one_step_per_start(sweep: LandscapeSweep) -> Iterator[int]:
    done = 0
    for step in sweep.iterate():
        until = len(sweep.cells) * sweep.n_starts
        if step.snapshot.n_starts < sweep.n_starts:
            until += step.snapshot.n_starts
        yield from range(done, until)
        done = until


def _draw_panel(
    workspace: Workspace, dataset: Dataset, settings: Settings, n_label_sets: int, relabel: bool
) -> None:
    def begin() -> None:
        sweep = LandscapeSweep(
            dataset,
            n_label_sets=n_label_sets,
            n_starts=settings.n_starts,
            relabel=relabel,
            seed=workspace.seed,
        )
        st.session_state[_LATEST] = _Latest(workspace.version, relabel, sweep)
        runs.begin(RUN, lambda: _one_step_per_start(sweep), len(sweep.keys) * settings.n_starts)

    def push(_: Run) -> None:
        sweep = latest(workspace)
        if sweep is not None:
            maxima, iterations = curves(sweep)
            with st.container(gap=None):
                push_traces(f"{MAXIMA}.push", MAXIMA, sweep_contents(maxima))
                push_traces(f"{ITERATIONS}.push", ITERATIONS, sweep_contents(iterations))

    if latest(workspace) is None:
        runs.forget(RUN)  # a run for other data
    run_panel.draw(RUN, "Sweep", begin=begin, live=push, word="start", resumable=True)
