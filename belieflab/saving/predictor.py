"""A fitted model with all that it takes to predict the objects of a second table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from belieflab.belief import MassTable, max_pignistic, max_plausibility, strong_dominance
from belieflab.clustering.clusterer import CredalClusterer
from belieflab.cost import Cost
from belieflab.data.dataset import Dataset
from belieflab.data.label_files import label_columns
from belieflab.data.projection import ROW_AXIS, find_projection
from belieflab.data.reading.archives import open_archive
from belieflab.data.reading.limits import check_saved_features
from belieflab.data.reading.missing import Treatment
from belieflab.data.reading.new_objects import Features, NewObjects
from belieflab.errors import DataError
from belieflab.iteration import check_stop
from belieflab.neighbors import EvidentialKNN
from belieflab.neighbors.cost import prediction_cost
from belieflab.neighbors.rules import GIVEN, rule_of
from belieflab.neighbors.set_decisions import decision_text
from belieflab.saving.document import HELD
from belieflab.saving.ensembles import walk_length
from belieflab.saving.models import open_with_about, save_model

Floats = NDArray[np.float64]
Masks = NDArray[Any]

BLOCK_ROWS = 2_000
"""Objects that are predicted at once: between two blocks a run can be stopped."""


class Rule(Protocol):
    """How a page decides about objects, such as `DecisionCosts`."""

    def masks(self, table: MassTable) -> Masks:
        """The decisions, 0 for no answer [shape=(n,)]."""

    def sets(self, table: MassTable) -> Masks:
        """The classes that remain possible [shape=(n,)]."""


class Projection(NamedTuple):
    """The plane that a model learned from: (X L - shift), of which some columns are taken."""

    loadings: Floats
    shift: Floats
    seen: tuple[int, ...]

    @classmethod
    def of(cls, dataset: Dataset, axes: tuple[str, str]) -> "Projection":
        """The plane of a data set along two axes."""
        view = find_projection(dataset, *axes)
        if view is None:
            raise DataError(
                "The plane shown has no place for new objects; learn from all features, or choose "
                "features as axes."
            )
        seen = tuple(column for column, axis in enumerate(axes) if axis != ROW_AXIS)
        return cls(view.loadings, view.shift, seen)

    def described(self) -> dict[str, Any]:
        """The same as JSON, for a file."""
        return {
            "loadings": self.loadings.tolist(),
            "shift": self.shift.tolist(),
            "seen": list(self.seen),
        }

    @classmethod
    def read(cls, described: Any, p: int) -> "Projection":
        """The plane from what `described` gave; anything else is refused."""
        refused = DataError("The saved model does not say which plane it learned from.")
        try:
            loadings = np.array(described["loadings"], dtype=np.float64)
            shift = np.array(described["shift"], dtype=np.float64)
            seen = tuple(described["seen"])
        except (TypeError, ValueError, KeyError, OverflowError):
            raise refused from None
        good = loadings.shape == (p, 2) and shift.shape == (2,) and seen in [(0,), (1,), (0, 1)]
        if not good or not (np.isfinite(loadings).all() and np.isfinite(shift).all()):
            raise refused
        return cls(loadings, shift, seen)


@dataclass(frozen=True, eq=False)
class Predictor:
    """A model, and how the columns of a table become its features.

    Attributes
    ----------
    model : fitted, with `predict_mass`
    features : what it learned from
    titles : names of the features as the model met them, where it takes a table with categories
    projection : the plane it learned from, None where it took the features themselves
    """

    model: Any
    features: Features
    titles: tuple[str, ...] = ()
    projection: Projection | None = None

    @classmethod
    def of(
        cls,
        model: Any,
        dataset: Dataset,
        *,
        axes: tuple[str, str] | None = None,
        categories: bool = False,
    ) -> "Predictor":
        """The model that was fitted to a data set.

        `axes` names the plane that it learned from in place of the features; `categories` says
        that it learned from `dataset.table`, with the categorical columns.
        """
        used = categories and bool(dataset.categories)
        features = Features.of(dataset, categories=used)
        titles = dataset.feature_names if used else ()
        return cls(model, features, titles, None if axes is None else Projection.of(dataset, axes))

    def inputs(self, new: NewObjects) -> Any:
        """The objects as the model takes them."""
        if self.features.categories:
            return new.table(self.titles or new.names)
        if self.projection is None:
            return new.X
        view = self.projection
        return np.ascontiguousarray((new.X @ view.loadings - view.shift)[:, list(view.seen)])

    def blocks(self, new: NewObjects) -> Iterator[MassTable]:
        """The beliefs about the objects, some thousand at a time."""
        X = self.inputs(new)
        for begin in range(0, len(X), BLOCK_ROWS):
            part = slice(begin, begin + BLOCK_ROWS)
            yield self._believe(X.iloc[part] if hasattr(X, "iloc") else X[part])

    def _believe(self, X: Any) -> MassTable:
        """The beliefs about some objects; numbers of a file may lead beyond all numbers."""
        beyond = DataError("The numbers of the model lead beyond what a computer can hold.")
        try:
            with np.errstate(all="ignore"):
                beliefs: MassTable = self.model.predict_mass(X)
        except (OverflowError, ZeroDivisionError, np.linalg.LinAlgError):
            raise beyond from None
        if not np.isfinite(beliefs.mass).all():
            raise beyond
        return beliefs

    def predict(self, new: NewObjects) -> MassTable:
        """The beliefs about all objects."""
        return MassTable.stack(list(self.blocks(new)))

    def steps(self, table: pd.DataFrame, missing: Treatment) -> Iterator[Any]:
        """The objects of a table, then the beliefs about them, some thousand at a time."""
        new = self.features.match(table, missing)
        yield new
        yield from self.blocks(new)

    def cost(self, n: int) -> Cost:
        """What predicting n objects is expected to cost."""
        model = self.model
        p = int(model.n_features_in_)
        if isinstance(model, EvidentialKNN):
            return prediction_cost(p, model.labels_, n, model.n_neighbors, model.gamma_rule_)
        classes = getattr(model, "classes_", None)
        sets = len(getattr(model, "focal_", ())) if classes is None else len(classes)
        sets = max(sets, int(getattr(model, "n_clusters_", 2)))
        networks = p if getattr(model, "structure", "") == "aode" else 1
        objects = len(getattr(model, "points_", ()))
        prototypes = len(getattr(model, "prototypes_", ()))
        each = 2e-8 * networks * sets * (p + 1) ** 2 + 4e-9 * objects * p
        each += 4e-8 * walk_length(getattr(model, "estimator_", None))
        seconds = 5e-3 + n * (each + 4e-9 * prototypes * (p + sets) + 1e-6)
        return Cost(seconds, 8.0 * n * (p + 4 * sets))

    def check_size(self) -> None:
        """Refuse to save what could not be opened: too many features, in the plane or not."""
        check_saved_features(len(self.features.names) + len(self.features.categories))

    def save(self, page: str = "") -> bytes:
        """Model and features as one file."""
        self.check_size()
        about: dict[str, Any] = {"page": page, "features": self.features.described()}
        about["titles"] = list(self.titles)
        if self.projection is not None:
            about["projection"] = self.projection.described()
        return save_model(self.model, about=about)


def opening_cost(content: bytes) -> Cost:
    """What opening a model file is expected to cost: the checks of the largest networks."""
    if not content.startswith(b"PK"):
        return Cost(1e-3, len(content))
    with open_archive(content) as archive:
        size = sum(member.file_size for member in archive.infolist())
    return Cost(5e-3 + 5e-8 * size, HELD * size)


def table_cost(beliefs: MassTable) -> Cost:
    """What `prediction_table` is expected to cost."""
    n, sets = beliefs.mass.shape
    return Cost(5e-3 + n * (5e-6 + 5e-8 * sets * beliefs.frame.size), 8.0 * n * (30 + 4 * sets))


def open_predictor(content: bytes) -> Predictor:
    """Model and features from a file of `Predictor.save`."""
    model, about = open_with_about(content)
    features = Features.read(about.get("features"))
    titles = about.get("titles", [])
    projection = None
    if about.get("projection") is not None:
        projection = Projection.read(about["projection"], len(features.names))
    taken = len(features.names) + len(features.categories)
    taken = taken if projection is None else len(projection.seen)
    if not isinstance(titles, list) or len(titles) not in {0, len(features.names)}:
        raise DataError("The saved model does not say which features it learned from.")
    if int(model.n_features_in_) != taken:
        raise DataError(
            f"The saved model learned from {model.n_features_in_} features but names {taken}."
        )
    return Predictor(model, features, tuple(map(str, titles)), projection)


def decide(model: Any, beliefs: MassTable) -> NDArray[np.int64]:
    """The class of each object by the rule of the model, as codes [shape=(n,)].

    Clusters and contextual discounting: largest plausibility; others: largest pignistic
    probability.
    """
    contextual = rule_of(getattr(model, "gamma_rule_", GIVEN)).contextual
    by_plausibility = contextual or isinstance(model, CredalClusterer)
    return max_plausibility(beliefs) if by_plausibility else max_pignistic(beliefs)


def prediction_table(
    model: Any,
    new: NewObjects,
    beliefs: MassTable,
    rule: Rule | None = None,
) -> pd.DataFrame:
    """One row per object: row and id, decision, set of classes, masses, ignorance.

    A `rule` gives decision and set; without one the decision is the model's, and the set holds the
    classes that none dominates strongly.
    """
    frame = beliefs.frame
    decisions: list[str] = []
    sets: list[str] = []
    for begin in range(0, len(beliefs), BLOCK_ROWS):
        check_stop()
        part = beliefs[begin : begin + BLOCK_ROWS]
        if rule is None:
            decided, masks = frame.singletons[decide(model, part)], strong_dominance(part)
        else:
            decided, masks = rule.masks(part), rule.sets(part)
        decisions += [decision_text(frame, mask) for mask in decided.tolist()]
        sets += [frame.format(mask) for mask in masks.tolist()]
    check_stop()
    columns = new.name_columns() | {
        "decision": decisions,
        "set": sets,
        "ignorance": beliefs.mass_of(frame.omega),
    }
    masses = label_columns(beliefs, "masses").reset_index(drop=True)
    return pd.concat([pd.DataFrame(columns), masses.add_prefix("belief ")], axis=1)
