"""A figure with many frames, made fast.

Plotly checks every value of every frame, which takes a second for fifty pictures of a few hundred
points. Here the frames are our own plain dictionaries; they are checked only when asked for.
"""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

Move = tuple[str, Mapping[int, Mapping[str, Any]]]
"""The name of a frame, and what changes in it by number of trace (`type` included)."""


class MovingFigure(go.Figure):  # type: ignore[misc]  # Plotly carries no annotations
    """A Plotly figure that carries moves as its frames."""

    def __init__(self, *args: Any, moves: Sequence[Move] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self._moves = list(moves)

    @property
    def frames(self) -> tuple[Any, ...]:
        """The frames as Plotly's own objects."""
        return tuple(
            go.Frame(name=name, data=list(changes.values()), traces=list(changes))
            for name, changes in self._moves
        )

    def to_dict(self) -> dict[str, Any]:
        """The figure as Plotly's script reads it, arrays in its binary form."""
        whole: dict[str, Any] = super().to_dict()
        if self._moves:
            whole["frames"] = [
                {
                    "name": name,
                    "data": [_packed(change) for change in changes.values()],
                    "traces": list(changes),
                }
                for name, changes in self._moves
            ]
        return whole


def _packed(value: Any) -> Any:
    """The value with every array as base64 text of its numbers."""
    if isinstance(value, Mapping):
        return {name: _packed(part) for name, part in value.items()}
    if not isinstance(value, np.ndarray):
        return value
    kinds = {"float32": "f4", "float64": "f8", "int16": "i2", "int32": "i4"}
    packed = {
        "dtype": kinds[value.dtype.name],
        "bdata": base64.b64encode(value.tobytes()).decode("ascii"),
    }
    if value.ndim > 1:
        packed["shape"] = ", ".join(map(str, value.shape))
    return packed
