"""The settings of EKNNclus: what a person chooses, and the estimator that follows."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st

from belieflab.clustering import EKNNclus
from belieflab.clustering.eknnclus import count_neighbours
from belieflab.clustering.eknnclus_table import ASet
from belieflab.data.dataset import Dataset
from belieflab.ui.shell.workspace import Recipe, Workspace

PAGE = "eknnclus"
USUAL_Q, USUAL_BETA, USUAL_RUNS = 0.9, 2.0, 20
FEWEST_TOP = 300
"""The slider of K never ends below this, as long as there are so many objects."""

MOST_EDGES = 12_000_000
"""Objects times neighbours that one session may ask for: about a gigabyte while they are joined."""


@dataclass(frozen=True)
class Settings:
    """Everything that decides a run besides the points, in plain values."""

    n_neighbors: int
    q: float = USUAL_Q
    beta: float = USUAL_BETA
    weights: str = "symmetric"
    n_start: int | None = None
    """c0; None is one label per object."""
    metric: str = "euclidean"
    seed: int = 0
    run: int = 0
    """Which of the runs is shown; run r has the seed of the workspace plus r."""

    def arguments(self) -> dict[str, Any]:
        """The arguments of the estimator that differ from its defaults."""
        wanted: dict[str, Any] = {
            "n_neighbors": self.n_neighbors,
            "q": self.q,
            "beta": self.beta,
            "weights": self.weights,
            "n_start": self.n_start,
            "metric": self.metric,
        }
        usual = EKNNclus().get_params()
        differing = {name: value for name, value in wanted.items() if value != usual[name]}
        return differing | {"random_state": self.seed + self.run}

    def make_model(self) -> EKNNclus:
        """The estimator, not yet fitted; it keeps its sweeps for the pictures."""
        return EKNNclus(**self.arguments(), keep_history=True)

    @property
    def graph_mark(self) -> tuple[Any, ...]:
        """What the graph of neighbours hangs on."""
        return self.n_neighbors, self.q, self.beta, self.weights, self.metric

    def described(self) -> dict[str, Any]:
        """The settings in words, for the table of pinned runs."""
        return {
            "K": self.n_neighbors,
            "q": self.q,
            "β": self.beta,
            "weights": self.weights,
            "c0": "n" if self.n_start is None else self.n_start,
            "seed": self.seed,
            "run": self.run,
        }


def show_run(run: int) -> None:
    """Make the player show this run; called from a callback."""
    st.session_state[f"{PAGE}.run"] = int(run)


def largest_k(n: int) -> int:
    """Where the slider of K ends: well above the rule of thumb, below objects and memory."""
    wanted = max(FEWEST_TOP, math.ceil(6 * math.sqrt(n)))
    return max(1, min(n - 1, wanted, MOST_EDGES // n))


def usual_k(n: int) -> int:
    """The rule of thumb, 2.5 √n, as far as the slider goes."""
    return min(count_neighbours(None, n), largest_k(n)) if n > 1 else 1


def looks_like_dissimilarities(dataset: Dataset) -> bool:
    """Whether the columns are the distances to the rows themselves: square, symmetric, 0 within."""
    X = dataset.X
    return (
        dataset.n == dataset.p > 2
        and bool((X >= 0).all())
        and not np.diag(X).any()
        and bool(np.allclose(X, X.T, rtol=1e-9, atol=0.0))
    )


def load_many_clusters(workspace: Workspace, a_set: ASet) -> None:
    """Load generated data like one of the A-sets, with the paper's K."""
    workspace.set_up(Recipe("many-clusters", {"clusters": a_set.n_clusters}), None)
    st.session_state[f"{PAGE}.K"] = a_set.n_neighbors
    st.session_state.pop(f"{PAGE}.K_usual", None)  # this K is meant, whatever it was before
