"""What differs between two figures, so that a chart on screen is changed instead of built anew.

A chart keeps the figure it was first drawn with. Later figures of the same shape are sent as their
difference to that one: attributes by Plotly's dotted names, whole traces beyond those it has, and
frames where they changed.
"""

import base64
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from plotly.io.json import to_json_plotly

Spec = dict[str, Any]
"""A figure as Plotly's script reads it: `data`, `layout` and, where there are any, `frames`."""

HIDDEN = ("hovertext", "customdata")
"""Attributes of each object that are long and that nobody sees while a slider moves."""

MANY, MAX_DIFFERENT = 32, 256
"""Entries of a list that is worth shortening, and different ones that it may have."""


def is_alike(base: Spec, figure: Spec) -> bool:
    """Whether a chart of the first figure can become the second: same axes, same kinds of traces.

    There may be more traces or fewer.
    """
    return _shape(base) == _shape(figure) and all(
        one.get("type") == other.get("type")
        for one, other in zip(base["data"], figure["data"], strict=False)
    )


def difference(base: Spec, figure: Spec, *, seen_only: bool = False) -> dict[str, Any]:
    """What has to be set on a chart of the base to show the figure.

    `traces` holds the changed attributes by number of the trace, None where one is gone; `added`
    the traces beyond those of the base, `count` how many there are; `frames` all of them where one
    changed. With `seen_only` texts on hover and frames are left as they are.
    """
    old, new = base["data"], figure["data"]
    traces = {
        str(number): changed
        for number, (one, other) in enumerate(zip(old, new, strict=False))
        if (changed := dict(_changes(one, other, without=_hidden(other) if seen_only else ())))
    }
    found: dict[str, Any] = {"traces": traces} if traces else {}
    if layout := dict(_changes(base["layout"], figure["layout"])):
        found["layout"] = layout
    if len(old) != len(new):
        found |= {"added": new[len(old) :], "count": len(new)}
    if not seen_only and not _same(base.get("frames"), figure.get("frames")):
        found["frames"] = figure.get("frames", [])
    return found


def _hidden(trace: Mapping[str, Any]) -> tuple[str, ...]:
    """The attributes that only a hover shows; texts may stand on the plane itself."""
    return HIDDEN if "text" in trace.get("mode", "") else (*HIDDEN, "text")


def as_text(found: Any) -> str:
    """A difference as JSON, numbers that are none as null."""
    text: str = to_json_plotly(found)
    return text


def shorten(value: Any) -> Any:
    """Frames with every long list of few different texts or numbers as these and where they stand.

    Such as the colours of all objects at every iteration; `lengthen` in `frames.js` undoes it.
    """
    if isinstance(value, Mapping):
        return {name: shorten(part) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) < MANY or not all(isinstance(each, str | float) for each in value):
        return [shorten(each) for each in value]
    place = {each: number for number, each in enumerate(dict.fromkeys(value))}
    if len(place) > MAX_DIFFERENT:
        return value
    at = base64.b64encode(bytes(place[each] for each in value)).decode("ascii")
    return {"different": list(place), "at": at}


def _shape(figure: Spec) -> list[Any]:
    layout = figure["layout"]
    axes = sorted(name for name in layout if name.startswith(("xaxis", "yaxis")))
    across = [layout[name].get("title", {}).get("text") for name in axes if name[0] == "x"]
    return [axes, across, layout.get("height"), layout.get("dragmode"), "ternary" in layout]


def _changes(
    old: Mapping[str, Any], new: Mapping[str, Any], path: str = "", without: tuple[str, ...] = ()
) -> Iterator[tuple[str, Any]]:
    for name in (*old, *(each for each in new if each not in old)):
        before: Any = old.get(name)
        after: Any = new.get(name)
        if name in without or _same(before, after):
            continue
        if _is_branch(before) and _is_branch(after):
            yield from _changes(before, after, f"{path}{name}.")
        else:
            yield f"{path}{name}", after


def _is_branch(value: Any) -> bool:
    """Whether it has attributes of its own; an array in Plotly's binary form is a value."""
    return isinstance(value, Mapping) and "bdata" not in value


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    return bool(one == other)
