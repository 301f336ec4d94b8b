"""Files, functions and packages stay small enough to be read as a whole."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "belieflab"
UI = PACKAGE / "ui"
MAX_FILE, MAX_FUNCTION, MAX_PAGE, MAX_DIRECT = 300, 60, 600, 8
LATER_PAGES = ("networks", "crowd", "evaluate", "suspects")


def n_lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def long_functions(path: Path) -> dict[str, int]:
    """The functions of a file that are too long, their docstrings counted."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    functions = [node for node in ast.walk(tree) if isinstance(node, kinds)]
    sizes = {
        f"{path.relative_to(PACKAGE)}: {each.name}": each.end_lineno - each.lineno + 1
        for each in functions
    }
    return {name: size for name, size in sizes.items() if size > MAX_FUNCTION}


def test_no_file_is_too_long():
    sizes = {str(path.relative_to(PACKAGE)): n_lines(path) for path in PACKAGE.rglob("*.py")}
    assert len(sizes) > 500
    assert {name: size for name, size in sizes.items() if size > MAX_FILE} == {}


def test_no_function_is_too_long_but_in_kernels():
    paths = [path for path in PACKAGE.rglob("*.py") if not path.stem.endswith("_kernel")]
    found: dict[str, int] = {}
    for path in paths:
        found |= long_functions(path)
    assert found == {}


@pytest.mark.parametrize("page", LATER_PAGES)
def test_the_package_of_a_page_is_short(page):
    paths = list((UI / "pages" / page).rglob("*.py"))
    assert paths
    assert sum(map(n_lines, paths)) <= MAX_PAGE


@pytest.mark.parametrize("package", ["ui", "figures"])
def test_few_modules_stand_directly_in_ui_and_figures(package):
    assert len(list((PACKAGE / package).glob("*.py"))) <= MAX_DIRECT
