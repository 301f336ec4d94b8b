"""The samples: bundled data sets and seeded generators, by key."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from belieflab.belief import MassTable
from belieflab.cost import Cost, drawing_cost
from belieflab.data import bundled_sets, generators
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter, checked_settings
from belieflab.data.seeds import POINTS, stream
from belieflab.registry import Registry


@dataclass(frozen=True)
class Sample:
    """A data set one can ask for by key: its text, its parameters and how to make it.

    `make(rng, **settings)` returns a Dataset; a bundled set ignores the generator.
    `drawn(**settings)` says how many numbers a generator draws, the measure of what it costs.
    `own_labels(dataset)`, when not None, gives the labels that belong to this sample; they need
    no law and are in place as soon as the sample is loaded.
    """

    key: str
    title: str
    good_for: str
    make: Callable[..., Dataset]
    parameters: tuple[Parameter, ...] = ()
    generated: bool = False
    drawn: Callable[..., float] = lambda **_settings: 0.0
    own_labels: Callable[[Dataset], MassTable] | None = None

    def cost(self, settings: Mapping[str, Any]) -> Cost:
        """What making it with these settings is expected to cost."""
        return drawing_cost(self.drawn(**settings))


def _size(default: int) -> Parameter:
    return Parameter(
        "size",
        "Points",
        default,
        low=10,
        high=100_000,
        step=100,
        typed=True,
        help="From 10 to 100,000.",
    )


def _in_space(size: int, dimension: int = 2, **_settings: Any) -> float:
    return float(size * dimension)


def _in_clusters(clusters: int, per_cluster: int, **_settings: Any) -> float:
    return 2.0 * clusters * per_cluster


def _noise() -> Parameter:
    return Parameter(
        "noise",
        "Noise",
        0.15,
        low=0.0,
        high=1.0,
        step=0.01,
        help="Standard deviation around the curve; the rings have radii 1, 2, …, the moons 1.",
    )


def _shape(name: str, label: str, default: float) -> Parameter:
    return Parameter(
        name,
        label,
        default,
        low=0.3,
        high=10.0,
        step=0.1,
        help="1 is exponential; the larger, the narrower around one age.",
    )


_SAMPLES = (
    Sample(
        key="iris",
        title="Iris",
        good_for="The first thing to try: one species stands apart, two overlap a little.",
        make=bundled_sets.load_iris,
    ),
    Sample(
        key="wine",
        title="Wine",
        good_for="Thirteen features on very different scales, so scaling decides about distances.",
        make=bundled_sets.load_wine,
    ),
    Sample(
        key="breast-cancer",
        title="Breast Cancer",
        good_for="Two unequal classes in thirty correlated features, where wrong labels cost much.",
        make=bundled_sets.load_breast_cancer,
    ),
    Sample(
        key="crabs",
        title="Crabs",
        good_for="Four classes hidden behind one shared direction, the size of the animal.",
        make=bundled_sets.load_crabs,
    ),
    Sample(
        key="butterfly",
        title="Butterfly",
        good_for="Twelve points to see a bridge between two clusters and an outlier by eye.",
        make=bundled_sets.load_butterfly,
    ),
    Sample(
        key="four-class",
        title="Four-class",
        good_for="Four clouds with heavy tails, where unions of clusters and outliers show up.",
        make=bundled_sets.load_four_class,
    ),
    Sample(
        key="picture",
        title="Picture",
        good_for="An image: pixels to segment, whose colours run into each other at the borders.",
        make=generators.draw_picture,
    ),
    Sample(
        key="gaussians",
        title="Gaussian mixture",
        good_for="Set the overlap yourself and see what labels are worth when classes mix.",
        make=generators.draw_gaussians,
        generated=True,
        drawn=_in_space,
        parameters=(
            Parameter("classes", "Classes", 2, low=2, high=12, step=1),
            Parameter("dimension", "Features", 2, low=1, high=30, step=1),
            Parameter(
                "distance",
                "Distance δ",
                2.0,
                low=0.0,
                high=10.0,
                step=0.1,
                help="Between neighbouring centres, in standard deviations. All centres are "
                "neighbours when there are at least K - 1 features; with fewer they stand on a "
                "regular polygon, and on a line when there is one feature.",
            ),
            Parameter(
                "imbalance",
                "Largest class over smallest",
                1.0,
                low=1.0,
                high=50.0,
                step=0.5,
                help="1 gives equal proportions; above that they fall geometrically from the "
                "first class to the last.",
            ),
            _size(300),
        ),
    ),
    Sample(
        key="many-clusters",
        title="Many clusters",
        good_for="Up to sixty small clusters in the plane, to see whether a method finds how many.",
        make=generators.draw_clusters,
        generated=True,
        drawn=_in_clusters,
        parameters=(
            Parameter("clusters", "Clusters", 20, low=2, high=60, step=1),
            Parameter("per_cluster", "Points in each", 150, low=5, high=1000, step=5),
            Parameter(
                "spread",
                "Standard deviation of a cluster",
                1.4,
                low=0.1,
                high=5.0,
                step=0.1,
                help="Neighbouring centres are at least 7 and on average about 10 apart.",
            ),
        ),
    ),
    Sample(
        key="rings",
        title="Rings",
        good_for="Classes around each other, which neighbours can tell apart and Gaussians cannot.",
        make=generators.draw_rings,
        generated=True,
        drawn=_in_space,
        parameters=(Parameter("rings", "Rings", 2, low=1, high=6, step=1), _noise(), _size(400)),
    ),
    Sample(
        key="moons",
        title="Moons",
        good_for="Two curved classes, where a few good labels near the tips are worth many others.",
        make=generators.draw_moons,
        generated=True,
        drawn=_in_space,
        parameters=(_noise(), _size(400)),
    ),
    Sample(
        key="weibull",
        title="Weibull lifetimes",
        good_for="Positive, skewed data, for models of lifetimes instead of Gaussians.",
        make=generators.draw_lifetimes,
        generated=True,
        drawn=_in_space,
        parameters=(
            Parameter("classes", "Classes", 2, low=1, high=6, step=1),
            Parameter("dimension", "Lifetimes per object", 2, low=1, high=10, step=1),
            _shape("first_shape", "Shape of the first class", 1.5),
            _shape("last_shape", "Shape of the last class", 4.0),
            Parameter(
                "scale_ratio",
                "Scale ratio",
                2.5,
                low=1.0,
                high=10.0,
                step=0.1,
                help="Each class lives this many times longer than the one before it.",
            ),
            _size(400),
        ),
    ),
    Sample(
        key="bernoulli",
        title="Uncertain Bernoulli sample",
        good_for="Six observations, one of them doubtful: the smallest example of evidential EM.",
        make=generators.make_bernoulli,
        own_labels=generators.bernoulli_labels,
    ),
)

SAMPLES: Registry[Sample] = Registry("sample", _SAMPLES)


def load_sample(key: str, *, seed: int = 0, **settings: Any) -> Dataset:
    """The sample of that key; the same seed and settings give the same points."""
    sample = SAMPLES.find(key)
    chosen = checked_settings(sample.parameters, settings)
    return sample.make(stream(seed, POINTS), **chosen)


def own_labels(key: str, dataset: Dataset) -> MassTable | None:
    """The labels that belong to the sample of that key; None when it brings none."""
    sample = SAMPLES.find(key)
    return None if sample.own_labels is None else sample.own_labels(dataset)
