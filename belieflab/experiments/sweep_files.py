"""Sweeps as YAML, to keep, to share and to run by name of the file.

    name: my comparison
    data:
      - iris
      - {key: gaussians, settings: {dimension: 10, size: 500}, title: N = 500}
    law: {key: expert-doubt, varied: mean, settings: {deviation: 0.2}}
    levels: [0.1, 0.2, 0.3, 0.4]
    methods: [soft, supervised, {key: eknn, settings: {gamma: jousselme}}]
    replicates: 30
    test: {kind: folds, folds: 10}

Kept as my.yaml it runs with `python -m belieflab.experiments run my.yaml`.
"""

import reprlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar

import yaml

from belieflab.belief.classes import without_surrogates
from belieflab.data.scaling import NONE, STANDARDISE
from belieflab.errors import DataError
from belieflab.experiments.sweep import Assessment, DataChoice, LawChoice, MethodChoice, Sweep

Part = TypeVar("Part", DataChoice, LawChoice, MethodChoice, Assessment, Sweep)

MAX_BYTES = 1_000_000
MAX_NUMBER = 1e15


def read_sweep(path: str | Path) -> Sweep:
    """The sweep that a YAML file describes."""
    path = Path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"{path} is too large for a sweep; 1 MB is the limit.")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read as text: {error}.") from None
    return parse_sweep(text)


def parse_sweep(text: str) -> Sweep:
    """The sweep that a YAML text describes; a DataError names what is unknown or missing."""
    parts = _mapping(_load(text), "A sweep")
    if "law" in parts:
        parts["law"] = _make(LawChoice, parts["law"], "law")
    if "test" in parts:
        parts["test"] = _make(Assessment, parts["test"], "test")
    parts["data"] = _make_each(DataChoice, parts.get("data"), "data")
    parts["methods"] = _make_each(MethodChoice, parts.get("methods"), "methods")
    levels = parts.get("levels")
    if not isinstance(levels, list) or not all(_is_number(level) for level in levels):
        raise DataError(f"'levels' is a list of numbers; found {reprlib.repr(levels)}.")
    parts["levels"] = tuple(float(level) for level in levels)
    return _make(Sweep, parts, "the sweep")


def write_sweep(sweep: Sweep) -> str:
    """The sweep as YAML that `parse_sweep` reads back to an equal one; defaults are left out."""
    look: dict[str, Any] = {"sort_keys": False, "allow_unicode": True, "default_flow_style": None}
    return str(yaml.dump(_plain(sweep), Dumper=_Dumper, **look))


class _Dumper(yaml.SafeDumper):
    """Writes what stands at two places twice: aliases are not read."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


class _Loader(yaml.SafeLoader):
    """Plain values alone: no aliases, which can make much of little, and no name twice."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark
            raise yaml.MarkedYAMLError(problem="aliases are not read here", problem_mark=mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in seen:
                problem, mark = f"{reprlib.repr(key.value)} stands here twice", key.start_mark
                raise yaml.MarkedYAMLError(problem=problem, problem_mark=mark)
            seen.add(key.value if isinstance(key, yaml.ScalarNode) else None)
        return super().construct_mapping(node, deep)

    def construct_scalar(self, node: Any) -> Any:
        return without_surrogates(str(super().construct_scalar(node)))


def _load(text: str) -> Any:
    try:
        return yaml.load(text, Loader=_Loader)  # noqa: S506  # it is a safe loader
    except yaml.YAMLError as error:
        raise DataError(f"This is not YAML: {' '.join(str(error).split())}.") from None
    except RecursionError:
        raise DataError("The sweep is nested too deeply.") from None
    except (ValueError, OverflowError):
        raise DataError("A number or a date in the sweep cannot be read.") from None


def _make_each(kind: type[Part], found: Any, word: str) -> tuple[Part, ...]:
    if not isinstance(found, list):
        found = reprlib.repr(found)
        raise DataError(f"{word!r} is a list of keys, or of entries with a key; found {found}.")
    return tuple(
        _make(kind, {"key": each} if isinstance(each, str) else each, f"{word}, entry {place + 1}")
        for place, each in enumerate(found)
    )


def _make(kind: type[Part], found: Any, word: str) -> Part:
    values = _mapping(found, word.capitalize())
    if kind is DataChoice and isinstance(values.get("standardise"), bool):  # of earlier versions
        earlier = STANDARDISE if values.pop("standardise") else NONE
        values.setdefault("scaling", earlier)
    known = {part.name: part for part in fields(kind)}
    unknown = [name for name in values if name not in known]
    if unknown:
        raise DataError(f"In {word}: unknown entry {unknown[0]!r}; known are {', '.join(known)}.")
    for name, value in values.items():
        _check_type(str(known[name].type), name, value, word)
    try:
        return kind(**values)
    except TypeError as error:
        missing = str(error).partition(": ")[2] or str(error)
        raise DataError(f"In {word}: missing {missing}.") from None


_PLAIN = {"str": (str, "a word"), "bool": (bool, "true or false"), "int": (int, "a whole number")}


def _check_type(annotation: str, name: str, value: Any, word: str) -> None:
    kind = annotation.removeprefix("<class '").removesuffix("'>").removesuffix(" | None")
    if kind == "float" and not _is_number(value):
        raise DataError(f"In {word}: {name!r} is a number; found {reprlib.repr(value)}.")
    if kind in _PLAIN and not (value is None and annotation.endswith("None")):
        expected, said = _PLAIN[kind]
        if not isinstance(value, expected) or (expected is int and not _is_number(value)):
            raise DataError(f"In {word}: {name!r} is {said}; found {reprlib.repr(value)}.")
    if kind.startswith("collections.abc.Mapping"):
        _mapping(value, f"In {word}: {name!r}")


def _mapping(found: Any, word: str) -> dict[str, Any]:
    if not isinstance(found, Mapping) or not all(isinstance(name, str) for name in found):
        raise DataError(f"{word} is written as name: value lines; found {reprlib.repr(found)}.")
    return dict(found)


def _is_number(value: Any) -> bool:
    plain = isinstance(value, (int, float)) and not isinstance(value, bool)
    return plain and abs(value) <= MAX_NUMBER


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        given = {part.name: (getattr(value, part.name), part.default) for part in fields(value)}
        return {
            name: _plain(own) for name, (own, default) in given.items() if own not in ({}, default)
        }
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
