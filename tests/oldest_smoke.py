"""A short run of everything a user calls: imports, every estimator, the README, a figure.

Run by ``make oldest`` in an environment that holds nothing but the library's own requirements, so
it is a plain script.
"""

import contextlib
import io
import pickle
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from readme import example
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

import belieflab
from belieflab import ECM, EVCLUS, RECM, EKNNclus, EvidentialKNN, EvidentialNetwork
from belieflab.bayes import STRUCTURES, GaussianNetworkClassifier
from belieflab.clustering import CECM
from belieflab.data import build_labels, load_sample
from belieflab.mixture import LabelNoiseMixture, Landscape, SoftLabelMixture

IRIS = load_sample("iris")
X = IRIS.X
LABELS = build_labels("expert-doubt", IRIS, seed=1, mean=0.3)
DISTANCES = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
SMALL = slice(None, None, 5)

SEEDED: dict[str, Callable[[Any], Any]] = {
    "SoftLabelMixture": lambda seed: SoftLabelMixture(
        init="random", n_init=2, random_state=seed, max_iter=50
    ).fit(X, LABELS),
    "LabelNoiseMixture": lambda seed: LabelNoiseMixture(random_state=seed).fit(X, IRIS.truth),
    "Landscape": lambda seed: Landscape(n_starts=4, random_state=seed).fit(X, LABELS),
    "EvidentialNetwork": lambda seed: EvidentialNetwork(4, max_iter=30, random_state=seed).fit(
        X, LABELS
    ),
    "ECM": lambda seed: ECM(n_clusters=3, n_init=2, random_state=seed).fit(X),
    "RECM": lambda seed: RECM(3, random_state=seed).fit(DISTANCES),
    "CECM": lambda seed: CECM(3, random_state=seed, max_iter=20).fit(
        X[SMALL], must_link=[(0, 1)], cannot_link=[(0, 20)]
    ),
    "EVCLUS": lambda seed: EVCLUS(3, random_state=seed).fit(X),
    "EKNNclus": lambda seed: EKNNclus(20, n_start=10, random_state=seed).fit(X),
}
"""Every estimator that draws at random, fitted with a seed of any kind."""

SEEDS: dict[str, Callable[[], Any]] = {
    "number": lambda: 0,
    "Generator": lambda: np.random.default_rng(0),
    "RandomState": lambda: np.random.RandomState(0),
}


def steps() -> Iterator[tuple[str, Callable[[], Any]]]:
    """What is tried, by name."""
    for name in belieflab.__all__:
        yield f"belieflab.{name}", lambda name=name: getattr(belieflab, name)
    for name, fit in SEEDED.items():
        for kind, seed in SEEDS.items():
            yield f"{name} with a {kind}", lambda fit=fit, seed=seed: usable(fit(seed()))
    for gamma in ("class", "single", "jousselme", "learned", "contextual"):
        model = EvidentialKNN(5, gamma=gamma)
        yield f"EvidentialKNN {gamma}", lambda model=model: usable(model.fit(X, LABELS))
    for structure in STRUCTURES:
        network = GaussianNetworkClassifier(structure)
        yield f"network {structure}", lambda network=network: usable(network.fit(X, LABELS))
    yield "scikit-learn's cross-validation", cross_validate
    yield "the README", run_readme
    yield "figures", draw
    yield "reproduce", lambda: belieflab.reproduce("denoeux2015-bernoulli")


def usable(model: Any) -> None:
    """Whether a fitted model can be stored and asked."""
    pickle.loads(pickle.dumps(model))
    clone(model)
    if hasattr(model, "predict_mass") and not isinstance(model, (RECM, EKNNclus)):
        beliefs = model.predict_mass(X[:5])
        assert np.isfinite(beliefs.mass).all()


def cross_validate() -> None:
    """Hard labels through scikit-learn."""
    scores = cross_val_score(EvidentialKNN(5), X, IRIS.truth, cv=3)
    assert scores.mean() > 0.8


def run_readme() -> None:
    """The example of the README prints what the README says."""
    code, printed = example()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})  # noqa: S102
    assert out.getvalue() == printed, out.getvalue()


def draw() -> None:
    """Both pictures for a notebook."""
    from belieflab.figures import plot_partition, plot_regions

    plot_partition(ECM(n_clusters=3, random_state=0).fit(X), X)
    plot_regions(EvidentialKNN(5).fit(X, IRIS.truth), X, IRIS.truth)


def report(*parts: object) -> None:
    """Write a line."""
    sys.stdout.write(" ".join(map(str, parts)) + "\n")


def main() -> None:
    """Try everything; the first failure ends it."""
    names = ("numpy", "scipy", "scikit-learn", "numba", "pandas")
    report("Python", sys.version.split()[0], *(f"{name} {version(name)}" for name in names))
    count = 0
    for name, attempt in steps():
        try:
            attempt()
        except Exception:
            report("FAILED:", name)
            raise
        count += 1
    report(count, "steps passed.")


if __name__ == "__main__":
    main()
