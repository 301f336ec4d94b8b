"""The settings of the Neighbours page: which classifier, its parameters, and how it answers."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from belieflab.neighbors import EvidentialKNN, EvidentialNetwork
from belieflab.neighbors.beliefs import Classifier
from belieflab.neighbors.settings import GAMMA_RULES
from belieflab.ui.glossary.terms import hint
from belieflab.ui.method.bound_controls import Controls

PAGE = "neighbours"
PANEL = Controls(PAGE)
NEIGHBOURS, NETWORK = "neighbours", "network"
KINDS = (NEIGHBOURS, NETWORK)
GAMMAS = {rule.title: rule.key for rule in GAMMA_RULES.values()}
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
                "keep_history": True,  # the film shows the training step by step
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
        return GAMMA_RULES[self.gamma].learned

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
    kind = PANEL.choose_one(
        "model",
        "Classifier",
        KINDS,
        f"Neighbours: {hint('evidential-knn')} Network: {hint('evidential-network')}",
        form="segments",
    )
    settings = _draw_network(seed) if kind == NETWORK else _draw_neighbours(seed)
    return settings, _draw_answering()


def use_number(name: str, value: int) -> None:
    """Make a control of a whole number show this one; called from a callback."""
    st.session_state[f"{PAGE}.{name}"] = value


def _draw_neighbours(seed: int) -> Settings:
    k = PANEL.choose_number(
        "K", "Neighbours K", (1, MOST_NEIGHBOURS), 7, "How many of the nearest objects speak."
    )
    gamma = GAMMAS[PANEL.choose_one("gamma", "Reach γ", tuple(GAMMAS), hint("gamma"))]
    alpha = PANEL.choose_number("alpha", "Trust α₀", (0.05, 0.99), 0.95, hint("alpha"), 0.01)
    words = "The evidence of a neighbour is α₀ exp(-γ d^β)."
    beta = PANEL.choose_number("beta", "Power β", (0.5, 4.0), 2.0, words, 0.5)
    words = "How the distance between two objects is measured."
    metric = PANEL.choose_one("metric", "Distance", METRICS, words)
    learn_alpha = GAMMA_RULES[gamma].learned and PANEL.switch(
        "learn_alpha", "Learn α₀ too", "By the same criterion as γ."
    )
    return Settings(NEIGHBOURS, k, alpha, beta, gamma, metric, learn_alpha, seed=seed)


def _draw_network(seed: int) -> Settings:
    prototypes = PANEL.choose_number(
        "prototypes", "Prototypes", (1, MOST_PROTOTYPES), 6, hint("prototype")
    )
    regularisation = PANEL.choose_one(
        "regularisation",
        "Regularisation",
        REGULARISATIONS,
        "The price of trust: it fades prototypes out that are not needed.",
        form="scale",
    )
    return Settings(
        NETWORK, n_prototypes=prototypes, regularisation=float(regularisation), seed=seed
    )


def _draw_answering() -> Answering:
    answer = PANEL.choose_one(
        "answer",
        "Answer",
        tuple(ANSWERS),
        "Largest BetP or plausibility: always one class. With rejection: no answer where a refusal "
        "costs less than the expected error. A set of classes: all that no other beats for sure "
        "(interval dominance).",
    )
    if ANSWERS[answer] != "rejection":
        return Answering(ANSWERS[answer])
    words = hint("rejection")
    cost = PANEL.choose_number("cost", "Cost of no answer", (0.0, 1.0), USUAL_COST, words, 0.01)
    return Answering(ANSWERS[answer], cost)
