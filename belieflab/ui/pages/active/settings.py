"""The settings of the Active learning page: who learns, who answers, and how often."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from belieflab.active import (
    ORACLES,
    STRATEGIES,
    ActiveLearning,
    Oracle,
    Tuning,
    active_classifiers,
)
from belieflab.active.learner import can_answer
from belieflab.active.oracles import GIVEN, HARD, NOISY, RICH
from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS, swept_laws
from belieflab.data.projection import ROW_AXIS, axis_choices, default_axes
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS, Classifier
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.bound_controls import Controls, explain, more
from belieflab.ui.shell.text import plain
from belieflab.ui.shell.workspace import Workspace

PAGE = "active"
PANEL = Controls(PAGE)
PROTOCOL, PLAY = "Run the protocol", "Play the oracle"
MODES = (PROTOCOL, PLAY)

USUAL_MODELS = ("gamma-eknn", "weighted-knn")
USUAL_STRATEGIES = ("confidence",)
DEFAULT_LAW = "epsilon-noise"
MAX_LABELS = 150
"""Labels that the protocol or a person may come to."""

MOST_FOR_NOISE = 10
"""Classes up to which ε-noise, with mass on every set of them, is what an oracle begins with."""

START_HELP = (
    "Known before any query, drawn at random: a class may be missing among them, and then most "
    "models give it no probability."
)
STRATEGY_TITLES = {key: strategy.title for key, strategy in STRATEGIES.items()}


@dataclass(frozen=True)
class OracleChoice:
    """Who answers, in plain values."""

    kind: str = RICH
    law: str = DEFAULT_LAW
    level: float = 0.5

    def make(self, labels: MassTable | None) -> Oracle:
        """The oracle; `labels` are the workspace's, for one that gives those."""
        if self.kind == GIVEN:
            if labels is None:
                raise DataError("There are no labels in the workspace for the oracle to give.")
            return Oracle.given(labels)
        if self.kind == NOISY:
            return Oracle.noisy(self.level)
        if self.kind == HARD:
            return Oracle.hard()
        return Oracle.rich(self.law, **self.law_settings)

    @property
    def law_settings(self) -> dict[str, Any]:
        """The settings of the law; a spread that the level leaves no room for is made smaller."""
        return LAWS.find(self.law).at_value({}, self.level)

    @property
    def words(self) -> str:
        """The choice in a few words."""
        if self.kind == RICH:
            return f"{LAWS[self.law].title}, {self.level:g}"
        return ORACLES[self.kind] + (f" ({self.level:.0%})" if self.kind == NOISY else "")


@dataclass(frozen=True)
class Settings:
    """Everything that decides a run of the protocol besides the data, in plain values."""

    models: tuple[str, ...] = USUAL_MODELS
    strategies: tuple[str, ...] = USUAL_STRATEGIES
    oracle: OracleChoice = OracleChoice()
    n_start: int = 8
    n_queries: int = 20
    n_repetitions: int = 100
    batch: int = 1
    n_neighbors: int = 7
    seed: int = 0

    def make(self, dataset: Dataset, labels: MassTable | None) -> ActiveLearning:
        """The protocol, not yet begun."""
        return ActiveLearning(
            dataset,
            self.models,
            self.strategies,
            self.oracle.make(labels),
            n_start=self.n_start,
            n_queries=self.n_queries,
            batch=self.batch,
            n_repetitions=self.n_repetitions,
            tuning=Tuning(self.n_neighbors),
            seed=self.seed,
        )

    def left_out(self) -> str:
        """The pairs of a model and a strategy that it cannot answer, in words; empty if none."""
        pairs = [
            f"{CLASSIFIERS.find(model).title} by {STRATEGY_TITLES[strategy]}"
            for strategy in self.strategies
            for model in self.models
            if strategy not in able_strategies(model)
        ]
        if not pairs:
            return ""
        return f"Left out: {', '.join(pairs)}. Probabilities have no masses to look at."

    def described(self) -> dict[str, Any]:
        """The settings in words, for the table of pinned runs."""
        return {
            "models": ", ".join(CLASSIFIERS.find(key).title for key in self.models),
            "strategies": ", ".join(STRATEGY_TITLES[key] for key in self.strategies),
            "oracle": self.oracle.words,
            "start labels": self.n_start,
            "queries": self.n_queries,
            "batch": self.batch,
            "K": self.n_neighbors,
            "repetitions": self.n_repetitions,
            "seed": self.seed,
        }


def draw_mode() -> str:
    """Draw the switch between the two ways of this page."""
    return PANEL.choose_one(
        "mode", "What to do", MODES, form="segments", label_visibility="collapsed"
    )


def offer_play(dataset: Dataset) -> None:
    """Say why the protocol cannot be run on data without a truth, and what can be done instead."""
    st.info(
        f"The protocol measures accuracy on true classes, and {plain(dataset.name)} has none. "
        "You can still answer the model's questions yourself.",
        icon=":material/info:",
    )
    st.button(PLAY, type="primary", key=f"{PAGE}.go_play", on_click=_go_play)


def _go_play() -> None:
    st.session_state[f"{PAGE}.mode"] = PLAY


