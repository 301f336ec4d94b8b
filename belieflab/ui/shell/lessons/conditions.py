"""What the lab can notice: one entry for each kind of act, by which a step knows it was done.

A condition compares what is seen now with what was seen when the step began. Those that compare a
value take `is`, `at_least` or `at_most`; without any of them, the value must have changed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError
from belieflab.registry import Registry
from belieflab.ui.shell.lessons.lesson import Condition
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.workspace import Workspace

COMPARISONS = ("is", "at_least", "at_most")
RUNS = "shell.runs"
PICKED = ("row", "chosen", "place", "pending")
"""Names under which pages keep what was clicked; charts keep a selection."""


@dataclass(frozen=True)
class Seen:
    """What can be noticed at one moment."""

    page: str = ""
    controls: Mapping[str, Any] = field(default_factory=dict)
    picked: Mapping[str, Any] = field(default_factory=dict)
    pins: Mapping[str, frozenset[int]] = field(default_factory=dict)
    runs: frozenset[tuple[str, int]] = frozenset()
    sample: str = ""
    law: str = ""
    law_settings: Mapping[str, Any] = field(default_factory=dict)
    noise: float | None = None
    edits: int = 0
    seed: int = 0
    truth_hidden: bool = False


def look(page: str, workspace: Workspace, session: Mapping[Any, Any]) -> Seen:
    """What there is to notice now."""
    state = workspace.state
    law = state.label_recipe
    controls: dict[str, Any] = {}
    picked: dict[str, Any] = {}
    for key, value in session.items():
        owner, dot, name = str(key).partition(".")
        if not dot or owner not in PAGES:
            continue
        if isinstance(value, bool | int | float | str):
            controls[key] = value
        elif isinstance(value, list | tuple) and all(isinstance(each, str) for each in value):
            controls[key] = tuple(value)
        if name in PICKED and value not in (None, ""):
            picked[key] = value
        elif isinstance(value, Mapping) and (points := _selected(value)):
            picked[key] = points
    runs = session.get(RUNS, {})
    return Seen(
        page,
        controls,
        picked,
        {key: frozenset(map(id, pins)) for key, pins in workspace.pins.items()},
        frozenset((key, id(run)) for key, run in runs.items() if run.finished),
        "" if state.data_recipe is None else state.data_recipe.key,
        "" if law is None else law.key,
        {} if law is None else law.settings,
        state.discount if law is None else LAWS[law.key].level_of(law.settings),
        id(state.labels) if state.edited else 0,
        workspace.seed,
        workspace.truth_hidden,
    )


def _selected(value: Mapping[Any, Any]) -> str:
    selection = value.get("selection")
    points = selection.get("points") if isinstance(selection, Mapping) else None
    return repr(points) if points else ""


@dataclass(frozen=True)
class Kind:
    """A kind of condition: what it notices, the fields it needs, and how it is described.

    `compares` says whether it takes a comparison; `check(given)` raises a DataError for fields that
    name nothing; `holds(given, now, before)` tells whether it was done.
    """

    key: str
    text: str
    holds: Callable[[Mapping[str, Any], Seen, Seen], bool]
    fields: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    compares: bool = False
    check: Callable[[Mapping[str, Any]], None] = lambda given: None


def _compare(given: Mapping[str, Any], value: Any, before: Any) -> bool:
    """Whether a value is as asked for; any other value than before when nothing is."""
    if value is None:
        return False
    if "is" in given:
        return bool(_same(value, given["is"]))
    if not any(name in given for name in COMPARISONS):
        return bool(value != before)
    if isinstance(value, str | tuple):
        return False
    low, high = given.get("at_least"), given.get("at_most")
    return (low is None or value >= low - 1e-9) and (high is None or value <= high + 1e-9)


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(value, int | float) and isinstance(wanted, int | float):
        return abs(value - wanted) < 1e-9
    if isinstance(value, tuple):
        return value == tuple(wanted) if isinstance(wanted, list | tuple) else wanted in value
    return bool(value == wanted)


def _about_page(given: Mapping[str, Any]) -> None:
    PAGES.find(str(given["page"]))


def _about_setting(given: Mapping[str, Any]) -> None:
    page, dot, name = str(given["name"]).partition(".")
    if not dot or not name:
        raise DataError(f"A setting is called <page>.<name>; found {given['name']!r}.")
    PAGES.find(page)


def _about_law(given: Mapping[str, Any]) -> None:
    law = LAWS.find(str(given["law"]))
    name = given.get("setting")
    if name is None:
        if any(each in given for each in COMPARISONS):
            raise DataError("A comparison needs the `setting` of the law that it is about.")
        return
    names = [each.name for each in law.parameters]
    if name not in names:
        raise DataError(f"The law {law.key} has no setting {name!r}; it has {', '.join(names)}.")
    for each in COMPARISONS:
        if each in given:
            law.parameter(name).checked(given[each])


def _law_holds(given: Mapping[str, Any], now: Seen, before: Seen) -> bool:
    if now.law != given["law"]:
        return False
    name = given.get("setting")
    if name is None:
        return True
    same = before.law_settings.get(name) if before.law == now.law else None
    return _compare(given, now.law_settings.get(name), same)


def _about_noise(given: Mapping[str, Any]) -> None:
    for name in COMPARISONS:
        value = given.get(name, 0.0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise DataError(f"The noise of labels lies between 0 and 1; `{name}` is {value!r}.")


def _clicked(given: Mapping[str, Any], now: Seen, before: Seen) -> bool:
    return any(
        key.startswith(f"{given['page']}.") and value != before.picked.get(key)
        for key, value in now.picked.items()
    )


def _pinned(given: Mapping[str, Any], now: Seen, before: Seen) -> bool:
    nothing: frozenset[int] = frozenset()
    page = given["page"]
    return bool(now.pins.get(page, nothing) - before.pins.get(page, nothing))


def _ran(given: Mapping[str, Any], now: Seen, before: Seen) -> bool:
    return any(key.startswith(f"{given['page']}.") for key, _ in now.runs - before.runs)


CONDITIONS = Registry(
    "condition",
    [
        Kind(
            "opened",
            "The page `page` is open.",
            lambda given, now, _: now.page == given["page"],
            ("page",),
            check=_about_page,
        ),
        Kind(
            "setting",
            "The control `name`, written `<page>.<name>`, was changed or has reached a value; tabs "
            "are controls called `<page>.tab`.",
            lambda given, now, before: _compare(
                given, now.controls.get(given["name"]), before.controls.get(given["name"])
            ),
            ("name",),
            compares=True,
            check=_about_setting,
        ),
        Kind(
            "noise",
            "The slider of label noise was moved, or has reached a level from 0 to 1.",
            lambda given, now, before: _compare(given, now.noise, before.noise),
            compares=True,
            check=_about_noise,
        ),
        Kind(
            "law",
            "The labels come from the label law `law`; with `setting`, that setting of the law was "
            "changed or has reached a value.",
            _law_holds,
            ("law",),
            ("setting",),
            compares=True,
            check=_about_law,
        ),
        Kind(
            "data",
            "The sample `sample` is loaded.",
            lambda given, now, _: now.sample == given["sample"],
            ("sample",),
            check=lambda given: (SAMPLES.find(str(given["sample"])), None)[1],
        ),
        Kind(
            "edited",
            "Labels were changed by hand.",
            lambda given, now, before: now.edits not in (0, before.edits),
        ),
        Kind("run", "A run on `page` has finished.", _ran, ("page",), check=_about_page),
        Kind("pinned", "A run on `page` was pinned.", _pinned, ("page",), check=_about_page),
        Kind(
            "clicked",
            "An object, a place or a point of a chart on `page` was clicked.",
            _clicked,
            ("page",),
            check=_about_page,
        ),
        Kind(
            "seed",
            "The seed was changed or is a given number.",
            lambda given, now, before: _compare(given, now.seed, before.seed),
            compares=True,
        ),
        Kind(
            "truth",
            "The true classes were hidden or revealed; `is = true`: they are hidden.",
            lambda given, now, before: _compare(given, now.truth_hidden, before.truth_hidden),
            compares=True,
        ),
    ],
)


def checked_condition(kind: str, given: Mapping[str, Any]) -> Condition:
    """The condition, if it names things that exist; a DataError says what does not."""
    entry = CONDITIONS.find(kind)
    allowed = {*entry.fields, *entry.optional, *(COMPARISONS if entry.compares else ())}
    for name in entry.fields:
        if not isinstance(given.get(name), str):
            raise DataError(f"The condition {kind} needs a text `{name}`.")
    for name in given:
        if name not in allowed:
            listed = ", ".join(sorted(allowed)) or "nothing"
            raise DataError(f"The condition {kind} does not take {name!r}; it takes {listed}.")
    entry.check(given)
    return Condition(kind, dict(given))


def holds(condition: Condition, now: Seen, before: Seen) -> bool:
    """Whether what the condition asks for was done."""
    return CONDITIONS[condition.kind].holds(condition.given, now, before)
