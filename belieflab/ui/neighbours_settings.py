"""The settings of the Neighbours page: which classifier, its parameters, and how it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.beliefs import Classifier
from belieflab.ui import lecture
from belieflab.ui.glossary_terms import hint
from belieflab.ui.page_settings import between, is_switch, keep, one_of
from belieflab.ui.unseen import value_of

PAGE = "neighbours"
NEIGHBOURS, NETWORK = "neighbours", "network"
KINDS = (NEIGHBOURS, NETWORK)
GAMMAS = {
    "one per class": "class",
    "one for all": "single",
    "one per object": "jousselme",
    "learned": "learned",
    "contextual": "contextual",
}
METRICS = ("euclidean", "manhattan", "chebyshev", "cosine", "canberra")
ANSWERS = {
    "largest BetP": "pignistic",
    "largest plausibility": "plausibility",
    "with rejection": "rejection",
    "a set of classes": "interval",
}
MOST_NEIGHBOURS, MOST_PROTOTYPES = 50, 30
USUAL_COST = 0.3
REGULARISATIONS = ("0", "0.0001", "0.001", "0.003", "0.01", "0.03", "0.1")


@dataclass(frozen=True)
class Settings:
    """Everything that decides a fit besides the data, in plain values."""

    kind: str = NEIGHBOURS
    n_neighbors: int = 7
    alpha: float = 0.95
    beta: float = 2.0
    gamma: str = "class"
    metric: str = "euclidean"
    learn_alpha: bool = False
    n_prototypes: int = 6
    regularisation: float = 0.0
    seed: int = 0

    def arguments(self) -> dict[str, Any]:
        """The arguments of the estimator that differ from its defaults."""
        usual = self._kind()().get_params()
        if self.kind == NETWORK:
            wanted: dict[str, Any] = {
                "n_prototypes": self.n_prototypes,
                "regularisation": self.regularisation,
                "random_state": self.seed,
            }
        else:
            wanted = {
                "n_neighbors": self.n_neighbors,
                "alpha": self.alpha,
                "beta": self.beta,
                "gamma": self.gamma,
                "metric": self.metric,
                "learn_alpha": self.learn_alpha and self.learns,
            }
        return {name: value for name, value in wanted.items() if value != usual[name]}

    def make_model(self) -> Classifier:
        """The estimator, not yet fitted."""
        return self._kind()(**self.arguments())

    @property
    def learns(self) -> bool:
        """Whether γ is learned from the data by descent."""
        return self.gamma in {"learned", "contextual"}

    def described(self) -> dict[str, Any]:
        """The settings in words, for the table of pinned runs."""
        if self.kind == NETWORK:
            return {
                "classifier": "evidential network",
                "prototypes": self.n_prototypes,
                "regularisation": self.regularisation,
                "seed": self.seed,
            }
        words = {value: name for name, value in GAMMAS.items()}
        return {
            "classifier": "evidential neighbours",
            "K": self.n_neighbors,
            "α": "learned" if self.learns and self.learn_alpha else self.alpha,
            "β": self.beta,
            "γ": words[self.gamma],
            "metric": self.metric,
        }

    def _kind(self) -> type[EvidentialKNN] | type[EvidentialNetwork]:
        return EvidentialNetwork if self.kind == NETWORK else EvidentialKNN


@dataclass(frozen=True)
class Answering:
    """How an answer is found: a rule of `ANSWER_RULES` and what a refusal costs."""

    rule: str = "pignistic"
    cost: float = USUAL_COST


def draw_controls(seed: int) -> tuple[Settings, Answering]:
    """Draw the panel, most used first."""
    kind = _draw_kind()
    settings = _draw_network(seed) if kind == NETWORK else _draw_neighbours(seed)
    return settings, _draw_answering()


def use_number(name: str, value: int) -> None:
    """Make a control of a whole number show this one; called from a callback."""
    st.session_state[f"{PAGE}.{name}"] = value


def _draw_kind() -> str:
    key, fits = f"{PAGE}.model", one_of(KINDS)
    if not lecture.shows("model"):
        return value_of(key, NEIGHBOURS, fits)
    keep(key, fits)
    return str(
        st.segmented_control(
            "Classifier",
            KINDS,
            default=NEIGHBOURS,
            required=True,
            key=key,
            bind="query-params",
            help=f"Neighbours: {hint('evidential-knn')} Network: {hint('evidential-network')}",
        )
    )


def _draw_neighbours(seed: int) -> Settings:
    k = _draw_whole(
        "K", "Neighbours K", MOST_NEIGHBOURS, 7, "How many of the nearest objects speak."
    )
    gamma = _draw_choice("gamma", "Reach γ", GAMMAS, hint("gamma"))
    alpha = _draw_number("alpha", "Trust α₀", 0.05, 0.99, 0.95, 0.01, hint("alpha"))
    beta = _draw_number(
        "beta", "Power β", 0.5, 4.0, 2.0, 0.5, "The evidence of a neighbour is α₀ exp(-γ d^β)."
    )
    metric = _draw_choice(
        "metric",
        "Distance",
        {name: name for name in METRICS},
        "How the distance between two objects is measured.",
    )
    learn_alpha = _draw_learn_alpha() if gamma in {"learned", "contextual"} else False
    return Settings(NEIGHBOURS, k, alpha, beta, gamma, metric, learn_alpha, seed=seed)


def _draw_network(seed: int) -> Settings:
    prototypes = _draw_whole("prototypes", "Prototypes", MOST_PROTOTYPES, 6, hint("prototype"))
    key, fits = f"{PAGE}.regularisation", one_of(REGULARISATIONS)
    if lecture.shows("regularisation"):
        keep(key, fits)
        chosen = st.select_slider(
            "Regularisation",
            REGULARISATIONS,
            value="0",
            key=key,
            bind="query-params",
            help="The price of trust: it fades prototypes out that are not needed.",
        )
    else:
        chosen = value_of(key, "0", fits)
    return Settings(NETWORK, n_prototypes=prototypes, regularisation=float(chosen), seed=seed)


def _draw_answering() -> Answering:
    rule = _draw_choice(
        "answer",
        "Answer",
        ANSWERS,
        "Largest BetP or plausibility: always one class. With rejection: no answer where a refusal "
        "costs less than the expected error. A set of classes: all that no other beats for sure "
        "(interval dominance).",
    )
    cost = USUAL_COST
    if rule == "rejection":
        cost = _draw_number(
            "cost", "Cost of no answer", 0.0, 1.0, USUAL_COST, 0.01, hint("rejection")
        )
    return Answering(rule, cost)


def _draw_learn_alpha() -> bool:
    key = f"{PAGE}.learn_alpha"
    if not lecture.shows("learn_alpha"):
        return value_of(key, False, is_switch)
    keep(key, is_switch)
    return bool(
        st.toggle("Learn α₀ too", key=key, bind="query-params", help="By the same criterion as γ.")
    )


def _draw_choice(name: str, words: str, choices: Mapping[str, str], help: str) -> str:
    """A select box; returns what the chosen words stand for."""
    key, fits, names = f"{PAGE}.{name}", one_of(choices), list(choices)
    if not lecture.shows(name):
        return choices[value_of(key, names[0], fits)]
    keep(key, fits)
    return choices[str(st.selectbox(words, names, key=key, bind="query-params", help=help))]


def _draw_whole(name: str, words: str, most: int, usual: int, help: str) -> int:
    key, fits = f"{PAGE}.{name}", between(1, most)
    if not lecture.shows(name):
        return value_of(key, usual, fits)
    keep(key, fits)
    return int(
        st.slider(
            words,
            1,
            most,
            usual,
            key=key,
            bind="query-params",
            help=help,
        )
    )


def _draw_number(
    name: str, words: str, low: float, high: float, usual: float, step: float, help: str
) -> float:
    key, fits = f"{PAGE}.{name}", between(low, high)
    if not lecture.shows(name):
        return value_of(key, usual, fits)
    keep(key, fits)
    return float(
        st.slider(
            words,
            low,
            high,
            usual,
            step,
            key=key,
            bind="query-params",
            help=help,
        )
    )
