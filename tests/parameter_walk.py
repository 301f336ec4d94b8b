"""The parameters of method pages on several data, other values for them, and who declares one."""

import ast
import importlib
import pkgutil
from collections.abc import Callable
from contextvars import copy_context
from functools import cache, partial
from pathlib import Path
from typing import Any

from scipy.spatial.distance import cdist

import belieflab.ui.pages
from belieflab.data.dissimilarities import from_dissimilarities
from belieflab.data.parameters import Parameter
from belieflab.ui.method.context import Context
from belieflab.ui.method.method_page import MethodPage
from belieflab.ui.shell.session import stand_in
from belieflab.ui.shell.workspace import Recipe, Workspace

MAKERS = {"Parameter", "choice"}


def declared_pages() -> dict[str, MethodPage]:
    """The declarations of all method pages, by the module they stand in and their name there."""
    found = {}
    for package in pkgutil.iter_modules(belieflab.ui.pages.__path__, "belieflab.ui.pages."):
        name = f"{package.name}.page"
        if importlib.util.find_spec(name) is not None:
            for called, each in vars(importlib.import_module(name)).items():
                if isinstance(each, MethodPage):
                    found[f"{name}:{called}"] = each
    return found


def loaded(sample: str = "iris", law: str = "expert-doubt") -> Workspace:
    workspace = Workspace()
    workspace.set_up(Recipe(sample), Recipe(law))
    return workspace


def dissimilarities() -> Workspace:
    workspace, points = Workspace(), loaded().dataset.X[::5]
    dataset, _ = from_dissimilarities(cdist(points, points))
    workspace.adopt_dataset(dataset)
    return workspace


IRIS = "Iris"
WORKSPACES: dict[str, Callable[[], Workspace]] = {
    IRIS: loaded,
    "an image": partial(loaded, "picture", "hard"),
    "dissimilarities": dissimilarities,
    "a crowd": partial(loaded, law="crowd"),
}
FURTHER = {"credal": ("an image", "dissimilarities"), "suspects": ("a crowd",)}
"""Pages with other parameters on other data."""


@cache
def find_parameters(module: str, data: str = IRIS) -> dict[str, Parameter]:
    """The parameters of a method page on these data, by name."""
    page, workspace = PAGES[module], WORKSPACES[data]()
    context = Context(page.key, workspace, workspace.dataset, workspace.labels)

    def find() -> dict[str, Parameter]:
        stand_in({})  # what other data left in the session would answer for these
        return {parameter.name: parameter for parameter in page.parameters(context)}

    return copy_context().run(find)


PAGES = declared_pages()
ON_DATA = [
    (module, data) for module, page in PAGES.items() for data in (IRIS, *FURTHER.get(page.key, ()))
]


def other_value(parameter: Parameter) -> Any:
    """A value that is not the default."""
    titles = list(parameter.titles)
    if parameter.several:
        return next(((key,) for key in titles if (key,) != parameter.default), ())
    if titles:
        return next((key for key in titles if key != parameter.default), parameter.default)
    if isinstance(parameter.default, bool):
        return not parameter.default
    if isinstance(parameter.default, str):
        return "0.5"
    if parameter.low is not None and parameter.low == parameter.high:
        return parameter.default
    step = parameter.step or (1 if isinstance(parameter.default, int) else 0.1)
    up = parameter.default + step
    fits = parameter.high is None or up <= parameter.high
    return type(parameter.default)(up if fits else parameter.default - step)


def written(parameter: Parameter, value: Any) -> Any:
    """The value as the address holds it."""
    if parameter.several:
        return [parameter.titles[each] for each in value]
    if parameter.choices:
        return parameter.titles[value]
    return str(value).lower() if isinstance(value, bool) else str(value)


def declared_names(folder: Path) -> set[tuple[str, str]]:
    """Every parameter that the modules of a folder declare by a literal name: module and name."""
    return {
        (path.relative_to(folder).as_posix(), name)
        for path in folder.rglob("*.py")
        for name in _names(ast.parse(path.read_text(encoding="utf-8")))
    }


def _names(tree: ast.Module) -> set[str]:
    makers, found = _makers(tree), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            given = node.args[1:] if _is_partial(node, makers) else node.args
            made = node.func.id in makers or _is_partial(node, makers)
            if made and given and isinstance(given[0], ast.Constant):
                found.add(str(given[0].value))
    return found


def _makers(tree: ast.Module) -> set[str]:
    """What makes a parameter in this module: the two functions, and what is partial of them."""
    makers, before = set(MAKERS), 0
    while before < len(makers):
        before = len(makers)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                makers |= {name for name, value in _assigned(node) if _is_partial(value, makers)}
    return makers


def _assigned(node: ast.Assign) -> list[tuple[str, ast.expr]]:
    target, value = node.targets[0], node.value
    pairs = [(target, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = list(zip(target.elts, value.elts, strict=False))
    return [(name.id, each) for name, each in pairs if isinstance(name, ast.Name)]


def _is_partial(node: ast.AST, makers: set[str]) -> bool:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
        return False
    first = node.args[0]
    return node.func.id == "partial" and isinstance(first, ast.Name) and first.id in makers
