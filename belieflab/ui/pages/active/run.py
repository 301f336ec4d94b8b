"""The protocol on the page: its run, its growing curves, and one repetition as a film."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from numpy.typing import NDArray

from belieflab.active import ActiveLearning, Curve, Line
from belieflab.data.dataset import Dataset
from belieflab.figures.active.learning_curves import curve_contents, empty_curves, name_lines
from belieflab.figures.active.pool import Pool, PoolState, describe_objects, draw_pool_frames
from belieflab.figures.common.frames import filled
from belieflab.neighbors.planar import ALL, PlaneOfLearning, lay_plane
from belieflab.ui.method import runs
from belieflab.ui.method.player import push_traces
from belieflab.ui.pages.active.settings import PAGE, PANEL, Settings, is_quick
from belieflab.ui.pages.active.text import PERCENTAGES, end_table, scores
from belieflab.ui.shell import lecture, memory
from belieflab.ui.shell.pinned import Pinned
from belieflab.ui.shell.truth import shown_truth
from belieflab.ui.shell.workspace import Workspace

RUN = f"{PAGE}.run"
_LATEST = f"{PAGE}.latest"
CURVES, FILM = f"{PAGE}.curves", f"{PAGE}.film"
HEIGHT = 460
CONFIG = {"displaylogo": False, "scrollZoom": False}
MOST_FILMED = 5_000
"""Objects up to which the film follows the controls by itself."""

FILM_WORDS = (
    "The first repetition, query by query: coloured objects are those whose labels were told, "
    "greyer the more doubt; the ground shows what the model decides, paler where it is less sure."
)


@dataclass
class Trial:
    """A protocol that is being run, and for which data and settings."""

    version: int
    settings: Settings
    protocol: ActiveLearning


@dataclass(frozen=True)
class Film:
    """One repetition, query by query: the picture, the names of its frames, words for each."""

    line: Line
    figure: go.Figure
    names: Sequence[str]
    captions: Sequence[str]


def begin(workspace: Workspace, dataset: Dataset, settings: Settings) -> None:
    """Start the run; called when Run is pressed."""
    protocol = settings.make(dataset, workspace.labels)
    st.session_state[_LATEST] = Trial(workspace.version, settings, protocol)
    runs.begin(RUN, protocol.iterate, protocol.n_steps)


def latest(workspace: Workspace) -> Trial | None:
    """The last run that was asked for, as long as data and labels are the same."""
    found: Trial | None = st.session_state.get(_LATEST)
    if found is None or found.version != workspace.version:
        runs.forget(RUN)
        return None
    return found


def draw_curves(protocol: ActiveLearning) -> None:
    """Draw the chart of the curves, to which `push_curves` gives what is known."""
    st.plotly_chart(_empty_curves(protocol), key=CURVES, config=CONFIG)


def push_curves(protocol: ActiveLearning) -> None:
    """Bring the chart up to the repetitions that are finished."""
    contents = curve_contents(protocol.lines, protocol.curves())
    push_traces(f"{CURVES}.push", CURVES, contents)


def filled_curves(protocol: ActiveLearning) -> go.Figure:
    """The chart with its curves, for a file or a pin."""
    contents = curve_contents(protocol.lines, protocol.curves())
    return filled(_empty_curves(protocol), contents)


def pin_of(protocol: ActiveLearning, settings: Settings) -> Pinned:
    """The run as it is now, to compare others with."""
    about = {"data": protocol.dataset.name} | settings.described()
    return Pinned("", about, scores(protocol.curves()), filled_curves(protocol))


def draw_result(curves: Sequence[Curve]) -> None:
    """Draw the table of where every curve begins and ends."""
    if not curves:
        st.caption("Press Run; where every curve begins and ends is listed here.")
        return
    table = end_table(curves)
    st.dataframe(table, key=f"{PAGE}.table", hide_index=True, column_config=PERCENTAGES)


def draw_head(words: str) -> None:
    """Draw a line above a picture; a lecture has no room for it."""
    if lecture.present() is None:
        st.markdown(words)


def choose_film(protocol: ActiveLearning) -> Line | None:
    """Draw the choice of the curve to watch; None where all are too slow to follow."""
    quick = [line for line in protocol.lines if is_quick(line.model, protocol.dataset)]
    if not quick or protocol.dataset.n > MOST_FILMED:
        return None
    names = name_lines(quick)
    titles = {"/".join(line): names[line] for line in quick}
    model, _, strategy = PANEL.choose_one("watch", "Watch", titles, FILM_WORDS).partition("/")
    return Line(model, strategy)


def make_film(
    workspace: Workspace,
    protocol: ActiveLearning,
    settings: Settings,
    line: Line,
    axes: tuple[str, str],
) -> Film:
    """The first repetition of a curve, one frame per query."""
    mark = (workspace.version, workspace.truth_hidden, settings, line, axes, lecture.scale())
    return memory.remember(PAGE, "film", mark, lambda: _make_film(workspace, protocol, line, axes))


def draw_captions(trial: Trial | None, shown: ActiveLearning, settings: Settings) -> None:
    """Say what Run will do, whether the curves are of other settings, and who takes no part."""
    if trial is not None and trial.settings != settings:
        st.caption("The settings have changed since this run: press Run for new curves.")
    elif trial is None and lecture.present() is None:
        st.caption(
            f"Press Run: {settings.n_repetitions} times {settings.n_start} labels are told at "
            f"random, then each model asks about {settings.n_queries} objects."
        )
    if left_out := settings.left_out():
        st.caption(left_out)
    unknown = int((np.asarray(shown.dataset.truth) < 0).sum())
    if unknown:
        objects = "1 object has" if unknown == 1 else f"{unknown:,} objects have"
        st.caption(f"{objects} no true class and take no part.")


def _make_film(
    workspace: Workspace, protocol: ActiveLearning, line: Line, axes: tuple[str, str]
) -> Film:
    dataset, truth = protocol.dataset, shown_truth(workspace)
    plane = lay_plane(dataset, axes, ALL)
    stage = lay_stage(dataset, plane, truth, workspace.seed, dataset.class_names)
    training = protocol.draw_training_set(0)
    places = plane.lift(stage.grid.places)
    names, captions, scenes = [], [], []
    for moment in protocol.run(line, 0, training):
        ground = moment.fitted.predict_all(places).probabilities
        scenes.append(PoolState(training.labels, moment.labelled, moment.queried, ground))
        names.append(str(len(moment.labelled)))
        captions.append(f"accuracy {moment.accuracy:.0%}")
    figure = draw_pool_frames(stage, names, scenes, height=high(), scale=lecture.scale())
    return Film(line, figure, names, captions)


def high() -> int:
    """Pixels of curves and film, which leave a lecture room for Run and the player."""
    return lecture.picture_height(HEIGHT, share=0.8)


def lay_stage(
    dataset: Dataset,
    plane: PlaneOfLearning,
    truth: NDArray[np.int64] | None,
    seed: int,
    class_names: Sequence[str],
) -> Pool:
    """The objects on the plane, with what the pointer says of them."""
    hover = describe_objects(dataset.n, truth, class_names)
    return Pool(plane.points, plane.titles, class_names, hover, seed)


def _empty_curves(protocol: ActiveLearning) -> go.Figure:
    n_labels = protocol.n_labels
    return empty_curves(
        protocol.lines,
        (int(n_labels[0]), int(n_labels[-1])),
        height=high(),
        scale=lecture.scale(),
    )
