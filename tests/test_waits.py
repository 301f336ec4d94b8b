"""Tests in the browser wait for what they want to see, not for a time."""

import ast
from pathlib import Path

HERE = Path(__file__).parent
PAUSES = {"wait_for_timeout", "sleep"}
REASONS = {
    ("browsing.py", "until"): "between two looks at what is waited for",
    ("browsing.py", "stays"): "that nothing happens shows only over time",
    ("recording.py", "record"): "a film has its own pace",
    (
        "test_reconnect.py",
        "test_after_a_long_interruption_the_page_is_whole_and_answers",
    ): "the interruption itself: a session is stripped after a time",
    ("allocation.py", "peak_of"): "threads leave the hook of tracemalloc without a word",
    ("app_server.py", "wait_healthy"): "between two questions to a server that starts",
}
"""Where a fixed pause is right, and why."""


def pauses(path: Path) -> set[tuple[str, str]]:
    """File and function of every fixed pause."""
    found = set()
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
            names = {getattr(call, "attr", getattr(call, "id", "")) for call in calls}
            if names & PAUSES:
                found.add((path.name, function.name))
    return found


def test_fixed_pauses_stand_only_where_there_is_a_reason():
    helpers = [path for path in HERE.glob("*.py") if not path.name.startswith("test_")]
    found = set().union(*(pauses(path) for path in (*helpers, *HERE.glob("browser/*.py"))))
    assert found == set(REASONS)
