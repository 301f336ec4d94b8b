"""Reading a lesson file: TOML, limited in size and depth, every value checked, never evaluated.

A lesson may come from anybody. Whatever is wrong with it is reported in one sentence that names the
step; its text is shown as plain text, but for `[[term]]`, which links to the glossary.
"""

import math
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from belieflab.data.laws import LAWS
from belieflab.data.samples import SAMPLES
from belieflab.errors import DataError
from belieflab.registry import Registry
from belieflab.ui.shell.lessons.conditions import checked_condition
from belieflab.ui.shell.lessons.lesson import Condition, Lesson, Question, Step
from belieflab.ui.shell.page_table import PAGES
from belieflab.ui.shell.state import Recipe, checked_seed

MAX_BYTES = 60_000
MAX_STEPS = 30
MAX_TEXT = 700
MAX_LINE = 120
MAX_CHOICES = 5
MAX_SETTINGS = 30
MAX_CONDITIONS = 5
MAX_MINUTES = 180
KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONG_KEY = re.compile(r"(?<![\w-])(?:(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')\s*+\.\s*+){8}")
"""Keys of many parts: reading them takes time by the cube of their number."""

_LESSON = {"title", "promise", "minutes", "seed", "also", "steps"}
_STEP = {"page", "title", "text", "task", "done", "question", "reveal", "settings"}
_STEP |= {"data", "labels", "hidden", "show"}
_CHOICE, _GUESS = {"text", "choices", "answer"}, {"text", "low", "high", "step", "answer"}


def read_lesson(content: bytes, name: str) -> Lesson:
    """The lesson in a file of that name; a DataError says what is wrong, in one sentence."""
    table = _parse(content)
    _only(table, _LESSON, "The lesson")
    steps = table.get("steps")
    if not isinstance(steps, list) or not 0 < len(steps) <= MAX_STEPS:
        raise DataError(f"A lesson has 1 to {MAX_STEPS} steps, each below a line [[steps]].")
    read = []
    for number, step in enumerate(steps, start=1):
        try:
            read.append(_read_step(step))
        except DataError as error:
            raise DataError(f"Step {number}: {error}") from None
    _check_order(read)
    return Lesson(
        checked_key(name.removesuffix(".toml")),
        _text(table, "title", MAX_LINE, needed=True),
        _text(table, "promise", MAX_TEXT, needed=True),
        tuple(read),
        int(_number(table, "minutes", 10, 1, MAX_MINUTES)),
        checked_seed(int(_number(table, "seed", 7, 0, 2**31 - 1))),
        tuple(checked_key(each) for each in _names(table, "also")),
    )


def checked_key(name: str) -> str:
    """A name that can stand in a link."""
    if len(name) > 40 or not KEY.fullmatch(name):
        raise DataError(
            "The name of a lesson file is in small letters, digits and dashes, such as "
            f"doubtful-labels.toml; found {name[:60]!r}."
        )
    return name


