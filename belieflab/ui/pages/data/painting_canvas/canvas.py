"""The painting plane as a Streamlit component, and what it sends, checked value by value.

Its pictures and hands are in `canvas.js`.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import numpy as np
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.common.palette import class_colour
from belieflab.ui.shell import scripts
from belieflab.ui.shell.messages import guarded, say
from belieflab.ui.shell.workspace import Workspace

KEY = "data.canvas"
PAINTED = "Painted by hand."
"""Source of a painted data set; the canvas knows its own drawings by it."""

MAX_POINTS = 5000
MAX_CLASSES = 7
LONGEST_NAME = 40
FURTHEST = 1e6


def _read(*names: str) -> str:
    return "".join((files(__package__) / name).read_text("utf-8") for name in names)


_PARTS: dict[str, Any] = {"html": _read("canvas.html"), "css": _read("canvas.css")}
_PARTS["js"] = scripts.read("calls.js") + _read("draft.js", "picture.js", "canvas.js")
_CANVAS = st.components.v2.component("belieflab_paint", **_PARTS)


def draw_painting(workspace: Workspace) -> None:
    """Draw the plane; the points become the data when the person sends them.

    A data set that was painted before goes back onto the plane; any other leaves it alone.
    """
    st.caption(
        "Drag over the plane to paint points of the chosen class. "
        "Nothing leaves the browser until you use the points."
    )

    def take() -> None:
        painting = st.session_state[KEY].get("painted")
        if painting is not None:
            dataset = read_painting(painting)
            workspace.adopt_dataset(dataset)
            say(f"{dataset.n} painted points are now the data.")

    _CANVAS(key=KEY, data=canvas_data(workspace.state.dataset), on_painted_change=guarded(take))


def canvas_data(dataset: Dataset | None) -> dict[str, Any]:
    """What the browser needs: colours, limits and the drawing to start from, with its token."""
    data: dict[str, Any] = {
        "colours": [class_colour(k) for k in range(MAX_CLASSES)],
        "limit": MAX_POINTS,
        "names": ["A", "B"],
        "points": [],
        "token": "",
    }
    if dataset is not None and dataset.source == PAINTED and dataset.truth is not None:
        data["names"] = list(dataset.class_names)
        data["points"] = [
            [float(x), float(y), int(k)] for (x, y), k in zip(dataset.X, dataset.truth, strict=True)
        ]
        data["token"] = hashlib.sha256(repr((data["names"], data["points"])).encode()).hexdigest()
    return data


def read_painting(painting: Any) -> Dataset:
    """The data set of a painting `{"points": [[x, y, class], …], "names": […]}`.

    The browser is not trusted: counts, types, finiteness and class codes are checked again.
    Classes without a point are left out.
    """
    if not isinstance(painting, Mapping):
        raise DataError("The painting did not arrive as points and class names; paint again.")
    names = _checked_names(painting.get("names"))
    points = _checked_points(painting.get("points"), len(names))
    codes = points[:, 2].astype(np.int64)
    used = np.unique(codes)
    return Dataset(
        X=np.ascontiguousarray(points[:, :2]),
        feature_names=("x", "y"),
        truth=np.searchsorted(used, codes).astype(np.int64),
        class_names=tuple(names[k] for k in used),
        name="painted",
        source=PAINTED,
    )


def _checked_names(given: Any) -> list[str]:
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise DataError("The painting has no class names; paint again.")
    if len(given) > MAX_CLASSES:
        raise DataError(f"A painting has at most {MAX_CLASSES} classes; {len(given)} were sent.")
    names = [str(name).strip()[:LONGEST_NAME] for name in given]
    for k, name in enumerate(names):
        if not name:
            raise DataError(f"Class {k + 1} of the painting has no name; type one.")
        if name in names[:k]:
            raise DataError(f"Two classes of the painting are called {name!r}; rename one.")
    return names


def _checked_points(given: Any, n_classes: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Rows x, y, class code [shape=(n, 3)]."""
    if not isinstance(given, Sequence) or isinstance(given, str) or not given:
        raise DataError("Nothing is painted yet: drag over the plane first.")
    if len(given) > MAX_POINTS:
        raise DataError(f"A painting has at most {MAX_POINTS} points; {len(given)} were sent.")
    for row, point in enumerate(given, start=1):
        if not _is_point(point, n_classes):
            raise DataError(
                f"Point {row} of the painting is not two finite numbers and a class code."
            )
    return np.array(given, dtype=np.float64)


def _is_point(point: Any, n_classes: int) -> bool:
    if not isinstance(point, Sequence) or isinstance(point, str) or len(point) != 3:
        return False
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in point):
        return False
    x, y, k = point
    near = all(math.isfinite(value) and abs(value) <= FURTHEST for value in (x, y))
    return near and k in range(n_classes)
