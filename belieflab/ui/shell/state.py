"""What the workspace holds: points, labels, a seed, and the recipes that made them.

Data and labels are made by *recipes* (a sample's key and settings, a law's key and settings)
wherever that is possible: a recipe and the seed rebuild the same picture from a link. What came
from a file, a brush or a hand has no recipe and travels in the workspace file instead.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from belieflab.belief import MassTable
from belieflab.cost import Cost, format_bytes
from belieflab.data.dataset import Dataset
from belieflab.data.label_summary import wrong_share
from belieflab.data.laws import LAWS, build_labels
from belieflab.data.parameters import Parameter, checked_settings
from belieflab.data.samples import SAMPLES, load_sample, own_labels
from belieflab.data.scaling import NONE, scale
from belieflab.durations import format_seconds
from belieflab.errors import DataError
from belieflab.memory import check_memory
from belieflab.registry import Registry

if TYPE_CHECKING:
    from belieflab.data.crowd_files import CrowdFile

MAX_SECONDS, MAX_BYTES = 5.0, 2_000_000_000
"""Of points and labels that are made while a page waits, as for a link, by their estimates."""
LEAST_BYTES = 20_000_000
"""What is taken to be needed where next to nothing is drawn, as for a bundled sample."""
DEFAULT_SEED = 7
MAX_SEED = 2**31 - 1
SEED = Parameter(
    "seed",
    "Seed",
    DEFAULT_SEED,
    low=0,
    high=MAX_SEED,
    typed=True,
    help="Every random choice comes from this number: same seed, same picture.",
)


@dataclass(frozen=True)
class Recipe:
    """The key of a sample or of a label law, and the settings given to it."""

    key: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    def complete(self, registry: Registry[Any]) -> "Recipe":
        """The same with every setting checked and written out.

        So it outlives a change of defaults, and a page can show each setting.
        """
        parameters = registry.find(self.key).parameters
        return Recipe(self.key, checked_settings(parameters, self.settings))

    def changed(self, registry: Registry[Any]) -> dict[str, Any]:
        """The settings that are not at their defaults, by name, as links and code give them."""
        parameters = registry[self.key].parameters
        values = ((each, self.settings.get(each.name, each.default)) for each in parameters)
        return {each.name: value for each, value in values if value != each.default}


class LabelNumbers(NamedTuple):
    """The two numbers of the card; the share of wrong labels is None without a truth."""

    nonspecificity: float
    wrong_share: float | None


@dataclass(frozen=True, eq=False)
class State:
    """All that the workspace holds; immutable, so that earlier ones can be kept for Undo.

    `what` says how it came about; `sample_labels`, whether the labels are the sample's own.
    Labels without a law may be discounted by the rate `discount`; `given` holds them as they were.
    `edits` counts the changes by hand that led to these labels. `crowd` holds the answers of
    annotators about the points, where some were brought or asked for; `of_crowd` says whether the
    labels were made from these answers, edited since or not; `annotator_weights` is how far the
    annotators count, 0 to 1 by their names, where that is not 1. `dataset` has the features in
    their own units, `scaled` as every page takes them, by the key `scaling`.
    """

    dataset: Dataset | None = None
    data_recipe: Recipe | None = None
    labels: MassTable | None = None
    label_recipe: Recipe | None = None
    label_note: str = ""
    seed: int = DEFAULT_SEED
    what: str = "an empty workspace"
    sample_labels: bool = False
    given: MassTable | None = None
    discount: float = 0.0
    edits: int = 0
    crowd: "CrowdFile | None" = None
    of_crowd: bool = False
    annotator_weights: Mapping[str, float] = field(default_factory=dict)
    scaling: str = NONE

    @property
    def scaled(self) -> Dataset | None:
        """The points with scaled features; the same object as long as neither changes."""
        return None if self.dataset is None else scale(self.dataset, self.scaling)

    @property
    def edited(self) -> bool:
        """Whether the labels came from a hand or a file, so that no recipe gives them back."""
        own = self.sample_labels and self.discount == 0
        return self.labels is not None and self.label_recipe is None and not own

    @property
    def by_simulated_crowd(self) -> bool:
        """Whether the law of the labels simulates annotators."""
        law = None if self.label_recipe is None else LAWS.get(self.label_recipe.key)
        return law is not None and law.by_annotators

    @property
    def made_by_crowd(self) -> bool:
        """Whether the labels are those of annotators, real or simulated."""
        return self.of_crowd or self.by_simulated_crowd

    def with_crowd(self, crowd: "CrowdFile", kept: bool = False) -> "State":
        """The state with these answers; the same annotators keep their weights, not namesakes."""
        same = kept or (self.crowd is not None and crowd.annotators is self.crowd.annotators)
        weights = self.annotator_weights if same else {}
        return replace(self, crowd=crowd, of_crowd=False, annotator_weights=weights)

    @property
    def n(self) -> int:
        """Number of objects."""
        return 0 if self.dataset is None else self.dataset.n

    @property
    def undiscounted(self) -> MassTable | None:
        """The labels before they were discounted."""
        return self.labels if self.given is None else self.given

    @cached_property
    def label_numbers(self) -> LabelNumbers | None:
        """Nonspecificity and wrong labels, computed once; None without labels."""
        if self.labels is None or self.dataset is None:
            return None
        mean = float(self.labels.nonspecificity().mean())
        return LabelNumbers(mean, wrong_share(self.labels, self.dataset.truth))

    @cached_property
    def training(self) -> "State":
        """The state with the objects that methods learn from; itself where none is kept apart."""
        dataset = self.dataset
        if dataset is None or dataset.training is dataset:
            return self
        rows, plain = dataset.training_rows, State(seed=self.seed, what=self.what)
        return replace(
            plain,
            scaling=self.scaling,
            dataset=dataset.training,
            labels=None if self.labels is None else self.labels[rows],
            label_note=self.label_note,
        )

    def made_again(self) -> "State":
        """The state with points and labels made again from its recipes and its seed."""
        recipe = self.data_recipe
        if recipe is None:
            return self.labelled()
        check_at_once(SAMPLES.find(recipe.key).cost(recipe.settings))
        dataset = load_sample(recipe.key, seed=self.seed, **recipe.settings)
        if self.sample_labels:
            own = replace(self, labels=own_labels(recipe.key, dataset), given=None)
            return replace(own, dataset=dataset).discounted(self.discount)
        return replace(self, dataset=dataset).labelled()

    def labelled(self) -> "State":
        """The state with the labels that its recipe gives its points."""
        recipe = self.label_recipe
        if recipe is None or self.dataset is None:
            return self
        classes = len(self.dataset.class_names)
        check_at_once(LAWS[recipe.key].cost(self.n, classes, recipe.settings))
        labels = build_labels(recipe.key, self.dataset, seed=self.seed, **recipe.settings)
        return replace(self, labels=labels, given=None, discount=0.0, edits=0)

    def discounted(self, rate: float) -> "State":
        """The state with its labels, as they were given, discounted by that rate."""
        given = self.undiscounted
        if given is None or rate == 0:
            return replace(self, labels=given, given=None, discount=0.0)
        return replace(self, labels=given.discount(rate), given=given, discount=rate)

    def matched(self) -> "State":
        """The state with the same classes in points and labels; labels that cannot be are refused.

        Where the names agree, the class values are those of the points.
        """
        dataset, labels = self.dataset, self.labels
        if dataset is None or labels is None:
            return self
        frame = labels.frame
        if len(labels) != dataset.n:
            raise DataError(f"{dataset.n} points but {len(labels)} labels.")
        if frame.names == dataset.class_names:
            if dataset.frame is None or dataset.class_kind == frame.kind:
                return self
            return replace(
                self, labels=MassTable._trusted(dataset.frame, labels.focal, labels.mass)
            )
        if dataset.truth is not None:
            raise DataError(
                f"The labels speak of the classes {', '.join(frame.names)}, the data of "
                f"{', '.join(dataset.class_names)}; they must be the same, in one order."
            )
        dataset = replace(dataset, class_names=frame.names, class_kind=frame.kind)
        return replace(self, dataset=dataset)


def check_at_once(cost: Cost) -> None:
    """Refuse, by a DataError, points or labels that cost too much to be made while a page waits."""
    if cost.seconds > MAX_SECONDS or cost.bytes > MAX_BYTES:
        raise DataError(
            f"This would take about {format_seconds(cost.seconds)} and {format_bytes(cost.bytes)} "
            f"of memory; the limits are {format_seconds(MAX_SECONDS)} and "
            f"{format_bytes(MAX_BYTES)}. Take fewer objects, features or classes."
        )
    check_memory(max(cost.bytes, LEAST_BYTES))


def checked_seed(seed: int) -> int:
    """The seed, if it is one."""
    if not 0 <= int(seed) <= MAX_SEED:
        raise DataError(f"The seed is a whole number from 0 to {MAX_SEED}; {seed} was given.")
    return int(seed)


def bytes_held(history: Sequence[State]) -> int:
    """Memory of the distinct arrays of these states, which share most of them."""
    points = {
        (id(state.dataset), scaling): state.dataset.nbytes
        for state in history
        for scaling in (NONE, state.scaling)
        if state.dataset
    }
    tables = [table for state in history for table in (state.labels, state.given) if table]
    masses = {id(table): table.mass.nbytes for table in tables}
    crowds = {id(state.crowd): state.crowd.nbytes for state in history if state.crowd}
    return sum(points.values()) + sum(masses.values()) + sum(crowds.values())
