"""The painting plane as a Streamlit component; its pictures and hands are in `canvas.js`."""

import hashlib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.figures.common.palette import class_colour
from belieflab.ui.pages.data.painting_canvas.painting import MAX_CLASSES, MAX_POINTS, PAINTED

FIRST_NAMES = ("A", "B")


def _asset(name: str) -> str:
    return (files("belieflab.ui.pages.data.painting_canvas") / name).read_text(encoding="utf-8")


_CANVAS = st.components.v2.component(
    "belieflab_paint",
    html=_asset("canvas.html"),
    css=_asset("canvas.css"),
    js=_asset("canvas.js"),
)


def draw_canvas(
    dataset: Dataset | None, *, key: str, on_painted: Callable[[Any], None] | None = None
) -> None:
    """Draw the plane; `on_painted` is called with the painting when the person sends it.

    A data set that was painted before goes back onto the plane; any other leaves it alone.
    """

    def take() -> None:
        painting = st.session_state[key].get("painted")
        if painting is not None and on_painted is not None:
            on_painted(painting)

    _CANVAS(key=key, data=canvas_data(dataset), on_painted_change=take)


def canvas_data(dataset: Dataset | None) -> dict[str, Any]:
    """What the browser needs: colours, limits and the drawing to start from, with its token."""
    data: dict[str, Any] = {
        "colours": [class_colour(k) for k in range(MAX_CLASSES)],
        "most": MAX_POINTS,
        "names": list(FIRST_NAMES),
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