def _parse(content: bytes) -> dict[str, Any]:
    if len(content) > MAX_BYTES:
        raise DataError(f"A lesson file has at most {MAX_BYTES:,} bytes; found {len(content):,}.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError("A lesson file is text in UTF-8; this is not.") from None
    if _LONG_KEY.search(text):
        raise DataError("The lesson file is nested too deeply.")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise DataError("The lesson file is nested too deeply.") from None
    except ValueError as error:
        raise DataError(f"The lesson file is not valid TOML: {str(error)[:200]}.") from None


def _read_step(table: Any) -> Step:
    if not isinstance(table, dict):
        raise DataError("it is not a table; begin every step with a line [[steps]].")
    _only(table, _STEP, "it")
    page = PAGES.find(_text(table, "page", MAX_LINE, needed=True)).key
    done = _read_conditions(table.get("done", []))
    task = _text(table, "task", MAX_TEXT)
    if done and not task:
        raise DataError("it waits for something, so it needs a `task` that asks for it.")
    question = table.get("question")
    reveal = _text(table, "reveal", MAX_TEXT)
    if question is not None and not reveal:
        raise DataError("it asks a question, so it needs a `reveal` that answers it.")
    return Step(
        page,
        _text(table, "title", MAX_LINE, needed=True),
        _text(table, "text", MAX_TEXT, needed=True),
        task,
        done,
        None if question is None else _read_question(question),
        reveal,
        _read_settings(page, table.get("settings", {})),
        _read_recipe(table.get("data"), "sample", SAMPLES),
        _read_recipe(table.get("labels"), "law", LAWS),
        _switch(table, "hidden"),
        _names(table, "show"),
    )


def _read_conditions(given: Any) -> tuple[Condition, ...]:
    listed = [given] if isinstance(given, dict) else given
    if not isinstance(listed, list) or len(listed) > MAX_CONDITIONS:
        raise DataError(f"`done` is a condition or a list of at most {MAX_CONDITIONS}.")
    found = []
    for each in listed:
        if not isinstance(each, dict) or not isinstance(each.get("condition"), str):
            raise DataError('`done` is written { condition = "pinned", page = "mixture" }.')
        rest = {name: value for name, value in each.items() if name != "condition"}
        for value in rest.values():
            _check_plain(value)
        found.append(checked_condition(each["condition"], rest))
    return tuple(found)


def _read_question(table: Any) -> Question:
    if not isinstance(table, dict):
        raise DataError("`question` is a table with a text, choices and an answer.")
    text = _text(table, "text", MAX_TEXT, needed=True)
    if "choices" not in table:
        _only(table, _GUESS, "a question for a number")
        low, high = (_number(table, name, None) for name in ("low", "high"))
        if not low < high:
            raise DataError("the lowest guess must be below the highest.")
        number = _number(table, "answer", None, low, high)
        step = _number(table, "step", (high - low) / 100, 0.0, high - low)
        if step == 0:
            raise DataError("the `step` of a guess is above 0.")
        return Question(text, number, (), low, high, step)
    _only(table, _CHOICE, "a question with choices")
    choices, answer = table["choices"], table.get("answer")
    if not isinstance(choices, list) or not 2 <= len(choices) <= MAX_CHOICES:
        raise DataError(f"a question has 2 to {MAX_CHOICES} choices.")
    if not all(isinstance(each, str) and 0 < len(each) <= MAX_LINE for each in choices):
        raise DataError(f"a choice is a text of at most {MAX_LINE} characters.")
    if len(set(choices)) < len(choices) or answer not in choices:
        raise DataError("the `answer` is one of the choices, which all differ.")
    return Question(text, str(answer), tuple(choices))


def _read_settings(page: str, given: Any) -> dict[str, Any]:
    if not isinstance(given, dict) or len(given) > MAX_SETTINGS:
        raise DataError(f"`settings` is a table of at most {MAX_SETTINGS} values.")
    settings = {}
    for name, value in given.items():
        _check_plain(value)
        key = name if "." in name and name.partition(".")[0] in PAGES else f"{page}.{name}"
        settings[key] = value
    return settings


def _read_recipe(given: Any, what: str, registry: Registry[Any]) -> Recipe | None:
    if given is None:
        return None
    if not isinstance(given, dict) or not isinstance(given.get(what), str):
        raise DataError(f"the {what} is named by `{what}`, with its settings beside it.")
    key = registry.find(given[what]).key
    settings = {name: value for name, value in given.items() if name != what}
    for value in settings.values():
        _check_plain(value)
    return Recipe(key, settings).complete(registry)


def _check_order(steps: list[Step]) -> None:
    """Labels need data, in their own step or in one before."""
    loaded = False
    for number, step in enumerate(steps, start=1):
        loaded = loaded or step.data is not None
        if step.labels is not None and not loaded:
            raise DataError(f"Step {number}: it names labels but no data to put them on.")


def _check_plain(value: Any) -> None:
    """Only switches, numbers, short texts and lists of these can be settings."""
    if isinstance(value, list):
        if len(value) > MAX_SETTINGS or any(isinstance(each, list | dict) for each in value):
            raise DataError("a list holds at most 30 numbers or texts.")
        for each in value:
            _check_plain(each)
    elif isinstance(value, str):
        if len(value) > MAX_TEXT:
            raise DataError(f"a setting has at most {MAX_TEXT} characters.")
    elif not isinstance(value, bool | int | float) or not math.isfinite(value):
        raise DataError("a setting is a number, a text, true or false.")


def _text(table: Mapping[str, Any], name: str, limit: int, needed: bool = False) -> str:
    value = table.get(name, "")
    if not isinstance(value, str):
        raise DataError(f"`{name}` is a text.")
    text = " ".join(value.split())
    if needed and not text:
        raise DataError(f"`{name}` is missing.")
    if len(text) > limit:
        raise DataError(f"`{name}` has at most {limit} characters; found {len(text):,}.")
    return text


def _number(
    table: Mapping[str, Any],
    name: str,
    default: float | None,
    low: float = -math.inf,
    high: float = math.inf,
) -> float:
    value = table.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e12:
        raise DataError(f"`{name}` is a number.")
    if not low <= value <= high:
        raise DataError(f"`{name}` lies between {low:g} and {high:g}; found {value:g}.")
    return float(value)


def _names(table: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = table.get(name, [])
    short = isinstance(value, list) and len(value) <= MAX_SETTINGS
    if not short or not all(isinstance(each, str) and len(each) <= MAX_LINE for each in value):
        raise DataError(f"`{name}` is a list of names.")
    return tuple(value)


def _switch(table: Mapping[str, Any], name: str) -> bool:
    value = table.get(name, False)
    if not isinstance(value, bool):
        raise DataError(f"`{name}` is true or false.")
    return value


def _only(table: Mapping[str, Any], allowed: set[str], what: str) -> None:
    for name in table:
        if name not in allowed:
            listed = ", ".join(sorted(allowed))
            raise DataError(f"{what} has {name[:40]!r}; it can have {listed}.")
