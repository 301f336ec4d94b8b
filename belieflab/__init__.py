"""A laboratory for learning from imperfect labels.

Points and labels that are guesses, doubts, sets of classes or whole mass functions
go in; beliefs about each object come out. `MassTable` is the one noun they share.

The names here are those one needs most; each loads its package when it is first asked for.

>>> from belieflab import EvidentialKNN, build_labels, load_sample
>>> iris = load_sample("iris")
>>> labels = build_labels("expert-doubt", iris, seed=1, mean=0.3)
>>> EvidentialKNN().fit(iris.X, labels).predict(iris.X[:2]).tolist()
['setosa', 'setosa']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from belieflab.belief import Frame, MassTable
from belieflab.errors import DataError, FitWarning
from belieflab.version import __version__

if TYPE_CHECKING:
    from belieflab.bayes import GaussianNetworkClassifier
    from belieflab.belief import combine
    from belieflab.clustering import CECM, ECM, EVCLUS, RECM, CredalPartition, EKNNclus
    from belieflab.data import build_labels, load_sample
    from belieflab.experiments import reproduce
    from belieflab.mixture import Landscape, SoftLabelMixture
    from belieflab.neighbors import EvidentialKNN, EvidentialNetwork


_PACKAGES = {
    "bayes": ("GaussianNetworkClassifier",),
    "belief": ("combine",),
    "clustering": ("CECM", "ECM", "EVCLUS", "RECM", "CredalPartition", "EKNNclus"),
    "data": ("build_labels", "load_sample"),
    "experiments": ("reproduce",),
    "mixture": ("Landscape", "SoftLabelMixture"),
    "neighbors": ("EvidentialKNN", "EvidentialNetwork"),
}
"""Which package each name comes from; importing belieflab alone loads none of them."""

__all__ = [
    "CECM",
    "ECM",
    "EVCLUS",
    "RECM",
    "CredalPartition",
    "DataError",
    "EKNNclus",
    "EvidentialKNN",
    "EvidentialNetwork",
    "FitWarning",
    "Frame",
    "GaussianNetworkClassifier",
    "Landscape",
    "MassTable",
    "SoftLabelMixture",
    "__version__",
    "build_labels",
    "combine",
    "load_sample",
    "reproduce",
]


def __getattr__(name: str) -> Any:
    for package, names in _PACKAGES.items():
        if name in names:
            value = getattr(import_module(f"{__name__}.{package}"), name)
            globals()[name] = value  # found without this function from now on
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
