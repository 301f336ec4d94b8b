"""What a clustering algorithm is: its estimator, parameters, input, cost, limits and formulas."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any

from scipy.spatial.distance import cdist

from belieflab.clustering.algorithms import equations
from belieflab.clustering.algorithms.parameters import PAIRS
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.clustering.cost import EXPECTED_STEPS, count_sets
from belieflab.clustering.linked_pairs import LinkedPairs, readable_pairs
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.parameters import Parameter
from belieflab.data.settings import Settings
from belieflab.formulas import Formula
from belieflab.iteration import Step, StopFlag

MAX_MASSES = 20_000_000
"""Entries up to which a table of masses is made."""

MAX_KEPT = 30_000_000
"""Masses up to which those of all steps are kept."""


@dataclass(frozen=True)
class Input:
    """What an estimator is fitted to: how it is made of a dataset, and the code that does so.

    `needs_image` says that the objects must be the pixels of an image.
    """

    make: Callable[[Dataset], Any]
    code: str
    imports: tuple[str, ...] = ()
    needs_image: bool = False


POINTS = Input(lambda dataset: dataset.X, "dataset.X")
DISSIMILARITIES = Input(
    lambda dataset: cdist(dataset.X, dataset.X),
    "cdist(dataset.X, dataset.X)",
    ("from scipy.spatial.distance import cdist",),
)
GIVEN = Input(lambda dataset: dataset.dissimilarities, "dataset.dissimilarities")
"""Of data that are dissimilarities."""
IMAGE = Input(
    lambda dataset: dataset.X.reshape(*dataset.image_shape, dataset.p),
    "dataset.X.reshape(*dataset.image_shape, dataset.p)",
    needs_image=True,
)


def _count_sets(settings: Settings) -> int:
    return count_sets(settings.c, settings.get("focal", "all"))


@dataclass(frozen=True)
class Algorithm:
    """One way to find a credal partition.

    Attributes
    ----------
    key, title, explanation : name in links and files, name on screen, one sentence
    estimator : its class; `fixed` : arguments that this entry always gives
    parameters : its settings, many of them shared; with `pairs` among them `iterate` takes
        `must_link` and `cannot_link`, and `start` is added to the seed
    cost : `cost(n, p, settings)` of a fit
    formulas : `formulas(model, settings, n)` of a fitted model
    input : what it is fitted to
    precomputed : the arguments with which it is fitted to dissimilarities as they were given; None
        where it needs features
    n_sets : how many sets may carry mass
    criterion : short name of what it minimises
    keeps_masses : whether every step holds the masses of all objects, and not prototypes alone
    predicts : whether it has a rule for objects of a second file with the same features
    notes : what is its own about a parameter, by the name of that, for the help of the control
    first_values : `first_values(dataset)` gives the settings to begin with that depend on the data
    max_objects, limit : beyond so many objects it is refused in this sentence, which may name
        `{max}` and `{n}`
    """

    key: str
    title: str
    explanation: str
    estimator: type[CredalClusterer]
    parameters: tuple[Parameter, ...]
    cost: Callable[[int, int, Settings], Cost]
    formulas: Callable[[Any, Settings, int], Sequence[Formula]]
    input: Input = POINTS
    precomputed: Mapping[str, Any] | None = field(default=None, hash=False)
    fixed: Mapping[str, Any] = field(default_factory=dict, hash=False)
    n_sets: Callable[[Settings], int] = _count_sets
    criterion: str = "J"
    keeps_masses: bool = False
    predicts: bool = True
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)
    first_values: Callable[[Dataset], Mapping[str, Any]] = lambda _: {}
    max_objects: int | None = None
    limit: str = ""

    @property
    def takes_pairs(self) -> bool:
        """Whether it uses pairs of objects that must, or cannot, be in one cluster."""
        return any(parameter.name == PAIRS.name for parameter in self.parameters)

    @property
    def takes_weights(self) -> bool:
        """Whether it uses what each object counts."""
        return "sample_weight" in signature(self.estimator.iterate).parameters

    def settings(self, chosen: Mapping[str, Any]) -> Settings:
        """Its own parameters at these values."""
        return Settings(self.parameters, chosen)

    def accepts(self, dataset: Dataset) -> bool:
        """Whether it can be fitted to data of this kind."""
        if dataset.dissimilarities is not None:
            return self.precomputed is not None
        return bool(dataset.image_shape) or not self.input.needs_image

    def fitted_to(self, dataset: Dataset) -> "Algorithm":
        """The same algorithm as it takes these data: dissimilarities as they are."""
        if dataset.dissimilarities is None or self.precomputed is None:
            return self
        return replace(self, input=GIVEN, fixed={**self.fixed, **self.precomputed})

    def arguments(self, settings: Settings, seed: int) -> dict[str, Any]:
        """The arguments of the estimator that differ from its defaults."""
        defaults = self.estimator().get_params()
        defaults.pop("n_clusters", None)
        found = {**settings.arguments(defaults), **self.fixed}
        given = {name: value for name, value in found.items() if value is not None}
        return given | {"random_state": seed + settings.get("start", 0)}

    def make_model(self, settings: Settings, seed: int, keep_history: bool) -> CredalClusterer:
        """The estimator, not yet fitted; for pictures it keeps its steps."""
        return self.estimator(**self.arguments(settings, seed), keep_history=keep_history)

    def pairs(self, settings: Settings, n: int) -> LinkedPairs:
        """The pairs that the fit takes into account."""
        return readable_pairs(settings.pairs, n) if self.takes_pairs else LinkedPairs()

    def iterate(
        self, model: CredalClusterer, dataset: Dataset, settings: Settings, stop: StopFlag
    ) -> Iterator[Step]:
        """Fit the model; the steps come without snapshots, of which it keeps what is needed."""
        given: dict[str, Any] = dict(self.pairs(settings, dataset.n).arguments)
        if self.takes_weights and dataset.weights is not None:
            given["sample_weight"] = dataset.weights
        for step in model.iterate(self.input.make(dataset), **given, stop=stop):
            yield replace(step, snapshot=None)

    def problem(self, n: int, settings: Settings) -> str:
        """Why it cannot be run on so many objects, in one sentence; empty when it can."""
        if n < 2:
            return "Clusters need at least two objects; there is one."
        if settings.get("c", 1) > n:
            return f"{settings.c} clusters need at least as many objects; there are {n}."
        if self.max_objects is not None and n > self.max_objects:
            return self.limit.format(max=f"{self.max_objects:,}", n=f"{n:,}")
        sets = self.n_sets(settings)
        if n * sets > MAX_MASSES:
            return (
                f"{settings.c} clusters have {sets:,} sets, too many masses for {n:,} objects. "
                "Choose fewer clusters, or fewer focal sets."
            )
        return ""

    def keeps_steps(self, n: int, settings: Settings) -> bool:
        """Whether a model of so many objects can keep all its steps."""
        return not self.keeps_masses or n * self.n_sets(settings) * EXPECTED_STEPS <= MAX_KEPT

    def equations(self, model: CredalClusterer, settings: Settings, n: int) -> list[Formula]:
        """The equations in use, with the values of their symbols."""
        pairs = self.pairs(settings, n)
        linked = [equations.pairs(pairs, settings)] if len(pairs) else []
        return [*self.formulas(model, settings, n), *linked, equations.nonspecificity(model)]
