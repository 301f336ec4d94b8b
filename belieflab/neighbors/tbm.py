"""The k-NN rule of the transferable belief model, as Côme et al. (2009) compare with it."""

from typing import Any

from belieflab.neighbors.knn import EvidentialKNN


def tbm_knn(n_neighbors: int = 10, **settings: Any) -> EvidentialKNN:
    """EvidentialKNN as in Côme et al. (2009), Table 3: K = 10, α = 0.95, β = 2, γ per given class.

    Fit it to the given labels for the row "k-nn TBM", and to the same labels discounted by their
    doubt, `MassTable.from_guess_and_doubt(given, doubt)`, for the row "k-nn TBM discounting": the
    class with the largest pignistic probability is then still the given one.
    """
    return EvidentialKNN(n_neighbors, **{"alpha": 0.95, "beta": 2, "gamma": "class", **settings})
