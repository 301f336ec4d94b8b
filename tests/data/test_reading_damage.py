"""Damaged copies of good files: whatever happens to the bytes, the answer is data or a sentence."""

from pathlib import Path

import numpy as np
import pytest

from belieflab import DataError
from belieflab.data.reading import (
    guess_roles,
    missing_values,
    read_label_file,
    read_table,
    sniff,
    to_dataset,
)

SAMPLES = Path(__file__).parents[2] / "sample_data"
FILES = sorted(file for file in SAMPLES.rglob("*.*") if file.suffix != ".md")
FRAGMENTS = [
    *(b'"', b"'", b",", b";", b"\n", b"\r", b"\t", b"{", b"}", b"\xff", b"\xc3", b"inf", b"nan"),
    *(b"1e999", b"=", b"|", b"*", "∅".encode(), b"@data\n", b"%", b"PK", b"-1", b"p:", b"pl:"),
]


def damage(content: bytes, rng: np.random.Generator) -> bytes:
    damaged = bytearray(content)
    for _ in range(rng.integers(1, 6)):
        start = int(rng.integers(len(damaged)))
        end = start + int(rng.integers(1, 60))
        what = rng.integers(5)
        if what == 0:
            damaged[start] = rng.integers(256)
        elif what == 1:
            damaged[start:start] = FRAGMENTS[rng.integers(len(FRAGMENTS))]
        elif what == 2 and len(damaged) > 100:
            del damaged[start:end]
        elif what == 3:
            damaged[start:start] = damaged[start:end]
        elif start > 20:
            del damaged[start:]
    return bytes(damaged)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_damaged_file_gives_data_or_one_sentence(file):
    rng = np.random.default_rng(11)
    content = file.read_bytes()
    for _ in range(12):
        damaged = damage(content, rng)
        try:
            table = read_table(damaged, sniff(damaged, file.name))
            roles = guess_roles(table)
            assert missing_values(table, roles).summary
            loaded = to_dataset(table, roles, missing="median")
            assert np.isfinite(loaded.dataset.X).all()
        except DataError as error:
            assert str(error).strip() and "\n" not in str(error)
        try:
            labels = read_label_file(damaged, file.name).labels
            np.testing.assert_allclose(labels.mass.sum(axis=1), 1.0, atol=1e-9)
        except DataError as error:
            assert str(error).strip() and "\n" not in str(error)
