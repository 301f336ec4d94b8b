"""No control that writes itself into the address takes a name that means something else there."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from belieflab.ui.pages.playground.link import KEYS as PLAYGROUND_KEYS
from belieflab.ui.pages.playground.session import LABEL_KEYS
from belieflab.ui.shell import lecture, link
from belieflab.ui.shell.page_table import PAGES

ROOT = Path(__file__).parents[3]
SOURCES = sorted([*(ROOT / "pages").glob("*.py"), *(ROOT / "belieflab" / "ui").rglob("*.py")])
PAGE_NAMES = list(PAGES)
OTHERS = {lecture.LECTURE, lecture.SHOW, *PLAYGROUND_KEYS, *LABEL_KEYS, "term"}
"""What the lecture, the playground and the glossary read from the address themselves."""


def calls_that_bind(tree: ast.Module) -> Iterator[dict[str, ast.expr]]:
    """The keyword arguments of every widget that is bound to the address."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            given = {word.arg: word.value for word in node.keywords if word.arg}
            bind = given.get("bind")
            if isinstance(bind, ast.Constant) and bind.value == "query-params":
                yield given


def assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """What each name of a module is ever set to, anywhere in it."""
    values: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name, value in pairs(target, node.value):
                    values.setdefault(name, []).append(value)
    return values


def pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Names and values of one assignment, also of `A, B = "a", "b"`."""
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, its in zip(target.elts, value.elts, strict=True):
            yield from pairs(one, its)


def possible_keys(key: ast.expr | None, values: dict[str, list[ast.expr]]) -> set[str]:
    """Every key the expression can stand for; a part that is not known here may be any page."""
    if isinstance(key, ast.Constant):
        return {str(key.value)}
    if isinstance(key, ast.Name):
        return set().union(*(possible_keys(value, values) for value in values.get(key.id, ())))
    if not isinstance(key, ast.JoinedStr):
        return set()
    together = {""}
    for part in key.values:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        choices = possible_keys(inner, values) or set(PAGE_NAMES)
        together = {begun + choice for begun in together for choice in choices}
    return together


def bound_keys() -> dict[str, set[str]]:
    """The keys of all bound controls, by the place where they stand."""
    found: dict[str, set[str]] = {}
    for source in SOURCES:
        tree = ast.parse(source.read_text(encoding="utf-8"))
        for given in calls_that_bind(tree):
            key = given.get("key")
            place = f"{source.relative_to(ROOT)}:{key.lineno if key else 0}"
            found[place] = possible_keys(key, assigned(tree))
    return found


BOUND = bound_keys()


def test_bound_controls_are_found() -> None:
    assert {"data.way", "labels.tab"} <= set().union(*BOUND.values())


@pytest.mark.parametrize("place", BOUND)
def test_a_bound_key_is_its_pages_own(place: str) -> None:
    keys = BOUND[place]
    assert keys, "Write the key of a bound control where it is drawn, so that it can be checked."
    assert {key.partition(".")[0] for key in keys} <= set(PAGE_NAMES)
    assert all("." in key for key in keys)
    assert not keys & (link.own_keys() | OTHERS)


def test_the_keys_of_pages_and_workspace_do_not_meet() -> None:
    assert not link.own_keys() & OTHERS
