"""Describing a sweep: data × label law × levels × methods × replicates, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab import error_rates
from belieflab.belief import MassTable
from belieflab.data.dataset import Dataset
from belieflab.data.laws import LAWS, laws_on_labels
from belieflab.data.parameters import checked_settings
from belieflab.data.samples import SAMPLES
from belieflab.data.scaling import NONE, ROBUST, SCALINGS, STANDARDISE
from belieflab.errors import DataError
from belieflab.evaluation.classifiers import CLASSIFIERS
from belieflab.experiments.cells import Cell
from belieflab.experiments.labelled import mark_contents, mark_rows, with_labels

ASSESS = "assess"
"""The task that fits a classifier to labels of a law and counts its errors."""

GIVEN = "given"
"""Key of data that are handed over with the run, such as an upload."""

FRESH, FOLDS, HOLD_OUT = "fresh", "folds", "hold-out"
TESTS = (FRESH, FOLDS, HOLD_OUT)

SOFT_STRATIFIED, RANDOM = "soft-stratified", "random"

TRUTH, LABELS = "truth", "labels"
"""What noise is made from, and what errors are counted against: true classes or given labels."""

AGAINST = {TRUTH: error_rates.TRUTH, LABELS: error_rates.LABELS}
"""What errors are counted against, in words."""


@dataclass(frozen=True)
class DataChoice:
    """Data by key and settings, their features scaled as a whole (`belieflab.data.scaling`).

    With the key "given" the settings hold the `name` under which a Dataset is handed to the run.
    """

    key: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    scaling: str = NONE

    def __post_init__(self) -> None:
        if self.scaling not in SCALINGS:
            raise DataError(
                f"There is no scaling {self.scaling!r}; there are {', '.join(SCALINGS)}."
            )
        if self.key == GIVEN:
            if set(self.settings) != {"name"}:
                raise DataError("Data that are handed over need the setting 'name', no other.")
        elif self.key not in SAMPLES:
            known = ", ".join([*SAMPLES, GIVEN])
            raise DataError(f"There are no data called {self.key!r}; there are {known}.")

    @property
    def name(self) -> str:
        """What to call it on screen."""
        if self.title:
            return self.title
        return str(self.settings["name"]) if self.key == GIVEN else SAMPLES[self.key].title

    def described(self) -> dict[str, Any]:
        """Key and settings, the defaults written out."""
        settings = dict(self.settings)
        if self.key != GIVEN:
            settings = checked_settings(SAMPLES[self.key].parameters, self.settings)
        described: dict[str, Any] = {"key": self.key, "settings": settings}
        described["standardise"] = self.scaling == STANDARDISE  # what keys of results are made of
        return described | ({"scaling": ROBUST} if self.scaling == ROBUST else {})


def hand_over(
    dataset: Dataset, *, scaling: str = NONE, labels: MassTable | None = None
) -> tuple[DataChoice, dict[str, Dataset]]:
    """A data set of one's own as a choice for a sweep, and what to hand to the run as `given`.

    Its name is made of its contents: results of other data never pass for results of these.
    `labels` are those that a law with `on="labels"` puts its noise on.
    """
    mark = mark_rows(dataset)
    if labels is not None:
        dataset, mark = with_labels(dataset, labels), mark_contents(dataset, labels)
    name = f"{dataset.name} {mark}"
    choice = DataChoice(GIVEN, {"name": name}, title=dataset.name, scaling=scaling)
    return choice, {name: dataset}


@dataclass(frozen=True)
class LawChoice:
    """A label law, its fixed settings, and the setting that the levels give.

    The law makes labels from the true classes, or, with `on="labels"`, puts its noise on the labels
    that were handed over with the data.
    """

    key: str
    varied: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    on: str = TRUTH

    def __post_init__(self) -> None:
        if self.on not in AGAINST:
            raise DataError(f"A law acts on {TRUTH!r} or on {LABELS!r}; not on {self.on!r}.")
        if self.on == LABELS and LAWS.find(self.key).on_labels is None:
            known = ", ".join(laws_on_labels())
            raise DataError(f"The law {self.key!r} cannot act on given labels; {known} can.")
        names = [parameter.name for parameter in LAWS.find(self.key).parameters]
        if self.varied not in names:
            raise DataError(
                f"The law {self.key!r} has no setting {self.varied!r} to vary; "
                f"it has {', '.join(names) or 'none'}."
            )

    def described(self, level: float) -> dict[str, Any]:
        """Key and settings at one level, the defaults written out."""
        law = LAWS[self.key]
        given = {**self.settings, self.varied: level}
        if self.on == LABELS:
            given = law.noiseless | given
        described = {"key": self.key, "settings": checked_settings(law.parameters, given)}
        return described if self.on == TRUTH else described | {"on": self.on}


@dataclass(frozen=True)
class MethodChoice:
    """A classifier by key and settings; `replicates` stops it earlier than the others."""

    key: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""
    replicates: int | None = None

    def __post_init__(self) -> None:
        CLASSIFIERS.find(self.key)

    @property
    def name(self) -> str:
        """What to call it on screen."""
        return self.title or CLASSIFIERS.find(self.key).title

    @property
    def uses_labels(self) -> bool:
        """Whether the level of the labels makes any difference."""
        return CLASSIFIERS.find(self.key).uses_labels

    def described(self) -> dict[str, Any]:
        """Key and settings, the defaults written out."""
        return CLASSIFIERS.find(self.key).described(self.settings)


@dataclass(frozen=True)
class Assessment:
    """On which points errors are counted, and against what.

    "fresh": `size` new points from the same generator; "folds": each object once, by the model of
    the other `folds` - 1 folds, drawn at "random" or "soft-stratified" by the labels; "hold-out": a
    share drawn at random and kept from training.

    Against "truth", the true classes, the error is the share of wrong decisions; objects whose true
    class is unknown are not counted. Against "labels", those handed over with the data before any
    noise is put on them, it is 1 less the mean pignistic probability that the label gives the
    decision; labels that say nothing (all mass on Ω or on ∅) are not counted.
    """

    kind: str = FOLDS
    size: int = 5000
    folds: int = 10
    by: str = RANDOM
    share: float = 0.2
    against: str = TRUTH

    def __post_init__(self) -> None:
        if self.against not in AGAINST:
            raise DataError(
                f"Errors are counted against {TRUTH!r} or {LABELS!r}; not {self.against!r}."
            )
        if self.kind not in TESTS:
            raise DataError(f"A test is one of {', '.join(TESTS)}; not {self.kind!r}.")
        if self.by not in (RANDOM, SOFT_STRATIFIED):
            raise DataError(
                f"Folds are drawn by {RANDOM!r} or {SOFT_STRATIFIED!r}; not {self.by!r}."
            )
        if self.folds < 2 or self.size < 1 or not 0 < self.share < 1:
            raise DataError(
                "A test needs at least 2 folds, 1 fresh point and a share between 0 and 1."
            )

    def described(self) -> dict[str, Any]:
        """What matters for this kind."""
        own: dict[str, dict[str, Any]] = {
            FRESH: {"size": self.size},
            FOLDS: {"folds": self.folds, "by": self.by},
            HOLD_OUT: {"share": self.share},
        }
        described = {"kind": self.kind, **own[self.kind]}
        return described if self.against == TRUTH else described | {"against": self.against}


@dataclass(frozen=True)
class Sweep:
    """Every method on every data set at every level of label noise, so many times."""

    name: str
    data: tuple[DataChoice, ...]
    law: LawChoice
    levels: tuple[float, ...]
    methods: tuple[MethodChoice, ...]
    replicates: int = 10
    test: Assessment = Assessment()
    seed: int = 0
    title: str = ""

    def __post_init__(self) -> None:
        for values, word in (
            (self.data, "data set"),
            (self.levels, "level"),
            (self.methods, "method"),
        ):
            if not values:
                raise DataError(f"The sweep {self.name!r} names no {word}; it needs at least one.")
        if self.replicates < 1:
            raise DataError(f"A sweep has at least 1 replicate; {self.replicates} were asked for.")
        if self.seed < 0:
            raise DataError(f"A seed is a whole number from 0 up; {self.seed} was given.")
        for level in self.levels:
            self.law.described(level)
        self._check_methods()
        for data in self.data:
            data.described()
            if self.test.kind == FRESH:
                _check_fresh(data)
            if LABELS in (self.law.on, self.test.against) and data.key != GIVEN:
                raise DataError(
                    f"{data.name} brings no labels of its own; noise is put on labels that are "
                    "handed over with the data."
                )

    def _check_methods(self) -> None:
        stratified = self.test.described().get("by") == SOFT_STRATIFIED
        for method in self.methods:
            method.described()
            if stratified and not method.uses_labels:
                raise DataError(
                    f"{method.name} uses no labels, so its folds cannot be stratified by labels; "
                    "draw them at random."
                )

    def cell(self, data: DataChoice, level: float, method: MethodChoice) -> Cell:
        """One cell; where the method ignores labels it is the same at every level."""
        law = self.law.described(level) if method.uses_labels else None
        return Cell(
            ASSESS,
            {
                "data": data.described(),
                "law": law,
                "method": method.described(),
                "test": self.test.described(),
            },
            limit=method.replicates,
        )

    @property
    def cells(self) -> list[Cell]:
        """All cells, the methods of one level side by side."""
        return [
            self.cell(data, level, method)
            for data in self.data
            for level in self.levels
            for method in self.methods
        ]


def _check_fresh(data: DataChoice) -> None:
    """Fresh points need a generator that draws any number of points from the same classes."""
    names = [] if data.key == GIVEN else [each.name for each in SAMPLES[data.key].parameters]
    if "size" not in names:
        raise DataError(f"{data.name} cannot be drawn afresh; test by folds or on a hold-out.")
