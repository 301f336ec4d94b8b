"""The library example of the README: its code and what the README says it prints."""

import re
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def example() -> tuple[str, str]:
    """The first Python block and the text block that follows it."""
    text = README.read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```\s*```text\n(.*?)```", text, re.DOTALL)
    assert found is not None, "README.md has no example with its output"
    return found[1], found[2]
