"""Traces and figures made without Plotly's own check of every value: a millisecond a trace.

The tests check each trace: `tests/checked_traces.py`.
"""

from collections.abc import Mapping
from typing import Any

UNCHECKED = {"_validate": False}
"""For a figure of traces that need no check."""


def make_trace(kind: Any, **attributes: Any) -> Any:
    """A trace of this kind of Plotly's; what is None or empty, at any depth, is left out."""
    return kind(**_given(attributes), **UNCHECKED)


def copy_layout(layout: Any) -> Any:
    """A layout for another figure, as checked as it was, without the template.

    Plotly gives every figure the default template, and takes four milliseconds to check a copy.
    """
    if layout is None or isinstance(layout, Mapping):
        return layout
    return {name: part for name, part in layout.to_plotly_json().items() if name != "template"}


def _given(attributes: Mapping[str, Any]) -> dict[str, Any]:
    given = {}
    for name, value in attributes.items():
        part = _given(value) if isinstance(value, Mapping) else value
        if part is not None and not (isinstance(part, dict) and not part):
            given[name] = part
    return given