def draw_protocol(workspace: Workspace, dataset: Dataset) -> tuple[Settings, tuple[str, str]]:
    """Draw the panel of the protocol, most used first; returns what it says."""
    oracle = draw_oracle(workspace, dataset)
    able = active_classifiers()
    models = PANEL.choose_several("models", "Models", _titles(able), USUAL_MODELS, explain(able))
    strategies = PANEL.choose_several(
        "strategies",
        "Strategies",
        STRATEGY_TITLES,
        USUAL_STRATEGIES,
        f"{hint('query-strategy')} {explain(STRATEGIES)}",
    )
    repetitions = PANEL.choose_number("repetitions", "Repetitions", (1, 200), 100, "Random splits.")
    start = PANEL.choose_number("start", "Start labels", (1, 50), 8, START_HELP)
    queries = PANEL.choose_number(
        "queries", "Queries", (1, 100), 20, "Labels asked for after the start."
    )
    with more():
        batch = PANEL.choose_number(
            "batch", "Asked at once", (1, 20), 1, "Those with the best scores."
        )
        k = draw_neighbours()
        axes = draw_axes(dataset)
    settings = Settings(
        models, strategies, oracle, start, queries, repetitions, batch, k, workspace.seed
    )
    return settings, axes


def draw_oracle(workspace: Workspace, dataset: Dataset) -> OracleChoice:
    """Draw who answers, and the one setting of the answers that matters most."""
    possible = possible_oracles(workspace, dataset)
    kind = PANEL.choose_one(
        "oracle", "Oracle", {key: ORACLES[key] for key in possible}, hint("oracle")
    )
    if kind == RICH:
        return _draw_law(workspace)
    if kind == NOISY:
        return OracleChoice(kind, "", _choose_level("wrong", "Share of wrong answers", 0.2))
    return OracleChoice(kind, "", 0.0)


def _draw_law(workspace: Workspace) -> OracleChoice:
    laws = swept_laws()
    titles = {key: law.title for key, law in laws.items()}
    chosen = PANEL.choose_one("law", "Law of the answers", titles, explain(laws), DEFAULT_LAW)
    law = laws[chosen]
    parameter = law.parameter(law.noise_levels[0].parameter)
    value, recipe = law.oracle_value, workspace.state.label_recipe
    if recipe is not None and recipe.key == chosen:
        value = float(recipe.settings.get(parameter.name, value))
    level = _choose_level(parameter.name, parameter.label, value, parameter.help)
    return OracleChoice(RICH, chosen, level)


def _choose_level(name: str, label: str, usual: float, words: str = "") -> float:
    return PANEL.choose_number(name, label, (0.0, 1.0), usual, words, 0.05)


def possible_oracles(workspace: Workspace, dataset: Dataset) -> list[str]:
    """Who can answer about these data, the usual one first."""
    drawn = [RICH, HARD, NOISY] if dataset.truth is not None else []
    if len(dataset.class_names) > MOST_FOR_NOISE:
        drawn = [HARD, NOISY, RICH]
    return drawn + ([GIVEN] if workspace.labels is not None else [])


def draw_line(dataset: Dataset) -> tuple[str, str]:
    """Draw the choice of one model and one strategy that it can answer; returns their keys."""
    quick = {key: each for key, each in active_classifiers().items() if is_quick(key, dataset)}
    model = PANEL.choose_one("model", "Model", _titles(quick), explain(quick))
    able = {key: STRATEGY_TITLES[key] for key in able_strategies(model)}
    usual = USUAL_STRATEGIES[0]
    strategy = PANEL.choose_one("strategy", "Strategy", able, explain(STRATEGIES, able), usual)
    return model, strategy


def able_strategies(model: str) -> list[str]:
    """The strategies that this model can answer."""
    return [key for key, each in STRATEGIES.items() if can_answer(CLASSIFIERS.find(model), each)]


def is_quick(model: str, dataset: Dataset) -> bool:
    """Whether a fit is quick enough to be followed query by query."""
    classifier = CLASSIFIERS.find(model)
    n = dataset.n if classifier.uses_unlabelled else min(dataset.n, MAX_LABELS)
    return classifier.is_quick(n, dataset.p, max(len(dataset.class_names), 2))


def _titles(classifiers: Mapping[str, Classifier]) -> dict[str, str]:
    return {key: each.title for key, each in classifiers.items()}


def draw_axes(dataset: Dataset) -> tuple[str, str]:
    """Draw the choice of the two axes that the pool is seen along."""
    across, up = default_axes(dataset)
    if dataset.p == 1:
        return across, up
    titles = {axis.key: axis.title for axis in axis_choices(dataset) if axis.key != ROW_AXIS}
    return (
        PANEL.choose_one("x", "Across", titles, "Of the plane.", across),
        PANEL.choose_one("y", "Up", titles, "Of the plane.", up),
    )


def draw_neighbours() -> int:
    """Draw K of the neighbour models."""
    words = "Of every model with neighbours; fewer while there are not enough labels."
    return PANEL.choose_number("K", "Neighbours K", (1, 30), 7, words)
