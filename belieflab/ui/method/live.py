"""Sliders that answer while they are dragged.

Streamlit's sliders send nothing before they are released. So what a page shows at many levels of a
slider is computed ahead, in the background and nearest first, and handed to the browser when the
pointer comes near; there `live.js` follows the slider. Where a level takes too long for that, the
levels are those that were computed before.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import uuid4

import plotly.graph_objects as go
import streamlit as st

from belieflab.data.dataset import Dataset
from belieflab.errors import DataError
from belieflab.figures.common.frames import draw_last_frames
from belieflab.ui.method import runs
from belieflab.ui.method.charts import as_drawn, kept_chart
from belieflab.ui.method.component import class_name, component
from belieflab.ui.method.context import Context
from belieflab.ui.method.restyling import Spec, as_text, difference, is_alike
from belieflab.ui.method.run_watch import leaver
from belieflab.ui.method.runs import Run
from belieflab.ui.method.sliders import MAX_LEVELS, Slider, at_level
from belieflab.ui.shell import card
from belieflab.ui.shell.drawing import compute_ahead
from belieflab.ui.shell.session import stand_in

MIN_LEVELS = 11
"""Fewer levels of a slider than these are not worth computing."""

MAX_SECONDS = 6.0
"""Of all levels of a slider, as the first one takes; else it answers when it is released."""

MAX_BYTES = 1_000_000
"""Of all levels of a slider, as they are sent."""

IDLE = 0.3
"""Seconds to wait before the first level, so that quick changes begin nothing."""

CHUNK = 8
"""Levels that are sent together, at most."""

_HERE, _NEAR = "live.here", "live.near"
_LIVE = component("live")
_TURN = threading.Lock()
"""All sessions together compute one level at a time."""


@dataclass(frozen=True)
class Snapshot:
    """What a page shows of a result: figures by the keys of their charts, numbers by title.

    `lines` are sentences, each as its plain texts in order, by the selectors of their places.
    """

    figures: Mapping[str, go.Figure]
    numbers: Mapping[str, str | tuple[str, str]]
    lines: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def texts(self) -> dict[str, str]:
        """The numbers without explanations, by their titles as they are read."""
        found = self.numbers.items()
        texts = {title: text if isinstance(text, str) else text[0] for title, text in found}
        return {title.replace("\\", ""): text for title, text in texts.items()}


Show = Callable[[Context], Snapshot | None]
"""Computes a page as its context says; called in a thread, without a session."""


@dataclass
class Batch:
    """The levels of a slider: of which data, and their name in the browser."""

    dataset: Dataset
    name: str = field(default_factory=lambda: uuid4().hex[:8])


def draw(context: Context, sliders: Sequence[Slider], shown: Snapshot, show: Show) -> None:
    """Let the sliders of the page answer while they are dragged; drawn last on a page.

    `shown` is what is on the page, `show` computes what would be on it.
    """
    charts = ((key, kept_chart(key)) for key in shown.figures)
    bases = {key: (chart.name, chart.base) for key, chart in charts if chart is not None}
    names = tuple(sorted(name for name, _ in bases.values()))

    def begin() -> None:
        for slider in sliders:
            run, token = runs.get(slider.key), (slider.token, names, slider.known)
            if run is None or run.token != token or run.stopped:
                make = partial(_levels, context, slider, bases, show, leaver())
                runs.adopt(slider.key, Run(make, token=token, value=Batch(context.dataset)))

    def held() -> list[Any]:
        return [st.session_state.get(slider.widget) for slider in sliders]

    before, stamp = held(), uuid4().hex[:8]
    moved = lambda: held() != before  # noqa: E731
    said = {"numbers": shown.texts, "lines": _lines(context, shown)}
    st.fragment(_draw)(context.page, sliders, said, stamp, begin, moved)


def _lines(context: Context, shown: Snapshot) -> dict[str, Sequence[str]]:
    """The sentences of a page, and on every page what the workspace card says of the labels."""
    return {**shown.lines, card.FOLLOWED: card.followed(context.workspace)}


def _draw(
    page: str,
    sliders: Sequence[Slider],
    said: Mapping[str, Any],
    stamp: str,
    begin: Callable[[], None],
    moved: Callable[[], bool],
) -> None:
    """Hand over the levels of the sliders that a pointer is near to."""
    if moved():  # Streamlit took a slider's new value and our question for one: draw the page
        st.rerun()
    key, asked = f"{page}.live", st.session_state.pop(_NEAR, None)
    if st.session_state.get(_HERE):
        begin()
    known: list[dict[str, Any]] = []
    levels: dict[str, Any] | None = None
    for slider in sliders:
        run = runs.get(slider.key)
        if run is None:
            continue
        run.raise_failure()
        done, steps = run.finished, list(run.steps)
        named = {"slider": class_name(slider.widget), "batch": (name := run.value.name)}
        known.append({**named, "value": slider.value, "count": len(steps), "done": done})
        if asked is not None and (asked["slider"], asked["batch"]) == (named["slider"], name):
            start = asked["have"]
            levels = {**named, "start": start, "texts": steps[start : start + CHUNK]}
    data: dict[str, Any] = {**said, "place": class_name(f"{page}_numbers")}
    here = bool(st.session_state.get(_HERE))
    data |= {"stamp": stamp, "sliders": known, "levels": levels, "here": here}
    calls = {"on_here_change": _come, "on_near_change": partial(_approach, key)}
    _LIVE(key=key, data=data, height=1, **calls)


def _come() -> None:
    """There is a browser: from now on levels are worth computing."""
    st.session_state[_HERE] = True


def _approach(key: str) -> None:
    """The pointer is near a slider, and the browser has this number of its levels."""
    asked: Any = (st.session_state.get(key) or {}).get("near")
    try:
        slider, batch, have = asked["slider"], asked["batch"], max(int(asked["have"]), 0)
    except (TypeError, KeyError, ValueError):
        return
    st.session_state[_NEAR] = {"slider": slider, "batch": batch, "have": have}


def _levels(
    context: Context,
    slider: Slider,
    bases: Mapping[str, tuple[str, Spec]],
    show: Show,
    leave: Callable[[], None],
) -> Iterator[str]:
    """What to change on the page at each level, as JSON; in a thread, while a browser is there."""
    draw_last_frames()
    compute_ahead()
    time.sleep(IDLE)

    def find(value: Any) -> str:
        with _TURN:
            leave()
            try:
                return _level(context, slider, value, bases, show)
            except DataError:
                return ""  # the page says why when the slider is released there

    values, began = slider.levels(), time.thread_time()
    if not values:
        return
    large = len(find(values[len(values) // 2]))  # it differs from the base as most do
    spent = max(time.thread_time() - began, 1e-9)
    count = min(int(MAX_BYTES / (1.2 * large or 1)), int(MAX_SECONDS / spent), MAX_LEVELS)
    if count >= MIN_LEVELS or slider.known is not None:
        yield from filter(None, map(find, slider.levels(count)))


def _level(
    context: Context,
    slider: Slider,
    value: Any,
    bases: Mapping[str, tuple[str, Spec]],
    show: Show,
) -> str:
    moved = at_level(context, slider, value)
    stand_in({"workspace": moved.workspace})
    snapshot = show(moved)
    if snapshot is None:
        return ""
    charts = {}
    for key, figure in snapshot.figures.items():
        name, base = bases.get(key, ("", {"data": [], "layout": {}}))
        spec = as_drawn(figure)
        if name and is_alike(base, spec):
            change = difference(base, spec, seen_only=True)
            charts[class_name(key)] = {"base": name, "change": change}
    said = {"numbers": snapshot.texts, "lines": _lines(moved, snapshot)}
    return as_text({"value": value, "charts": charts, **said})
