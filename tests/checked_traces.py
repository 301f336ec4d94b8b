"""Plotly's check of every trace, which the app leaves out: tests make their traces through it."""

import json
from typing import Any

from plotly.io.json import to_json_plotly

from belieflab.figures.common import making

_make_unchecked = making.make_trace


def make_checked(kind: Any, **attributes: Any) -> Any:
    """The trace as the app makes it, where Plotly finds nothing wrong and would send the same."""
    trace = _make_unchecked(kind, **attributes)
    checked = kind(**attributes)
    sent, meant = _as_sent(trace), _as_sent(checked)
    assert sent == meant
    return trace


def _as_sent(trace: Any) -> Any:
    return json.loads(to_json_plotly(trace.to_plotly_json()))


making.make_trace = make_checked
