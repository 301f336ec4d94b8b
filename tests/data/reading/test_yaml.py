"""YAML that is deep, or swells: one sentence, in time that grows with the text."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from belieflab import DataError
from belieflab.data.reading import FileGuess, read_table
from belieflab.data.reading.yaml_tables import DEEPEST, load_yaml

ROOT = Path(__file__).parents[3]
LENGTH = 200_000
PIECES = ["[", "{", "- ", "? ", "[{", "? - ", "{? [", "[a, ", "{a: ", "[\n", "- - ? "]


def indented(each: str) -> str:
    """One level more in every line."""
    return "".join(" " * k + each + "\n" for k in range(int((2 * LENGTH) ** 0.5)))


DEEP = {
    **{repr(piece): piece * (LENGTH // len(piece)) for piece in PIECES},
    "lists, then brackets": "- " * 30 + "[" * LENGTH,
    "indented lists": indented("-"),
    "indented groups": indented("a:"),
    "indented keys": indented("?"),
    "behind a table": "a: b\n" * 20 + "c: " + "[" * LENGTH,
}
READ = """
import sys, time
from belieflab import DataError
from belieflab.data.reading.yaml_tables import load_yaml
load_yaml(b"a: 1")
content, begun = sys.stdin.buffer.read(), time.process_time()
try:
    load_yaml(content)
except DataError as error:
    print(time.process_time() - begun, error)
"""


@pytest.mark.parametrize("name", DEEP)
def test_deep_yaml_gets_a_sentence_at_once(name):
    """In a process of its own: some of these ended the one that read them."""
    done = subprocess.run(
        [sys.executable, "-c", READ],
        input=DEEP[name].encode(),
        cwd=ROOT,
        capture_output=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    seconds, _, said = done.stdout.decode().partition(" ")
    assert said.strip() == f"The YAML text is nested more than {DEEPEST} levels deep."
    assert float(seconds) < 1


def test_yaml_may_be_long_and_as_deep_as_is_allowed():
    long = "- [1, 2, {a: b}]\n" * 12_000
    assert load_yaml(long.encode()) == [[1, 2, {"a": "b"}]] * 12_000
    assert load_yaml(b"[" + b"[1, 2], " * 12_000 + b"]") == [[1, 2]] * 12_000
    values = load_yaml(b"[" * DEEPEST + b"]" * DEEPEST)
    for _ in range(DEEPEST - 1):
        (values,) = values
    assert values == []


@pytest.mark.parametrize(
    "number", ["1" + ":1" * 100_000, "0x" + "f" * 9_000, "1" + ":1" * 999 + ".5"]
)
@pytest.mark.parametrize("tag", ["{}", "!!int '{}'"])
def test_a_number_that_would_grow_gets_a_sentence_at_once(number, tag):
    begun = time.process_time()
    with pytest.raises(DataError, match="a number with too many digits"):
        read_table(f"a: {tag.format(number)}\n".encode(), FileGuess("yaml"))
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    "value", ["!!int ''", "!!bool x", "!!timestamp x", "1" + ":1" * 300 + ".5"]
)
def test_a_value_that_is_not_what_its_tag_says_gets_a_sentence(value):
    with pytest.raises(DataError, match=r"^The YAML text cannot be read\.$"):
        load_yaml(f"a: {value}".encode())
