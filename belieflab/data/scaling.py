"""Features on one scale, so that none decides about distances by its unit.

Scaling is a preparation of the data: centre and spread are those of all objects (without those that
a split keeps apart), no label is looked at, and every method, picture and test then takes the same
numbers.
"""

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

import numpy as np

from belieflab.data.dataset import Dataset
from belieflab.data.feature_scale import FeatureScale, Floats
from belieflab.data.parameters import Parameter
from belieflab.errors import DataError

NONE, STANDARDISE, ROBUST = "none", "standardise", "robust"


@dataclass(frozen=True)
class Scaling:
    """One way to scale; `suffix` follows the names of scaled features."""

    key: str
    title: str
    suffix: str
    explanation: str


SCALINGS = {
    each.key: each
    for each in (
        Scaling(NONE, "none", "", "The features as they are, in their own units."),
        Scaling(
            STANDARDISE,
            "standardised",
            ", standardised",
            "Each feature minus its mean, divided by its standard deviation.",
        ),
        Scaling(
            ROBUST,
            "robust",
            ", robustly scaled",
            "Each feature minus its median, divided by its interquartile range: a few extreme "
            "values change little. Where that range is 0, the standard deviation divides.",
        ),
    )
}

SCALING = Parameter(
    "scaling",
    "Scaling",
    NONE,
    choices={each.key: each.title for each in SCALINGS.values()},
    form="list",
    help="Of the features, the same on every page and in exported code. "
    + " ".join(f"{each.title.capitalize()}: {each.explanation}" for each in SCALINGS.values())
    + " A constant feature becomes 0. All objects are scaled together, once and without their "
    "labels, also those that a test keeps apart later; those of a split are scaled like the ones "
    "for training.",
)

_SCALED: "WeakKeyDictionary[Dataset, dict[str, Dataset]]" = WeakKeyDictionary()
"""Of each data set its scaled ones: the same object for the same question, found once."""


def scale(dataset: Dataset, kind: str) -> Dataset:
    """The same objects with their features scaled; the data set itself for "none".

    The names say what was done, and `scale` of the result keeps the original values. The same data
    set gives the very same result again.

    Parameters
    ----------
    dataset : features in their own units
    kind : "none", "standardise" (mean 0, standard deviation 1) or "robust" (median 0,
        interquartile range 1)

    Examples
    --------
    >>> from belieflab.data import load_sample
    >>> wine = scale(load_sample("wine"), "standardise")
    >>> wine.feature_names[0], float(wine.X[:, 0].std().round(12))
    ('alcohol, standardised', 1.0)
    """
    if kind not in SCALINGS:
        raise DataError(f"There is no scaling {kind!r}; there are {', '.join(SCALINGS)}.")
    if kind == NONE or not can_be_scaled(dataset):
        return dataset
    known = _SCALED.setdefault(dataset, {})
    if kind not in known:
        learned = find_scale(dataset.training, kind)
        known[kind] = apply_scale(dataset, learned.of(dataset.X))
    return known[kind]


def can_be_scaled(dataset: Dataset) -> bool:
    """Whether there are features to scale: dissimilarities between objects are none."""
    return dataset.dissimilarities is None


def standardise(dataset: Dataset) -> Dataset:
    """The same objects, every feature with mean 0 and standard deviation 1; a constant one is 0."""
    return scale(dataset, STANDARDISE)


def find_scale(dataset: Dataset, kind: str) -> FeatureScale:
    """Centre and spread of every feature; a constant one has its value and 1."""
    X, names = dataset.X, dataset.feature_names
    constant = X.max(axis=0) == X.min(axis=0)
    if kind == STANDARDISE:
        centre = X.mean(axis=0)
        spread, fallen = X.std(axis=0), np.zeros(len(names), dtype=np.bool_)
    else:
        low, centre, high = np.quantile(X, (0.25, 0.5, 0.75), axis=0)
        spread = high - low
        fallen = (spread <= 0) & ~constant
        spread = np.where(fallen, X.std(axis=0), spread)
    centre, spread = np.where(constant, X[0], centre), np.where(constant, 1.0, spread)
    by_deviation = tuple(name for name, each in zip(names, fallen, strict=True) if each)
    return FeatureScale(kind, X, names, centre, np.where(spread > 0, spread, 1.0), by_deviation)


def apply_scale(dataset: Dataset, scaled: FeatureScale) -> Dataset:
    """The data set on such a scale."""
    names = tuple(name + SCALINGS[scaled.kind].suffix for name in dataset.feature_names)
    X: Floats = scaled.apply(dataset.X)
    return replace(dataset, X=X, feature_names=names, scale=scaled)


def describe_scaling(dataset: Dataset) -> str:
    """What was done to the features, and for which ones another way was taken."""
    found = dataset.scale
    if found is None:
        return SCALINGS[NONE].explanation
    text = SCALINGS[found.kind].explanation
    if found.by_deviation:
        shown = ", ".join(found.by_deviation[:3]) + (", …" if len(found.by_deviation) > 3 else "")
        text += f" Half of the values are equal, so divided by the standard deviation: {shown}."
    return text
