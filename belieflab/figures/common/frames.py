"""What changes in a figure: frames that a player moves through, values pushed onto empty traces.

Plotly checks every value of every frame, which takes a second for fifty pictures of a few hundred
points. The frames of a `MovingFigure` are plain dictionaries; they are checked only when asked for.
"""

import base64
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Any, TypeVar

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common.making import UNCHECKED

Contents = dict[int, dict[str, Any]]
"""New values for the traces of a figure that is already on screen, by number of the trace.

Attributes are named from the trace down, such as `marker.line.color`.
"""

Move = tuple[str, Mapping[int, Mapping[str, Any]]]
"""The name of a frame, and what changes in it by number of the trace."""

MAX_FRAMES = 60

StepKind = TypeVar("StepKind")


class MovingFigure(go.Figure):  # type: ignore[misc]  # Plotly carries no annotations
    """A Plotly figure that carries moves as its frames."""

    def __init__(self, data: Any, layout: Any = None, moves: Sequence[Move] = ()) -> None:
        super().__init__(data, layout, **UNCHECKED)
        # Plotly draws nothing of a trace whose frame has another type, or none.
        kinds = [trace.type for trace in self.data]
        self._moves = [
            (name, {number: {"type": kinds[number], **values} for number, values in moved.items()})
            for name, moved in moves
        ]

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
        frames = [
            {"name": name, "data": [_packed(each) for each in moved.values()], "traces": [*moved]}
            for name, moved in self._moves
        ]
        return whole | {"frames": frames} if frames else whole


Layer = tuple[Any, Sequence[Any]]
"""A trace and its new values at each frame, None where it stays; no values where it never moves."""


def moving_figure(layout: Any, names: Sequence[str], layers: Sequence[Layer]) -> MovingFigure:
    """The traces of the layers above each other, with a frame of each name."""
    moves = []
    for at, name in enumerate(names):
        values = {number: each[at] for number, (_, each) in enumerate(layers) if len(each)}
        moves.append((name, {number: each for number, each in values.items() if each is not None}))
    return MovingFigure([trace for trace, _ in layers], layout, moves)


_LAST_ONLY: ContextVar[bool] = ContextVar("whether figures have only their last frame")


def draw_last_frames() -> None:
    """Let the figures of this thread have their last frame alone, all that a slider shows."""
    _LAST_ONLY.set(True)


def pick_frames(n_steps: int, most: int = MAX_FRAMES) -> list[int]:
    """Which of the steps become frames: all, or more of the first than of the last."""
    if _LAST_ONLY.get(False):
        return list(range(n_steps))[-1:]
    if n_steps <= most:
        return list(range(n_steps))
    spaced = np.geomspace(1, n_steps, most)
    return sorted({0, *(int(place) - 1 for place in spaced), n_steps - 1})


def frame_steps(steps: Sequence[StepKind], most: int = MAX_FRAMES) -> list[StepKind]:
    """The steps that become frames."""
    return [steps[place] for place in pick_frames(len(steps), most)]


def still(figure: go.Figure, name: str | None = None) -> go.Figure:
    """A copy without frames that shows the frame of that name; the last one by default."""
    copy = go.Figure(figure.data, figure.layout)
    frames = [frame for frame in figure.frames if name is None or frame.name == name]
    if frames:
        frame = frames[-1]
        traces = range(len(frame.data)) if frame.traces is None else frame.traces
        for number, values in zip(traces, frame.data, strict=True):
            copy.data[number].update(values.to_plotly_json())
    return copy


def filled(figure: go.Figure, contents: Mapping[int, Mapping[str, Any]]) -> go.Figure:
    """A copy of a figure with new contents, for a file, a pin or a script."""
    return fill(go.Figure(figure, **UNCHECKED), contents)


def fill(figure: go.Figure, contents: Mapping[int, Mapping[str, Any]]) -> go.Figure:
    """Give a figure that nobody else has yet its contents; returns it."""
    for number, attributes in contents.items():
        figure.data[number].update(nested(attributes))
    return figure


def nested(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """`{"marker.line.color": c}` as `{"marker": {"line": {"color": c}}}`, as frames take it."""
    whole: dict[str, Any] = {}
    for name, value in attributes.items():
        *parents, last = name.split(".")
        place = whole
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return whole


def trace_number(figure: go.Figure, name: str) -> int:
    """The number of the trace of that name."""
    return [trace.name for trace in figure.data].index(name)


def _packed(value: Any) -> Any:
    """The value with every array as base64 text of its numbers."""
    if isinstance(value, Mapping):
        return {name: _packed(part) for name, part in value.items()}
    if not isinstance(value, np.ndarray):
        return value
    kinds = {"float32": "f4", "float64": "f8", "int16": "i2", "int32": "i4"}
    text = base64.b64encode(value.tobytes()).decode("ascii")
    shape = {"shape": ", ".join(map(str, value.shape))} if value.ndim > 1 else {}
    return {"dtype": kinds[value.dtype.name], "bdata": text, **shape}
