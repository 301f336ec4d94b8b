"""What a JSON text holds is counted before it is read."""

import json
import time

import numpy as np
import pytest
from allocation import peak_of

from belieflab.ui.shell.json_size import Size, json_size

NOTHING = Size(0, 0, 0)


def counted(value: object) -> Size:
    """The same of what was read."""
    if isinstance(value, dict):
        inner = [counted(each) for each in value.values()]
        own = Size(1, 0, max(len(value) - 1, 0))
    elif isinstance(value, list):
        inner = [counted(each) for each in value]
        own = Size(0, 1, max(len(value) - 1, 0))
    else:
        return NOTHING
    return Size(*(sum(each) for each in zip(own, *inner, strict=True)))


def some_value(rng: np.random.Generator, depth: int = 0) -> object:
    texts = ['a"b', "[,{", "\\", '\\"', "", "é\n", '{"a": [1, 2]}']
    kind = rng.integers(4) if depth < 4 else 3
    if kind == 0:
        return [some_value(rng, depth + 1) for _ in range(rng.integers(5))]
    if kind == 1:
        return {f"{texts[k % 7]}{k}": some_value(rng, depth + 1) for k in range(rng.integers(5))}
    return texts[rng.integers(7)] if kind == 3 else int(rng.integers(99))


def test_marks_in_texts_do_not_count(monkeypatch):
    monkeypatch.setattr("belieflab.ui.shell.json_size._BLOCK", 7)
    rng = np.random.default_rng(0)
    for _ in range(200):
        value = some_value(rng)
        assert json_size(json.dumps(value).encode(), NOTHING) == counted(value)


def test_few_marks_are_not_looked_at_further():
    assert json_size(b'"[,{"', Size(1, 1, 1)) == Size(1, 1, 1)


@pytest.mark.parametrize("piece", [b'"",', b'"\\"', b"[],", b'"', b"\\\\", b'{"a":0},'])
def test_large_texts_are_counted_in_linear_time_and_little_memory(piece):
    content = piece * (8_000_000 // len(piece))
    begun = time.process_time()
    assert peak_of(lambda: json_size(content, NOTHING)) < 40_000_000
    assert time.process_time() - begun < 3.0
