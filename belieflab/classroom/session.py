"""What a session asks: objects on a plane, the classes to choose from, a note of the teacher."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belieflab.belief import Frame
from belieflab.data.dataset import Dataset
from belieflab.errors import DataError

MAX_OBJECTS = 20_000
MAX_DOTS = 800
"""Grey dots on a student's picture; more would only be slow on a phone."""

MAX_FACTS = 6
"""Features of an object that are listed beside the picture."""

MAX_NOTE_LENGTH = 300
_PICTURE_SIZE = 1000
"""Width and height of a student's picture, in units."""


@dataclass(frozen=True, eq=False)
class ClassSession:
    """What is asked, without any truth.

    Attributes
    ----------
    title : what the data are called
    class_names : the classes to choose from
    colours : one `#rrggbb` per class
    points : coordinates on the plane [shape=(n, 2)]
    axis_titles : what the plane's axes are
    asked : rows that students are asked about [shape=(m,)]
    facts : for each of them a few lines of its features
    note : the teacher's note to the students
    fingerprint : of the data, to know them again
    ids : what the objects are called, where they have ids; nothing of them goes to students
    """

    title: str
    class_names: tuple[str, ...]
    colours: tuple[str, ...]
    points: NDArray[np.float64]
    axis_titles: tuple[str, str]
    asked: NDArray[np.int64]
    facts: tuple[tuple[str, ...], ...]
    note: str = ""
    fingerprint: str = ""
    ids: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.class_names) < 2:
            raise DataError("A session needs at least two classes to choose from.")
        Frame(self.class_names)
        if len(self.points) > MAX_OBJECTS:
            raise DataError(
                f"A session holds at most {MAX_OBJECTS:,} objects; these data have "
                f"{len(self.points):,}."
            )
        if len(self.note) > MAX_NOTE_LENGTH:
            raise DataError(f"The note has {len(self.note)} letters; {MAX_NOTE_LENGTH} fit.")
        if len(self.colours) != len(self.class_names) or len(self.facts) != len(self.asked):
            raise ValueError("One colour per class and one list of facts per asked object.")

    @property
    def frame(self) -> Frame:
        """The classes as a frame."""
        return Frame(self.class_names)

    def sheet(self) -> dict[str, Any]:
        """What every student of the session is sent: texts, colours and grey dots.

        The dots are sorted by place, so that their order says nothing about their classes.
        """
        places = self._places()
        if len(places) > MAX_DOTS:
            chosen = np.random.default_rng(0).choice(len(places), MAX_DOTS, replace=False)
            places = places[chosen]
        return {
            "title": self.title,
            "note": self.note,
            "classes": list(self.class_names),
            "colours": list(self.colours),
            "axes": list(self.axis_titles),
            "dots": sorted(places.tolist()),
        }

    def questions(self) -> list[dict[str, Any]]:
        """For each asked object its place on the picture and its facts."""
        places = self._places()[self.asked].tolist()
        return [
            {"place": place, "facts": list(facts)}
            for place, facts in zip(places, self.facts, strict=True)
        ]

    def _places(self) -> NDArray[np.int64]:
        """Coordinates in whole units from the upper left corner, each axis to its full length."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        span = np.where(high > low, high - low, 1.0)
        share = np.where(high > low, (self.points - low) / span, 0.5)
        share[:, 1] = 1.0 - share[:, 1]
        places: NDArray[np.int64] = np.rint(_PICTURE_SIZE * share).astype(np.int64)
        return places


def pick_objects(n: int, count: int, seed: int) -> NDArray[np.int64]:
    """`count` rows of n, drawn by the seed, in increasing order."""
    chosen = np.random.default_rng(seed).choice(n, min(count, n), replace=False)
    return np.sort(chosen).astype(np.int64)


def describe_objects(dataset: Dataset, rows: NDArray[np.int64]) -> tuple[tuple[str, ...], ...]:
    """The first few features of the chosen objects in their own units, as `petal length 4.7`."""
    X, names = dataset.original
    return tuple(
        tuple(f"{name} {value:.4g}" for name, value in zip(names[:MAX_FACTS], values, strict=True))
        for values in X[rows, :MAX_FACTS].tolist()
    )
