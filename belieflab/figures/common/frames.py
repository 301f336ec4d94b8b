"""What changes in a figure: frames that a player moves through, values pushed onto empty traces.

Plotly checks every value of every frame, which takes a second for fifty pictures of a few hundred
points. The frames of a `MovingFigure` are plain dictionaries; they are checked only when asked for.
"""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import numpy as np
import plotly.graph_objects as go

from belieflab.figures.common import making
from belieflab.figures.common.making import UNCHECKED, copy_layout

Contents = dict[int, dict[str, Any]]
"""New values for the traces of a figure that is already on screen, by number of the trace.

Attributes are named from the trace down, such as `marker.line.color`.
"""

Move = tuple[str, Mapping[int, Mapping[str, Any]]]
"""The name of a frame, and what changes in it by number of the trace."""

MAX_FRAMES = 60

StepKind = TypeVar("StepKind")


class MovingFigure(go.Figure):  # type: ignore[misc]  # Plotly carries no annotations
    """A Plotly figure that carries moves as its frames.

    One of `draw_picture_first` has its last frame alone until all of them are asked for.
    """

    picture_first = False
    """Whether its picture is shown with the last frame, and all frames come later."""

    _draw_whole: Callable[[], go.Figure] | None = None

    def __init__(self, data: Any, layout: Any = None, moves: Sequence[Move] = ()) -> None:
        super().__init__(data, copy_layout(layout), **UNCHECKED)
        # Plotly draws nothing of a trace whose frame has another type, or none.
        kinds = [trace.type for trace in self.data]
        self._moves: list[Move] = [
            (name, {number: {"type": kinds[number], **values} for number, values in moved.items()})
            for name, moved in moves
        ]

    @property
    def moves(self) -> list[Move]:
        """The names of all frames, and what changes in them."""
        draw, self._draw_whole = self._draw_whole, None
        if draw is not None:
            self._moves = draw()._moves
        return self._moves

    @property
    def frames(self) -> tuple[Any, ...]:
        """The frames as Plotly's own objects."""
        return tuple(
            go.Frame(name=name, data=list(changes.values()), traces=list(changes))
            for name, changes in self.moves
        )

    def to_dict(self) -> dict[str, Any]:
        """The figure as Plotly's script reads it, arrays in its binary form."""
        return self._with_frames(self.moves)

    def picture(self) -> dict[str, Any]:
        """The same, with the last frame alone where the others come later."""
        return self._with_frames(self._moves[-1:] if self.picture_first else self._moves)

    def _with_frames(self, moves: Sequence[Move]) -> dict[str, Any]:
        whole: dict[str, Any] = super().to_dict()
        return whole | {"frames": pack_frames(moves)} if moves else whole


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


@contextmanager
def _last_frame() -> Iterator[None]:
    before = _LAST_ONLY.set(True)
    try:
        yield
    finally:
        _LAST_ONLY.reset(before)


def draw_picture_first(draw: Callable[[], go.Figure]) -> go.Figure:
    """The figure that `draw` makes, with its last frame alone: the others when they are asked for.

    What is seen before anybody plays does not wait for pictures that few look at. `draw` is called
    a second time for these.
    """
    if _LAST_ONLY.get(False):
        return draw()
    with _last_frame():
        figure = draw()
    if isinstance(figure, MovingFigure):
        figure.picture_first, figure._draw_whole = True, draw
    return figure


def pick_frames(n_steps: int, max_frames: int = MAX_FRAMES) -> list[int]:
    """Which of the steps become frames: all, or more of the first than of the last."""
    if _LAST_ONLY.get(False):
        return list(range(n_steps))[-1:]
    if n_steps <= max_frames:
        return list(range(n_steps))
    spaced = np.geomspace(1, n_steps, max_frames)
    return sorted({0, *(int(place) - 1 for place in spaced), n_steps - 1})


def frame_steps(steps: Sequence[StepKind], max_frames: int = MAX_FRAMES) -> list[StepKind]:
    """The steps that become frames."""
    return [steps[place] for place in pick_frames(len(steps), max_frames)]


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
    """A copy of a figure with new contents, for a chart, a file, a pin or a script."""
    traces = list(figure.data)
    for number, attributes in contents.items():
        kind, given = type(traces[number]), traces[number].to_plotly_json()
        given.pop("type", None)
        traces[number] = making.make_trace(kind, **_united(given, nested(attributes)))
    return go.Figure(traces, copy_layout(figure.layout), figure.frames, **UNCHECKED)


def _united(given: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes with others put over them, at any depth."""
    both = {
        name: _united(given[name], part)
        for name, part in more.items()
        if isinstance(part, Mapping) and isinstance(given.get(name), Mapping)
    }
    return {**given, **more, **both}


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


def pack_frames(moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Frames as Plotly's script reads them, arrays in its binary form."""
    return [
        {"name": name, "data": [_packed(each) for each in moved.values()], "traces": [*moved]}
        for name, moved in moves
    ]


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
