"""The registry of readers: who is asked in which order, and what follows from an entry."""

import io

import pandas as pd
import pytest
from toy_reader import CONTENT, TOY

from belieflab import DataError
from belieflab.data.reading import READERS, describe_guess, extensions, read_table, readable, sniff


def test_every_extension_belongs_to_one_reader():
    assert len(set(extensions())) == len(extensions())
    assert all(reader.extensions for reader in READERS.values())


def test_a_reader_is_added_by_its_entry_alone():
    with pytest.raises(DataError, match="'toy'"):
        READERS.find("toy")
    with READERS.temporarily(TOY):
        guess = sniff(CONTENT, "points.toy")
        assert guess.kind == "toy"
        assert describe_guess(guess) == "Toy"
        assert list(read_table(CONTENT, guess).columns) == ["x", "y"]
        assert "toy" in extensions()
        assert readable("or").endswith("or Toy")
        with pytest.raises(DataError, match="and Toy can be read"):
            sniff(b"a\0b" * 100)
    assert "toy" not in extensions()


def test_a_reader_that_looks_at_text_leaves_binary_files_to_their_own():
    content = io.BytesIO()
    pd.DataFrame({"x": [1.0, 2.0]}).to_parquet(content)
    with READERS.temporarily(TOY):
        assert sniff(content.getvalue()).kind == "parquet"
        assert sniff(b"x,y\n1,2\n3,4\n").kind == "csv"
