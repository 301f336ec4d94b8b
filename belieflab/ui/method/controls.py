"""One control per setting, drawn from the setting's own description."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from belieflab.data.parameters import Parameter
from belieflab.ui.shell.messages import guarded

Settings = dict[str, Any]
MOST_SEGMENTS = 4
LONGEST_SEGMENTS = 34


def draw_settings(
    parameters: Sequence[Parameter],
    current: Mapping[str, Any],
    *,
    key: str,
    on_change: Callable[[Settings], Any],
) -> None:
    """Draw a control for every parameter, showing `current` (or the default).

    A change calls `on_change` with all settings by name, inside the widget's callback; a DataError
    there becomes a message, and the control shows the value that is still in force.
    """

    def answer() -> None:
        on_change({each.name: _value(each, f"{key}.{each.name}") for each in parameters})

    for parameter in parameters:
        widget = f"{key}.{parameter.name}"
        st.session_state[widget] = parameter.checked(current.get(parameter.name, parameter.default))
        _draw(parameter, widget, guarded(answer))


def _value(parameter: Parameter, widget: str) -> Any:
    """What the control holds; a segmented control that was clicked off holds None: the default."""
    value = st.session_state[widget]
    return parameter.default if value is None else value


def _draw(parameter: Parameter, widget: str, answer: Callable[[], None]) -> None:
    common: dict[str, Any] = {
        "key": widget,
        "help": parameter.help or None,
        "on_change": answer,
    }
    if parameter.choices:
        fits = sum(len(choice) for choice in parameter.choices) <= LONGEST_SEGMENTS
        if len(parameter.choices) <= MOST_SEGMENTS and fits:
            st.segmented_control(parameter.label, parameter.choices, **common, required=True)
        else:
            st.selectbox(parameter.label, parameter.choices, **common)
    elif isinstance(parameter.default, bool):
        st.toggle(parameter.label, **common)
    elif isinstance(parameter.default, str):
        st.text_input(parameter.label, **common)
    else:
        _draw_number(parameter, common)


def _draw_number(parameter: Parameter, common: dict[str, Any]) -> None:
    kind = int if isinstance(parameter.default, int) else float
    step = kind(parameter.step) if parameter.step else _natural_step(parameter, kind)
    text = "%d" if kind is int else f"%.{_decimals(step)}f"
    low = None if parameter.low is None else kind(parameter.low)
    high = None if parameter.high is None else kind(parameter.high)
    boxed = parameter.typed or low is None or high is None
    draw = st.number_input if boxed else st.slider
    draw(parameter.label, min_value=low, max_value=high, step=step, format=text, **common)


def _natural_step(parameter: Parameter, kind: type[int] | type[float]) -> int | float:
    """About a hundredth of the range, as a power of ten; 1 for integers."""
    if kind is int:
        return 1
    if parameter.low is None or parameter.high is None or parameter.high <= parameter.low:
        return 0.1
    return float(10.0 ** math.floor(math.log10((parameter.high - parameter.low) / 50)))


def _decimals(step: float) -> int:
    """Digits after the point that a multiple of the step needs."""
    for digits in range(7):
        if math.isclose(step, round(step, digits), rel_tol=1e-9, abs_tol=0.0):
            return digits
    return 7
