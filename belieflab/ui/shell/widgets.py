"""The widget of a parameter: its kind, limits, choices and help follow from the declaration."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from streamlit.elements.widgets.number_input import NumberInputSerde

from belieflab.data.parameters import Parameter

MAX_SEGMENTS = 4
MAX_SEGMENT_CHARACTERS = 34


def draw_control(parameter: Parameter, key: str, **given: Any) -> Any:
    """Draw the widget of a parameter; what else it takes (`bind`, `on_change`) is handed on."""
    given |= {"key": key, "help": parameter.help or None}
    if parameter.width is not None:
        given["width"] = parameter.width
    given |= _start(_held(parameter, key) if "on_change" in given else parameter)
    if parameter.choices:
        return _draw_choice(parameter, given)
    if isinstance(parameter.default, bool):
        return st.toggle(parameter.label, **given)
    if isinstance(parameter.default, str):
        draw = st.text_area if parameter.form == "area" else st.text_input
        return draw(parameter.label, max_chars=parameter.longest, **given)
    return _draw_number(parameter, given)


def _held(parameter: Parameter, key: str) -> Parameter:
    """The parameter with the value that the session holds, as for a recipe's control, as default.

    A browser that still loads its scripts may see the widget first in a later run than that which
    sent it this value. It would begin at its lowest value, and send that back as if chosen.
    """
    value = st.session_state.get(key)
    if value is None:
        return parameter
    return replace(parameter, default=float(value) if _is_real(parameter) else value)


def _is_real(parameter: Parameter) -> bool:
    return isinstance(parameter.default, float) and not parameter.choices


def _start(parameter: Parameter) -> dict[str, Any]:
    """The argument that gives a widget its first value."""
    if parameter.several:
        return {"default": list(parameter.default)}
    form = _form(parameter)
    if form == "list":
        keys = list(parameter.titles)
        return {"index": keys.index(parameter.default) if parameter.default in keys else None}
    return {"default" if form == "segments" else "value": parameter.default}


def _form(parameter: Parameter) -> str:
    if not parameter.choices or parameter.form in {"list", "segments", "scale"}:
        return parameter.form
    titles = parameter.titles.values()
    short = sum(map(len, titles)) <= MAX_SEGMENT_CHARACTERS and len(titles) <= MAX_SEGMENTS
    return "segments" if short else "list"


def _draw_choice(parameter: Parameter, given: dict[str, Any]) -> Any:
    titles = parameter.titles
    draws: dict[str, Callable[..., Any]] = {
        "several": st.multiselect,
        "list": st.selectbox,
        "segments": partial(st.segmented_control, required=True),
        "scale": st.select_slider,
    }
    draw = draws["several" if parameter.several else _form(parameter)]
    return draw(parameter.label, list(titles), format_func=titles.__getitem__, **given)


def _draw_number(parameter: Parameter, given: dict[str, Any]) -> Any:
    kind = int if isinstance(parameter.default, int) else float
    low = None if parameter.low is None else kind(parameter.low)
    high = None if parameter.high is None else kind(parameter.high)
    if low is not None and low == high:
        return low  # no choice
    step = kind(parameter.step) if parameter.step else _natural_step(parameter, kind)
    text = "%d" if kind is int else f"%.{_decimals(step)}f"
    boxed = parameter.typed or parameter.form == "field" or low is None or high is None
    draw = st.number_input if boxed else st.slider
    return draw(parameter.label, min_value=low, max_value=high, step=step, format=text, **given)


def _natural_step(parameter: Parameter, kind: type[int] | type[float]) -> int | float:
    """About a hundredth of the range, as a power of ten; 1 for integers."""
    if kind is int:
        return 1
    if parameter.low is None or parameter.high is None or parameter.high <= parameter.low:
        return 0.1
    return float(10.0 ** math.floor(math.log10((parameter.high - parameter.low) / 50)))


def _decimals(step: float) -> int:
    """Digits after the point that a multiple of the step needs."""
    return len(f"{step:.7f}".rstrip("0").partition(".")[2])


_read_number = NumberInputSerde.deserialize


def _read_finite(read: NumberInputSerde, sent: float | None) -> float | None:
    return _read_number(read, sent if sent is None or math.isfinite(sent) else read.value)


def take_finite_numbers() -> None:
    """Have fields of whole numbers take their default for NaN and infinity, as others do.

    No page sends these; of who does, no page would be drawn again.
    """
    NumberInputSerde.deserialize = _read_finite  # type: ignore[method-assign, assignment]
