"""The settings of a landscape: whose labels, how many starts, and the labels that follow."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import build_labels
from belieflab.data.projection import axis_choices, default_axes
from belieflab.mixture import Landscape
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.bound_controls import Controls
from belieflab.ui.shell import lecture
from belieflab.ui.shell.page_settings import keep, one_of
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

PAGE = "landscape"
PANEL = Controls(PAGE)
DRAWN, GIVEN, NONE = "drawn", "given", "none"
SOURCES = {DRAWN: "drawn at a level", GIVEN: "the workspace's", NONE: "none"}
USUAL_NS = 0.8
FEWEST_STARTS, MOST_STARTS, USUAL_STARTS = 10, 500, 200
LARGEST_K = 12
BATCH = 10


@dataclass(frozen=True)
class Settings:
    """Everything that decides a landscape besides the data, in plain values."""

    source: str = DRAWN
    ns: float = USUAL_NS
    n_starts: int = USUAL_STARTS
    n_components: int | None = None
    """Only without labels; they say how many classes there are."""
    seed: int = 0

    def labels(self, dataset: Dataset, given: MassTable | None) -> MassTable | None:
        """The labels that EM is run with; None is no labels at all."""
        if self.source == DRAWN:
            return build_labels("nonspecificity", dataset, seed=self.seed, ns=self.ns)
        return given if self.source == GIVEN else None

    def make_landscape(self) -> Landscape:
        """The estimator, not yet fitted."""
        return Landscape(self.n_components, self.n_starts, random_state=self.seed, batch=BATCH)

    def described(self) -> dict[str, Any]:
        """The settings in words, for the table of pinned runs."""
        words: dict[str, Any] = {"labels": SOURCES[self.source], "starts": self.n_starts}
        if self.source == DRAWN:
            words["nonspecificity"] = self.ns
        if self.n_components is not None:
            words["K"] = self.n_components
        return words | {"seed": self.seed}


def draw_controls(workspace: Workspace, dataset: Dataset) -> tuple[Settings, bool]:
    """Draw the panel, most used first; returns what it says and whether to relabel."""
    source = _draw_source(workspace, dataset)
    ns = _draw_level(workspace) if source == DRAWN else USUAL_NS
    n_components = _draw_number(dataset) if source == NONE else None
    n_starts = PANEL.choose_number(
        "starts",
        "Starts",
        (FEWEST_STARTS, MOST_STARTS),
        USUAL_STARTS,
        "Random centres drawn from the Gaussian of all the data; EM runs from each of them "
        "until it stands still.",
        step=10,
    )
    relabel = PANEL.switch(
        "relabel",
        "Count mirror images once",
        "Two maxima that differ only by the order of their components are then one. "
        "With labels they are different answers; without labels they are the same.",
    )
    return Settings(source, ns, n_starts, n_components, workspace.seed), relabel


def draw_axes(workspace: Workspace, dataset: Dataset) -> tuple[str, str]:
    """Draw the choice of the two axes of the plane, folded away; returns their keys."""
    titles = {axis.key: axis.title for axis in axis_choices(dataset)}
    recipe = workspace.state.data_recipe
    generated = recipe is not None and recipe.key == "gaussians" and dataset.p > 1
    # the centres of generated Gaussians lie along the first features
    usual = ("x1", "x2") if generated else default_axes(dataset)
    if lecture.present() is not None:
        return usual
    with st.expander("More"):
        horizontal, vertical = (
            _choose_axis(word, titles, default)
            for word, default in zip(("Horizontal", "Vertical"), usual, strict=True)
        )
    return horizontal, vertical


def _choose_axis(word: str, titles: dict[str, str], default: str) -> str:
    key, keys = f"{PAGE}.{word.lower()}", list(titles)
    keep(key, one_of(titles))
    if st.session_state.get(key, default) not in titles:
        st.session_state.pop(key, None)
    return str(
        st.selectbox(
            f"{word} axis",
            keys,
            index=keys.index(default),
            format_func=lambda axis: plain(titles[axis]),
            key=key,
            persist_state="session",
        )
    )


def possible_sources(workspace: Workspace, dataset: Dataset) -> list[str]:
    """Where labels can come from with these data, the usual one first."""
    drawable = dataset.truth is not None and len(dataset.class_names) > 1
    drawn = [DRAWN] if drawable else []
    given = [GIVEN] if workspace.labels is not None else []
    return [*drawn, *given, NONE]


def _draw_source(workspace: Workspace, dataset: Dataset) -> str:
    key, possible = f"{PAGE}.labels", possible_sources(workspace, dataset)
    if st.session_state.get(key, possible[0]) not in possible:
        st.session_state[key] = possible[0]
    if not lecture.shows("labels"):
        return str(st.session_state.get(key, possible[0]))
    keep(key, one_of(possible))
    return str(
        st.radio(
            "Labels",
            possible,
            format_func=SOURCES.__getitem__,
            key=key,
            persist_state="session",
            horizontal=True,
            help="Drawn at a level: right but imprecise, from the true classes, by the seed of "
            "the workspace. None: EM sees the points alone.",
        )
    )


def _draw_level(workspace: Workspace) -> float:
    recipe = workspace.state.label_recipe
    usual = USUAL_NS
    if recipe is not None and recipe.key == "nonspecificity":
        usual = float(recipe.settings.get("ns", usual))
    words = hint("nonspecificity")
    return PANEL.choose_number("ns", "Mean nonspecificity", (0.0, 1.0), usual, words, 0.05)


def _draw_number(dataset: Dataset) -> int:
    usual = min(max(len(dataset.class_names), 2), LARGEST_K)
    words = "No labels are used, so say how many components there are."
    return PANEL.choose_number("K", "Components K", (1, LARGEST_K), usual, words)
